/** `migrate`, `backup` and `restore` as an operator uses them: beside a running service, killed half way, and pointed at the wrong place. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { EventId } from '../../graph/address.ts';
import { openEmbedded } from '../../graph/embedded/open.ts';
import { closeLog } from '../../graph/log/log-successor.ts';
import { readRange } from '../../graph/store/ranges.ts';
import { jsonLines } from '../engine/documents.ts';
import { runAdduce, runJson, type Settings } from './adduce-process.ts';
import { mintAgent } from './agents.ts';
import { appendEvidence, ask, askRaw, call, postJson } from './caller.ts';
import { Deployment, EMBEDDED } from './deployment.ts';
import { deployFacts, FACTS, ingestDocuments, QUESTIONS, remeasured } from './facts.ts';

const TIMEOUT = { timeout: 120_000 } as const;
const PROGRAM = resolve(import.meta.dirname, '..', '..', 'bin', 'adduce.ts');
const [ARCHES, DIRECTOR, HEIGHT] = QUESTIONS;

interface Moved {
  readonly entries: number;
  readonly copied: number;
  readonly root: string;
  readonly files: readonly string[];
}

let template: Deployment;
let deployment: Deployment;
let settings: Settings;
const data = () => deployment.file('data');

beforeAll(async () => {
  template = await deployFacts(EMBEDDED);
}, TIMEOUT.timeout);
afterAll(() => template[Symbol.asyncDispose]());
beforeEach(async () => {
  deployment = await Deployment.prepare(EMBEDDED);
  await cp(template.file('data'), data(), { recursive: true });
  settings = deployment.settings;
  onTestFinished(() => deployment[Symbol.asyncDispose]());
});

/** The one line on standard error of a command that must fail. */
async function refusal(args: readonly string[], of: Settings = settings): Promise<string> {
  const { code, stderr } = await runAdduce(args, of);
  expect(code).toBeGreaterThan(0);
  const lines = stderr
    .split('\n')
    .filter((line) => line !== '' && !/^(adduce: opening|migrate|verify|restore|backup)/.test(line));
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

const sizeOf = async (folder: string) => {
  await using store = await openEmbedded({ path: folder });
  return (await store.head()).size;
};

async function recordOf(docId: string) {
  await using store = await openEmbedded({ path: data() });
  const [state] = await readRange(store, 'versions', docId, { corpus: FACTS });
  if (state === undefined) throw new Error(`there is no ${docId}`);
  return state.record;
}

async function blobIn(folder: string, hash: string) {
  await using store = await openEmbedded({ path: folder });
  return (await store.blobs([hash]))[0];
}

/** As a restore leaves it that ended before it was verified. */
async function unfinish(folder: string): Promise<void> {
  await using store = await openEmbedded({ path: folder });
  await closeLog(store, (await store.head()).size, 'the backup that is being restored from');
}

describe('adduce migrate', TIMEOUT, () => {
  test('moves a log with its keys, after which ids, receipts and checkpoints are the same there', async () => {
    const service = await deployment.serve();
    const answer = await ask(service.url, { q: ARCHES.q });
    const receipt = await call(`${service.url}/v1/answers/${answer.answer_id}/receipt`);
    const checkpoint = await (await fetch(`${service.url}/v1/log/checkpoint`)).text();
    expect(await service.stop()).toBe(0);

    const target = deployment.file('there');
    const moved = await runJson<Moved>(['migrate', '--from', data(), '--to', target], settings);
    expect(moved).toMatchObject({ entries: await sizeOf(data()), copied: moved.entries });
    const there = await deployment.serve({ ADDUCE_DATA: target });
    expect((await call(`${there.url}/v1/answers/${answer.answer_id}/receipt`)).body).toEqual(receipt.body);
    expect((await ask(there.url, { q: ARCHES.q })).answer_id).toBe(answer.answer_id);
    expect((await (await fetch(`${there.url}/v1/log/checkpoint`)).text()).split('\n')[0]).toBe(
      checkpoint.split('\n')[0],
    );
    expect((await ask(there.url, { q: DIRECTOR.q })).summary).toContain(DIRECTOR.want);
    expect(await runAdduce(['receipt', 'replay'], { ADDUCE_DATA: target })).toMatchObject({ code: 0 });
  });

  test('goes on where kill -9 stopped it', async () => {
    const hills = Array.from({ length: 240 }, (_, n) => ({
      ...remeasured(`survey${n}.example`, '2026-06-01'),
      text: `Mount Number${n} is ${n + 100} metres high. It lies in County${n}. Its summit has ${n} stone steps.`,
    }));
    await ingestDocuments(deployment, 'hills', hills);
    const target = deployment.file('there');
    const args = ['migrate', '--from', data(), '--to', target];
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'exit');
    child.stderr.on('data', (text) => String(text).startsWith('migrate') && child.kill('SIGKILL'));
    expect(await ended).toEqual([null, 'SIGKILL']);
    const begun = await sizeOf(target);
    const size = await sizeOf(data());
    expect(begun).toBeGreaterThan(0);
    expect(begun).toBeLessThan(size);
    const moved = await runJson<Moved>(args, settings);
    expect(moved).toMatchObject({ entries: size, copied: size - begun });
    const verified = await runJson<{ root: string }>(['log', 'verify', '--store', target], settings);
    expect(verified.root).toBe(moved.root);
  });

  test('leaves a source that refuses every write, by a service that still runs too, and can be moved back', async () => {
    const service = await deployment.serve();
    const { claims } = await ask(service.url, { q: ARCHES.q });
    const { token } = await mintAgent(settings);
    const target = deployment.file('there');
    await runJson(['migrate', '--from', data(), '--to', target], settings);
    const dispute = { kind: 'dispute', ref: 'https://late.example/', hash: 'late' } as const;
    await expect(appendEvidence(service.url, claims[0]?.addr ?? '', token, dispute)).rejects.toThrow();
    const late = await askRaw(service.url, { q: DIRECTOR.q });
    expect(late.status).toBe(503);
    expect(JSON.stringify(late.body)).not.toContain(deployment.folder);
    await service.stop();
    for (const command of [
      ['serve'],
      ['ask', DIRECTOR.q],
      ['ingest', template.file('facts.jsonl'), '--corpus', FACTS],
    ]) {
      expect(await refusal(command)).toContain(`the log goes on in ${target}`);
    }
    const third = deployment.file('third');
    expect(await refusal(['migrate', '--from', data(), '--to', third])).toContain(`goes on in ${target}`);
    expect(await refusal(['backup', third])).toContain(`goes on in ${target}`);
    // Notes are signed there, which the folder that it goes back to does not have.
    const there = await deployment.serve({ ADDUCE_DATA: target });
    await ask(there.url, { q: HEIGHT.q });
    expect(await there.stop()).toBe(0);
    await runJson(['migrate', '--from', target, '--to', data()], settings);
    expect(await refusal(['serve'], { ...settings, ADDUCE_DATA: target })).toContain(`goes on in ${data()}`);
    const back = await deployment.serve();
    expect((await ask(back.url, { q: DIRECTOR.q })).summary).toContain(DIRECTOR.want);
  });

  test('refuses, in one line and with nothing written, what it cannot join', async () => {
    const [none, used] = [deployment.file('none'), deployment.file('used')];
    expect(await refusal(['migrate', '--from', none, '--to', used])).toContain('there is no store');
    expect(await readdir(deployment.folder)).not.toContain('none');
    expect(await refusal(['migrate', '--from', 'embedded', '--to', data()])).toContain('the same store');
    await symlink(data(), deployment.file('alias'));
    const alias = ['migrate', '--from', data(), '--to', deployment.file('alias')];
    expect(await refusal(alias)).toContain('the same store');
    expect(await runAdduce(['ask', DIRECTOR.q], settings)).toMatchObject({ code: 0 });
    expect(await refusal(['migrate', '--from', 'embedded'])).toContain('--to');
    await using other = await deployFacts(EMBEDDED);
    await ingestDocuments(other, 'more', [remeasured('other.example', '2026-06-02')]);
    const [before, key] = [
      await sizeOf(other.file('data')),
      await readFile(other.file('data/log.key'), 'utf8'),
    ];
    expect(await refusal(['migrate', '--from', data(), '--to', other.file('data')])).toContain(
      'is there already and is not',
    );
    expect([await sizeOf(other.file('data')), await readFile(other.file('data/log.key'), 'utf8')]).toEqual([
      before,
      key,
    ]);
    const bare = deployment.file('bare');
    await mkdir(bare);
    await cp(other.file('data/graph.sqlite'), join(bare, 'graph.sqlite'));
    expect(await refusal(['migrate', '--from', data(), '--to', bare])).toContain('it is not a copy');
    expect(await readdir(bare)).not.toContain('log.key');
  });
});

describe('adduce backup and restore', TIMEOUT, () => {
  test('bring back every acknowledged append, the history and the keys, from a backup beside a service that writes', async () => {
    const service = await deployment.serve();
    const saved = deployment.file('backup');
    const asked = await postJson(`${service.url}/api/answers`, { q: ARCHES.q });
    expect(asked.status).toBe(200);
    const cookie = asked.headers.getSetCookie().join('; ');
    const { claims } = await ask(service.url, { q: ARCHES.q });
    const { token } = await mintAgent(settings);
    const acknowledged: string[] = [];
    let writes = true;
    const writing = (async () => {
      for (let n = 0; writes; n += 1) {
        const evidence = {
          kind: n % 2 === 0 ? 'dispute' : 'corroborate',
          ref: `https://e.example/${n}`,
          hash: `${n}`,
        } as const;
        const { event_id } = await appendEvidence(service.url, claims[0]?.addr ?? '', token, evidence);
        acknowledged.push(event_id);
      }
    })();
    const first = await runJson<Moved>(['backup', saved], settings);
    const before = [...acknowledged];
    const second = await runJson<Moved>(['backup', saved, '--verify'], settings);
    writes = false;
    await writing;
    expect(second.copied).toBe(second.entries - first.entries);
    expect(second.copied).toBeGreaterThan(0);

    await service.kill();
    await rm(data(), { recursive: true });
    const restored = await runJson<Moved>(['restore', saved], settings);
    expect(restored).toMatchObject({ entries: second.entries, root: second.root });
    await using store = await openEmbedded({ path: data() });
    const events = await store.records('events', before as EventId[]);
    expect(events.filter((one) => one === null)).toEqual([]);
    const again = await deployment.serve();
    expect((await ask(again.url, { q: DIRECTOR.q })).summary).toContain(DIRECTOR.want);
    expect(JSON.stringify((await call(`${again.url}/api/history`, { headers: { cookie } })).body)).toContain(
      ARCHES.q,
    );
    expect(await runAdduce(['receipt', 'replay'], settings)).toMatchObject({ code: 0 });
  });

  test('refuse to restore over anything, and go on after a restore that broke off', async () => {
    const saved = deployment.file('backup');
    // It makes the records.
    await (await deployment.serve()).stop();
    await runJson(['backup', saved], settings);
    await using other = await deployFacts(EMBEDDED);
    expect(await refusal(['restore', saved], other.settings)).toContain('is there already');
    expect(await refusal(['restore', deployment.file('none')])).toContain('there is no backup');
    expect(await refusal(['restore', saved], { ADDUCE_DATA: saved })).toContain('already');
    expect(await refusal(['restore', data()], { ADDUCE_DATA: deployment.file('x') })).toContain(
      'is no backup',
    );
    expect(await refusal(['serve'], { ADDUCE_DATA: saved })).toContain('the store that this is a backup of');
    const [fresh, half] = [deployment.file('fresh'), deployment.file('half')];
    await mkdir(fresh);
    await writeFile(join(fresh, 'bff.sqlite'), 'the history of somebody else');
    expect(await refusal(['restore', join(saved)], { ADDUCE_DATA: fresh })).toContain('is there already');
    expect(await readdir(fresh)).toEqual(['bff.sqlite']);
    expect(await runJson(['restore', saved], { ADDUCE_DATA: half })).toMatchObject({
      copied: await sizeOf(saved),
    });
    expect(await refusal(['restore', saved], { ADDUCE_DATA: half })).toContain('is there already');
    // As an end before the last two files leaves it.
    const last = [join(half, 'front.key'), join(half, 'bff.sqlite')];
    for (const file of last) await rm(file);
    expect(await refusal(['restore', saved], { ADDUCE_DATA: half })).toContain('holds a log already');
    await unfinish(half);
    expect(await refusal(['serve'], { ADDUCE_DATA: half })).toContain('being restored');
    expect(await runJson(['restore', saved], { ADDUCE_DATA: half })).toMatchObject({
      copied: 0,
      files: last,
    });
    const served = await deployment.serve({ ADDUCE_DATA: half });
    expect((await ask(served.url, { q: ARCHES.q })).summary).toContain(ARCHES.want);
  });

  test('sign nothing with an older store than was published, until another log is begun', async () => {
    const service = await deployment.serve();
    const saved = deployment.file('backup');
    await runJson(['backup', saved], settings);
    await ask(service.url, { q: ARCHES.q });
    await ask(service.url, { q: DIRECTOR.q });
    const published = await (await fetch(`${service.url}/v1/log/checkpoint`)).text();
    await service.kill();
    for (const ending of ['', '-wal', '-shm'])
      await rm(join(data(), `graph.sqlite${ending}`), { force: true });
    await rm(join(data(), 'bff.sqlite'));
    await runJson(['restore', saved], settings);
    expect(await refusal(['serve'])).toContain('adduce log reopen');
    await runJson(['log', 'reopen'], settings);
    const again = await deployment.serve();
    const now = await (await fetch(`${again.url}/v1/log/checkpoint`)).text();
    expect(now.split('\n')[0]).not.toBe(published.split('\n')[0]);

    // Without the notes of what was published only its operator knows.
    const elsewhere = { ADDUCE_DATA: deployment.file('elsewhere') };
    await runJson(['restore', saved], elsewhere);
    expect(await refusal(['log', 'reopen'], elsewhere)).toContain('nothing to reopen');
    await runJson(['log', 'reopen', '--force'], elsewhere);
    expect(await runAdduce(['ask', DIRECTOR.q], elsewhere)).toMatchObject({ code: 0 });
  });

  test('leave keys out on request, remove earlier ones, and write them for their owner only else', async () => {
    const saved = deployment.file('backup');
    const keysThere = async () => (await readdir(saved)).filter((name) => name.includes('.key'));
    await runJson(['backup', saved], settings);
    expect(await keysThere()).not.toEqual([]);
    await writeFile(join(saved, 'log.key.new'), 'of a run that broke off');
    await runJson(['backup', saved, '--no-keys'], settings);
    expect(await keysThere()).toEqual([]);
    expect((await stat(saved)).mode & 0o077).toBe(0);
    await runJson(['backup', saved], settings);
    expect((await stat(join(saved, 'log.key'))).mode & 0o077).toBe(0);
    await rm(join(saved, 'log.key'));
    await runJson(['restore', saved], { ADDUCE_DATA: deployment.file('there') });
    expect(await refusal(['serve'], { ADDUCE_DATA: deployment.file('there') })).toContain('ADDUCE_LOG_KEY');
  });

  test('back up into a folder of their own, and never another log over a backup', async () => {
    const strange = deployment.file('strange');
    await mkdir(strange);
    await writeFile(join(strange, 'diary.txt'), 'x');
    expect(await refusal(['backup', strange])).toContain('diary.txt');
    expect(await readdir(strange)).toEqual(['diary.txt']);
    expect(await refusal(['backup', join(strange, 'diary.txt')])).toContain('diary.txt');
    expect(await refusal(['backup', data()])).toContain('is no backup');
    const saved = deployment.file('backup');
    await runJson(['backup', saved], settings);
    await using other = await deployFacts(EMBEDDED);
    await ingestDocuments(other, 'more', [remeasured('other.example', '2026-06-02')]);
    const before = await readFile(join(saved, 'log.key'), 'utf8');
    const names = await readdir(saved);
    expect(await refusal(['backup', saved], other.settings)).toContain(
      'not those that the source begins with',
    );
    expect(await readFile(join(saved, 'log.key'), 'utf8')).toBe(before);
    expect(
      (await readdir(saved)).filter((name) => !names.includes(name) && !name.startsWith('graph')),
    ).toEqual([]);
    expect(await refusal(['backup', saved], { ADDUCE_DATA: deployment.file('none') })).toContain(
      'there is no store',
    );
  });

  test('take no key out of an earlier backup because the settings do not find it', async () => {
    const saved = deployment.file('backup');
    await runJson(['backup', saved], settings);
    const elsewhere = deployment.file('log.key');
    await rename(join(data(), 'log.key'), elsewhere);
    expect(await refusal(['backup', saved])).toContain('ADDUCE_LOG_KEY');
    await rename(join(data(), 'log.notes'), deployment.file('log.notes'));
    expect(await refusal(['backup', saved, '--no-keys'])).toContain('ADDUCE_LOG_NOTES');
    expect(await readFile(join(saved, 'log.key'), 'utf8')).toBe(await readFile(elsewhere, 'utf8'));
    await runJson(['backup', saved], { ...settings, ADDUCE_LOG_KEY: elsewhere });
    expect(await readFile(join(saved, 'log.key'), 'utf8')).toBe(await readFile(elsewhere, 'utf8'));
  });

  test('do not bring back what was redacted after the last backup', async () => {
    const secret = {
      id: 'secret',
      title: 'A letter',
      domain: 'letters.example',
      day: '2026-05-09',
      text: 'The vault of Harrow opens with the number 48213.',
    };
    const file = deployment.file('secret.jsonl');
    await writeFile(file, jsonLines([secret]).bytes);
    await runJson(['ingest', file, '--corpus', FACTS], settings);
    const saved = deployment.file('backup');
    await runJson(['backup', saved], settings);
    const { artefact_id: id, text_hash } = await recordOf('secret');
    expect(await blobIn(saved, text_hash)).not.toBeNull();
    await runJson(['artefact', 'redact', id, '--reason', 'private'], settings);
    await runJson(['backup', saved], settings);
    expect(await blobIn(saved, text_hash)).toBeNull();
    expect(await runAdduce(['log', 'verify', '--store', saved], settings)).toMatchObject({ code: 0 });
  });
});
