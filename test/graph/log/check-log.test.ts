import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '../../../graph/embedded/connection.ts';
import { CHECKPOINT_NOTE, checkLog, treeHead } from '../../../graph/log/check-log.ts';
import { signCheckpoint } from '../../../graph/log/checkpoint.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import { type GraphStore, StoreCorrupted } from '../../../graph/store.ts';
import { openForTest, testFolder } from '../embedded/folder.ts';

/** More than one page. */
const ENTRIES = 1_005;
const { privateKey } = generateKeyPairSync('ed25519');
const verifier = { name: 'log.example', key: createPublicKey(privateKey) };

let folder: string;
let store: GraphStore;

beforeEach(async () => {
  folder = await testFolder();
  store = await openForTest({ path: folder });
  await append(ENTRIES);
});

describe('checkLog', () => {
  it('passes over a log that is whole, also past a signed tree', async () => {
    await sign(store);
    await append(1);
    expect(await checkLog(store, [verifier])).toBe(ENTRIES + 1);
  });

  it('passes over an empty log', async () => {
    const empty = await openForTest({ path: await testFolder() });
    await sign(empty);
    expect(await checkLog(empty, [verifier])).toBe(0);
  });

  it.each([
    [
      'a byte of an entry',
      `UPDATE entries SET bytes = CAST(x'00' || substr(bytes, 2) AS BLOB) WHERE seq = 1001`,
      1_001,
    ],
    [
      'what is read of an entry',
      `UPDATE entries SET record = replace(record, 'tk_7"', 'tk_8"') WHERE seq = 7`,
      7,
    ],
    ['a root', `UPDATE entries SET root = replace(root, substr(root, 1, 1), 'x') WHERE seq = 0`, 0],
    ['an entry that is gone', 'DELETE FROM entries WHERE seq = 500', 500],
    ['the newest entries that are gone', 'DELETE FROM entries WHERE seq > 999', 1_000],
  ])('names the first bad entry after %s', async (_what, damage, seq) => {
    harm(damage);
    await expect(checkLog(store, [verifier])).rejects.toMatchObject({ seq });
  });

  it('names the first entry that is gone with the head, once the tree was signed', async () => {
    await sign(store);
    harm('DELETE FROM entries WHERE seq > 999');
    harm('UPDATE head SET size = 1000');
    await expect(checkLog(store, [verifier])).rejects.toMatchObject({ seq: 1_000 });
  });

  it('refuses a tree other than the signed one', async () => {
    const { size } = await treeHead(store);
    await note(signCheckpoint({ origin: 'log.example', size, root: new Uint8Array(32) }, privateKey));
    await expect(checkLog(store, [verifier])).rejects.toThrow(StoreCorrupted);
  });

  it('knows a tree that an earlier key has signed', async () => {
    const earlier = generateKeyPairSync('ed25519');
    const head = { origin: 'log.example', ...(await treeHead(store)) };
    await note(signCheckpoint(head, earlier.privateKey));
    const keys = [{ name: 'log.example', key: earlier.publicKey }, verifier];
    expect(await checkLog(store, keys)).toBe(ENTRIES);
    harm('DELETE FROM entries WHERE seq > 999');
    harm('UPDATE head SET size = 1000');
    await expect(checkLog(store, keys)).rejects.toMatchObject({ seq: 1_000 });
  });

  it('refuses a checkpoint of another key', async () => {
    const other = generateKeyPairSync('ed25519').privateKey;
    await note(signCheckpoint({ origin: 'log.example', ...(await treeHead(store)) }, other));
    await expect(checkLog(store, [verifier])).rejects.toThrow(/not signed by the log key/);
  });
});

async function append(count: number): Promise<void> {
  const writer = new LogWriter(store, () => '2026-01-01T00:00:00.000Z');
  await writer.append(async (state) => {
    const { size } = await state.head();
    return {
      entries: Array.from({ length: count }, (_, index) => ({
        corpus: null,
        tenant: null,
        effectiveAt: null,
        body: { type: 'key.revoked', key_id: `tk_${size + index}` } as const,
      })),
      result: () => undefined,
    };
  });
}

async function sign(of: GraphStore): Promise<void> {
  await note(signCheckpoint({ origin: 'log.example', ...(await treeHead(of)) }, privateKey), of);
}

function note(text: string, of: GraphStore = store): Promise<void> {
  return of.transact((tx) => tx.saveNote(CHECKPOINT_NOTE, text));
}

/** Changes the file behind the store's back. */
function harm(sql: string): void {
  const connection = new Connection(join(folder, 'graph.sqlite'), 1_000);
  connection.exec(sql);
  connection.close();
}
