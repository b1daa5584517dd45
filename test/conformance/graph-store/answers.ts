/** Conformance: answers, findings and keys. */
import { expect } from 'vitest';
import { type AnswersUsing, type FindingList, NO_LIMIT, readRange } from '../../../graph/store/ranges.ts';
import { readRecord } from '../../../graph/store/records.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { type StoreTest, save } from './harness.ts';
import { answer, answerId, artefactId, CORPUS, claimAddr, finding, hash, key, TENANT } from './records.ts';

const OTHER = 'globex';

export function describeAnswers(test: StoreTest): void {
  describeAnswerReads(test);
  describeFindings(test);
  describeKeys(test);
}

/** The newest answers of a tenant. */
function newestOf(store: GraphStore, tenant: string, limit: number) {
  const list = { tenant, uses: null, after: -1, before: null };
  return readRange(store, 'answers', list, { limit, newestFirst: true });
}

function describeAnswerReads(test: StoreTest): void {
  test('gives answers in the order asked for, null for unknown ones', async ({ store }) => {
    const full = answer(2, {
      claims: [claimAddr(1)],
      artefacts: [artefactId(1)],
      cover: [{ claim: claimAddr(1), artefacts: [artefactId(1)] }],
      as_of: '2026-01-01',
    });
    await save(store, { answers: [answer(1), full] });
    expect(await store.records('answers', [answerId(2), answerId(9), answerId(1)])).toEqual([
      full,
      null,
      answer(1),
    ]);
  });

  test('lists the answers of a tenant, newest first', async ({ store }) => {
    const foreign = answer(2, {}, { tenant: OTHER });
    await save(store, { answers: [answer(1), answer(3), foreign, answer(4)] });
    expect(await newestOf(store, TENANT, 2)).toEqual([answer(4), answer(3)]);
    expect(await newestOf(store, OTHER, 10)).toEqual([foreign]);
    expect(await newestOf(store, 'none', 10)).toEqual([]);
  });

  test('pages the answers of a corpus by seq, of every tenant', async ({ store }) => {
    const foreign = answer(2, {}, { tenant: OTHER });
    const elsewhere = answer(3, {}, { corpus: 'other' });
    await save(store, { answers: [answer(4), foreign, elsewhere, answer(1)] });
    expect(await readRange(store, 'answersOfCorpus', { corpus: CORPUS, after: -1 }, { limit: 2 })).toEqual([
      answer(1),
      foreign,
    ]);
    expect(await readRange(store, 'answersOfCorpus', { corpus: CORPUS, after: 2 }, { limit: 2 })).toEqual([
      answer(4),
    ]);
  });

  test('finds the answers that use a claim or an artefact, each once, by seq', async ({ store }) => {
    const byClaim = answer(3, { claims: [claimAddr(1), claimAddr(2)] }, { tenant: OTHER });
    const byArtefact = answer(2, { artefacts: [artefactId(1)] });
    const byBoth = answer(1, { claims: [claimAddr(1)], artefacts: [artefactId(1), artefactId(2)] });
    await save(store, { answers: [byClaim, byArtefact, byBoth, answer(4, { claims: [claimAddr(11)] })] });
    const using = (parts: Partial<AnswersUsing>) =>
      readRange(store, 'answersUsing', { claims: [], artefacts: [], after: -1, ...parts }, { limit: 10 });
    expect(await using({ claims: [claimAddr(1)] })).toEqual([byBoth, byClaim]);
    expect(await using({ artefacts: [artefactId(1)] })).toEqual([byBoth, byArtefact]);
    const all = { claims: [claimAddr(1), claimAddr(2)], artefacts: [artefactId(1), artefactId(2)] };
    expect(await using(all)).toEqual([byBoth, byArtefact, byClaim]);
    expect(await using({ claims: [claimAddr(9)], artefacts: [artefactId(9)] })).toEqual([]);
    expect(await using({})).toEqual([]);
  });

  test('pages the answers that use something, each once, at the limit and one past it', async ({ store }) => {
    const uses = { claims: [claimAddr(1), claimAddr(2)], artefacts: [artefactId(1)] };
    const one = (n: number) => answer(n, uses);
    await save(store, { answers: [one(3), one(1), answer(4), one(5), one(2)] });
    const page = (after: number, limit: number) =>
      readRange(store, 'answersUsing', { ...uses, after }, { limit });
    expect(await page(-1, 4)).toEqual([one(1), one(2), one(3), one(5)]);
    expect(await page(-1, 3)).toEqual([one(1), one(2), one(3)]);
    expect(await page(3, 3)).toEqual([one(5)]);
    expect(await page(5, 3)).toEqual([]);
  });

  test('finds the answers of one tenant that rest on an artefact, newest first, and counts them', async ({
    store,
  }) => {
    const on = (n: number, tenant = TENANT) =>
      answer(n, { artefacts: [artefactId(1), artefactId(2)] }, { tenant });
    const using = answer(5, { claims: [claimAddr(1)], artefacts: [artefactId(3)] });
    await save(store, { answers: [on(1), on(4), on(2, OTHER), on(3), using] });
    const found = await store.answersRestingOn(artefactId(1), TENANT, 2);
    expect(found).toEqual({ first: [on(4), on(3)], total: 3 });
    expect(await store.answersRestingOn(artefactId(1), OTHER, 2)).toEqual({
      first: [on(2, OTHER)],
      total: 1,
    });
    const none = { first: [], total: 0 };
    expect(await store.answersRestingOn(artefactId(9), TENANT, 2)).toEqual(none);
    expect(await store.answersRestingOn(artefactId(1), 'none', 2)).toEqual(none);
    const earlier = await store.answersRestingOn(artefactId(1), TENANT, 1, 4);
    expect(earlier).toEqual({ first: [on(3)], total: 2 });
    expect(await store.answersRestingOn(artefactId(1), TENANT, 2, 1)).toEqual(none);
  });

  test('takes an answer saved again for the same answer', async ({ store }) => {
    const used = answer(1, { claims: [claimAddr(1)] });
    await save(store, { answers: [used] });
    await save(store, { answers: [used] });
    expect(await newestOf(store, TENANT, 10)).toEqual([used]);
    const using = { claims: [claimAddr(1)], artefacts: [], after: -1 };
    expect(await readRange(store, 'answersUsing', using, { limit: 10 })).toEqual([used]);
  });
}

const WARN = finding(10, 1, 'WARN');
const FAIL = finding(11, 2, 'FAIL');
const BACK = finding(12, 1, 'PASS');
const FOREIGN = finding(13, 3, 'FAIL', { tenant: OTHER });

async function findings(
  store: GraphStore,
  { limit = 100, ...list }: Partial<FindingList> & { readonly limit?: number },
) {
  return readRange(store, 'findings', { tenant: TENANT, after: -1, answers: null, ...list }, { limit });
}

function describeFindings(test: StoreTest): void {
  test('lists findings of a tenant by seq, strictly after a position', async ({ store }) => {
    await save(store, { findings: [BACK, WARN, FOREIGN, FAIL] });
    expect(await findings(store, {})).toEqual([WARN, FAIL, BACK]);
    expect(await findings(store, { limit: 2 })).toEqual([WARN, FAIL]);
    expect(await findings(store, { after: 10 })).toEqual([FAIL, BACK]);
    expect(await findings(store, { after: 12 })).toEqual([]);
    expect(await findings(store, { after: 0, limit: 1 })).toEqual([WARN]);
  });

  test('includes a finding at the very first position', async ({ store }) => {
    const first = finding(0, 1, 'WARN');
    await save(store, { findings: [first] });
    expect(await findings(store, {})).toEqual([first]);
    expect(await findings(store, { after: 0 })).toEqual([]);
  });

  test("keeps another tenant's findings out, also when their answers are named", async ({ store }) => {
    await save(store, { findings: [WARN, FOREIGN] });
    expect(await findings(store, { answers: [answerId(3)] })).toEqual([]);
    expect(await store.currentFindings(TENANT, [answerId(3)])).toEqual([]);
    expect(await findings(store, { tenant: OTHER })).toEqual([FOREIGN]);
  });

  test('gives the findings of every tenant where none is named, by seq, also of some answers', async ({
    store,
  }) => {
    await save(store, { findings: [BACK, FOREIGN, WARN, FAIL] });
    const everybody = [WARN, FAIL, BACK, FOREIGN].toSorted((a, b) => a.seq - b.seq);
    expect(await findings(store, { tenant: null })).toEqual(everybody);
    expect(await findings(store, { tenant: null, after: everybody[0]?.seq ?? 0, limit: 2 })).toEqual(
      everybody.slice(1, 3),
    );
    const named = { tenant: null, answers: [answerId(3), answerId(3), answerId(9)] };
    expect(await findings(store, named)).toEqual([FOREIGN]);
    expect(await store.currentFindings(null, [answerId(3), answerId(2)])).toEqual(
      [FAIL, FOREIGN].toSorted((a, b) => a.seq - b.seq),
    );
    expect(await store.currentFindings(null, null)).toEqual(
      [FAIL, BACK, FOREIGN].toSorted((a, b) => a.seq - b.seq),
    );
    expect(await store.currentFindings(null, [])).toEqual([]);
  });

  test('filters findings by answers; an empty list lets none through', async ({ store }) => {
    await save(store, { findings: [WARN, FAIL, BACK] });
    expect(await findings(store, { answers: [answerId(1), answerId(9)] })).toEqual([WARN, BACK]);
    expect(await findings(store, { answers: [answerId(1)], limit: 1 })).toEqual([WARN]);
    expect(await findings(store, { answers: [] })).toEqual([]);
  });

  test('gives the latest transition of each answer', async ({ store }) => {
    await save(store, { findings: [BACK, WARN, FAIL] });
    const found = await store.records('latestFindings', [answerId(2), answerId(9), answerId(1)]);
    expect(found).toEqual([FAIL, null, BACK]);
  });

  test('gives the current verdicts of a tenant by seq', async ({ store }) => {
    await save(store, { findings: [BACK, WARN, FAIL, FOREIGN] });
    expect(await store.currentFindings(TENANT, null)).toEqual([FAIL, BACK]);
    expect(await store.currentFindings(TENANT, [answerId(1)])).toEqual([BACK]);
    expect(await store.currentFindings(TENANT, [])).toEqual([]);
    expect(await store.currentFindings('none', null)).toEqual([]);
  });
}

function describeKeys(test: StoreTest): void {
  test('finds a key by its hash and by its id', async ({ store }) => {
    const token = key(2, { kind: 'token', key_hash: null, org: null, actor: 'bob' });
    await save(store, { keys: [key(1), token] });
    expect(await readRecord(store, 'keysByHash', hash('key 1'))).toEqual(key(1));
    expect(await store.records('keys', ['k2', 'k9', 'k1'])).toEqual([token, null, key(1)]);
  });

  test('finds no key by a hash that is unknown, empty or a word for nothing', async ({ store }) => {
    await save(store, { keys: [key(1, { key_hash: null })] });
    for (const wrong of [hash('key 1'), '', 'null'])
      expect(await readRecord(store, 'keysByHash', wrong)).toBeNull();
  });

  test('gives a key back as revoked once it was saved so', async ({ store }) => {
    await save(store, { keys: [key(1)] });
    await save(store, { keys: [key(1, {}, true)], revocations: [{ keyId: 'k1', seq: 5 }] });
    expect(await store.records('keys', ['k1'])).toEqual([key(1, {}, true)]);
    expect(await readRecord(store, 'keysByHash', hash('key 1'))).toEqual(key(1, {}, true));
  });

  test('lists revocations by seq, also of keys it never saw', async ({ store }) => {
    const late = { keyId: 'unknown', seq: 9 };
    const early = { keyId: 'k1', seq: 4 };
    await save(store, { revocations: [late, early] });
    expect(await readRange(store, 'revocations', { after: -1 }, { limit: NO_LIMIT })).toEqual([early, late]);
    expect(await readRange(store, 'revocations', { after: 4 }, { limit: NO_LIMIT })).toEqual([late]);
    expect(await readRange(store, 'revocations', { after: 9 }, { limit: NO_LIMIT })).toEqual([]);
    expect(await readRange(store, 'revocations', { after: -1 }, { limit: 1 })).toEqual([early]);
    expect(await readRange(store, 'revocations', { after: -1 }, { limit: 2 })).toEqual([early, late]);
  });
}
