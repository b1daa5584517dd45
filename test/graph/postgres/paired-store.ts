/**
 * A whole store for suites that need one: PostgreSQL serves its roles, and an embedded store, which is saved to in the same
 * transaction, the others. What a suite reads of PostgreSQL's roles is PostgreSQL's.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { openPostgres } from '../../../graph/postgres/open.ts';
import type { PostgresReader, PostgresStore, PostgresTransaction } from '../../../graph/postgres/roles.ts';
import type { GraphStore, GraphTransaction } from '../../../graph/store/store.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import type { PostgresServer } from '../../setup/engine.ts';
import { newSchema } from './empty-schema.ts';

export async function openPaired(server: PostgresServer): Promise<OpenedStore> {
  const schema = newSchema(server);
  const path = await mkdtemp(join(tmpdir(), 'adduce-paired-'));
  const open = async () => pair(await openPostgres(schema), await openEmbedded({ path }));
  let store = await open();
  return {
    store,
    reopen: async () => {
      await store[Symbol.asyncDispose]();
      store = await open();
      return store;
    },
    dispose: async () => {
      await store[Symbol.asyncDispose]();
      await schema.drop();
      await rm(path, { recursive: true });
    },
  };
}

function pair(log: PostgresStore, graph: GraphStore): GraphStore {
  return {
    ...graph,
    ...rolesOf(log),
    transact: (work) => log.transact((tx) => graph.transact((other) => work(both(tx, other)))),
    writeRefusal: () => log.writeRefusal(),
    beat: (name, value) => log.beat(name, value),
    onCommit: (listener) => log.onCommit(listener),
    [Symbol.asyncDispose]: async () => {
      await log[Symbol.asyncDispose]();
      await graph[Symbol.asyncDispose]();
    },
  };
}

function rolesOf(reader: PostgresReader): PostgresReader {
  const { head, entries, merkleNodes, blobs, note, records, corpora, ranges, nearFingerprints } = reader;
  return { head, entries, merkleNodes, blobs, note, records, corpora, ranges, nearFingerprints };
}

function both(tx: PostgresTransaction, other: GraphTransaction): GraphTransaction {
  return {
    ...other,
    ...rolesOf(tx),
    save: async (changes) => {
      await tx.save(changes);
      await other.save(changes);
    },
    saveBlobs: (blobs) => tx.saveBlobs(blobs),
    removeBlobs: (hashes) => tx.removeBlobs(hashes),
    saveNote: (name, value) => tx.saveNote(name, value),
    saveReplayed: async (to) => {
      await tx.saveReplayed(to);
      await other.saveReplayed(to);
    },
    clearProjections: async () => {
      await tx.clearProjections();
      await other.clearProjections();
    },
  };
}
