import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkChoice } from '../../../engine/receipt/check-choice.ts';
import type { Choice } from '../../../engine/receipt/choice.ts';
import type { Receipt } from '../../../engine/receipt/receipt.ts';
import { spanHash } from '../../../engine/receipt/receipt-hashes.ts';
import type { ArtefactId } from '../../../graph/address.ts';

const QUOTES = ['Lake Vell is 212 metres deep.', 'It froze in 1963.', 'Boats are for hire.'];
const LAKE = 'art_lake' as ArtefactId;
const place = (at: number) => ({
  artefact_id: LAKE,
  start: at * 100,
  end: at * 100 + (QUOTES[at]?.length ?? 0),
});
const offered = QUOTES.map((quote, at) => ({ ...place(at), span_hash: spanHash(quote) }));
const quoting = (at: number, quote = QUOTES[at] ?? '') => ({
  text: quote,
  claims: [],
  citations: [{ ...place(at), quote }],
});
const choice = (chosen: readonly number[], more: Partial<Choice> = {}): Choice => ({
  chooser: 'remote/tiny',
  version: '1',
  offered,
  chosen,
  ...more,
});

describe('the choice of a receipt', () => {
  it.each<[string, Choice | undefined, number[]]>([
    ['is not there', undefined, [0]],
    ['is the sentence that is quoted', choice([1]), [0]],
    ['are two that are quoted, in another order', choice([2, 1]), [0, 1]],
    ['has a sentence that the answer does without', choice([1, 3]), [0]],
    ['is none, and nothing is quoted', choice([]), []],
  ])('passes where it %s', (_, made, quoted) => {
    const { ok, detail } = checkChoice({
      ...(made && { choice: made }),
      sentences: quoted.map((at) => quoting(at)),
    });
    expect([ok, detail]).toEqual([true, expect.stringMatching(/chooser|chosen by remote\/tiny/)]);
  });

  const twelve = Array.from({ length: 12 }, (_, at) => ({
    ...place(0),
    start: at,
    span_hash: spanHash(`${at}`),
  }));
  it.each<[string, Choice, number[], RegExp]>([
    ['a sentence that was not chosen is quoted', choice([2]), [0], /rests on no sentence that was chosen/],
    ['something is quoted and nothing chosen', choice([]), [0], /rests on no sentence/],
    ['one of two was not chosen', choice([1]), [0, 1], /It froze/],
    ['a number was not offered', choice([4]), [], /sentence 4 was chosen and not offered/],
    ['zero was chosen', choice([0]), [], /sentence 0/],
    ['a sentence was chosen twice', choice([1, 1]), [0], /twice/],
    ['five were chosen', choice([1, 2, 3, 4, 5], { offered: twelve }), [], /5 sentences were chosen/],
    [
      'thirteen were offered',
      choice([1], { offered: [...offered.slice(0, 1), ...twelve] }),
      [0],
      /13 sentences/,
    ],
  ])('fails where %s', (_, made, quoted, said) => {
    const step = checkChoice({ choice: made, sentences: quoted.map((at) => quoting(at)) });
    expect([step.ok, step.detail]).toEqual([false, expect.stringMatching(said)]);
  });

  it('fails where the place says other words than those that were offered', () => {
    const step = checkChoice({
      choice: choice([1]),
      sentences: [quoting(0, 'Lake Vell is 999 metres deep.')],
    });
    expect([step.ok, step.detail]).toEqual([
      false,
      expect.stringContaining('not the sentence that was offered'),
    ]);
  });
});

interface VectorCase extends Pick<Receipt, 'choice' | 'sentences'> {
  readonly name: string;
  /** Of invalid ones. */
  readonly fault?: string;
}

const FAULTS: Readonly<Record<string, RegExp>> = {
  not_chosen: /rests on no sentence that was chosen/,
  not_offered: /chosen and not offered/,
  twice: /chosen twice/,
  too_many_offered: /sentences were offered/,
  too_many_chosen: /sentences were chosen$/,
  other_words: /is not the sentence that was offered/,
};

describe('the vectors of choices', () => {
  const read = (name: string): readonly VectorCase[] =>
    JSON.parse(readFileSync(`test/vectors/${name}.json`, 'utf8')).cases;

  it.each(read('choice_valid'))('pass: $name', (made) => {
    expect(checkChoice(made)).toMatchObject({ ok: true });
  });

  it.each(read('choice_invalid'))('fail: $name', (made) => {
    const { ok, detail } = checkChoice(made);
    expect([ok, detail]).toEqual([false, expect.stringMatching(FAULTS[made.fault ?? ''] ?? /^$/)]);
  });
});
