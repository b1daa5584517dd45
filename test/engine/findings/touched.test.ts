import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAX_ANSWERS } from '../../../engine/findings/answer-pages.ts';
import { type Touched, touchedAnswers } from '../../../engine/findings/touched.ts';
import { substituted } from '../../../graph/store/by-kind.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import { type OpenedStore, save } from '../../conformance/graph-store/harness.ts';
import { answer, CORPUS, claimAddr } from '../../conformance/graph-store/records.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

let opened: OpenedStore;

beforeEach(async () => {
  opened = await openEmptyEmbedded();
});
afterEach(() => opened.dispose());

const touched = (parts: Partial<Touched>): Touched => ({
  claims: new Set(),
  artefacts: new Set(),
  answers: new Set(),
  corpora: new Set(),
  ...parts,
});

async function pagesOf(parts: Partial<Touched>, reader: GraphReader = opened.store): Promise<number[][]> {
  const pages: number[][] = [];
  for await (const page of touchedAnswers(reader, touched(parts))) pages.push(page.map(({ seq }) => seq));
  return pages;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Each uses the same claim. */
const saveAnswers = (count: number) =>
  save(opened.store, { answers: upTo(count).map((n) => answer(n, { claims: [claimAddr(1)] })) });

const DAY_MOVED = { corpora: new Set([CORPUS]) };

it.each([
  [MAX_ANSWERS - 1, [MAX_ANSWERS - 1]],
  [MAX_ANSWERS, [MAX_ANSWERS]],
  [MAX_ANSWERS + 1, [MAX_ANSWERS, 1]],
  [2 * MAX_ANSWERS, [MAX_ANSWERS, MAX_ANSWERS]],
])('come in bounded pages, each answer once: %i of a corpus whose day has moved', async (count, lengths) => {
  await saveAnswers(count);
  const pages = await pagesOf(DAY_MOVED);
  expect(pages.map(({ length }) => length)).toEqual(lengths);
  expect(pages.flat()).toEqual(upTo(count));
});

it.each([
  [MAX_ANSWERS, [MAX_ANSWERS]],
  [MAX_ANSWERS + 1, [MAX_ANSWERS, 1]],
])('come in bounded pages where %i of them use a claim, too', async (count, lengths) => {
  await saveAnswers(count);
  const pages = await pagesOf({ claims: new Set([claimAddr(1)]) });
  expect(pages.map(({ length }) => length)).toEqual(lengths);
  expect(pages.flat()).toEqual(upTo(count));
});

it('are no more than a page at a time in memory: the next one is read when it is asked for', async () => {
  await saveAnswers(2 * MAX_ANSWERS + 1);
  const reads: number[] = [];
  const counting: GraphReader = substituted(opened.store, {
    ranges: {
      answersOfCorpus: (query) => {
        reads.push(...query.by.map(({ after }) => after));
        return opened.store.ranges('answersOfCorpus', query);
      },
    },
  });
  const seen: number[] = [];
  for await (const page of touchedAnswers(counting, touched(DAY_MOVED))) {
    seen.push(page.length);
    expect(reads).toHaveLength(seen.length);
  }
  expect(seen).toEqual([MAX_ANSWERS, MAX_ANSWERS, 1]);
});

it('come once where the day has moved and something was said of what they use', async () => {
  const elsewhere = answer(4, { artefacts: ['a1other'] }, { corpus: 'other' });
  await save(opened.store, {
    answers: [
      answer(1, { claims: [claimAddr(1)] }),
      answer(2, { artefacts: ['a1one'] }),
      answer(3),
      elsewhere,
    ],
  });
  const parts = { claims: new Set([claimAddr(1)]), artefacts: new Set(['a1one', 'a1other'] as const) };
  expect(await pagesOf({ ...parts, ...DAY_MOVED })).toEqual([[4], [1, 2, 3]]);
  expect(await pagesOf(parts)).toEqual([[1, 2, 4]]);
});

it('are none, and no page, where nothing is touched', async () => {
  await saveAnswers(3);
  expect(await pagesOf({})).toEqual([]);
  expect(await pagesOf({ claims: new Set([claimAddr(2)]) })).toEqual([]);
  expect(await pagesOf({ corpora: new Set(['empty']) })).toEqual([]);
});
