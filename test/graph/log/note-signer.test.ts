/** The log's key signs one history: each store that does not go on from the newest note is refused. */
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '../../../graph/embedded/connection.ts';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { LogForked, treeAt } from '../../../graph/log/check-consistency.ts';
import { treeHead } from '../../../graph/log/check-log.ts';
import { verifyCheckpoint } from '../../../graph/log/checkpoint.ts';
import { NoteSigner } from '../../../graph/log/note-signer.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import { NoteFile } from '../../../graph/note-file/note-file.ts';
import { type GraphStore, StoreCorrupted } from '../../../graph/store/store.ts';
import { openForTest, testFolder } from '../embedded/folder.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const verifier = { name: 'log.example', key: publicKey };

let folder: string;
let store: GraphStore;

beforeEach(async () => {
  folder = await testFolder();
  store = await openForTest({ path: folder });
});

describe('a signer of notes', () => {
  it('signs the trees of a log that grows, in whatever order they are asked for', async () => {
    const signer = await begun();
    for (const count of [1, 6, 3]) await append(store, count);
    for (const size of [10, 4, 0, 10, 7]) {
      const tree = await treeAt(store, size);
      expect(verifyCheckpoint(await signer.sign(tree), verifier)).toEqual({ origin: 'log.example', ...tree });
    }
    expect(await recorded()).toBe(10);
  });

  it('has a note of a tree on disk before it gives it', async () => {
    const signer = await begun();
    await append(store, 3);
    expect(await recorded()).toBe(0);
    await signer.sign(await treeHead(store));
    expect(await recorded()).toBe(3);
  });

  it('writes nothing for a tree that a later note holds', async () => {
    const signer = await begun();
    await append(store, 9);
    await signer.sign(await treeHead(store));
    await signer.sign(await treeAt(store, 5));
    expect(await recorded()).toBe(9);
  });

  it('signs for several at once, over one journal', async () => {
    const signers = [await begun(), await begun(), await begun()];
    await append(store, 40);
    const sizes = Array.from({ length: 40 }, (_, at) => at + 1);
    const notes = await Promise.all(
      sizes.map(async (size) => signers[size % 3]!.sign(await treeAt(store, size))),
    );
    expect(notes.map((note) => verifyCheckpoint(note, verifier)?.size)).toEqual(sizes);
    expect(await recorded()).toBe(40);
  });

  it.each([
    ['another root of the same size', 6, 6],
    ['another tree before it', 6, 4],
    ['another tree after it', 6, 9],
  ])('refuses %s', async (_what, signed, size) => {
    const signer = await begun();
    await append(store, 9);
    await signer.sign(await treeAt(store, signed));
    await expect(signer.sign({ size, root: new Uint8Array(32).fill(7) })).rejects.toThrow(LogForked);
    expect(await recorded()).toBe(signed);
  });
});

describe('a signer of notes whose store was changed', () => {
  beforeEach(async () => {
    const signer = await begun();
    await append(store, 20);
    await signer.sign(await treeHead(store));
    await append(store, 10, 'unsigned');
  });

  it('goes on after more entries', async () => {
    await expect(openedSigner()).resolves.toBeDefined();
  });

  it('goes on with fewer entries than there were, as long as nobody was given a note of them', async () => {
    await replaceBy(20);
    await expect(openedSigner()).resolves.toBeDefined();
  });

  it.each([
    ['the newest entries are gone', 19, 0],
    ['it is empty', 0, 0],
    ['an entry is another, and the tree was made anew', 12, 20],
    ['it has gone on without its newest entries', 15, 40],
  ])('refuses where %s, and signs nothing of it', async (_what, same, size) => {
    await replaceBy(same, size);
    await expect(openedSigner()).rejects.toThrow(LogForked);
    const unopened = await signerOf();
    for (const tree of [await treeHead(store), await treeAt(store, 0)]) {
      await expect(unopened.sign(tree)).rejects.toThrow(LogForked);
    }
    expect(await recorded()).toBe(20);
  });

  it('refuses a store that is swapped under a running program', async () => {
    const running = await openedSigner();
    await append(store, 1);
    await running.sign(await treeHead(store));
    // As somebody with the file would: the same connections go on.
    const connection = new Connection(join(folder, 'graph.sqlite'), 1_000);
    connection.exec(`DELETE FROM entries WHERE seq >= 20; UPDATE head SET size = 20`);
    connection.close();
    await expect(running.sign(await treeAt(store, 10))).rejects.toThrow(/holds 20 entries.*of 31 was signed/);
  });

  it('refuses a store without any note', async () => {
    await rm(notesPath());
    await expect(openedSigner()).rejects.toThrow(/no signed note/);
  });

  it('refuses notes of another log, and of another key', async () => {
    const other = generateKeyPairSync('ed25519');
    await expect((await signerOf('other.example')).open()).rejects.toThrow(/are of log\.example.*other/);
    await expect((await signerOf('log.example', other.privateKey)).open()).rejects.toThrow(StoreCorrupted);
  });
});

function notesPath(): string {
  return join(folder, 'log.notes');
}

async function signerOf(name = 'log.example', key: KeyObject = privateKey): Promise<NoteSigner> {
  const verifiers = [{ name, key: createPublicKey(key) }];
  return new NoteSigner({ reader: store, journal: new NoteFile(notesPath()), verifiers, privateKeys: [key] });
}

async function openedSigner(): Promise<NoteSigner> {
  const signer = await signerOf();
  await signer.open();
  return signer;
}

async function begun(): Promise<NoteSigner> {
  await (await signerOf()).begin();
  return openedSigner();
}

/** Size of the newest tree in the journal. */
async function recorded(): Promise<number | undefined> {
  const note = await new NoteFile(notesPath()).exclusive(async ({ newest }) => newest);
  return verifyCheckpoint(note ?? '', verifier)?.size;
}

/** Another store in place of this one: so many entries are the same, the others are not. */
async function replaceBy(same: number, size = same): Promise<void> {
  const path = await testFolder();
  const made = await openEmbedded({ path });
  if (same > 0) await append(made, same);
  if (size > same) await append(made, size - same, 'forged');
  await made[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  for (const end of ['', '-wal', '-shm']) await rm(join(folder, `graph.sqlite${end}`), { force: true });
  await cp(join(path, 'graph.sqlite'), join(folder, 'graph.sqlite'));
  store = await openForTest({ path: folder });
}

async function append(to: GraphStore, count: number, word = 'tk'): Promise<void> {
  await new LogWriter(to, () => '2026-01-01T00:00:00.000Z').append(async (state) => {
    const { size } = await state.head();
    return {
      entries: Array.from({ length: count }, (_, index) => ({
        corpus: null,
        tenant: null,
        effectiveAt: null,
        body: { type: 'key.revoked', key_id: `${word}_${size + index}` } as const,
      })),
      result: () => undefined,
    };
  });
}
