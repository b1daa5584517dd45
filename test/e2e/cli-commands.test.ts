/** The commands as their users run them: child processes over one small store. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adduce, adduceJson } from './cli.ts';
import { ask, folder, ingestLights, mintToken, PATIENCE_MS, settings } from './cli-lights.ts';
import { QUESTION } from './lighthouses.ts';

ingestLights();

describe('adduce', { timeout: PATIENCE_MS }, () => {
  it('lists its commands without opening anything', async () => {
    const { code, stdout } = await adduce(['--help'], { ADDUCE_DATA: '/proc/none' });
    expect(code).toBe(0);
    for (const name of [
      'serve',
      'ingest',
      'ask',
      'ledger',
      'evidence',
      'keys',
      'receipt',
      'rebuild',
      'demo',
    ]) {
      expect(stdout).toContain(`\n  ${name}`);
    }
  });

  it.each([
    [['nonsense']],
    [['ask']],
    [['ask', 'q', '--mode', 'loud']],
    [['keys', 'mint']],
    [['ask', 'q', '-k', '51']],
  ])('refuses %j as wrong usage', async (args) => {
    const { code, stdout, stderr } = await adduce(args, settings);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^adduce: .+\n$/);
  });

  it.each([
    [['ask'], "missing required argument 'question'"],
    [['nonsense'], "unknown command 'nonsense'"],
    [['ledger', 'c1', '--loud'], "unknown option '--loud'"],
  ])('says what is wrong with %j as a document too', async (args, message) => {
    const { code, document } = await adduceJson(args, settings);
    expect(code).toBe(2);
    expect(document).toEqual({ error: { exit: 2, reason: 'usage', message } });
  });

  it.each(['ask q', 'serve'])('names a data folder that is a file: %s', async (command) => {
    const file = join(folder.path, 'no-folder');
    await writeFile(file, '');
    const { code, stderr } = await adduce(command.split(' '), { ...settings, ADDUCE_DATA: file });
    expect(code).toBe(2);
    expect(stderr).toContain(
      `adduce: ADDUCE_DATA is ${JSON.stringify(file)}: it accepts the path of a folder`,
    );
  });

  it('names a wrong setting and what it accepts, in one line', async () => {
    const { code, stderr } = await adduce(['ask', 'q'], { ...settings, ADDUCE_RATE: 'fast' });
    expect(code).toBe(2);
    expect(stderr).toBe(
      'adduce: ADDUCE_RATE is "fast": it accepts off, or requests per minute from 1 to 1000000\n',
    );
  });
});

describe('adduce ingest', { timeout: PATIENCE_MS }, () => {
  it('adds nothing where nothing has changed', async () => {
    const again = ['ingest', join(folder.path, 'lighthouses.jsonl'), '--corpus', 'lights'];
    const { code, document } = await adduceJson(again, settings);
    expect(code).toBe(0);
    expect(document).toMatchObject({ corpus: 'lights', added: 0, changed: 0, unchanged: 2, skipped: [] });
  });

  it('shows what was skipped and why, and goes on', async () => {
    const path = join(folder.path, 'broken.jsonl');
    const good =
      '{"id": "g", "title": "Oars", "text": "The oar is 3 metres long.", "domain": "oars.example"}';
    await writeFile(path, `{"id": \n${good}\n`);
    const { code, stdout } = await adduce(['ingest', path, '--corpus', 'oars'], settings);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^oars: 1 added/);
    expect(stdout).toMatch(/\nbroken\.jsonl:1 +invalid_json +\S/);
  });

  it('names up to three files of an extension without a reader, and counts more', async () => {
    const site = join(folder.path, 'site');
    await mkdir(site);
    const names = ['README.md', 'a.css', 'b.css', 'c.css', 'a.png', 'b.png', 'c.png', 'd.png', 'LICENSE'];
    for (const name of names) await writeFile(join(site, name), 'The oar is 3 metres long.');
    const { stdout } = await adduce(['ingest', site, '--corpus', 'site'], settings);
    expect(stdout).toMatch(/^site: 1 added/);
    expect(stdout.match(/\.css/g)).toHaveLength(3);
    expect(stdout).toMatch(/\n\*\.png \(4 files\) +unsupported/);
    expect(stdout).not.toContain('a.png');
    const { document } = await adduceJson(['ingest', site, '--corpus', 'site'], settings);
    expect(document).toMatchObject({ unchanged: 1, skipped: { length: 8 } });
  });

  it('fails where nothing could be read', async () => {
    const path = join(folder.path, 'photo.png');
    await writeFile(path, 'no text');
    const { code, document } = await adduceJson(['ingest', path, '--corpus', 'photos'], settings);
    expect(code).toBe(1);
    expect(document).toMatchObject({ skipped: [{ name: 'photo.png', reason: 'unsupported' }] });
  });

  it('asks for the name of a corpus', async () => {
    const { code, stderr } = await adduce(['ingest', folder.path], settings);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--corpus NAME/);
  });

  it.each(['Lights', 'two words', '../lights', 'a'.repeat(64)])(
    'refuses %j as the name of a corpus',
    async (name) => {
      const { code, stderr } = await adduce(['ingest', folder.path, '--corpus', name], settings);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^adduce: --corpus is ".*": it accepts the name of a corpus: lower-case/m);
    },
  );
});

describe('adduce keys, evidence and ledger', { timeout: PATIENCE_MS }, () => {
  let asked: Promise<string> | null = null;
  /** A claim of the answer, for which one process asks. */
  function claimOfAnswer(): Promise<string> {
    asked ??= ask(QUESTION, 'lights').then(({ answer }) => answer.claims[0]?.addr ?? '');
    return asked;
  }

  it('mints tokens of new actors, or of one that is named', async () => {
    const first = await adduceJson(['keys', 'mint', '--cap', 'svc.evidence', '--standing', '0'], settings);
    const second = await adduceJson(
      ['keys', 'mint', '--cap', 'svc.evidence', '--cap', 'wiki.annotate'],
      settings,
    );
    expect(first.document.actor).not.toBe(second.document.actor);
    const actor = String(first.document.actor);
    const third = await adduceJson(['keys', 'mint', '--cap', 'svc.evidence', '--actor', actor], settings);
    expect(third.document).toMatchObject({ actor, token: expect.stringMatching(/^rcx1\./) });
    expect(third.document.token_id).not.toBe(first.document.token_id);
  });

  it.each([
    ['--cap', 'svc.everything'],
    ['--cap', 'svc.evidence', '--standing', '1001'],
    ['--cap', 'svc.evidence', '--standing', '-1'],
    ['--cap', 'svc.evidence', '--ttl', '30 days'],
    ['--engine'],
    ['--engine', '--org', ''],
  ])('refuses to mint %s %s', async (...args) => {
    expect((await adduce(['keys', 'mint', ...args], settings)).code).toBe(2);
  });

  it('mints a key of an organisation, of which the store keeps no copy', async () => {
    const { code, document } = await adduceJson(['keys', 'mint', '--engine', '--org', 'Harbour'], settings);
    expect(code).toBe(0);
    expect(document).toMatchObject({ org: 'Harbour', key: expect.stringMatching(/^adk_/) });
    const stored = await readFile(join(settings.ADDUCE_DATA ?? '', 'graph.sqlite'));
    expect(stored.includes(String(document.key))).toBe(false);
  });

  it('appends evidence under a token, and shows it in the ledger', async () => {
    const claim = await claimOfAnswer();
    const token = await mintToken();
    const ref = ['--kind', 'corroborate', '--ref', 'https://harbour.example/survey', '--hash', 'h'];
    const appended = await adduceJson(['evidence', claim, ...ref], { ...settings, ADDUCE_TOKEN: token });
    expect(appended).toMatchObject({
      code: 0,
      document: { entry: { kind: 'corroborate' } },
    });
    const read = await adduceJson(['ledger', claim], settings);
    const entries = read.document.ledger as { evidence: { ref: string }[] }[];
    expect(entries.at(-1)?.evidence[0]?.ref).toBe('https://harbour.example/survey');
    expect(read.document.belief).toMatchObject({ state: 'settled' });
  });

  it.each<[what: string, args: string[], reason: string]>([
    ['without a token', ['--ref', 'r', '--hash', 'h'], 'denied:token_missing'],
    ['under a wrong token', ['--ref', 'r', '--hash', 'h', '--token', 'rcx1.wrong'], 'denied:token_invalid'],
  ])('refuses evidence %s', async (_what, args, reason) => {
    const claim = await claimOfAnswer();
    const { code, document } = await adduceJson(['evidence', claim, '--kind', 'dispute', ...args], settings);
    expect(code).toBe(5);
    expect(document).toMatchObject({ error: { reason } });
  });

  it('refuses evidence without a reference, and under a token that has been revoked', async () => {
    const append = ['evidence', await claimOfAnswer(), '--kind', 'dispute'];
    const { document: minted } = await adduceJson(['keys', 'mint', '--cap', 'svc.evidence'], settings);
    const withToken = { ...settings, ADDUCE_TOKEN: String(minted.token) };
    const bare = await adduceJson(append, withToken);
    expect(bare).toMatchObject({ code: 5, document: { error: { reason: 'denied:evidence_missing' } } });
    expect((await adduce(['keys', 'revoke', String(minted.token_id)], settings)).code).toBe(0);
    const revoked = await adduceJson([...append, '--ref', 'r', '--hash', 'h'], withToken);
    expect(revoked).toMatchObject({ code: 5, document: { error: { reason: 'denied:token_revoked' } } });
  });

  it('says that there is no such key to revoke', async () => {
    const { code, document } = await adduceJson(['keys', 'revoke', 'tk_none'], settings);
    expect({ code, document }).toMatchObject({ code: 5, document: { error: { reason: 'missing:key' } } });
  });

  it('refuses a reference without its hash as wrong usage', async () => {
    const { code, stderr } = await adduce(['evidence', 'c1', '--kind', 'dispute', '--ref', 'r'], settings);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--hash/);
  });

  it.each(['moons', 'wx://lights/sec/a1/0', 'c1short'])('refuses %s, which names no claim', async (claim) => {
    expect((await adduce(['ledger', claim], settings)).code).toBe(2);
  });
});
