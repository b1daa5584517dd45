/** Conformance: pages of many lists at once. */
import { expect } from 'vitest';
import { EVIDENCE_KINDS, type EvidenceKind } from '../../../graph/evidence.ts';
import {
  type AnswerList,
  type AnswerUse,
  type EvidenceList,
  type FindingCut,
  type PageCut,
  type RangeReader,
  readRange,
  type TenantFindings,
} from '../../../graph/store/ranges.ts';
import { type StoreTest, save } from './harness.ts';
import {
  annotation,
  answer,
  answerId,
  artefactId,
  CORPUS,
  changes,
  claimAddr,
  entry,
  finding,
  hash,
  ledgerEntry,
  TENANT,
} from './records.ts';

const OTHER = 'globex';
const OLDEST: PageCut = { limit: 10, newestFirst: false };
const NEWEST: PageCut = { limit: 10, newestFirst: true };

export function describePages(test: StoreTest): void {
  describeEntries(test);
  describeLedgerPages(test);
  describeEvidencePages(test);
  describeAnnotationPages(test);
  describeFindingPages(test);
  describeFindingStates(test);
  describeTenantFindings(test);
  describeAnswerPages(test);
}

function describeEntries(test: StoreTest): void {
  test('gives entries at their positions, in the order asked for, null where there is none', async ({
    store,
  }) => {
    const [zero, one, two] = [entry(0), entry(1), entry(2)];
    await save(store, { entries: [zero, one, two] });
    expect(await store.records('entries', [2, 0, 7, 2, -1])).toEqual([two, zero, null, two, null]);
    expect(await store.records('entries', [])).toEqual([]);
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
    expect(await store.ranges('ledger', { by: places, limit: 2 })).toEqual([
      [ledgerEntry(2, 0)],
      entries.slice(1),
      [],
      entries.slice(0, 2),
      [],
    ]);
    expect(await store.ranges('ledger', { by: places, limit: 0 })).toEqual([[], [], [], [], []]);
    expect(await store.ranges('ledger', { by: [], limit: 2 })).toEqual([]);
  });
}

function describeEvidencePages(test: StoreTest): void {
  test('gives ledger entries at their places, in the order asked for, null where there is none', async ({
    store,
  }) => {
    const [zero, two, other] = [ledgerEntry(1, 0), ledgerEntry(1, 2), ledgerEntry(2, 1)];
    await save(store, { ledger: [zero, ledgerEntry(1, 1), two, other] });
    const at = (n: number, seq: number) => ({ claim: claimAddr(n), seq });
    const places = [at(1, 2), at(2, 1), at(2, 0), at(9, 0), at(1, 0), at(1, 2), at(1, -1)];
    expect(await store.records('ledgerEntries', places)).toEqual([two, other, null, null, zero, two, null]);
    expect(await store.records('ledgerEntries', [])).toEqual([]);
  });

  test('pages the ledgers of a corpus by kinds from either end', async ({ store }) => {
    const at = (seq: number, kind: EvidenceKind, claim = 1) =>
      ledgerEntry(claim, seq, { kind, log: { seq, tree_size: seq + 1, root: hash('r') } });
    const all = [
      at(0, 'corroborate'),
      at(1, 'dispute'),
      at(2, 'corroborate', 2),
      at(3, 'supersede-propose'),
      at(4, 'dispute', 2),
    ];
    const foreign = { ...at(5, 'dispute', 3), claim: 'wx://space-2/claim/c11' } as const;
    await save(store, { ledger: [...all.toReversed(), foreign] });
    const page = (kinds: readonly EvidenceKind[], parts: Partial<EvidenceList & PageCut> = {}) => {
      const { limit, newestFirst, ...list } = { ...OLDEST, ...parts };
      const whole = { corpus: CORPUS, kinds, actors: null, after: -1, before: null };
      return readRange(store, 'evidence', { ...whole, ...list }, { limit, newestFirst });
    };
    expect(await page(['dispute'])).toEqual([all[1], all[4]]);
    expect(await page(['supersede-propose', 'dispute'], { limit: 2 })).toEqual([all[1], all[3]]);
    expect(await page(['dispute', 'corroborate'], { after: 0, before: 4 })).toEqual([all[1], all[2]]);
    expect(await page(['dispute', 'corroborate'], { ...NEWEST, limit: 3 })).toEqual([all[4], all[2], all[1]]);
    expect(await page(['corroborate', 'dispute', 'supersede-propose'])).toEqual(all);
    expect(await page(['dispute'], { corpus: 'space-2' })).toEqual([foreign]);
    expect(await page(['dispute'], { limit: 0 })).toEqual([]);
    expect(await page([])).toEqual([]);
    for (const corpus of ['', 'spac', 'none', '%']) expect(await page(['dispute'], { corpus })).toEqual([]);
  });

  test('pages the ledgers of a corpus by writers and kinds from either end', async ({ store }) => {
    const long = 'ann'.repeat(1_000);
    const at = (seq: number, actor_root: string, kind: EvidenceKind, claim = 1) =>
      ledgerEntry(claim, seq, { actor_root, kind, log: { seq, tree_size: seq + 1, root: hash('r') } });
    const all = [
      at(0, 'ann', 'dispute'),
      at(1, 'ben', 'corroborate'),
      at(2, 'ann', 'corroborate', 2),
      at(3, long, 'dispute', 2),
      at(4, 'ben', 'dispute', 4),
      at(5, 'ann', 'dispute', 4),
    ];
    const foreign = { ...at(6, 'ann', 'dispute', 3), claim: 'wx://space-2/claim/c11' } as const;
    await save(store, { ledger: [...all.toReversed(), foreign] });
    const page = (actors: readonly string[], parts: Partial<EvidenceList & PageCut> = {}) => {
      const { limit, newestFirst, ...list } = { ...OLDEST, ...parts };
      const whole = { corpus: CORPUS, kinds: EVIDENCE_KINDS, actors, after: -1, before: null };
      return readRange(store, 'evidence', { ...whole, ...list }, { limit, newestFirst });
    };
    expect(await page(['ann'])).toEqual([all[0], all[2], all[5]]);
    expect(await page([long])).toEqual([all[3]]);
    expect(await page(['ben', 'ann'], { ...NEWEST, limit: 3 })).toEqual([all[5], all[4], all[2]]);
    expect(await page(['ann', 'ben'], { after: 0, before: 5 })).toEqual([all[1], all[2], all[4]]);
    expect(await page(['ann', 'ben'], { kinds: ['dispute'], limit: 2 })).toEqual([all[0], all[4]]);
    expect(await page(['ann'], { corpus: 'space-2' })).toEqual([foreign]);
    expect(await page(['ann'], { kinds: [] })).toEqual([]);
    expect(await page(['ann'], { limit: 0 })).toEqual([]);
    expect(await page([])).toEqual([]);
    for (const root of ['', 'an', 'anna', 'ANN', '%', long.slice(0, -1)])
      expect(await page([root])).toEqual([]);
  });

  test('pages the same after its projections were cleared and made again', async ({ store }) => {
    const dispute = ledgerEntry(1, 0, { kind: 'dispute' });
    const list = { corpus: CORPUS, kinds: ['dispute'], actors: null, after: -1, before: null } as const;
    await save(store, { ledger: [dispute] });
    await store.transact(async (tx) => {
      await tx.clearProjections();
      expect(await readRange(tx, 'evidence', list, OLDEST)).toEqual([]);
      await tx.save(changes({ ledger: [dispute] }));
      expect(await readRange(tx, 'evidence', list, OLDEST)).toEqual([dispute]);
    });
  });
}

function describeAnnotationPages(test: StoreTest): void {
  test('pages annotations of some kinds from either end', async ({ store }) => {
    const kinds = ['note', 'correction', 'note', 'context', 'correction'] as const;
    const all = kinds.map((kind, n) => annotation(n, { kind }));
    const other = annotation(7, { target: claimAddr(2), kind: 'correction' });
    await save(store, { annotations: [...all, other] });
    const whole = { target: claimAddr(1), after: -1, before: null };
    const places = [{ ...whole, target: claimAddr(2) }, whole, { ...whole, after: 1, before: 4 }];
    const sided = ['correction', 'context'] as const;
    expect(await store.ranges('annotations', { by: places, ...OLDEST, kinds: ['correction'] })).toEqual([
      [other],
      [all[1], all[4]],
      [],
    ]);
    expect(await store.ranges('annotations', { by: places, ...NEWEST, limit: 2, kinds: sided })).toEqual([
      [other],
      [all[4], all[3]],
      [all[3]],
    ]);
    expect(await store.ranges('annotations', { by: places, ...OLDEST, kinds: [] })).toEqual([[], [], []]);
  });

  test('pages the annotations of many targets from either end', async ({ store }) => {
    const all = [1, 3, 5, 7].map((n) => annotation(n));
    const [one, three, five, seven] = all;
    const other = annotation(4, { target: claimAddr(11) });
    await save(store, { annotations: [...all.toReversed(), other] });
    const target = claimAddr(1);
    const whole = { target, after: -1, before: null };
    const places = [{ ...whole, target: claimAddr(11) }, whole, { target, after: 1, before: 7 }];
    expect(await store.ranges('annotations', { by: places, ...OLDEST })).toEqual([
      [other],
      all,
      [three, five],
    ]);
    expect(await store.ranges('annotations', { by: places, ...OLDEST, limit: 1 })).toEqual([
      [other],
      [one],
      [three],
    ]);
    expect(await store.ranges('annotations', { by: places, ...NEWEST })).toEqual([
      [other],
      all.toReversed(),
      [five, three],
    ]);
    expect(await store.ranges('annotations', { by: places, ...NEWEST, limit: 1 })).toEqual([
      [other],
      [seven],
      [five],
    ]);
    expect(await store.ranges('annotations', { by: [{ target, after: 3, before: 4 }], ...OLDEST })).toEqual([
      [],
    ]);
    expect(await store.ranges('annotations', { by: [{ ...whole, target: '' }], ...OLDEST })).toEqual([[]]);
    expect(await store.ranges('annotations', { by: [], ...OLDEST })).toEqual([]);
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
    expect(await store.ranges('findingsOf', { tenant: TENANT, by: places, ...OLDEST })).toEqual([
      all,
      [other],
      [],
      [],
    ]);
    expect(await store.ranges('findingsOf', { tenant: OTHER, by: places, ...OLDEST })).toEqual([
      [],
      [],
      [foreign],
      [],
    ]);
    const one = { ...NEWEST, limit: 1 };
    expect(await store.ranges('findingsOf', { tenant: TENANT, by: places, ...one })).toEqual([
      [fourteen],
      [other],
      [],
      [],
    ]);
    const between = [{ answer: answerId(1), after: 9, before: 14 }];
    expect(await store.ranges('findingsOf', { tenant: TENANT, by: between, ...NEWEST })).toEqual([
      [twelve, ten],
    ]);
    expect(await store.ranges('findingsOf', { tenant: TENANT, by: [], ...NEWEST })).toEqual([]);
  });

  test('includes a verdict at the very first position', async ({ store }) => {
    const first = finding(0, 1, 'WARN');
    await save(store, { findings: [first] });
    const place = { answer: answerId(1), after: -1, before: 1 };
    expect(await store.ranges('findingsOf', { tenant: TENANT, by: [place], ...OLDEST })).toEqual([[first]]);
    expect(
      await store.ranges('findingsOf', { tenant: TENANT, by: [{ ...place, before: 0 }], ...OLDEST }),
    ).toEqual([[]]);
  });
}

function describeFindingStates(test: StoreTest): void {
  test('pages the verdicts of answers in some states, those of one tenant', async ({ store }) => {
    const states = ['WARN', 'PASS', 'FAIL', 'WARN', 'PASS'] as const;
    const all = states.map((state, seq) => finding(seq, 1, state));
    await save(store, {
      findings: [...all, finding(9, 2, 'WARN'), finding(8, 1, 'WARN', { tenant: OTHER })],
    });
    const places = [1, 2].map((n) => ({ answer: answerId(n), after: -1, before: null }));
    const page = (cut: Partial<FindingCut>, tenant = TENANT) =>
      store.ranges('findingsOf', { tenant, by: places, ...OLDEST, ...cut });
    expect(await page({ states: ['WARN'] })).toEqual([[all[0], all[3]], [finding(9, 2, 'WARN')]]);
    expect(await page({ states: ['PASS', 'FAIL'], limit: 2 })).toEqual([[all[1], all[2]], []]);
    expect(await page({ ...NEWEST, states: ['PASS', 'FAIL'], limit: 2 })).toEqual([[all[4], all[2]], []]);
    expect(await page({ states: ['UNKNOWN'] })).toEqual([[], []]);
    expect(await page({ states: [] })).toEqual([[], []]);
    expect(await page({ states: ['WARN'] }, OTHER)).toEqual([[finding(8, 1, 'WARN', { tenant: OTHER })], []]);
  });
}

function describeTenantFindings(test: StoreTest): void {
  test('pages the verdicts of a tenant from either end, of every state or of some', async ({ store }) => {
    const states = ['WARN', 'PASS', 'FAIL', 'WARN', 'PASS'] as const;
    const all = states.map((state, seq) => finding(seq, seq % 2, state));
    const foreign = finding(7, 1, 'WARN', { tenant: OTHER });
    await save(store, { findings: [...all.toReversed(), foreign] });
    const page = (parts: Partial<TenantFindings & PageCut>) => {
      const { limit, newestFirst, ...list } = { ...OLDEST, ...parts };
      const whole = { tenant: TENANT, states: null, after: -1, before: null };
      return readRange(store, 'findingsOfTenant', { ...whole, ...list }, { limit, newestFirst });
    };
    expect(await page({})).toEqual(all);
    expect(await page({ ...NEWEST, limit: 2 })).toEqual([all[4], all[3]]);
    expect(await page({ after: 0, before: 3 })).toEqual([all[1], all[2]]);
    expect(await page({ states: ['WARN'] })).toEqual([all[0], all[3]]);
    expect(await page({ ...NEWEST, states: ['PASS', 'FAIL'], limit: 2 })).toEqual([all[4], all[2]]);
    expect(await page({ states: ['FAIL', 'PASS'], after: 1, before: 4 })).toEqual([all[2]]);
    expect(await page({ states: ['UNKNOWN'] })).toEqual([]);
    expect(await page({ states: [] })).toEqual([]);
    expect(await page({ limit: 0 })).toEqual([]);
    expect(await page({ tenant: OTHER })).toEqual([foreign]);
    expect(await page({ tenant: 'none', states: ['WARN'] })).toEqual([]);
    expect(await store.ranges('findingsOfTenant', { by: [], ...OLDEST })).toEqual([]);
  });
}

function describeAnswerPages(test: StoreTest): void {
  const page = (store: RangeReader, parts: Partial<AnswerList & PageCut>) => {
    const { limit, newestFirst, ...list } = { ...NEWEST, ...parts };
    const whole = { tenant: TENANT, uses: null, after: -1, before: null };
    return readRange(store, 'answers', { ...whole, ...list }, { limit, newestFirst });
  };

  test('pages the answers of a tenant from either end, of every corpus or of one', async ({ store }) => {
    const [one, three, four] = [answer(1), answer(3), answer(4, {}, { corpus: 'other' })];
    await save(store, { answers: [one, three, answer(2, {}, { tenant: OTHER }), four] });
    expect(await page(store, {})).toEqual([four, three, one]);
    expect(await page(store, { limit: 2 })).toEqual([four, three]);
    expect(await page(store, { before: 4 })).toEqual([three, one]);
    expect(await page(store, { newestFirst: false, limit: 1 })).toEqual([one]);
    expect(await page(store, { newestFirst: false, after: 1, before: 4 })).toEqual([three]);
    expect(await page(store, { tenant: 'none' })).toEqual([]);
  });

  test('pages the answers of a tenant that use a claim or an artefact, each once', async ({ store }) => {
    const using = (n: number, tenant = TENANT) =>
      answer(n, { claims: [claimAddr(1), claimAddr(2)], artefacts: [artefactId(1)] }, { tenant });
    await save(store, {
      answers: [using(1), using(2, OTHER), using(3), answer(4, { claims: [claimAddr(11)] })],
    });
    const found = (uses: AnswerUse, parts: Partial<AnswerList & PageCut> = {}) =>
      page(store, { ...parts, uses });
    expect(await found({ claim: claimAddr(1) })).toEqual([using(3), using(1)]);
    expect(await found({ artefact: artefactId(1) }, { limit: 1 })).toEqual([using(3)]);
    expect(await found({ artefact: artefactId(1) }, { before: 3 })).toEqual([using(1)]);
    expect(await found({ claim: claimAddr(9) })).toEqual([]);
    expect(await found({ artefact: artefactId(9) })).toEqual([]);
  });
}
