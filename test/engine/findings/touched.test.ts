import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAX_ANSWERS } from '../../../engine/findings/answer-pages.ts';
import { readTouched, type Touched, touchedAnswers } from '../../../engine/findings/touched.ts';
import { MAX_PLACES } from '../../../engine/stated-places.ts';
import { utcDay } from '../../../graph/belief/utc-day.ts';
import type { AnswerAssembled } from '../../../graph/log/entry.ts';
import { NO_BELIEF_CHANGES } from '../../../graph/store/beliefs.ts';
import { substituted } from '../../../graph/store/by-kind.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import { type OpenedStore, save, saveBeliefs } from '../../conformance/graph-store/harness.ts';
import {
  answer,
  answerId,
  artefact,
  artefactId,
  at,
  CORPUS,
  claim,
  claimAddr,
  corpus,
  entry,
  finding,
  occurrence,
  withdrawn,
} from '../../conformance/graph-store/records.ts';
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
  unread: new Set(),
  corpora: new Set(),
  ...parts,
});

async function pagesOf(parts: Partial<Touched>, reader: GraphReader = opened.store): Promise<number[][]> {
  const pages: number[][] = [];
  for await (const page of touchedAnswers(reader, touched(parts))) pages.push(page.map(({ seq }) => seq));
  return pages;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const FIRST_DAY = '2026-01-01T23:59:59.999Z';
const NEXT_DAY = '2026-01-02T09:00:00.000Z';

/** Each uses the same claim, and is of the corpus' day. */
const saveAnswers = (count: number) =>
  save(opened.store, {
    corpora: [{ ...corpus(CORPUS), newestEffectiveAt: FIRST_DAY }],
    answers: upTo(count).map((n) => answer(n, { claims: [claimAddr(1)], effective_until: FIRST_DAY })),
  });
const moveDay = () => save(opened.store, { corpora: [{ ...corpus(CORPUS), newestEffectiveAt: NEXT_DAY }] });

const SAID = { corpora: new Set([CORPUS]) };

it.each([
  [MAX_ANSWERS - 1, [MAX_ANSWERS - 1]],
  [MAX_ANSWERS, [MAX_ANSWERS]],
  [MAX_ANSWERS + 1, [MAX_ANSWERS, 1]],
  [2 * MAX_ANSWERS, [MAX_ANSWERS, MAX_ANSWERS]],
])('come in bounded pages, each answer once: %i of a corpus whose day has moved', async (count, lengths) => {
  await saveAnswers(count);
  await moveDay();
  const pages = await pagesOf(SAID);
  expect(pages.map(({ length }) => length)).toEqual(lengths);
  expect(pages.flat().toSorted((a, b) => a - b)).toEqual(upTo(count));
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
  await moveDay();
  let reads = 0;
  const { store } = opened;
  const counting: GraphReader = substituted(store, {
    records: {
      answers: (ids) => {
        reads += 1;
        return store.records('answers', ids);
      },
    },
  });
  const seen: number[] = [];
  for await (const page of touchedAnswers(counting, touched(SAID))) {
    seen.push(page.length);
    expect(reads).toBe(seen.length);
  }
  expect(seen).toEqual([MAX_ANSWERS, MAX_ANSWERS, 1]);
});

it('come where something was said of what they use, and again where the day has moved', async () => {
  const of = (uses: Partial<AnswerAssembled>) => ({
    claims: [claimAddr(7)],
    effective_until: FIRST_DAY,
    ...uses,
  });
  await save(opened.store, {
    corpora: [{ ...corpus(CORPUS), newestEffectiveAt: FIRST_DAY }],
    answers: [
      answer(1, of({ claims: [claimAddr(1)] })),
      answer(2, of({ artefacts: ['a1one'] })),
      answer(3, of({})),
      answer(4, of({ artefacts: ['a1other'] }), { corpus: 'other' }),
    ],
  });
  const uses = { claims: new Set([claimAddr(1)]), artefacts: new Set(['a1one', 'a1other'] as const) };
  expect(await pagesOf({ ...uses, ...SAID })).toEqual([[1, 2, 4]]);
  await moveDay();
  expect(await pagesOf({ ...uses, ...SAID })).toEqual([
    [1, 2, 4],
    [1, 2, 3],
  ]);
  expect(await pagesOf(uses)).toEqual([[1, 2, 4]]);
});

it('are not those whose verdicts last beyond the day', async () => {
  await saveAnswers(3);
  await moveDay();
  const today = utcDay(Date.parse(NEXT_DAY));
  const lasts = (n: number, until: number) => ({ answer: answerId(n), corpus: CORPUS, until, seq: 0 });
  await saveBeliefs(opened.store, { ...NO_BELIEF_CHANGES, verdicts: [lasts(1, today), lasts(2, today + 1)] });
  expect(await pagesOf(SAID)).toEqual([[3]]);
});

it('come once where their facts could not be read, also if what they use was touched', async () => {
  await saveAnswers(3);
  const unread = new Set([answerId(2), answerId(9)]);
  expect(await pagesOf({ unread })).toEqual([[2]]);
  expect(await pagesOf({ unread, claims: new Set([claimAddr(1)]) })).toEqual([[1, 2, 3]]);
});

it.each([
  ['those that could not be read', 'store_unavailable', [1]],
  ['not those that could', 'contested', []],
] as const)('are, of the answers with a new verdict, %s', async (_, code, ids) => {
  const { body } = finding(1, 1, 'WARN');
  const said = entry(1, { ...body, reasons: [{ code, claim: null }] });
  const { unread } = await readTouched(opened.store, [said]);
  expect([...unread]).toEqual(ids.map(answerId));
});

it('are none, and no page, where nothing is touched', async () => {
  await saveAnswers(3);
  await moveDay();
  expect(await pagesOf({})).toEqual([]);
  expect(await pagesOf({ claims: new Set([claimAddr(2)]) })).toEqual([]);
  expect(await pagesOf({ corpora: new Set(['empty']) })).toEqual([]);
});

it('are of every mirror of a withdrawn original, also of one whose sentences stand on hundreds of pages before it', async () => {
  const [gone, first, late] = [1, 2, 2 * MAX_PLACES];
  const others = upTo(late).slice(first, -1);
  const word = { reason: 'retracted', seq: late + 1, effective_at: at(late + 1) };
  await save(opened.store, {
    artefacts: [
      artefact(gone, {}, { withdrawn: word }),
      ...[first, late].map((n) => artefact(n, { mirror_of: artefactId(gone) })),
      ...others.map((n) => artefact(n)),
    ],
    claims: [claim(1)],
    occurrences: upTo(late).map((n) => occurrence(n, 1, n)),
  });
  const { artefacts } = await readTouched(opened.store, [entry(late + 2, withdrawn(artefactId(first)))]);
  expect([...artefacts].toSorted()).toEqual([gone, first, late].map(artefactId).toSorted());
});
