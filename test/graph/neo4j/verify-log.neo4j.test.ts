import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import { verifyLog } from '../../../graph/log/verify-log.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from './empty-server.ts';

const ENTRIES = 6;
const QUIET = { verifiers: [], seen: null, onProgress: () => undefined };
const MANIFEST = encodeCanonical([]);

describeNeo4j('a log on a server, verified', (server) => {
  let driver: Driver;
  let store: GraphStore;

  beforeAll(async () => {
    await emptyServer(server());
    const { url, user, password } = server();
    driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    store = await openNeo4j(server());
    const writer = new LogWriter(store, () => '2026-01-01T00:00:00.000Z');
    await writer.append(async () => ({
      entries: Array.from({ length: ENTRIES }, (_, n) => ({
        corpus: 'lakes',
        tenant: null,
        effectiveAt: null,
        body: {
          type: 'corpus.observed',
          source: `source ${n}`,
          documents: n,
          manifest_hash: blake3Hex(MANIFEST),
        } as const,
      })),
      blobs: [MANIFEST],
      result: () => undefined,
    }));
  });

  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    await driver.close();
  });

  /** What the property of the node was. */
  async function set(node: string, property: string, change: (before: unknown) => unknown): Promise<unknown> {
    const { records } = await driver.executeQuery(`MATCH ${node} RETURN n.${property} AS before`);
    const before: unknown = records[0]?.get('before');
    await driver.executeQuery(`MATCH ${node} SET n.${property} = $after`, { after: change(before) });
    return before;
  }

  const flipped = (at: number) => (before: unknown) => {
    if (typeof before === 'number') return before + 1_000;
    const bytes = typeof before === 'string' ? Buffer.from(before) : Buffer.from(before as Int8Array);
    const place = at % bytes.length;
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    return typeof before === 'string' ? bytes.toString('latin1') : Int8Array.from(bytes);
  };

  it('is whole', async () => {
    expect(await verifyLog(store, QUIET)).toMatchObject({ size: ENTRIES, redacted: 0 });
  });

  it.each(['bytes', 'record', 'root', 'type', 'seq'])(
    'is not where one byte of an entry’s %s has changed, and the entry is named',
    async (property) => {
      for (const seq of [0, 2, ENTRIES - 1]) {
        for (const at of property === 'seq' ? [0] : [0, 7, 41]) {
          const before = await set(`(n:Entry {seq: ${seq}})`, property, flipped(at));
          await expect(verifyLog(store, QUIET), `${property} ${seq} ${at}`).rejects.toMatchObject({ seq });
          const moved = property === 'seq' ? seq + 1_000 : seq;
          await set(`(n:Entry {seq: ${moved}})`, property, () => before);
        }
      }
      expect((await verifyLog(store, QUIET)).size).toBe(ENTRIES);
    },
  );

  it('is not where a leaf’s hash has changed', async () => {
    for (const seq of [0, ENTRIES - 1]) {
      const node = `(n:MerkleNode {id: '0/${seq}'})`;
      const before = await set(node, 'hash', flipped(5));
      await expect(verifyLog(store, QUIET)).rejects.toMatchObject({ seq });
      await set(node, 'hash', () => before);
    }
    expect((await verifyLog(store, QUIET)).size).toBe(ENTRIES);
  });

  it('is not where a blob’s byte has changed, and the first entry that names it is', async () => {
    const node = `(n:Blob {hash: '${blake3Hex(MANIFEST)}'})`;
    const flippedText = (text: unknown) => {
      const bytes = Buffer.from(String(text), 'base64');
      return Buffer.from(bytes.with(0, (bytes[0] ?? 0) ^ 1)).toString('base64');
    };
    const before = await set(node, 'base64', flippedText);
    await expect(verifyLog(store, QUIET)).rejects.toMatchObject({ seq: 0 });
    await set(node, 'base64', () => before);
  });
});
