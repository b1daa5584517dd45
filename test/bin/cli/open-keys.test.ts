import { generateKeyPairSync } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeKeyFile } from '../../../bin/cli/key-file.ts';
import { openKeys } from '../../../bin/cli/open-keys.ts';
import { openStore } from '../../../bin/cli/open-store.ts';
import { readSettings } from '../../../bin/cli/settings.ts';
import { Connection } from '../../../graph/embedded/connection.ts';
import { CHECKPOINT_NOTE, PLACE_NOTE, treeHead } from '../../../graph/log/check-log.ts';
import { signersOf } from '../../../graph/log/key-list.ts';
import { readLogKeys } from '../../../graph/log/log-keys.ts';
import { emptyRoot } from '../../../graph/log/merkle.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import type { GraphStore } from '../../../graph/store/store.ts';

let folder: string;
let store: GraphStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-keys-'));
  store = await openStore({ kind: 'embedded', path: folder });
});

afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe('openKeys', () => {
  it('makes both keys once, for their owner only', async () => {
    const first = await open();
    const again = await open();
    expect(again.verifier.name).toBe(first.verifier.name);
    expect(again.tokenKey.equals(first.tokenKey)).toBe(true);
    if (process.platform === 'win32') return;
    for (const name of ['log.key', 'token.key']) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    }
  });

  it('signs checkpoints that the key in the store verifies', async () => {
    const { sign } = await open();
    const note = await sign({ size: 0, root: emptyRoot() });
    expect(signersOf(note, await readLogKeys(store))).toMatchObject({ ok: true, checkpoint: { size: 0 } });
  });

  it.skipIf(process.platform === 'win32').each([0o640, 0o604, 0o620, 0o660])(
    'refuses a log key of its own that is open to others (%o)',
    async (mode) => {
      await open();
      await chmod(join(folder, 'log.key'), mode);
      await expect(open()).rejects.toThrow(/log\.key is open to others .*chmod 600/);
    },
  );

  it.each(['log', 'token'])('refuses a store that was begun with another %s key', async (kind) => {
    await open();
    await writeFile(join(folder, 'other.pem'), newKey());
    const variable = `ADDUCE_${kind.toUpperCase()}_KEY`;
    await expect(open({ [variable]: join(folder, 'other.pem') })).rejects.toThrow(variable);
  });

  it.each(['log', 'token'])('does not make a second %s key where the first is gone', async (kind) => {
    await open();
    await rm(join(folder, `${kind}.key`));
    await expect(open()).rejects.toThrow(`ADDUCE_${kind.toUpperCase()}_KEY`);
    await expect(stat(join(folder, `${kind}.key`))).rejects.toThrow('ENOENT');
  });

  it('names the variable whose file is not there', async () => {
    await expect(open({ ADDUCE_LOG_KEY: join(folder, 'none') })).rejects.toThrow(/^ADDUCE_LOG_KEY is /);
  });

  it.each([
    ['text', 'not a key'],
    ['another algorithm', newKey('x25519')],
    ['a public key', publicKey()],
  ])('refuses a file that holds %s', async (_what, pem) => {
    await writeFile(join(folder, 'log.key'), pem);
    await expect(open()).rejects.toThrow(/log\.key holds no Ed25519 private key/);
  });

  it('says that what is there may not be read', async () => {
    await mkdir(join(folder, 'log.key'));
    await expect(open()).rejects.toThrow(/log\.key cannot be read/);
  });
});

describe('openKeys over the notes of several machines', () => {
  const there = () => ({ ADDUCE_LOG_NOTES: join(folder, 'other-machine.notes') });

  beforeEach(async () => {
    const { sign } = await open();
    await append(3);
    const note = await sign(await treeHead(store));
    await cp(join(folder, 'log.notes'), there().ADDUCE_LOG_NOTES);
    await append(2);
    const last = await (await open()).sign(await treeHead(store));
    expect(note).not.toBe(last);
    await store.transact(async (tx) => {
      await tx.saveNote(CHECKPOINT_NOTE, last);
      await tx.saveNote(PLACE_NOTE, (await open()).notesPlace);
    });
  });

  it('lets a machine start whose notes end earlier than what another one has signed', async () => {
    expect((await open(there())).signed.size).toBe(3);
    expect((await open()).signed.size).toBe(5);
  });

  it('refuses notes that end earlier than what this machine has signed', async () => {
    await cp(there().ADDUCE_LOG_NOTES, join(folder, 'log.notes'));
    await expect(open()).rejects.toThrow(/the notes end at a tree of 3 entries, and one of 5 was signed/);
  });

  it('refuses at either machine a store that is smaller than what the other one has signed', async () => {
    const connection = new Connection(join(folder, 'graph.sqlite'), 1_000);
    connection.exec('UPDATE head SET size = 4');
    connection.close();
    for (const env of [{}, there()]) await expect(open(env)).rejects.toThrow(/a tree of 5 was signed/);
  });
});

async function append(count: number): Promise<void> {
  await new LogWriter(store, () => '2026-01-01T00:00:00.000Z').append(async () => ({
    entries: Array.from({ length: count }, (_, n) => ({
      corpus: null,
      tenant: null,
      effectiveAt: null,
      body: { type: 'key.revoked', key_id: `tk_${n}` } as const,
    })),
    result: () => undefined,
  }));
}

describe('makeKeyFile', () => {
  it('gives everyone who makes the same file at once the same key', async () => {
    const path = join(folder, 'race.key');
    const keys = await Promise.all(Array.from({ length: 8 }, () => makeKeyFile(path)));
    const [first] = keys;
    expect(keys.every((key) => first !== undefined && key.equals(first))).toBe(true);
    expect(await readFile(path, 'utf8')).toBe(first?.export({ format: 'pem', type: 'pkcs8' }));
  });
});

function open(env: Record<string, string> = {}) {
  return openKeys(store, readSettings({ ADDUCE_DATA: folder, ...env }));
}

function newKey(type: 'ed25519' | 'x25519' = 'ed25519'): string {
  const { privateKey } = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

function publicKey(): string {
  return generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }).toString();
}
