import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addLogCommands } from '../../../../bin/cli/add-log-commands.ts';
import { EXIT, type ExitCode } from '../../../../bin/cli/exit-code.ts';
import { failureOf } from '../../../../bin/cli/failure.ts';
import { openKeys } from '../../../../bin/cli/open-keys.ts';
import { openStore } from '../../../../bin/cli/open-store.ts';
import { readSettings } from '../../../../bin/cli/settings.ts';
import { CHECKPOINT_NOTE, treeHead } from '../../../../graph/log/check-log.ts';
import {
  parseVerifier,
  signCheckpoint,
  verifierText,
  verifyCheckpoint,
} from '../../../../graph/log/checkpoint.ts';
import { parseCheckpoint } from '../../../../graph/log/checkpoint-note.ts';
import { endorsedBy } from '../../../../graph/log/key-endorsement.ts';
import { signersOf } from '../../../../graph/log/key-list.ts';
import { readLogKeys } from '../../../../graph/log/log-keys.ts';
import { LogWriter } from '../../../../graph/log/writer.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-log-'));
  vi.stubEnv('ADDUCE_DATA', folder);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

/** What the command printed and how it ended. */
async function log(...args: readonly string[]): Promise<{ readonly code: ExitCode; readonly text: string }> {
  const written: string[] = [];
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  let code: ExitCode = EXIT.error;
  const program = new Command('adduce').exitOverride();
  addLogCommands(program, (ended) => {
    code = ended;
  });
  try {
    await program.parseAsync(['log', ...args], { from: 'user' });
  } catch (fault) {
    const failure = failureOf(fault);
    return { code: failure.exit, text: failure.message };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
  return { code, text: written.join('').trim() };
}

/** As a gateway that starts now signs the present tree. */
async function signed(): Promise<string> {
  await using store = await openStore({ kind: 'embedded', path: folder });
  const { sign } = await openKeys(store, readSettings({ ADDUCE_DATA: folder }));
  return await sign(await treeHead(store));
}

async function append(count: number, from = 0): Promise<void> {
  await using store = await openStore({ kind: 'embedded', path: folder });
  await new LogWriter(store, () => '2026-01-01T00:00:00.000Z').append(async () => ({
    entries: Array.from({ length: count }, (_, n) => ({
      corpus: null,
      tenant: null,
      effectiveAt: null,
      body: { type: 'key.revoked', key_id: `tk_${from + n}` } as const,
    })),
    result: () => undefined,
  }));
}

async function keys() {
  await using store = await openStore({ kind: 'embedded', path: folder });
  return readLogKeys(store);
}

describe('adduce log verify', () => {
  it('counts the entries of a log that is whole', async () => {
    await append(40);
    const { code, text } = await log('verify', '--json');
    expect([code, JSON.parse(text)]).toMatchObject([EXIT.ok, { ok: true, entries: 40 }]);
  });

  it('exits 3 and names the first bad entry', async () => {
    await append(40);
    const { Connection } = await import('../../../../graph/embedded/connection.ts');
    const connection = new Connection(join(folder, 'graph.sqlite'), 1_000);
    connection.exec(`UPDATE entries SET bytes = x'a0' WHERE seq = 17`);
    connection.close();
    expect(await log('verify')).toMatchObject({
      code: EXIT.fail,
      text: expect.stringContaining('first bad entry 17'),
    });
    expect(JSON.parse((await log('verify', '--json')).text)).toMatchObject({ ok: false, entry: 17 });
  });

  it('exits 3 for a file that is no store any more', async () => {
    await append(1);
    await writeFile(join(folder, 'graph.sqlite'), 'not a database, not at all, '.repeat(200));
    await rm(join(folder, 'graph.sqlite-wal'), { force: true });
    expect((await log('verify')).code).toBe(EXIT.fail);
  });

  it('makes no store where there is none', async () => {
    vi.stubEnv('ADDUCE_DATA', join(folder, 'none'));
    expect((await log('verify')).code).toBe(EXIT.usage);
    expect(await readdir(folder)).toEqual([]);
  });

  it('holds the log against a checkpoint of earlier, under the store’s key or its reader’s own', async () => {
    await append(3);
    const file = join(folder, 'seen.txt');
    await writeFile(file, await signed());
    await append(5);
    const { text: key } = await log('key');
    expect((await log('verify', '--checkpoint', file)).code).toBe(EXIT.ok);
    expect((await log('verify', '--checkpoint', file, '--key', key)).code).toBe(EXIT.ok);
    const other = generateKeyPairSync('ed25519').publicKey;
    const stranger = verifierText({ name: parseVerifier(key)!.name, key: other });
    expect((await log('verify', '--checkpoint', file, '--key', stranger)).code).toBe(EXIT.fail);
  });

  it('exits 3 for a rewritten log under the same key', async () => {
    await append(3);
    const file = join(folder, 'seen.txt');
    await writeFile(file, await signed());
    const { text: key } = await log('key');
    const fresh = await mkdtemp(join(tmpdir(), 'adduce-log-'));
    await rename(file, join(fresh, 'seen.txt'));
    await rm(folder, { recursive: true });
    folder = fresh;
    vi.stubEnv('ADDUCE_DATA', folder);
    await append(2);
    const shorter = await log('verify', '--checkpoint', join(folder, 'seen.txt'), '--key', key);
    expect([shorter.code, shorter.text]).toEqual([EXIT.fail, expect.stringContaining('entry 2 is missing')]);
    await append(9, 100);
    const other = await log('verify', '--checkpoint', join(folder, 'seen.txt'), '--key', key);
    expect([other.code, other.text]).toEqual([EXIT.fail, expect.stringContaining('one of them is another')]);
  });

  it('follows the key of the log through a rotation with one file of its keys', async () => {
    await append(3);
    const [file, list] = [join(folder, 'seen.txt'), join(folder, 'keys.txt')];
    const under = (...more: readonly string[]) => log('verify', '--checkpoint', file, '--key', list, ...more);
    await writeFile(file, await signed());
    const { text: first } = await log('key');
    await log('rotate-key');
    await writeFile(list, (await log('key')).text);
    expect((await readFile(list, 'utf8')).split('\n')).toHaveLength(2);
    expect((await under()).code).toBe(EXIT.ok);
    await writeFile(file, await signed());
    expect((await under()).code).toBe(EXIT.ok);

    await log('rotate-key', '--end');
    await writeFile(list, (await log('key')).text);
    expect((await under()).code).toBe(EXIT.ok);
    await append(2);
    await writeFile(file, await signed());
    expect((await under()).code).toBe(EXIT.ok);
    const late = await log('verify', '--checkpoint', file, '--key', first);
    const name = first.split('+', 2).join('+');
    expect(late.code).toBe(EXIT.fail);
    expect(late.text).toMatch(/signed by \S+\+[0-9a-f]{8}; known here: \S+\+[0-9a-f]{8}$/);
    expect(late.text.endsWith(`known here: ${name}`)).toBe(true);
  });

  it('never takes a key that the list retires for one that signs', async () => {
    await append(3);
    await signed();
    const stolen = createPrivateKey(await readFile(join(folder, 'log.key'), 'utf8'));
    await log('rotate-key');
    await log('rotate-key', '--end');
    await append(2);
    const list = join(folder, 'keys.txt');
    await writeFile(list, (await log('key')).text);
    const file = join(folder, 'seen.txt');
    await using store = await openStore({ kind: 'embedded', path: folder });
    const origin = (await keys())[0]!.verifier.name;
    await writeFile(file, signCheckpoint({ origin, ...(await treeHead(store)) }, stolen));
    expect(await log('verify', '--checkpoint', file, '--key', list)).toMatchObject({
      code: EXIT.fail,
      text: expect.stringContaining(
        '(retired, signed trees of 0 to 3 entries), which this tree of 5 is none of',
      ),
    });
  });

  it('holds what the store itself has signed against a key alone, and says where there is nothing', async () => {
    await append(3);
    const note = await signed();
    const { text: key } = await log('key');
    expect(await log('verify', '--key', key)).toMatchObject({
      code: EXIT.usage,
      text: expect.stringContaining('give one with --checkpoint'),
    });
    await using store = await openStore({ kind: 'embedded', path: folder });
    await store.transact((tx) => tx.saveNote(CHECKPOINT_NOTE, note));
    expect((await log('verify', '--key', key)).code).toBe(EXIT.ok);
    const { name } = parseVerifier(key)!;
    const stranger = verifierText({ name, key: generateKeyPairSync('ed25519').publicKey });
    expect(await log('verify', '--key', stranger)).toMatchObject({
      code: EXIT.fail,
      text: expect.stringContaining(`known here: ${stranger.split('+', 2).join('+')}`),
    });
  });

  it.each([
    ['garbage', 'garbage', '--key "garbage" is neither a verifier'],
    ['a folder', '.', '--key "." is neither a verifier'],
    ['a file of something else', import.meta.filename, 'line 1 is no verifier key: "import '],
  ])('names the value of a --key that is %s', async (_what, key, fault) => {
    await append(1);
    expect(await log('verify', '--key', key)).toMatchObject({
      code: EXIT.usage,
      text: expect.stringContaining(fault),
    });
  });

  it('names the place where there is no store, and makes none there', async () => {
    const empty = join(folder, 'empty');
    await mkdir(empty);
    for (const place of [join(folder, 'none'), empty]) {
      expect(await log('verify', '--store', place)).toMatchObject({
        code: EXIT.usage,
        text: expect.stringContaining(`there is no store at ${place}`),
      });
    }
    expect([await readdir(empty), await readdir(folder)]).toEqual([[], ['empty']]);
  });

  it.each([
    ['a file that is not there', null],
    ['something else', 'hello\n'],
  ])('ends with an error for %s', async (_what, content) => {
    await append(1);
    await signed();
    const file = join(folder, 'seen.txt');
    if (content !== null) await writeFile(file, content);
    expect((await log('verify', '--checkpoint', file)).code).toBe(content === null ? EXIT.usage : EXIT.fail);
  });
});

describe('adduce log key', () => {
  it('prints what checkpoints are verified with, and nothing else', async () => {
    const note = await signed();
    const { code, text } = await log('key');
    expect(code).toBe(EXIT.ok);
    expect(verifyCheckpoint(note, parseVerifier(text)!)).not.toBeNull();
  });

  it('reports that there is no key yet', async () => {
    expect((await log('key')).code).toBe(EXIT.usage);
    await append(1);
    expect((await log('key')).code).toBe(EXIT.usage);
  });
});

describe('adduce log rotate-key', () => {
  it('lets both keys sign under one name, then the new one alone', async () => {
    await append(4);
    const before = await signed();
    const old = parseVerifier((await log('key')).text)!;
    expect((await log('rotate-key')).code).toBe(EXIT.ok);
    const [young] = (await log('key')).text.split('\n').map((line) => parseVerifier(line)!);
    const both = await signed();
    for (const verifier of [old, young!]) expect(verifyCheckpoint(both, verifier)?.size).toBe(4);
    await append(2);
    expect((await log('rotate-key', '--end')).code).toBe(EXIT.ok);
    const after = await signed();
    expect([verifyCheckpoint(after, old), verifyCheckpoint(after, young!)?.size]).toEqual([null, 6]);
    expect(parseCheckpoint(after)?.origin).toBe(parseCheckpoint(before)?.origin);
    const listed = await keys();
    expect(listed.map(({ fromSize, untilSize }) => [fromSize, untilSize])).toEqual([
      [0, 6],
      [4, null],
    ]);
    for (const note of [before, both, after]) expect(signersOf(note, listed).ok).toBe(true);
    const endorsed = listed.map(({ endorsement }) => endorsement && endorsedBy(old, endorsement));
    expect(endorsed.map((key) => key && [verifierText(key.verifier), key.fromSize])).toEqual([
      undefined,
      [verifierText(young!), 4],
    ]);
    expect((await log('verify')).code).toBe(EXIT.ok);
  });

  it('keeps each private key for its owner only, and the old one no longer than it signs', async () => {
    await signed();
    const first = await readFile(join(folder, 'log.key'), 'utf8');
    await log('rotate-key');
    expect(await readFile(join(folder, 'log.key.previous'), 'utf8')).toBe(first);
    for (const name of ['log.key', 'log.key.previous']) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    }
    await log('rotate-key', '--end');
    const left = (await readdir(folder)).filter((name) => name.startsWith('log.key'));
    expect(left).toEqual(['log.key']);
    expect(await readFile(join(folder, 'log.key'), 'utf8')).not.toBe(first);
  });

  it('begins no second one before the first has ended, and ends none that was not begun', async () => {
    await signed();
    expect((await log('rotate-key', '--end')).code).toBe(EXIT.usage);
    await log('rotate-key');
    expect((await log('rotate-key')).code).toBe(EXIT.usage);
    expect(await keys()).toHaveLength(2);
  });

  it.each([
    ['before either file has moved', { 'log.key': 'log.key.next', 'log.key.previous': 'log.key' }],
    ['between the two', { 'log.key': 'log.key.next' }],
  ])('has lost nothing where it broke off %s', async (_when, moves) => {
    await signed();
    await log('rotate-key');
    const both = await signed();
    for (const [from, to] of Object.entries(moves)) await rename(join(folder, from), join(folder, to));
    expect(await signed()).toBe(both);
    expect((await log('rotate-key', '--end')).code).toBe(EXIT.ok);
    expect(signersOf(await signed(), await keys()).ok).toBe(true);
    expect((await readdir(folder)).filter((name) => name.startsWith('log.key'))).toEqual(['log.key']);
  });

  it('goes on with the new key alone where the old one’s file is lost', async () => {
    await signed();
    await log('rotate-key');
    await rm(join(folder, 'log.key.previous'));
    expect(parseCheckpoint(await signed())?.signatures).toHaveLength(1);
  });

  it('refuses where the key of the settings is not the store’s', async () => {
    await signed();
    await rm(join(folder, 'log.key'));
    expect((await log('rotate-key')).code).toBe(EXIT.error);
    expect(await keys()).toHaveLength(1);
  });
});
