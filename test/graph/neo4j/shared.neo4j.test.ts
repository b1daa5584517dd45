import { setTimeout as sleep } from 'node:timers/promises';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { SchemaTooNew } from '../../../graph/neo4j/schema.ts';
import { NO_LIMIT, readRange } from '../../../graph/store/ranges.ts';
import { readRecord } from '../../../graph/store/records.ts';
import type { GraphStore, GraphTransaction } from '../../../graph/store/store.ts';
import {
  artefact,
  artefactId,
  at,
  CORPUS,
  changes,
  claim,
  claimAddr,
  corpus,
  entry,
  key,
  ledgerEntry,
  occurrence,
  section,
} from '../../conformance/graph-store/records.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from './empty-server.ts';

const WRITERS = 64;
/** A client gives up after 5 s. */
const IN_TIME_MS = 4_000;
const VIEW = { seq: 1_000, until: at(1_000_000) };

async function append(tx: GraphTransaction): Promise<number> {
  const { size } = await tx.head();
  await tx.save(changes({ head: { size: size + 1, frontier: [], at: at(size) }, entries: [entry(size)] }));
  return size;
}

async function seqs(store: GraphStore): Promise<number[]> {
  return (await store.entries({ after: -1, limit: 1_000, types: null })).map((one) => one.entry.seq);
}

function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}

describeNeo4j('one Neo4j server with several users', (server) => {
  let driver: Driver;
  let one: GraphStore;
  let other: GraphStore;

  beforeEach(async () => {
    await emptyServer(server());
    const { url, user, password } = server();
    driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    one = await openNeo4j(server());
    other = await openNeo4j(server());
  });

  afterEach(async () => {
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
    await driver.close();
  });

  /** First column of the one row. */
  async function count(cypher: string, params: Record<string, unknown> = {}): Promise<number> {
    const { records } = await driver.executeQuery(cypher, params);
    return records[0]?.get(0);
  }

  test(`gives ${WRITERS} transactions of two stores one gapless order`, async () => {
    const stores = range(WRITERS).map((i) => (i % 2 === 0 ? one : other));
    const given = await Promise.all(stores.map((store) => store.transact(append)));
    expect([...given].sort((a, b) => a - b)).toEqual(range(WRITERS));
    expect(await seqs(one)).toEqual(range(WRITERS));
    expect(await seqs(other)).toEqual(range(WRITERS));
  });

  test('publishes no position of a commit that Neo4j is still applying', async () => {
    await one.transact(append);
    const reads = [() => other.head(), () => other.corpora(), () => readRecord(other, 'corpora', CORPUS)];
    // What a reader may see of a commit of many records: the head first, the rest later, the lock held till then.
    await driver.executeQuery("MATCH (h:LogHead) SET h.size = 2, h.commit = 'early'");
    const session = driver.session();
    const applying = session.beginTransaction();
    await applying.run('MATCH (h:LogHead) SET h.lock = true CREATE (:Entry {seq: 1})');
    let applied = false;
    const seen = reads.map(async (read) => {
      await read();
      return applied;
    });
    await sleep(200);
    applied = true;
    await applying.commit();
    expect(await Promise.all(seen)).toEqual([true, true, true]);
    await session.close();
  });

  test("is notified of another store's commit, with all of it there to read", async () => {
    const heard: number[] = [];
    const read: Promise<number[]>[] = [];
    other.onCommit((size) => {
      heard.push(size);
      read.push(seqs(other));
    });
    await one.transact(append);
    await expect.poll(() => heard).toContain(1);
    expect((await Promise.all(read)).at(-1)).toEqual([0]);
  });

  test('is notified of a commit that saved a note only', async () => {
    const heard: number[] = [];
    other.onCommit((size) => heard.push(size));
    await one.transact((tx) => tx.saveNote('cursor', '1'));
    await expect.poll(() => heard).toContain(0);
  });

  test('finds sections of a corpus that another store has begun', async () => {
    const query = { corpus: CORPUS, terms: ['moon'], match: 'all', limit: 5, view: VIEW } as const;
    expect(await other.searchText(query)).toEqual([]);
    await one.transact((tx) => tx.save(changes({ sections: [section('a', { textTerms: 'moon' })] })));
    expect(await other.searchText(query)).toHaveLength(1);
    await other.transact((tx) => tx.save(changes({ sections: [section('b', { textTerms: 'moon' })] })));
    expect(await one.searchText(query)).toHaveLength(2);
  });

  test('gives up on a lock that another holds for long, and goes on reading meanwhile', async () => {
    await one.transact(append);
    const refused = await one.transact(async (tx) => {
      await append(tx);
      const began = performance.now();
      const waiting = other.transact(append).catch((error: unknown) => error);
      expect((await other.head()).size).toBe(1);
      expect(await seqs(other)).toEqual([0]);
      expect(await other.writeRefusal()).toBeNull();
      const fault = await waiting;
      expect(performance.now() - began).toBeLessThan(IN_TIME_MS);
      expect(await other.writeRefusal()).toMatch(/no write/);
      return fault;
    });
    await expect.poll(() => other.writeRefusal()).toBeNull();
    expect(refused).toMatchObject({ code: 'store_unavailable' });
    expect(await other.transact(append)).toBe(2);
    expect(await seqs(one)).toEqual([0, 1, 2]);
  });

  test('runs work again that a deadlock with a foreign user has ended', async () => {
    await one.transact((tx) => tx.saveNote('shared', '0'));
    const session = driver.session();
    const foreign = session.beginTransaction();
    await foreign.run("MATCH (n:Note {name: 'shared'}) SET n.foreign = true");
    let runs = 0;
    const locked = Promise.withResolvers<void>();
    const ours = one.transact(async (tx) => {
      runs += 1;
      await append(tx);
      locked.resolve();
      await tx.saveNote('shared', '1');
    });
    await locked.promise;
    await sleep(200);
    const theirs = await foreign.run('MATCH (h:LogHead) SET h.foreign = true').then(
      () => 'went on',
      () => 'ended',
    );
    await foreign.rollback().catch(() => undefined);
    await session.close();
    await ours;
    expect(runs).toBe(theirs === 'went on' ? 2 : 1);
    expect(await seqs(one)).toEqual([0]);
    expect(await one.note('shared')).toBe('1');
  });

  test('keeps hostile names and terms out of Cypher', async () => {
    const hostile = 'x`) DETACH DELETE n // \' " \\ }) RETURN 1 //';
    const addr = `wx://${hostile}/sec/1`;
    await one.transact(append);
    await one.transact((tx) =>
      tx.save(
        changes({
          head: { size: 1, frontier: [], at: at(0) },
          corpora: [corpus(hostile)],
          artefacts: [artefact(1, { corpus: hostile, url: hostile, doc_id: hostile })],
          sections: [section('1', { addr, corpus: hostile, textTerms: `moon ${hostile}` })],
          claims: [claim(1, { slot: hostile }), claim(2, { claim_cluster_id: hostile })],
        }),
      ),
    );
    const query = { corpus: hostile, match: 'all', limit: 5, view: VIEW } as const;
    for (const term of ['moon', 'x`)', "'", '"', '\\', '})']) {
      expect((await one.searchText({ ...query, terms: [term] })).map((hit) => hit.addr)).toEqual([addr]);
    }
    for (const term of ['*', 'moon*', 'terms:moon', '[a TO z]', 'moon~', '/mo.n/', '\\"', '"moon']) {
      expect(await one.searchText({ ...query, terms: [term] })).toEqual([]);
    }
    expect(await readRecord(one, 'corpora', hostile)).toEqual(corpus(hostile));
    expect(await one.ranges('artefactsByRef', { corpus: hostile, by: [hostile] })).toHaveLength(1);
    expect(await one.ranges('versions', { corpus: hostile, by: [hostile] })).not.toEqual([[]]);
    expect(await one.ranges('claimsOfCluster', { by: [hostile], limit: NO_LIMIT })).not.toEqual([[]]);
    expect(
      await one.ranges('claimsOfSlot', { corpus: CORPUS, by: [hostile], upTo: 1_000, limit: 10 }),
    ).not.toEqual([[]]);
    expect(await seqs(one)).toEqual([0]);
  });

  test('finds texts that are longer than an index takes', async () => {
    const long = `https://example.org/${'ü'.repeat(20_000)}`;
    const kept = artefact(1, { url: long, doc_id: long });
    const alike = artefact(2, { url: `${long}x`, doc_id: `${long}x` });
    const stated = claim(1, { slot: long });
    const member = claim(2, { claim_cluster_id: long });
    await one.transact((tx) => tx.save(changes({ artefacts: [kept, alike], claims: [stated, member] })));
    expect(await one.ranges('artefactsByRef', { corpus: CORPUS, by: [long, alike.record.url] })).toEqual([
      [kept],
      [alike],
    ]);
    expect(await one.ranges('versions', { corpus: CORPUS, by: [long] })).toEqual([[kept]]);
    expect(await one.ranges('claimsOfSlot', { corpus: CORPUS, by: [long], upTo: 1_000, limit: 10 })).toEqual([
      [stated],
    ]);
    expect(await one.ranges('claimsOfCluster', { by: [long], limit: NO_LIMIT })).toEqual([[member]]);
  });

  test('finds a term that is longer than a token of the analyzer', async () => {
    const long = 'x'.repeat(700);
    await one.transact((tx) => tx.save(changes({ sections: [section('a', { textTerms: `moon ${long}` })] })));
    const found = (term: string) =>
      one.searchText({ corpus: CORPUS, terms: [term], match: 'all', limit: 5, view: VIEW });
    expect(await found(long)).toHaveLength(1);
    expect(await found(`${long}y`)).toEqual([]);
  });

  test('keeps a relation whose ends are saved later, and does not take a bare end for a record', async () => {
    const cited = ledgerEntry(1, 0, {
      kind: 'supersede-propose',
      successor: claimAddr(2),
      evidence: [
        { ref: 'r', hash: 'h', kind: 'source', check: 'match', artefact: artefactId(1), domain: 'd' },
      ],
    });
    const rivals = [{ claim: claimAddr(1), rival: claimAddr(2), seq: 0 }];
    await one.transact((tx) =>
      tx.save(changes({ occurrences: [occurrence(0, 1, 1)], rivals, ledger: [cited] })),
    );
    expect(await one.records('claims', [claimAddr(1), claimAddr(2)])).toEqual([null, null]);
    expect(await one.records('artefacts', [artefactId(1)])).toEqual([null]);
    await one.transact((tx) => tx.save(changes({ claims: [claim(1), claim(2)], artefacts: [artefact(1)] })));
    expect(await one.records('claims', [claimAddr(1), claimAddr(2)])).toEqual([claim(1), claim(2)]);
    expect(await one.ranges('occurrencesIn', { by: [artefactId(1)] })).toEqual([[occurrence(0, 1, 1)]]);
    expect(await one.ranges('predecessors', { by: [claimAddr(2)] })).toEqual([[claimAddr(1)]]);
    const path = `
      MATCH (:Claim {addr: $other})<-[:CONTRADICTS]-(c:Claim {addr: $addr})-[:STATED_IN]->(a:Artefact)
      MATCH (c)<-[:ON]-(e:Event)-[:NAMES]->(a) MATCH (c)<-[:SUPERSEDES {event: e.id}]-(:Claim {addr: $other})
      RETURN count(*)`;
    expect(await count(path, { addr: claimAddr(1), other: claimAddr(2) })).toBe(1);
  });

  test('refuses two ledger entries at one position', async () => {
    const twin = ledgerEntry(1, 0, { event_id: 'e1twin' });
    await one.transact((tx) => tx.save(changes({ ledger: [ledgerEntry(1, 0)] })));
    const work = one.transact((tx) => tx.save(changes({ ledger: [twin] })));
    await expect(work).rejects.toThrow(/already exists/);
    expect(await readRange(one, 'ledger', { claim: claimAddr(1), after: -1 }, { limit: NO_LIMIT })).toEqual([
      ledgerEntry(1, 0),
    ]);
  });

  test('commits nothing of a transaction whose work has swallowed a fault of the store', async () => {
    await one.transact((tx) => tx.save(changes({ ledger: [ledgerEntry(1, 0)] })));
    const work = one.transact(async (tx) => {
      await tx.saveNote('note', 'half');
      await tx.save(changes({ ledger: [ledgerEntry(1, 0, { event_id: 'e1twin' })] })).catch(() => undefined);
    });
    await expect(work).rejects.toThrow(/already exists/);
    expect(await one.note('note')).toBeNull();
  });

  test('commits all of a save that its work did not wait for', async () => {
    const claims = range(3_000).map((n) => claim(n));
    await one.transact(async (tx) => {
      void tx.save(changes({ claims, keys: [key(1)] }));
    });
    expect(await one.records('keys', ['k1'])).toEqual([key(1)]);
    expect(await one.records('claims', [claimAddr(0), claimAddr(2_999)])).toEqual([claim(0), claim(2_999)]);
  });

  test('leaves the data of a newer program alone', async () => {
    await driver.executeQuery('MATCH (s:AdduceSchema) SET s.version = 1000');
    await expect(openNeo4j(server())).rejects.toBeInstanceOf(SchemaTooNew);
    expect(await count('MATCH (s:AdduceSchema) RETURN s.version')).toBe(1000);
  });

  test('opens an empty server from many processes at once', async () => {
    await emptyServer(server());
    for (const [kind, list] of [
      ['CONSTRAINT', 'CONSTRAINTS'],
      ['INDEX', 'RANGE INDEXES'],
    ]) {
      const { records } = await driver.executeQuery(`SHOW ${list} YIELD name RETURN name`);
      for (const record of records) await driver.executeQuery(`DROP ${kind} ${record.get('name')}`);
    }
    const stores = await Promise.all(range(4).map(() => openNeo4j(server())));
    await Promise.all(stores.map((store) => store.transact(append)));
    expect(await seqs(one)).toEqual(range(4));
    expect(await count('MATCH (h:LogHead) RETURN count(*)')).toBe(1);
    await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()));
  });
});
