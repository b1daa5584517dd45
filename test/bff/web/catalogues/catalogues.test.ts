/** The catalogues say the same in each language, in its own writing. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verdictText } from '../../../../bff/banner/browser/words.ts';
import { german } from '../../../../bff/web/catalogues/de/german.ts';
import { spanish } from '../../../../bff/web/catalogues/es/spanish.ts';
import { type AreaWords, type Message, partsOf } from '../../../../bff/web/catalogues/message.ts';
import { sentenceIn } from '../../../../bff/web/catalogues/sentences.ts';
import { ENGLISH_AREAS } from './areas.ts';
import { parsed, textOf, walk } from './syntax.ts';

const BFF = join(import.meta.dirname, '../../../../bff');
const LANGUAGES = { de: german, es: spanish } as const;
type Area = keyof typeof ENGLISH_AREAS;

/** Sentences of the server that only programs read, which read no page. */
const FOR_PROGRAMS: readonly string[] = [
  'Send application/json.',
  'This address takes GET, HEAD.',
  'This address takes {}.',
  // Of a file that is exported: it is in English like its titles.
  'Verdict {}, {} when saved.',
  // A member's name and what zod says of it.
  '{}: {}.',
];

const formsOf = (message: Message) =>
  typeof message === 'string' ? [message] : [message.one, message.other];
const placesIn = (text: string) => new Set(partsOf(text).filter((_, at) => at % 2 === 1));

/** Area, key, English and translated message. */
function pairs(tag: keyof typeof LANGUAGES): readonly (readonly [string, Message, Message])[] {
  return (Object.keys(ENGLISH_AREAS) as Area[]).flatMap((area) => {
    const english: AreaWords = ENGLISH_AREAS[area];
    const translated: AreaWords = LANGUAGES[tag].areas[area];
    return Object.entries(english).map(
      ([key, message]) => [`${area} ${key}`, message, translated[key] ?? ''] as const,
    );
  });
}

describe.each(['de', 'es'] as const)('the catalogue %s', (tag) => {
  it('has the keys of English, and no others', () => {
    for (const area of Object.keys(ENGLISH_AREAS) as Area[])
      expect(Object.keys(LANGUAGES[tag].areas[area]), area).toEqual(Object.keys(ENGLISH_AREAS[area]));
  });

  it('leaves no message empty, and has forms by number where English has', () => {
    for (const [name, english, translated] of pairs(tag)) {
      expect(typeof translated, name).toBe(typeof english);
      for (const form of formsOf(translated)) expect(form.trim(), name).not.toBe('');
    }
  });

  it('has the places of English in each message', () => {
    for (const [name, english, translated] of pairs(tag)) {
      const [last = ''] = formsOf(english).slice(-1);
      // “One document” names its number in words.
      for (const form of formsOf(translated).slice(-1)) expect(placesIn(form), name).toEqual(placesIn(last));
      for (const form of formsOf(translated)) {
        const missing = placesIn(last).difference(placesIn(form));
        expect(
          [...missing].filter((place) => place !== 'count'),
          name,
        ).toEqual([]);
      }
    }
  });

  it('is written as its language is', () => {
    const texts = [
      ...pairs(tag).flatMap(([name, , translated]) =>
        formsOf(translated).map((form) => [name, form] as const),
      ),
      ...Object.entries(LANGUAGES[tag].sentences),
    ];
    for (const [name, text] of texts) {
      expect(text, name).not.toMatch(/["']|\.\.\.| {2}/);
      if (tag === 'de') {
        expect(text, name).not.toMatch(/[«»”]|(?<![\s}])…|\b(?:du|dir|dich|dein\w*)\b/i);
        expect(text.split('„').length, name).toBe(text.split('“').length);
      } else {
        expect(text, name).not.toMatch(/[„“”]| …|\b(?:tú|tus|tienes|puedes)\b/);
        expect(text.split('«').length, name).toBe(text.split('»').length);
        expect((text.match(/\?/g) ?? []).length, name).toBe((text.match(/¿/g) ?? []).length);
      }
    }
  });

  it('uses the terms of docs/languages.md', async () => {
    const text = await readFile(join(BFF, '../docs/languages.md'), 'utf8');
    const rows = text
      .slice(text.indexOf('## Terms'))
      .split('\n')
      .flatMap((line) => [/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/.exec(line)?.slice(1) ?? []]);
    const terms = rows.map((row) => row[tag === 'de' ? 1 : 2] ?? '').filter((term) => /^\p{L}/u.test(term));
    const words = pairs(tag).flatMap(([, , translated]) => formsOf(translated).join(' ').toLowerCase());
    expect(terms.length).toBeGreaterThan(20);
    const unused = terms.slice(1).filter((term) => !words.some((one) => one.includes(term.toLowerCase())));
    expect(unused).toEqual([]);
  });

  it('calls a verdict what the banner on other sites calls it', () => {
    for (const state of ['PASS', 'WARN', 'FAIL'] as const) {
      const verdict = { state, reasons: [], at: null, seq: 1 };
      expect(LANGUAGES[tag].areas.verdict[`state.${state}`]).toBe(
        verdictText({ verdict, connection: 'live' }, tag),
      );
    }
  });

  it('has every sentence that the server says to readers', async () => {
    const said = new Set(Object.keys(LANGUAGES[tag].sentences).map(withoutNames));
    const unknown = (await serverSentences()).filter(
      (text) => !said.has(text) && !FOR_PROGRAMS.includes(text),
    );
    expect(unknown).toEqual([]);
  });

  it('has no sentence that the server does not say', async () => {
    const said = new Set(await serverTexts());
    const sentences = Object.keys(LANGUAGES[tag].sentences).map(withoutNames);
    expect(sentences.filter((text) => !said.has(text))).toEqual([]);
  });

  it('takes what differs into a sentence of the server, its words translated', () => {
    const { sentences } = LANGUAGES[tag];
    const long = sentenceIn(sentences, 'The question is too long: at most 2000 characters are allowed.');
    expect(long).toContain('2000');
    expect(long).toContain(tag === 'de' ? 'Frage' : 'Pregunta');
    expect(sentenceIn(sentences, 'These words do not stand in “A (b) [c] $& {q}”.')).toContain(
      'A (b) [c] $& {q}',
    );
    expect(sentenceIn(sentences, 'Nobody has said this.')).toBeNull();
    expect(sentenceIn(sentences, 'toString')).toBeNull();
  });
});

function withoutNames(text: string): string {
  return text.replace(/\{\w+\}/g, '{}');
}

async function serverTexts(): Promise<string[]> {
  const texts = new Set<string>();
  for await (const file of glob(['bff/**/*.ts', 'bin/cli/serve/model-hint.ts'], { cwd: join(BFF, '..') })) {
    if (/^bff\/(?:web|banner)\//.test(file)) continue;
    const { tree } = await parsed(join(BFF, '..', file));
    for (const { node } of walk(tree)) {
      const text = textOf(node);
      if (text !== null) texts.add(text);
    }
  }
  return [...texts];
}

/** Texts of the server that are sentences. */
async function serverSentences(): Promise<string[]> {
  return (await serverTexts()).filter((text) => /^(?:[A-Z“]|\{\})[^\n]* [^\n]*\.$/.test(text));
}
