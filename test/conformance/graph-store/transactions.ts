/** Conformance: atomicity, order, isolation, durability, and what listeners hear. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { allPlaces, NO_LIMIT, readRange } from '../../../graph/store/ranges.ts';
import { readRecord } from '../../../graph/store/records.ts';
import type {
  GraphReader,
  GraphStore,
  GraphTransaction,
  TransactionReader,
} from '../../../graph/store/store.ts';
import { until } from '../../eventually.ts';
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
  changes,
  claim,
  claimAddr,
  closure,
  corpus,
  entry,
  eventId,
  finding,
  hash,
  hashBytes,
  key,
  ledgerEntry,
  observation,
  occurrence,
  section,
  stubId,
  TENANT,
} from './records.ts';

const WRITERS = 64;
const BATCH = 2_000;
const MAX_PAGE = 1_000;
const VIEW = { seq: BATCH, until: at(1_000_000) };

const EVERYTHING = changes({
  head: { size: 1, frontier: [hashBytes('0')], at: at(0) },
  entries: [entry(0)],
  merkleNodes: [{ level: 0, index: 0, hash: hashBytes('0') }],
  corpora: [corpus(CORPUS)],
  artefacts: [artefact(1)],
  observations: [observation(1, 0, at(0))],
  sections: [section('a', { textTerms: 'saturn' })],
  claims: [claim(1, { slot: 's' })],
  occurrences: [occurrence(0, 1, 1)],
  rivals: [{ claim: claimAddr(1), rival: claimAddr(2), seq: 0 }],
  ledger: [ledgerEntry(1, 0, { kind: 'supersede-propose', successor: claimAddr(2) })],
  idempotency: [{ key: 'i', request_hash: hash('i'), result_id: eventId(1, 0) }],
  annotations: [annotation(1)],
  closures: [closure(1)],
  answers: [answer(1, { claims: [claimAddr(1)] })],
  findings: [finding(1, 1, 'WARN')],
  keys: [key(1)],
  revocations: [{ keyId: 'k1', seq: 0 }],
});

/** One read of every kind of derived record that a transaction reads. */
async function decisive(reader: TransactionReader): Promise<unknown[]> {
  return [
    await reader.corpora(),
    await readRange(reader, 'artefacts', { corpus: CORPUS, after: -1 }, { limit: 10 }),
    await reader.ranges('observations', { by: [hash('bytes 1')] }),
    await reader.records('sections', [section('a').addr]),
    await reader.ranges('claimsOfSlot', { corpus: CORPUS, by: ['s'], upTo: 1_000, limit: 10 }),
    await reader.ranges('occurrences', allPlaces([claimAddr(1)])),
    await reader.ranges('rivals', { by: [claimAddr(2)] }),
    await readRange(reader, 'ledger', { claim: claimAddr(1), after: -1 }, { limit: NO_LIMIT }),
    await reader.ranges('predecessors', { by: [claimAddr(2)] }),
    await reader.records('idempotency', ['i']),
    await reader.records('annotations', [annotationId(1)]),
    await reader.ranges('voices', { by: [{ target: claimAddr(1), after: -1 }], limit: 10 }),
    await reader.records('closures', [stubId(1)]),
    await readRange(
      reader,
      'answersUsing',
      { claims: [claimAddr(1)], artefacts: [], after: -1 },
      { limit: 10 },
    ),
    await readRecord(reader, 'keysByHash', hash('key 1')),
    await readRange(reader, 'revocations', { after: -1 }, { limit: NO_LIMIT }),
    await reader.sectionsSharing({ corpus: CORPUS, texts: [['saturn']], common: 10, limit: 5 }),
  ];
}

/** The same, and one read of everything else that is derived. */
async function projections(reader: GraphReader): Promise<unknown[]> {
  return [
    ...(await decisive(reader)),
    await reader.searchText({ corpus: CORPUS, terms: ['saturn'], match: 'all', limit: 5, view: VIEW }),
    await reader.countAnnotations({ target: claimAddr(1), after: -1, upTo: 1_000 }),
    await reader.counts(CORPUS),
    await reader.findingsCounts(TENANT),
    await reader.currentFindings(TENANT, null),
  ];
}

async function log(reader: TransactionReader): Promise<unknown[]> {
  return [
    await reader.head(),
    await reader.entries({ after: -1, limit: 10, types: null }),
    await reader.blobs([hash('blob')]),
    await reader.note('note'),
  ];
}

async function everything(reader: GraphReader): Promise<unknown[]> {
  return [...(await log(reader)), ...(await projections(reader))];
}

async function saveEverything(tx: GraphTransaction): Promise<void> {
  await tx.save(EVERYTHING);
  await tx.saveBlobs([{ hash: hash('blob'), bytes: new Uint8Array([1]) }]);
  await tx.saveNote('note', 'n');
}

/** Appends one entry at the head, as every writer does. */
async function append(tx: GraphTransaction): Promise<number> {
  const { size } = await tx.head();
  await tx.save(changes({ head: { size: size + 1, frontier: [], at: at(size) }, entries: [entry(size)] }));
  return size;
}

async function seqs(store: GraphStore): Promise<number[]> {
  return (await store.entries({ after: -1, limit: MAX_PAGE, types: null })).map((one) => one.entry.seq);
}

export function describeTransactions(test: StoreTest): void {
  describeAtomicity(test);
  describeOrder(test);
  describeDurability(test);
  describeListening(test);
}

function describeAtomicity(test: StoreTest): void {
  test('gives back what the work gives', async ({ store }) => {
    expect(await store.transact(async () => 'done')).toBe('done');
  });

  test('reports no writes of another program after its own', async ({ store }) => {
    await store.transact(saveEverything);
    await store.transact(saveEverything);
    expect(await store.foreignWrites()).toEqual([]);
    await store.transact((tx) => tx.clearProjections());
    expect(await store.foreignWrites()).toEqual([]);
    await store.transact(saveEverything);
    expect(await store.foreignWrites()).toEqual([]);
  });

  test('leaves nothing of a transaction that throws', async ({ store }) => {
    const before = await everything(store);
    const failure = new Error('no');
    const work = store.transact(async (tx) => {
      await saveEverything(tx);
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await everything(store)).toEqual(before);
    expect(await store.merkleNodes([{ level: 0, index: 0 }]).catch(() => 'missing')).toBe('missing');
  });

  test('leaves what was there when a transaction throws', async ({ store }) => {
    await store.transact(saveEverything);
    const before = await everything(store);
    const work = store.transact(async (tx) => {
      await tx.saveNote('note', 'other');
      await tx.clearProjections();
      await tx.save(changes({ claims: [claim(1, { slot: 'moved' })] }));
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await everything(store)).toEqual(before);
  });

  test('goes on after a transaction that threw', async ({ store }) => {
    await expect(store.transact(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await store.transact(saveEverything);
    expect(await store.note('note')).toBe('n');
  });

  test('reads its own writes inside a transaction', async ({ store }) => {
    const inside = await store.transact(async (tx) => {
      await saveEverything(tx);
      return [...(await log(tx)), ...(await decisive(tx))];
    });
    expect(inside).toEqual([...(await log(store)), ...(await decisive(store))]);
    expect(inside).not.toContain(null);
    expect(inside.slice(1)).not.toContainEqual([]);
  });

  test('refuses a write through a transaction that has ended', async ({ store }) => {
    const leaked = await store.transact(async (tx) => ({ tx }));
    await expect(leaked.tx.saveNote('note', 'late')).rejects.toThrow();
    expect(await store.note('note')).toBeNull();
  });

  test('clears projections and nothing else', async ({ store }) => {
    const empty = await projections(store);
    await store.transact(saveEverything);
    const before = await everything(store);
    await store.transact((tx) => tx.clearProjections());
    expect(await projections(store)).toEqual(empty);
    expect((await everything(store)).slice(0, 4)).toEqual(before.slice(0, 4));
    expect(await store.merkleNodes([{ level: 0, index: 0 }])).toEqual([hashBytes('0')]);
  });

  test('says up to where cleared projections were made again, until they are whole', async ({
    store,
    reopen,
  }) => {
    await store.transact(saveEverything);
    const whole = await store.head();
    expect(whole).not.toHaveProperty('replayedTo');
    for (const replayedTo of [0, 1]) {
      await store.transact(async (tx) => {
        await tx.saveReplayed(replayedTo);
        expect(await tx.head()).toEqual({ ...whole, replayedTo });
      });
    }
    // What else is saved of the head does not end it.
    await store.transact((tx) => tx.save(changes({ head: whole })));
    expect(await (await reopen()).head()).toEqual({ ...whole, replayedTo: 1 });
  });

  test('is whole again once that is said', async ({ store }) => {
    await store.transact(saveEverything);
    const whole = await store.head();
    await store.transact((tx) => tx.saveReplayed(1));
    await store.transact((tx) => tx.saveReplayed(null));
    expect(await store.head()).toEqual(whole);
  });

  test('rebuilds cleared projections in one transaction', async ({ store }) => {
    await store.transact(saveEverything);
    const before = await everything(store);
    await store.transact(async (tx) => {
      await tx.clearProjections();
      await tx.save(EVERYTHING);
    });
    expect(await everything(store)).toEqual(before);
  });
}

function describeOrder(test: StoreTest): void {
  test(`runs ${WRITERS} transactions one after another when asked for at once`, async ({ store }) => {
    const given = await Promise.all(Array.from({ length: WRITERS }, () => store.transact(append)));
    const expected = Array.from({ length: WRITERS }, (_, i) => i);
    expect([...given].sort((a, b) => a - b)).toEqual(expected);
    expect(await seqs(store)).toEqual(expected);
    expect((await store.head()).size).toBe(WRITERS);
  });

  test('shows readers the committed state while a transaction is open', async ({ store }) => {
    await store.transact(append);
    const before = await everything(store);
    const during = await store.transact(async (tx) => {
      await saveEverything(tx);
      return everything(store);
    });
    expect(during).toEqual(before);
    expect(await store.note('note')).toBe('n');
  });

  test('never shows a transaction in part', async ({ store }) => {
    let writing = true;
    const write = async () => {
      for (let round = 0; round < 20; round += 1) await store.transact(append);
      writing = false;
    };
    const read = async () => {
      while (writing) {
        const { size } = await store.head();
        expect((await seqs(store)).length).toBeGreaterThanOrEqual(size);
        await sleep(0);
      }
    };
    await Promise.all([write(), read()]);
    expect(await seqs(store)).toHaveLength(20);
  });
}

function describeDurability(test: StoreTest): void {
  test('holds everything after it was closed and opened again', async ({ store, reopen }) => {
    await store.transact(saveEverything);
    const before = await everything(store);
    const again = await reopen();
    expect(await everything(again)).toEqual(before);
    expect(await again.transact(append)).toBe(1);
  });

  test(`saves ${BATCH} entries with their projections in one transaction`, async ({ store }) => {
    const numbers = Array.from({ length: BATCH }, (_, i) => i);
    await save(store, {
      head: { size: BATCH, frontier: [], at: at(BATCH - 1) },
      entries: numbers.map((n) => entry(n)),
      merkleNodes: numbers.map((index) => ({ level: 0, index, hash: hashBytes(`${index}`) })),
      claims: numbers.map((n) => claim(n)),
      occurrences: numbers.map((n) => occurrence(n, n, 1)),
      ledger: numbers.map((n) => ledgerEntry(n, 0)),
      sections: numbers.map((n) => section(`${n}`, { textTerms: `t${n} saturn` })),
    });
    const last = await store.entries({ after: MAX_PAGE - 1, limit: MAX_PAGE, types: null });
    expect(last).toHaveLength(MAX_PAGE);
    expect(last.at(-1)).toEqual(entry(BATCH - 1));
    const addrs = numbers.map(claimAddr).reverse();
    expect((await store.records('claims', addrs)).map((one) => one?.addr)).toEqual(addrs);
    expect((await store.records('ledgerHeads', addrs)).every((head) => head !== null)).toBe(true);
    expect(await store.ranges('occurrencesIn', { by: [artefactId(1)] })).toEqual([
      numbers.map((n) => occurrence(n, n, 1)),
    ]);
    const query = { corpus: CORPUS, terms: ['saturn', 't7'], match: 'all', limit: 5, view: VIEW } as const;
    expect((await store.searchText(query)).map(({ addr }) => addr)).toEqual([section('7').addr]);
  });

  test('refuses work once it is closed, and closes twice without harm', async ({ store }) => {
    await store[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    await expect(store.transact(async () => 1)).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(store.records('answers', [answerId(1)])).rejects.toMatchObject({
      code: 'store_unavailable',
    });
  });

  test('finishes the transactions that were asked for before it closes', async ({ store, reopen }) => {
    const asked = Array.from({ length: 8 }, () => store.transact(append));
    const again = await reopen();
    expect((await Promise.all(asked)).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(await seqs(again)).toHaveLength(8);
  });
}

function describeListening(test: StoreTest): void {
  test('tells every listener the size after a commit', async ({ store }) => {
    const heard: number[][] = [[], []];
    for (const sizes of heard) store.onCommit((size) => sizes.push(size));
    await store.transact(append);
    await until(() => heard.every((sizes) => sizes.includes(1)));
    expect(heard.map((sizes) => sizes.at(-1))).toEqual([1, 1]);
  });

  test('tells nothing of a transaction that throws, or to one who has stopped listening', async ({
    store,
  }) => {
    const [kept, stopped]: [number[], number[]] = [[], []];
    store.onCommit((size) => kept.push(size));
    const stop = store.onCommit((size) => stopped.push(size));
    stop();
    stop();
    await store.transact(() => Promise.reject(new Error('no'))).catch(() => undefined);
    await sleep(300);
    expect(kept).toEqual([]);
    await store.transact(append);
    await until(() => kept.length > 0);
    expect(kept).toContain(1);
    expect(stopped).toEqual([]);
  });
}
