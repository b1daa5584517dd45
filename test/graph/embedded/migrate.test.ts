/** A store that an earlier version made: it opens, keeps what it has, and holds what is new. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Connection } from '../../../graph/embedded/connection.ts';
import { MIGRATIONS } from '../../../graph/embedded/schema.ts';
import { StoreCorrupted } from '../../../graph/store.ts';
import { listed } from '../../conformance/graph-store/listed.ts';
import {
  annotation,
  annotationId,
  artefact,
  artefactId,
  at,
  CORPUS,
  changes,
  closure,
  eventId,
  hash,
  ledgerEntry,
  stubId,
} from '../../conformance/graph-store/records.ts';
import { makeWorld, worldChanges } from '../../conformance/graph-store/world.ts';
import { range } from './append.ts';
import { openForTest, testFolder } from './folder.ts';

/** Characters that mean something to JSON, and the name of the member that moves. */
const KEY = 'root\n"event_id":"\\u0000"';

/** A file as version 1 left it, open for more. */
async function version1(): Promise<{ readonly path: string; readonly file: Connection }> {
  const path = await testFolder();
  const file = new Connection(join(path, 'graph.sqlite'), 0);
  file.exec('CREATE TABLE schema_version (version INTEGER NOT NULL) STRICT');
  file.exec(MIGRATIONS[0] ?? '');
  file.run('INSERT INTO schema_version (version) VALUES (1)');
  return { path, file };
}

function saveIdempotency(file: Connection, key: string, record: string): void {
  file.run('INSERT INTO idempotency (key, record) VALUES (@key, @record)', { key, record });
}

function saveArtefact(file: Connection, n: number, record: string): void {
  const { record: one, seq } = artefact(n);
  const { artefact_id: id, corpus, doc_id, version, url } = one;
  file.run(
    `INSERT INTO artefacts (id, corpus, seq, doc_id, version, url, hash, record)
     VALUES (@id, @corpus, @seq, @doc_id, @version, @url, @hash, @record)`,
    { id, corpus, seq, doc_id, version, url, hash: one.hash, record },
  );
}

describe('a store of schema version 1', () => {
  it('says of each idempotency key which event it led to', async () => {
    const { path, file } = await version1();
    for (const key of [KEY, 'plain']) {
      saveIdempotency(file, key, JSON.stringify({ key, request_hash: hash(key), event_id: eventId(1, 0) }));
    }
    file.close();
    const store = await openForTest({ path });
    expect(await store.idempotency([KEY, 'plain'])).toEqual(
      [KEY, 'plain'].map((key) => ({ key, request_hash: hash(key), result_id: eventId(1, 0) })),
    );
  });

  it('counts the artefacts that it has', async () => {
    const { path, file } = await version1();
    for (const n of range(3)) saveArtefact(file, n, JSON.stringify(artefact(n)));
    file.close();
    const store = await openForTest({ path });
    expect(await store.counts(CORPUS)).toMatchObject({
      artefacts: 3,
      licences: { 'CC-BY-4.0': 3 },
      oldestEffectiveAt: at(0),
      newestEffectiveAt: at(2),
    });
  });

  it('takes annotations and closings, and is not migrated again', async () => {
    const { path, file } = await version1();
    file.close();
    for (const n of range(2)) {
      await using store = await openForTest({ path });
      await store.transact((tx) =>
        tx.save(changes({ annotations: [annotation(n)], closures: [closure(n)] })),
      );
      const found = await store.annotations([annotationId(0), annotationId(n)]);
      expect(found).toEqual([annotation(0), annotation(n)]);
      expect(await store.closures([stubId(n)])).toEqual([closure(n)]);
    }
    const after = new Connection(join(path, 'graph.sqlite'), 0);
    expect(after.rows('SELECT version FROM schema_version')).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((version) => ({ version })),
    );
    after.close();
  });

  it('is migrated once when many open it at the same time', async () => {
    const { path, file } = await version1();
    saveIdempotency(file, 'k', JSON.stringify({ key: 'k', request_hash: 'h', event_id: eventId(1, 0) }));
    file.close();
    const stores = await Promise.all(range(4).map(() => openForTest({ path })));
    for (const store of stores) {
      expect(await store.idempotency(['k'])).toMatchObject([{ result_id: eventId(1, 0) }]);
    }
  });

  it.each([
    ['an idempotency key', (file: Connection) => saveIdempotency(file, 'k', '{"key"')],
    ['an artefact', (file: Connection) => saveArtefact(file, 1, '{"record":')],
  ])('is refused as corrupted and left as it is where the record of %s is torn', async (_, tear) => {
    const { path, file } = await version1();
    tear(file);
    file.close();
    await expect(openForTest({ path })).rejects.toBeInstanceOf(StoreCorrupted);
    const after = new Connection(join(path, 'graph.sqlite'), 0);
    expect(after.value('SELECT max(version) FROM schema_version')).toBe(1);
    expect(after.value("SELECT count(*) FROM sqlite_schema WHERE name = 'annotations'")).toBe(0);
    after.close();
  });
});

describe('a store of schema version 2', () => {
  it('gives the voices of the annotations that it has', async () => {
    const { path, file } = await version1();
    file.exec(MIGRATIONS[1] ?? '');
    file.run('INSERT INTO schema_version (version) VALUES (2)');
    for (const n of [1, 2]) {
      const one = annotation(n, { kind: n === 1 ? 'note' : 'correction' });
      const { id, corpus, target } = one.record;
      file.run(
        'INSERT INTO annotations (id, corpus, target, seq, record) VALUES (@id, @corpus, @target, @seq, @record)',
        { id, corpus, target, seq: one.seq, record: JSON.stringify(one) },
      );
    }
    file.close();
    const store = await openForTest({ path });
    const { seq, effective_at, record } = annotation(2);
    const { actor_root, check, standing } = record;
    expect(await store.voicesOn([{ target: record.target, after: -1 }], 10)).toEqual([
      [{ seq, effective_at, actor_root, kind: 'correction', check, standing }],
    ]);
  });
});

describe('a store of schema version 3', () => {
  it('finds by the artefact what its ledgers cite', async () => {
    const { path, file } = await version1();
    for (const version of [2, 3]) {
      file.exec(MIGRATIONS[version - 1] ?? '');
      file.run('INSERT INTO schema_version (version) VALUES (@version)', { version });
    }
    const item = { ref: 'r', hash: 'h', kind: 'source', check: 'match', domain: 'd' } as const;
    const cited = { ...item, artefact: artefactId(1) };
    const entries = [ledgerEntry(1, 4, { evidence: [cited, item, cited] }), ledgerEntry(2, 1)];
    for (const entry of entries) {
      const { event_id, claim, seq, actor_root, log } = entry;
      file.run(
        `INSERT INTO ledger (event_id, claim, seq, actor_root, log_seq, record)
         VALUES (@event_id, @claim, @seq, @actor_root, @log_seq, @record)`,
        { event_id, claim, seq, actor_root, log_seq: log.seq, record: JSON.stringify(entry) },
      );
    }
    file.close();
    const store = await openForTest({ path });
    expect(await store.eventsCiting(artefactId(1), 9)).toEqual({ first: [entries[0]], total: 1 });
  });
});

describe('a store of schema version 4', () => {
  it('lists, groups and relates what it has as a store that is filled anew does', async () => {
    const { path, file } = await version1();
    for (const version of [2, 3, 4]) {
      file.exec(MIGRATIONS[version - 1] ?? '');
      file.run('INSERT INTO schema_version (version) VALUES (@version)', { version });
    }
    const world = makeWorld();
    for (const [n, { record }] of world.artefacts.entries()) {
      saveArtefact(file, n, JSON.stringify({ ...world.artefacts[n], record }));
    }
    for (const one of world.claims) {
      const { addr, slot, claim_cluster_id: cluster, seq, core } = one;
      file.run(
        `INSERT INTO claims (addr, corpus, slot, cluster, seq, record)
         VALUES (@addr, @corpus, @slot, @cluster, @seq, @record)`,
        { addr, corpus: core.corpus, slot, cluster, seq, record: JSON.stringify(one) },
      );
    }
    for (const one of world.occurrences) {
      const { seq, claim, artefact: id } = one;
      file.run('INSERT INTO occurrences (seq, claim, artefact, record) VALUES (@seq, @claim, @id, @record)', {
        seq,
        claim,
        id,
        record: JSON.stringify(one),
      });
    }
    for (const entry of world.ledger) {
      const { event_id, claim, seq, actor_root, successor, log } = entry;
      file.run(
        `INSERT INTO ledger (event_id, claim, seq, actor_root, successor, log_seq, record)
         VALUES (@event_id, @claim, @seq, @actor_root, @successor, @log_seq, @record)`,
        { event_id, claim, seq, actor_root, successor, log_seq: log.seq, record: JSON.stringify(entry) },
      );
      for (const cited of new Set(entry.evidence.flatMap((item) => item.artefact ?? []))) {
        file.run(
          'INSERT INTO event_artefacts (artefact, log_seq, event) VALUES (@cited, @log_seq, @event_id)',
          { cited, log_seq: log.seq, event_id },
        );
      }
    }
    file.close();
    const anew = await openForTest({ path: await testFolder() });
    await anew.transact((tx) =>
      tx.save(changes({ ...worldChanges(world), claims: world.claims, rivals: [] })),
    );
    expect(await listed(await openForTest({ path }))).toEqual(await listed(anew));
  });
});
