import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClaims, readFormsBehind, type SentenceReading } from '../../../engine/claims/read-claims.ts';
import { markdownBlocks } from '../../../engine/ingest/readers/markdown.ts';
import { proseLayout } from '../../../engine/reading/document/prose-layout.ts';
import type { ClaimForm } from '../../../graph/claim.ts';
import { cpuMs } from '../../cpu-time.ts';

function read(text: string, title = '', lang = 'en'): SentenceReading[] {
  return readClaims({ title, text, layout: proseLayout(text), lang, published: '2024-10-08' });
}

function forms(text: string): ClaimForm[] {
  return read(text).flatMap((sentence) => sentence.claims.map(({ form }) => form));
}

function formsOfMarkdown(source: string): ClaimForm[] {
  const built = markdownBlocks(source);
  if (!built.ok) throw new Error(built.detail);
  const document = { title: '', lang: 'en', published: null, ...built.value.finish('') };
  return readClaims(document).flatMap(({ claims }) => claims.map(({ form }) => form));
}

function only(text: string): ClaimForm {
  const [form, ...more] = forms(text);
  if (form === undefined || more.length > 0) throw new Error(`expected one form in: ${text}`);
  return form;
}

describe('readClaims', () => {
  it.each([
    ['The lighthouse of Pelm was built in 1821. ', 'It has three lamps.'],
    ['The lighthouse of Pelm has 3 lamps. ', 'The lighthouse is 40 metres high.'],
    ['Nobody knows why. ', 'It opened on 3 May 1904, and its lamp was lit in 1905.'],
    ['Its lamp is red, and Anna Pelm said so. ', 'She is the mayor of Pelm.'],
  ])('takes up what %j says without giving its forms', (before, text) => {
    const whole = before + text;
    const document = { title: 'Pelm', text: whole, layout: proseLayout(whole), lang: 'en', published: null };
    const all = readClaims(document).map(({ claims }) => claims);
    expect(readFormsBehind(document, before.length)).toEqual(all[1]);
    // A sentence that goes on beyond the place is read.
    expect(readFormsBehind(document, before.length - 2)).toEqual(all.flat());
  });

  it('reads several sentences behind a place, each as what the one before it leaves', () => {
    const before = 'The lighthouse of Pelm was built in 1821. ';
    const text = `${before}It has three lamps. It is 40 metres high. The lamps were lit on 3 May 1904.`;
    const document = { title: 'Pelm', text, layout: proseLayout(text), lang: 'en', published: null };
    const behind = readClaims(document).slice(1);
    expect(readFormsBehind(document, before.length)).toEqual(behind.flatMap(({ claims }) => claims));
  });

  it('reads no forms of another language than English behind a place', () => {
    const text = 'Der Turm wurde 1821 gebaut. Er hat drei Glocken.';
    const document = { title: 'Turm', text, layout: proseLayout(text), lang: 'de', published: null };
    expect(readFormsBehind(document, 28)).toEqual([]);
  });

  it('reads one form per value of a list', () => {
    const values = forms('The Tern Line comprises four tunnels and 52 stations.').map(({ value }) => value);
    expect(values).toMatchObject([
      { min: '4', unit: 'tunnel' },
      { min: '52', unit: 'station' },
    ]);
  });

  it('makes an office or superlative the subject and its holder the value', () => {
    const office = only('Helena Brandt was appointed mayor of Tarnow on 2 May 2019, replacing Tom Hale.');
    expect(office.subject).toEqual({
      key: 'mayor of tarnow',
      surface: 'mayor of Tarnow',
      how: 'explicit',
    });
    expect(office.value).toEqual({ kind: 'entity', key: 'helena brandt', surface: 'Helena Brandt' });
    expect(office.scope.valid_from).toBe('2019-05-02');
    const tallest = only('The Mill Tower has become the tallest building in Tarnow.');
    expect(tallest).toMatchObject({
      subject: { key: 'tallest building of tarnow' },
      value: { key: 'mill tower' },
    });
  });

  it('keeps the period of a former value and opens the scope of a new one', () => {
    expect(only('The population of Tarnow was 84,000 in 2011.')).toMatchObject({
      role: 'old',
      scope: { valid_from: '2011-01-01', valid_to: '2011-12-31' },
    });
    expect(only('Since 7 October a day ticket has cost £1.65.')).toMatchObject({
      role: 'current',
      scope: { valid_from: '2024-10-07', valid_to: null },
    });
  });

  it.each([
    ['The Mill Tower will have 60 floors.', 'planned'],
    ['According to a brochure, the Mill Tower has 60 floors.', 'reported'],
    ['A visitor claimed that the Mill Tower has 60 floors.', 'reported'],
    ['The Mill Tower has 60 floors, the mayor said.', 'reported'],
    ['The Mill Tower would have 60 floors.', 'hypothetical'],
    ['The Mill Tower has 60 floors.', 'asserted'],
  ])('reads %j as %s', (text, modality) => {
    expect(only(text).modality).toBe(modality);
  });

  it('carries the antecedent of a pronoun as context', () => {
    const text = 'The town library holds 52,000 books. It is no longer open on Sundays.';
    const [, second] = read(text);
    const context = second?.contextSpans.map(({ start, end }) => text.slice(start, end));
    expect(context).toEqual(['The town library']);
    expect(second?.claims[0]?.form).toMatchObject({
      subject: { key: 'town library', how: 'coref' },
      value: { kind: 'boolean', value: false },
      polarity: 'negated',
    });
  });

  it('takes the subject from the title only as a last resort, and marks it', () => {
    const [sentence] = read('It is 1,642 metres deep.', 'Lake Orn');
    expect(sentence?.claims[0]?.form.subject).toMatchObject({ key: 'lake orn', how: 'title' });
  });

  it('reads table rows under their header', () => {
    const table = '| Country | Currency | Members |\n|---|---|---|\n| Tarsia | crown | 12 |\n| Belmora | |';
    expect(formsOfMarkdown(table).map(({ subject, value }) => [subject.key, value.kind])).toEqual([
      ['currency of tarsia', 'entity'],
      ['tarsia', 'quantity'],
    ]);
  });

  it.each([
    'One of the two largest cities is Gitega.',
    'Lund and Onda have 3 and 5 bridges.',
    'The network has about 26 more stations than Lisbon.',
    'Ouch!',
  ])('keeps %j a claim without a form', (text) => {
    expect(read(text)).toHaveLength(1);
    expect(forms(text)).toEqual([]);
  });

  it.each(['# The Mill Tower has 60 floors', '```\nThe Mill Tower has 60 floors.\n```'])(
    'keeps the block %j a claim without a form',
    (source) => {
      expect(formsOfMarkdown(source)).toEqual([]);
    },
  );

  it('gives sentences but no forms for a language without a tagger', () => {
    const sentences = read('Saturno tiene 274 lunas conocidas. Es grande.', '', 'es');
    expect(sentences.map(({ claims }) => claims.length)).toEqual([0, 0]);
  });

  it('gives spans inside the sentence and the same reading twice, whatever the words', () => {
    const word = fc.constantFrom(
      ...'The the a of in is was has It Tarnow mayor tower 12 52,000 £3 metres deep , . ; which and to from 2019 ( | costs not'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (list) => {
        const text = list.join(' ');
        const sentences = read(text);
        expect(read(text)).toEqual(sentences);
        for (const { sentence, claims } of sentences) {
          for (const { span } of claims) {
            expect(span.start).toBeGreaterThanOrEqual(sentence.start);
            expect(span.end).toBeLessThanOrEqual(sentence.end);
            expect(span.end).toBeGreaterThan(span.start);
          }
        }
      }),
    );
  });

  it.each(['word ', 'a, ', '1 ', '1,000 ', 'The the ', '(', 'in 2019 ', 'It is. ', '| a ', 'A-', '.'])(
    'stays linear on 100,000 units of %j',
    (unit) => {
      const text = unit.repeat(Math.floor(100_000 / unit.length));
      expect(cpuMs(() => read(text, text))).toBeLessThan(5_000);
    },
  );
});
