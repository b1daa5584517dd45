/** Conformance: head, entries, Merkle nodes, blobs and notes. */
import { expect } from 'vitest';
import { StoreCorrupted } from '../../../graph/store/store.ts';
import { type StoreTest, save } from './harness.ts';
import { artefactId, at, entry, hash, hashBytes, withdrawn } from './records.ts';

const BIG_BLOB_BYTES = 1024 * 1024;

export function describeLog(test: StoreTest): void {
  test('has an empty head before the first entry', async ({ store }) => {
    expect(await store.head()).toEqual({ size: 0, frontier: [], at: null });
    expect(await store.entries({ after: -1, limit: 10, types: null })).toEqual([]);
  });

  test('gives the head back with its frontier in order', async ({ store }) => {
    const head = { size: 3, frontier: [hashBytes('0-1'), hashBytes('2')], at: at(2) };
    await save(store, { head });
    expect(await store.head()).toEqual(head);
  });

  test('replaces the head', async ({ store }) => {
    await save(store, { head: { size: 1, frontier: [hashBytes('0')], at: at(0) } });
    await save(store, { head: { size: 2, frontier: [hashBytes('0-1')], at: at(1) } });
    expect(await store.head()).toEqual({ size: 2, frontier: [hashBytes('0-1')], at: at(1) });
  });

  test('lists entries by seq with their exact bytes and roots', async ({ store }) => {
    const long = { type: 'key.revoked', key_id: '\u0000 "ключ" '.repeat(9_000) } as const;
    const entries = [entry(0, long), ...Array.from({ length: 40 }, (_, n) => entry(n + 1)), entry(41, long)];
    // A few alone, the others together: a store may hold them in other ways.
    await save(store, { entries: entries.slice(0, 2) });
    await save(store, { entries: entries.slice(2) });
    expect(await store.entries({ after: -1, limit: 100, types: null })).toEqual(entries);
  });

  test('pages entries: strictly after, at most the limit', async ({ store }) => {
    await save(store, { entries: [entry(0), entry(1), entry(2), entry(3)] });
    const page = await store.entries({ after: 0, limit: 2, types: null });
    expect(page.map((one) => one.entry.seq)).toEqual([1, 2]);
    expect(await store.entries({ after: 3, limit: 2, types: null })).toEqual([]);
  });

  test('filters entries by type and keeps their order', async ({ store }) => {
    const entries = [0, 1, 2, 3, 4, 5].map((seq) =>
      seq % 3 === 0 ? entry(seq, withdrawn(artefactId(seq))) : entry(seq),
    );
    await save(store, { entries });
    const seqs = async (query: Parameters<typeof store.entries>[0]) =>
      (await store.entries(query)).map((one) => one.entry.seq);
    expect(await seqs({ after: -1, limit: 10, types: ['artefact.withdrawn'] })).toEqual([0, 3]);
    expect(await seqs({ after: 0, limit: 1, types: ['artefact.withdrawn'] })).toEqual([3]);
    const both = ['key.revoked', 'artefact.withdrawn', 'key.revoked'] as const;
    expect(await seqs({ after: 0, limit: 3, types: both })).toEqual([1, 2, 3]);
    expect(await seqs({ after: -1, limit: 10, types: ['vectors.finished'] })).toEqual([]);
    expect(await seqs({ after: -1, limit: 10, types: [] })).toEqual([]);
  });

  test('keeps hostile text as it is', async ({ store }) => {
    const keyId = '\u0000 \' " ` \\ ; DROP TABLE entries; -- {"a":1} 🪐 \u202e \ud7ff';
    const hostile = entry(0, { type: 'key.revoked', key_id: keyId });
    await save(store, { entries: [hostile] });
    expect(await store.entries({ after: -1, limit: 1, types: null })).toEqual([hostile]);
  });

  test('gives Merkle nodes in the order asked for', async ({ store }) => {
    const merkleNodes = [
      { level: 0, index: 0, hash: hashBytes('0') },
      { level: 0, index: 1, hash: hashBytes('1') },
      { level: 1, index: 0, hash: hashBytes('0-1') },
    ];
    await save(store, { merkleNodes });
    const ids = [
      { level: 1, index: 0 },
      { level: 0, index: 0 },
      { level: 1, index: 0 },
    ];
    expect(await store.merkleNodes(ids)).toEqual([hashBytes('0-1'), hashBytes('0'), hashBytes('0-1')]);
    expect(await store.merkleNodes([])).toEqual([]);
  });

  test('reports a missing Merkle node as corruption', async ({ store }) => {
    await save(store, { merkleNodes: [{ level: 0, index: 0, hash: hashBytes('0') }] });
    const ids = [
      { level: 0, index: 0 },
      { level: 0, index: 1 },
    ];
    await expect(store.merkleNodes(ids)).rejects.toBeInstanceOf(StoreCorrupted);
  });

  test('gives blobs in the order asked for, null for unknown ones', async ({ store }) => {
    const big = new Uint8Array(BIG_BLOB_BYTES).fill(7);
    const empty = new Uint8Array();
    await store.transact((tx) =>
      tx.saveBlobs([
        { hash: hash('big'), bytes: big },
        { hash: hash('empty'), bytes: empty },
      ]),
    );
    const found = await store.blobs([hash('none'), hash('empty'), hash('big'), hash('empty')]);
    expect(found.map((blob) => blob?.length ?? null)).toEqual([null, 0, BIG_BLOB_BYTES, 0]);
    expect(Buffer.from(found[2] ?? empty).equals(big)).toBe(true);
    expect(await store.blobs([])).toEqual([]);
  });

  test('saves a blob once however often it is sent', async ({ store }) => {
    const blob = { hash: hash('blob'), bytes: new Uint8Array([1, 2, 3]) };
    await store.transact((tx) => tx.saveBlobs([blob, blob]));
    await store.transact((tx) => tx.saveBlobs([blob]));
    expect(await store.blobs([blob.hash])).toEqual([blob.bytes]);
  });

  test('keeps the latest value of a note', async ({ store }) => {
    expect(await store.note('cursor')).toBeNull();
    await store.transact((tx) => tx.saveNote('cursor', '1'));
    await store.transact((tx) => tx.saveNote('cursor', ''));
    await store.transact((tx) => tx.saveNote('other', '3'));
    expect(await store.note('cursor')).toBe('');
  });
}
