/** Conformance: every kind of record and of range, asked for together and alone; and the size of the port. */
import { expect } from 'vitest';
import { allPlaces, NO_LIMIT, type RangeKind, type RangeQuery } from '../../../graph/store/ranges.ts';
import type { RecordId, RecordKind } from '../../../graph/store/records.ts';
import type { TransactionReader } from '../../../graph/store/store.ts';
import { type StoreTest, save } from './harness.ts';
import {
  annotation,
  annotationId,
  answer,
  answerId,
  artefact,
  artefactId,
  at,
  CORPUS,
  claim,
  claimAddr,
  closure,
  corpus,
  DEFINITION,
  entry,
  eventId,
  finding,
  hash,
  key,
  ledgerEntry,
  observation,
  occurrence,
  section,
  stubId,
  TENANT,
} from './records.ts';

/** Transaction and lifecycle included. */
const MAX_METHODS = 40;

const WHOLE = { after: -1, before: null };
const PAGE = { limit: 10, newestFirst: true };
const citing = { artefacts: [artefactId(1)], cover: [] };

/** Two rows of every kind. */
const ROWS = {
  entries: [entry(0), entry(1)],
  corpora: [corpus(CORPUS), corpus('other')],
  artefacts: [artefact(1), artefact(2)],
  observations: [observation(1, 0, at(0)), observation(2, 1, at(0))],
  sections: [section('a'), section('b')],
  claims: [
    claim(1, { slot: 's', core: { v: 1, corpus: CORPUS, lang: 'en', text: 'c', form: DEFINITION } }),
    claim(2, { slot: 't' }),
  ],
  occurrences: [occurrence(0, 1, 1), occurrence(1, 2, 2)],
  rivals: [{ claim: claimAddr(1), rival: claimAddr(2), seq: 0 }],
  ledger: [
    ledgerEntry(1, 0, { kind: 'supersede-propose', successor: claimAddr(2) }),
    ledgerEntry(2, 0, { kind: 'supersede-propose', successor: claimAddr(1) }),
  ],
  idempotency: [1, 2].map((n) => ({ key: `i${n}`, request_hash: hash('i'), result_id: eventId(n, 0) })),
  annotations: [annotation(1), annotation(2, { target: claimAddr(2), kind: 'context' })],
  closures: [closure(1), closure(2)],
  answers: [answer(1, { claims: [claimAddr(1)], ...citing }), answer(2, citing, { corpus: 'other' })],
  findings: [finding(3, 1, 'WARN'), finding(4, 2, 'FAIL')],
  keys: [key(1), key(2)],
  revocations: [
    { keyId: 'k1', seq: 5 },
    { keyId: 'k2', seq: 6 },
  ],
};

/** Of each kind an id of a row, one of another row, and one of none. */
const IDS: { readonly [K in RecordKind]: readonly [RecordId<K>, RecordId<K>, RecordId<K>] } = {
  entries: [0, 1, 9],
  corpora: [CORPUS, 'other', 'none'],
  artefacts: [artefactId(1), artefactId(2), artefactId(9)],
  sections: [section('a').addr, section('b').addr, section('none').addr],
  sectionPlaces: [section('a').addr, section('b').addr, section('none').addr],
  claims: [claimAddr(1), claimAddr(2), claimAddr(9)],
  events: [eventId(1, 0), eventId(2, 0), eventId(9, 0)],
  ledgerEntries: [
    { claim: claimAddr(1), seq: 0 },
    { claim: claimAddr(2), seq: 0 },
    { claim: claimAddr(2), seq: 1 },
  ],
  ledgerHeads: [claimAddr(1), claimAddr(2), claimAddr(9)],
  latestByActor: [
    { claim: claimAddr(1), actorRoot: 'root-ann' },
    { claim: claimAddr(2), actorRoot: 'root-ann' },
    { claim: claimAddr(1), actorRoot: 'root-bob' },
  ],
  idempotency: ['i1', 'i2', 'none'],
  annotations: [annotationId(1), annotationId(2), annotationId(9)],
  closures: [stubId(1), stubId(2), stubId(9)],
  answers: [answerId(1), answerId(2), answerId(9)],
  latestFindings: [answerId(1), answerId(2), answerId(9)],
  keys: ['k1', 'k2', 'none'],
  keysByHash: [hash('key 1'), hash('key 2'), hash('none')],
};

/** Of each kind a query of a list that has rows, and of one that has none. */
const QUERIES: { readonly [K in RangeKind]: RangeQuery<K> } = {
  artefacts: {
    by: [
      { corpus: CORPUS, after: -1 },
      { corpus: 'none', after: -1 },
    ],
    limit: 10,
  },
  versions: { corpus: CORPUS, by: [artefact(1).record.doc_id, 'none'] },
  artefactsByRef: { corpus: CORPUS, by: [artefact(1).record.url ?? '', 'none'] },
  observations: { by: [hash('bytes 1'), hash('none')] },
  claimsOfSlot: { corpus: CORPUS, by: ['s', 'none'], upTo: 100, limit: 10 },
  definitions: { corpus: CORPUS, by: ['vite', 'none'], upTo: 100, limit: 10 },
  claimsOfCluster: { by: [claim(1).claim_cluster_id, 'none'], limit: 10 },
  occurrences: allPlaces([claimAddr(1), claimAddr(9)]),
  occurrencesIn: { by: [artefactId(1), artefactId(9)] },
  rivals: { by: [claimAddr(2), claimAddr(9)] },
  predecessors: { by: [claimAddr(2), claimAddr(9)] },
  ledger: {
    by: [
      { claim: claimAddr(1), after: -1 },
      { claim: claimAddr(1), after: 0 },
    ],
    limit: NO_LIMIT,
  },
  evidence: {
    by: [
      { corpus: CORPUS, kinds: ['supersede-propose'], actors: null, ...WHOLE },
      { corpus: CORPUS, kinds: ['dispute'], actors: null, ...WHOLE },
    ],
    ...PAGE,
  },
  annotations: {
    by: [
      { target: claimAddr(1), ...WHOLE },
      { target: claimAddr(9), ...WHOLE },
    ],
    ...PAGE,
  },
  voices: {
    by: [
      { target: claimAddr(2), after: -1 },
      { target: claimAddr(1), after: -1 },
    ],
    limit: 10,
  },
  answers: {
    by: [
      { tenant: TENANT, uses: null, ...WHOLE },
      { tenant: TENANT, uses: { claim: claimAddr(9) }, ...WHOLE },
    ],
    ...PAGE,
  },
  answersUsing: {
    by: [
      { claims: [claimAddr(1)], artefacts: [artefactId(1)], after: -1 },
      { claims: [], artefacts: [], after: -1 },
    ],
    limit: 10,
  },
  answersOfCorpus: {
    by: [
      { corpus: 'other', after: -1 },
      { corpus: 'none', after: -1 },
    ],
    limit: 10,
  },
  findingsOf: {
    tenant: TENANT,
    by: [
      { answer: answerId(1), ...WHOLE },
      { answer: answerId(9), ...WHOLE },
    ],
    ...PAGE,
  },
  findingsOfTenant: {
    by: [
      { tenant: TENANT, states: null, ...WHOLE },
      { tenant: 'none', states: null, ...WHOLE },
    ],
    ...PAGE,
  },
  findings: {
    by: [
      { tenant: TENANT, answers: null, after: -1 },
      { tenant: TENANT, answers: [answerId(9)], after: -1 },
    ],
    limit: 10,
  },
  revocations: { by: [{ after: -1 }, { after: 6 }], limit: NO_LIMIT },
};

// The keys of a table of all kinds are the kinds.
const RECORD_KINDS = Object.keys(IDS) as RecordKind[];
const RANGE_KINDS = Object.keys(QUERIES) as RangeKind[];

async function expectRecords<K extends RecordKind>(reader: TransactionReader, kind: K): Promise<void> {
  const [one, other, none] = IDS[kind];
  const [first, second] = [await reader.records(kind, [one]), await reader.records(kind, [other])];
  expect([...first, ...second], kind).not.toContain(null);
  expect(first, kind).not.toEqual(second);
  expect(await reader.records(kind, [none]), kind).toEqual([null]);
  const together = await reader.records(kind, [other, none, one, other]);
  expect(together, kind).toEqual([...second, null, ...first, ...second]);
  expect(await reader.records(kind, []), kind).toEqual([]);
}

async function expectRanges<K extends RangeKind>(reader: TransactionReader, kind: K): Promise<void> {
  const query: RangeQuery<K> = QUERIES[kind];
  const [one, none] = query.by;
  const of = (by: readonly unknown[]) => reader.ranges(kind, { ...query, by } as RangeQuery<K>);
  const [rows = []] = await of([one]);
  expect(rows.length, kind).toBeGreaterThan(0);
  expect(await of([none]), kind).toEqual([[]]);
  expect(await of([none, one, one, none]), kind).toEqual([[], rows, rows, []]);
  expect(await of([]), kind).toEqual([]);
}

function methodsOf(value: object): string[] {
  return Reflect.ownKeys(value)
    .filter((name) => typeof Reflect.get(value, name) === 'function')
    .map(String);
}

export function describeKinds(test: StoreTest): void {
  test('gives records of every kind together as it gives each alone, null for what is not there', async ({
    store,
  }) => {
    await save(store, ROWS);
    for (const kind of RECORD_KINDS) await expectRecords(store, kind);
    await store.transact(async (tx) => {
      for (const kind of RECORD_KINDS) await expectRecords(tx, kind);
    });
  });

  test('gives lists of every kind together as it gives each alone, empty where nothing is there', async ({
    store,
  }) => {
    await save(store, ROWS);
    for (const kind of RANGE_KINDS) await expectRanges(store, kind);
    await store.transact(async (tx) => {
      for (const kind of RANGE_KINDS) await expectRanges(tx, kind);
    });
  });

  test(`has at most ${MAX_METHODS} methods, those of transactions included`, async ({ store }) => {
    const inTransaction = await store.transact(async (tx) => methodsOf(tx));
    const inStep = await store.moveBeliefs(async (tx) => methodsOf(tx));
    const methods = new Set([...methodsOf(store), ...inTransaction, ...inStep]);
    expect(methods.size).toBeLessThanOrEqual(MAX_METHODS);
  });
}
