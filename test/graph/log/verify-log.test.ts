import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import { Connection } from '../../../graph/embedded/connection.ts';
import { CHECKPOINT_NOTE, treeHead } from '../../../graph/log/check-log.ts';
import { signCheckpoint } from '../../../graph/log/checkpoint.ts';
import { verifyLog } from '../../../graph/log/verify-log.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import { type GraphStore, StoreCorrupted } from '../../../graph/store/store.ts';
import { openForTest, testFolder } from '../embedded/folder.ts';

/** More than one page of the walk. */
const ENTRIES = 520;
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const verifiers = [{ name: 'log.example', key: publicKey }];
const QUIET = { verifiers, seen: null, onProgress: () => undefined };
const MANIFEST = encodeCanonical([]);

async function filled(): Promise<{ readonly folder: string; readonly store: GraphStore }> {
  const folder = await testFolder();
  const store = await openForTest({ path: folder });
  const writer = new LogWriter(store, () => '2026-01-01T00:00:00.000Z');
  await writer.append(async () => ({
    entries: Array.from({ length: ENTRIES }, (_, n) => ({
      corpus: n % 2 === 0 ? null : 'lakes',
      tenant: null,
      effectiveAt: null,
      body:
        n % 2 === 0
          ? ({ type: 'key.revoked', key_id: `tk_${n}` } as const)
          : ({
              type: 'corpus.observed',
              source: `s${n}`,
              documents: n,
              manifest_hash: blake3Hex(MANIFEST),
            } as const),
    })),
    blobs: [MANIFEST],
    result: () => undefined,
  }));
  const note = signCheckpoint({ origin: 'log.example', ...(await treeHead(store)) }, privateKey);
  await store.transact((tx) => tx.saveNote(CHECKPOINT_NOTE, note));
  return { folder, store };
}

/** Changes the file behind the store's back, while `check` looks, and puts it back. */
async function harmed<T>(folder: string, sql: string, check: () => Promise<T>): Promise<T> {
  const connection = new Connection(join(folder, 'graph.sqlite'), 1_000);
  connection.exec(`CREATE TABLE kept_entries AS SELECT * FROM entries;
    CREATE TABLE kept_nodes AS SELECT * FROM merkle_nodes; CREATE TABLE kept_head AS SELECT * FROM head;
    CREATE TABLE kept_blobs AS SELECT * FROM blobs; CREATE TABLE kept_pages AS SELECT * FROM entry_pages`);
  try {
    connection.exec(sql);
    return await check();
  } finally {
    for (const [table, kept] of [
      ['entries', 'kept_entries'],
      ['entry_pages', 'kept_pages'],
      ['merkle_nodes', 'kept_nodes'],
      ['head', 'kept_head'],
      ['blobs', 'kept_blobs'],
    ]) {
      connection.exec(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM ${kept}; DROP TABLE ${kept}`);
    }
    connection.close();
  }
}

describe('verifyLog', () => {
  it('walks a log that is whole, and says what it found', async () => {
    const own = await filled();
    const seen: number[] = [];
    const verified = await verifyLog(own.store, { ...QUIET, onProgress: (done) => seen.push(done) });
    expect(verified).toEqual({ ...(await treeHead(own.store)), redacted: 0 });
    expect(seen).toEqual([500, ENTRIES]);
  });

  it('walks an empty log', async () => {
    const empty = await openForTest({ path: await testFolder() });
    expect((await verifyLog(empty, { ...QUIET, verifiers: [] })).size).toBe(0);
  });

  it.each([
    ['an entry’s bytes', `UPDATE entries SET bytes = x'a0' WHERE seq = 511`, 511],
    ['bytes that are CBOR no more', `UPDATE entries SET bytes = x'ff' WHERE seq = 9`, 9],
    ['a page of entries', `UPDATE entry_pages SET bytes = x'00' WHERE first = 160`, 160],
    ['a root', `UPDATE entries SET root = zeroblob(32) WHERE seq = 519`, 519],
    ['a type', `UPDATE entries SET type = 'key.revokee' WHERE seq = 100`, 100],
    ['a type that is another', `UPDATE entries SET type = 'corpus.observed' WHERE seq = 100`, 100],
    ['an entry that is gone', 'DELETE FROM entries WHERE seq = 300', 300],
    ['a leaf hash', `UPDATE merkle_nodes SET hash = zeroblob(32) WHERE level = 0 AND idx = 77`, 77],
    ['a hash within', `UPDATE merkle_nodes SET hash = zeroblob(32) WHERE level = 3 AND idx = 2`, 23],
    ['the hash over most', `UPDATE merkle_nodes SET hash = zeroblob(32) WHERE level = 9 AND idx = 0`, 511],
    ['a hash that is gone', 'DELETE FROM merkle_nodes WHERE level = 0 AND idx = 40', 40],
    ['the head', `UPDATE head SET frontier = replace(frontier, substr(frontier, 3, 1), 'x')`, ENTRIES - 1],
    ['a blob', `UPDATE blobs SET bytes = x'81'`, 1],
    [
      'two of them, of which the first cannot be read',
      `UPDATE entries SET bytes = x'ff' WHERE seq = 30; UPDATE merkle_nodes SET hash = zeroblob(32) WHERE level = 0 AND idx = 40`,
      30,
    ],
    [
      'two of them, of which the second cannot be read',
      `UPDATE entries SET bytes = x'ff' WHERE seq = 41; UPDATE merkle_nodes SET hash = zeroblob(32) WHERE level = 0 AND idx = 40`,
      40,
    ],
  ])('names the first bad entry after %s', async (_what, sql, seq) => {
    const own = await filled();
    await harmed(own.folder, sql, async () => {
      await expect(verifyLog(own.store, QUIET)).rejects.toMatchObject({ code: 'store_corrupted', seq });
    });
    expect((await verifyLog(own.store, QUIET)).size).toBe(ENTRIES);
  });

  it('finds any one changed byte of any entry or hash, and names that entry', async () => {
    const own = await filled();
    const column = fc.constantFrom('bytes', 'root', 'type', 'hash');
    const change = fc.record({
      column,
      seq: fc.nat(ENTRIES - 1),
      at: fc.nat(1_000),
      by: fc.integer({ min: 1, max: 255 }),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ column: name, seq, at, by }) => {
        const [leaf] = await own.store.records('entries', [seq]);
        const sql = flipped(own.folder, { column: name, seq, at, by, leaf: leaf!.bytes });
        await harmed(own.folder, sql, async () => {
          const fault = await verifyLog(own.store, QUIET).then(
            () => null,
            (error: unknown) => error,
          );
          expect(fault).toBeInstanceOf(StoreCorrupted);
          expect((fault as StoreCorrupted).seq).toBe(seq);
        });
      }),
      { numRuns: 25 },
    );
  });

  it('names an entry that has lost a member, whatever else would have been read of it', async () => {
    const own = await filled();
    const seqs = Array.from({ length: ENTRIES - 200 }, (_, n) => n + 200);
    const leaves = seqs.map((seq) => `x'${Buffer.from(encodeCanonical({ v: 1, seq })).toString('hex')}'`);
    const sql = seqs.map((seq, n) => `UPDATE entries SET bytes = ${leaves[n]} WHERE seq = ${seq};`).join('');
    await harmed(own.folder, sql, async () => {
      await expect(verifyLog(own.store, QUIET)).rejects.toMatchObject({ code: 'store_corrupted', seq: 200 });
    });
  });

  it('names the first entry whose blob is gone, where no redaction says so', async () => {
    const own = await filled();
    await harmed(own.folder, 'DELETE FROM blobs', async () => {
      await expect(verifyLog(own.store, QUIET)).rejects.toMatchObject({ seq: 1 });
    });
  });

  it('holds the log against a checkpoint of earlier', async () => {
    const own = await filled();
    const [, , third] = await own.store.entries({ after: -1, limit: 3, types: null });
    const root = Buffer.from(third?.root ?? '', 'hex');
    const at = (size: number, with_ = root) =>
      verifyLog(own.store, { ...QUIET, seen: { size, root: with_ } });
    expect((await at(3)).size).toBe(ENTRIES);
    await expect(at(4)).rejects.toThrow('the tree of 4 entries is not the one of the checkpoint');
    await expect(at(0)).rejects.toThrow(StoreCorrupted);
    await expect(at(ENTRIES + 1)).rejects.toMatchObject({ seq: ENTRIES });
  });
});

/** The statement that adds `by` to one byte, modulo 256. */
interface Flip {
  readonly column: string;
  readonly seq: number;
  readonly at: number;
  readonly by: number;
  /** The entry's own, which may lie in a page; in its row they go before it. */
  readonly leaf: Uint8Array;
}

function flipped(path: string, { column, seq, at, by, leaf }: Flip): string {
  const connection = new Connection(join(path, 'graph.sqlite'), 1_000);
  const [table, where] =
    column === 'hash' ? ['merkle_nodes', `level = 0 AND idx = ${seq}`] : ['entries', `seq = ${seq}`];
  const hex = String(connection.value(`SELECT hex(CAST(${column} AS BLOB)) FROM ${table} WHERE ${where}`));
  connection.close();
  const bytes = column === 'bytes' ? Buffer.from(leaf) : Buffer.from(hex, 'hex');
  const place = at % bytes.length;
  bytes[place] = (bytes[place]! + by) % 256;
  const isBlob = column !== 'type';
  const value = isBlob ? `x'${bytes.toString('hex')}'` : `CAST(x'${bytes.toString('hex')}' AS TEXT)`;
  return `UPDATE ${table} SET ${column} = ${value} WHERE ${where}`;
}
