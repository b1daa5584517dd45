/** Conformance: pages of many lists at once. */
import { expect } from 'vitest';
import type { AnswerQuery, AnswerUse, PageCut } from '../../../graph/pages.ts';
import { type StoreTest, save } from './harness.ts';
import {
  annotation,
  answer,
  answerId,
  artefactId,
  CORPUS,
  claimAddr,
  entry,
  finding,
  ledgerEntry,
  TENANT,
} from './records.ts';

const OTHER = 'globex';
const OLDEST: PageCut = { limit: 10, newestFirst: false };
const NEWEST: PageCut = { limit: 10, newestFirst: true };

export function describePages(test: StoreTest): void {
  describeEntries(test);
  describeLedgerPages(test);
  describeAnnotationPages(test);
  describeFindingPages(test);
  describeAnswerPages(test);
}

function describeEntries(test: StoreTest): void {
  test('gives entries at their positions, in the order asked for, null where there is none', async ({
    store,
  }) => {
    const [zero, one, two] = [entry(0), entry(1), { ...entry(2), bytes: new Uint8Array() }];
    await save(store, { entries: [zero, one, two] });
    expect(await store.entriesAt([2, 0, 7, 2, -1])).toEqual([two, zero, null, two, null]);
    expect(await store.entriesAt([])).toEqual([]);
  });
}

function describeLedgerPages(test: StoreTest): void {
  test('pages many ledgers at once, each from a place of its own', async ({ store }) => {
    const entries = [0, 1, 2].map((seq) => ledgerEntry(1, seq));
    await save(store, { ledger: [...entries, ledgerEntry(2, 0), ledgerEntry(11, 0)] });
    const [one, two, none] = [claimAddr(1), claimAddr(2), claimAddr(9)];
    const places = [
      { claim: two, after: -1 },
      { claim: one, after: 0 },
      { claim: none, after: -1 },
      { claim: one, after: -1 },
      { claim: one, after: 2 },
    ];
    expect(await store.ledgerPages(places, 2)).toEqual([
      [ledgerEntry(2, 0)],
      entries.slice(1),
      [],
      entries.slice(0, 2),
      [],
    ]);
    expect(await store.ledgerPages(places, 0)).toEqual([[], [], [], [], []]);
    expect(await store.ledgerPages([], 2)).toEqual([]);
  });
}

function describeAnnotationPages(test: StoreTest): void {
  test('pages the annotations of many targets from either end', async ({ store }) => {
    const all = [1, 3, 5, 7].map((n) => annotation(n));
    const [one, three, five, seven] = all;
    const other = annotation(4, { target: claimAddr(11) });
    await save(store, { annotations: [...all.toReversed(), other] });
    const target = claimAddr(1);
    const whole = { target, after: -1, before: null };
    const places = [{ ...whole, target: claimAddr(11) }, whole, { target, after: 1, before: 7 }];
    expect(await store.annotationPages(places, OLDEST)).toEqual([[other], all, [three, five]]);
    expect(await store.annotationPages(places, { ...OLDEST, limit: 1 })).toEqual([[other], [one], [three]]);
    expect(await store.annotationPages(places, NEWEST)).toEqual([[other], all.toReversed(), [five, three]]);
    expect(await store.annotationPages(places, { ...NEWEST, limit: 1 })).toEqual([[other], [seven], [five]]);
    expect(await store.annotationPages([{ target, after: 3, before: 4 }], OLDEST)).toEqual([[]]);
    expect(await store.annotationPages([{ ...whole, target: '' }], OLDEST)).toEqual([[]]);
    expect(await store.annotationPages([], OLDEST)).toEqual([]);
  });
}

function describeFindingPages(test: StoreTest): void {
  test('pages the verdicts of many answers from either end, those of one tenant', async ({ store }) => {
    const all = [10, 12, 14].map((seq) => finding(seq, 1, 'WARN'));
    const [ten, twelve, fourteen] = all;
    const other = finding(11, 2, 'FAIL');
    const foreign = finding(13, 3, 'FAIL', { tenant: OTHER });
    await save(store, { findings: [...all.toReversed(), other, foreign] });
    const places = [1, 2, 3, 9].map((n) => ({ answer: answerId(n), after: -1, before: null }));
    expect(await store.findingPages(TENANT, places, OLDEST)).toEqual([all, [other], [], []]);
    expect(await store.findingPages(OTHER, places, OLDEST)).toEqual([[], [], [foreign], []]);
    const one = { ...NEWEST, limit: 1 };
    expect(await store.findingPages(TENANT, places, one)).toEqual([[fourteen], [other], [], []]);
    const between = [{ answer: answerId(1), after: 9, before: 14 }];
    expect(await store.findingPages(TENANT, between, NEWEST)).toEqual([[twelve, ten]]);
    expect(await store.findingPages(TENANT, [], NEWEST)).toEqual([]);
  });

  test('includes a verdict at the very first position', async ({ store }) => {
    const first = finding(0, 1, 'WARN');
    await save(store, { findings: [first] });
    const place = { answer: answerId(1), after: -1, before: 1 };
    expect(await store.findingPages(TENANT, [place], OLDEST)).toEqual([[first]]);
    expect(await store.findingPages(TENANT, [{ ...place, before: 0 }], OLDEST)).toEqual([[]]);
  });
}

function describeAnswerPages(test: StoreTest): void {
  const page = (parts: Partial<AnswerQuery>): AnswerQuery => ({
    ...NEWEST,
    tenant: TENANT,
    corpus: null,
    uses: null,
    after: -1,
    before: null,
    ...parts,
  });

  test('pages the answers of a tenant from either end, of every corpus or of one', async ({ store }) => {
    const [one, three, four] = [answer(1), answer(3), answer(4, {}, { corpus: 'other' })];
    await save(store, { answers: [one, three, answer(2, {}, { tenant: OTHER }), four] });
    expect(await store.answerPage(page({}))).toEqual([four, three, one]);
    expect(await store.answerPage(page({ limit: 2 }))).toEqual([four, three]);
    expect(await store.answerPage(page({ before: 4 }))).toEqual([three, one]);
    expect(await store.answerPage(page({ newestFirst: false, limit: 1 }))).toEqual([one]);
    expect(await store.answerPage(page({ newestFirst: false, after: 1, before: 4 }))).toEqual([three]);
    expect(await store.answerPage(page({ corpus: CORPUS }))).toEqual([three, one]);
    expect(await store.answerPage(page({ corpus: 'none' }))).toEqual([]);
    expect(await store.answerPage(page({ tenant: 'none' }))).toEqual([]);
  });

  test('pages the answers of a tenant that use a claim or an artefact, each once', async ({ store }) => {
    const using = (n: number, tenant = TENANT) =>
      answer(n, { claims: [claimAddr(1), claimAddr(2)], artefacts: [artefactId(1)] }, { tenant });
    await save(store, {
      answers: [using(1), using(2, OTHER), using(3), answer(4, { claims: [claimAddr(11)] })],
    });
    const found = (uses: AnswerUse, parts: Partial<AnswerQuery> = {}) =>
      store.answerPage(page({ ...parts, uses }));
    expect(await found({ claim: claimAddr(1) })).toEqual([using(3), using(1)]);
    expect(await found({ artefact: artefactId(1) }, { limit: 1 })).toEqual([using(3)]);
    expect(await found({ artefact: artefactId(1) }, { before: 3, corpus: CORPUS })).toEqual([using(1)]);
    expect(await found({ claim: claimAddr(9) })).toEqual([]);
    expect(await found({ artefact: artefactId(9) })).toEqual([]);
  });
}
