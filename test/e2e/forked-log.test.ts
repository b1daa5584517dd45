/** Somebody changes the store while the service is down: the log's key signs one history, and a start says why it refuses. */
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { healthzResponse } from '../../gateway/wire/healthz.ts';
import { checkpointResponse } from '../../gateway/wire/log.ts';
import { openEmbedded } from '../../graph/embedded/open.ts';
import { LogWriter } from '../../graph/log/writer.ts';
import { runAdduce } from './adduce-process.ts';
import { mintAgent } from './agents.ts';
import { appendEvidence, ask, call } from './caller.ts';
import { type Deployment, EMBEDDED } from './deployment.ts';
import { deployFacts, QUESTIONS } from './facts.ts';
import { SLOW } from './slow.ts';

const DATABASE_FILES = ['graph.sqlite', 'graph.sqlite-wal', 'graph.sqlite-shm'];

describe('a service whose store was changed after kill -9', SLOW, () => {
  let deployment: Deployment;
  /** Size and origin of the tree whose note was published last. */
  let published: { readonly size: number; readonly origin: string };
  const data = (name: string) => deployment.file(`data/${name}`);

  beforeAll(async () => {
    deployment = await deployFacts(EMBEDDED);
    const service = await deployment.serve();
    await ask(service.url, { q: QUESTIONS[1].q });
    expect(await service.stop()).toBe(0);
    await cp(data('graph.sqlite'), deployment.file('yesterday'));
    const again = await deployment.serve();
    const { token } = await mintAgent(deployment.settings);
    const { claims } = await ask(again.url, { q: QUESTIONS[0].q });
    for (let n = 0; n < 12; n += 1) {
      await appendEvidence(again.url, claims[0]?.addr ?? '', token, {
        kind: n % 2 === 0 ? 'dispute' : 'corroborate',
        ref: `${n}`,
        hash: `${n}`,
      });
    }
    published = await checkpointOf(again.url);
    await again.kill();
    await cp(deployment.file('data'), deployment.file('whole'), { recursive: true });
  }, SLOW.timeout);
  afterAll(() => deployment[Symbol.asyncDispose]());

  beforeEach(async () => {
    await rm(deployment.file('data'), { recursive: true });
    await cp(deployment.file('whole'), deployment.file('data'), { recursive: true });
  });

  /** The one line on standard error that says why the start was refused. */
  async function refusal(): Promise<string> {
    const { code, stdout, stderr } = await runAdduce(['serve'], deployment.settings);
    expect(code).toBeGreaterThan(0);
    expect(stdout).not.toContain('listening');
    const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('adduce: closing'));
    expect(lines).toHaveLength(1);
    return lines[0] ?? '';
  }

  /** Writes to the database as its owner could, and leaves a head that fits the entries. */
  function change(sql: (size: number) => string): void {
    using database = new DatabaseSync(data('graph.sqlite'));
    const { size } = database.prepare('SELECT size FROM head').get() as { size: number };
    database.exec(sql(size));
  }

  function cutTo(database: DatabaseSync, size: number): void {
    const node = database.prepare(
      'SELECT lower(hex(hash)) AS hash FROM merkle_nodes WHERE level = ? AND idx = ?',
    );
    const frontier: unknown[] = [];
    for (let level = 30, start = 0; level >= 0; level -= 1) {
      if (size - start < 2 ** level) continue;
      frontier.push((node.get(level, start / 2 ** level) as { hash: string }).hash);
      start += 2 ** level;
    }
    database.exec(`DELETE FROM entries WHERE seq >= ${size}`);
    database.prepare('UPDATE head SET size = ?, frontier = ?').run(size, JSON.stringify(frontier));
  }

  test('goes on where nothing was changed', async () => {
    const service = await deployment.serve();
    expect(await checkpointOf(service.url)).toMatchObject({ origin: published.origin });
    expect(await service.stop()).toBe(0);
  });

  test('is refused without the ten newest entries, also where the store forgets that it ever signed', async () => {
    for (const forget of ['', "DELETE FROM notes WHERE name LIKE 'log.%'"]) {
      using database = new DatabaseSync(data('graph.sqlite'));
      const { size } = database.prepare('SELECT size FROM head').get() as { size: number };
      cutTo(database, size - 10);
      database.exec(forget);
      database.close();
      const said = await refusal();
      expect(said).toContain(`a tree of ${published.size} was signed`);
      expect(said).toMatch(/the log holds \d+ entries/);
      expect(said).toContain('adduce log reopen');
    }
  });

  test('is refused where a signed entry was written anew', async () => {
    change((size) => `UPDATE entries SET bytes = x'a0' WHERE seq = ${size - 1}`);
    expect(await refusal()).toMatch(/entry \d+ does not match its bytes/);
  });

  test('is refused over the database of yesterday, and signs nothing for the commands either', async () => {
    for (const name of DATABASE_FILES) await rm(data(name), { force: true });
    await cp(deployment.file('yesterday'), data('graph.sqlite'));
    expect(await refusal()).toContain(`a tree of ${published.size} was signed`);
    const { code, stderr } = await runAdduce(['ask', QUESTIONS[0].q], deployment.settings);
    expect([code, stderr]).toEqual([3, expect.stringContaining(`a tree of ${published.size} was signed`)]);
  });

  test('is refused over an empty store', async () => {
    for (const name of DATABASE_FILES) await rm(data(name), { force: true });
    expect(await refusal()).toContain(`the log holds 0 entries, and a tree of ${published.size} was signed`);
  });

  test.each([
    ['gone', async (file: string) => rename(file, `${file}.away`), /no signed note/],
    ['empty', async (file: string) => writeFile(file, ''), /no signed note/],
    [
      'damaged',
      async (file: string) => {
        const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
        await writeFile(file, `${lines.slice(0, -1).join('\n')}\n${lines.at(-1)?.replace(/\d/, 'f')}0\n`);
      },
      /is damaged: its last line/,
    ],
    [
      'cut back to its first line',
      async (file: string) => writeFile(file, `${(await readFile(file, 'utf8')).split('\n')[0]}\n`),
      /the notes end at a tree of 0 entries/,
    ],
  ])('is refused where the file of notes is %s', async (_how, harm, why) => {
    await harm(data('log.notes'));
    expect(await refusal()).toMatch(why);
  });

  test('forgets a note that a crash has torn, which nobody was given', async () => {
    const file = data('log.notes');
    await writeFile(file, `${await readFile(file, 'utf8')}0123456789abcdef "adduce/lo`);
    const service = await deployment.serve();
    expect(await service.stop()).toBe(0);
  });

  test('begins another log over the database of yesterday once its operator says so', async () => {
    expect((await runAdduce(['log', 'reopen'], deployment.settings)).code).toBe(2);
    for (const name of DATABASE_FILES) await rm(data(name), { force: true });
    await cp(deployment.file('yesterday'), data('graph.sqlite'));
    expect(await runAdduce(['log', 'reopen'], deployment.settings)).toMatchObject({ code: 0 });
    await runAdduce(['log', 'forget'], deployment.settings);
    const service = await deployment.serve();
    const { origin } = await checkpointOf(service.url);
    expect(origin.startsWith(`${published.origin}/`)).toBe(true);
    const { answer_id } = await ask(service.url, { q: QUESTIONS[0].q });
    const { status } = await call(`${service.url}/v1/answers/${answer_id}/receipt`);
    expect(status).toBe(200);
    expect(await service.stop()).toBe(0);
    const verified = await runAdduce(['log', 'verify'], deployment.settings);
    expect(verified).toMatchObject({ code: 0 });
    await (await deployment.serve()).stop();
    // The old store belongs to another log now.
    for (const name of DATABASE_FILES) await rm(data(name), { force: true });
    await cp(deployment.file('whole/graph.sqlite'), data('graph.sqlite'));
    await cp(deployment.file('whole/graph.sqlite-wal'), data('graph.sqlite-wal'));
    expect(await refusal()).toContain(`the log is ${published.origin}`);
  });

  test('is adopted by a further machine, which then refuses as the first one does', async () => {
    await rm(data('log.notes'));
    expect((await runAdduce(['log', 'adopt'], deployment.settings)).code).toBe(0);
    expect((await runAdduce(['log', 'adopt'], deployment.settings)).code).toBe(2);
    await (await deployment.serve()).stop();
    for (const name of DATABASE_FILES) await rm(data(name), { force: true });
    await cp(deployment.file('yesterday'), data('graph.sqlite'));
    expect(await refusal()).toContain('was signed');
  });
});

describe('a service whose log is damaged where a start does not look', SLOW, () => {
  test('starts, finds the entry beside requests, and says so', async () => {
    await using deployment = await deployFacts(EMBEDDED);
    await grow(deployment.file('data'), 6_000);
    const service = await deployment.serve();
    expect(await healthOf(service.url)).toMatchObject({ ok: true, log_damage: null });
    expect(await service.stop()).toBe(0);
    using database = new DatabaseSync(deployment.file('data/graph.sqlite'));
    database.exec(`UPDATE entries SET bytes = x'a0' WHERE seq = 3`);
    database.close();
    const again = await deployment.serve();
    await expect
      .poll(() => healthOf(again.url))
      .toMatchObject({
        ok: false,
        status: 503,
        refuses: [],
        log_damage: 'entry 3 does not match its bytes',
      });
    expect(await readFile(deployment.file('data/service.log'), 'utf8')).toContain('entry 3 does not match');
    expect(await again.stop()).toBe(0);
  });
});

async function grow(path: string, count: number): Promise<void> {
  await using store = await openEmbedded({ path });
  await new LogWriter(store, () => new Date().toISOString()).append(async () => ({
    entries: Array.from({ length: count }, (_, n) => ({
      corpus: null,
      tenant: null,
      effectiveAt: null,
      body: { type: 'key.revoked', key_id: `tk_${n}` } as const,
    })),
    result: () => undefined,
  }));
}

async function healthOf(url: string): Promise<unknown> {
  const { status, body } = await call(`${url}/healthz`);
  expect(status).toBe(200);
  return healthzResponse.parse(body);
}

async function checkpointOf(url: string): Promise<{ readonly origin: string; readonly size: number }> {
  const { status, body } = await call(`${url}/v1/log/checkpoint`, {
    headers: { accept: 'application/json' },
  });
  expect(status).toBe(200);
  return checkpointResponse.parse(body).checkpoint;
}
