import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openServiceLog, type ServiceLog } from '../../../../bin/cli/serve/service-log.ts';
import { eventually } from '../../../eventually.ts';

/** For which a line waits for others. */
const SHARED_MS = 250;
const RECORD = {
  method: 'GET',
  route: '/v1/search',
  status: 200,
  trace: 't-1',
  reason: null,
  tokenId: null,
  keyId: null,
  ms: 1.5,
  bytes: 400,
};

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-log-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function lines(): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(folder, 'service.log'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('the line of a request', () => {
  it('has its known members and leaves out the absent ones', async () => {
    const log = await openServiceLog(folder);
    log.logExchange(RECORD);
    log.logExchange({ ...RECORD, status: 403, reason: 'denied:token_revoked', tokenId: 'tk_a' });
    log.logExchange({ ...RECORD, status: 503, reason: 'upstream:unavailable', keyId: 'ak_a' });
    log.flush();
    // A line that was being written when the rest was flushed comes behind it.
    await eventually(async () => expect(await lines()).toHaveLength(3));
    const written = await lines();
    const [read, refused, failed] = [200, 403, 503].map((status) =>
      written.find((one) => one.status === status),
    );
    const { time, pid, ...rest } = read ?? {};
    expect(rest).toEqual({
      level: 30,
      msg: 'request',
      method: 'GET',
      route: '/v1/search',
      status: 200,
      trace: 't-1',
      ms: 1.5,
      bytes: 400,
    });
    expect([time, pid]).toEqual([expect.any(Number), process.pid]);
    expect(refused).toMatchObject({ level: 30, reason: 'denied:token_revoked', token_id: 'tk_a' });
    expect(failed).toMatchObject({ level: 40, reason: 'upstream:unavailable', key_id: 'ak_a' });
  });
});

describe('lines of the log', () => {
  /** What lines wait for others is a timer, which no clock moves here. */
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  /** Waits for the disk, and moves no timer as `vi.waitFor` would. */
  async function written(count: number): Promise<void> {
    while ((await lines()).length < count) await pause(5);
  }

  it('share a write, which comes by itself soon', async () => {
    const log = await openServiceLog(folder);
    for (let i = 0; i < 3; i += 1) log.logExchange({ ...RECORD, bytes: i });
    vi.advanceTimersByTime(SHARED_MS - 1);
    await pause(SHARED_MS);
    expect(await lines()).toEqual([]);
    vi.advanceTimersByTime(1);
    await written(3);
    log.logExchange({ ...RECORD, bytes: 3 });
    vi.advanceTimersByTime(SHARED_MS);
    await written(4);
    expect((await lines()).map(({ bytes }) => bytes)).toEqual([0, 1, 2, 3]);
  });

  it.each([
    ['a request that the service failed', ({ logExchange }) => logExchange({ ...RECORD, status: 500 })],
    ['a fault', ({ logger }) => logger.error(new Error('broken'))],
  ] satisfies [string, (log: Awaited<ReturnType<typeof openServiceLog>>) => void][])(
    'are written at once, with those before it, at %s',
    async (_, fail) => {
      const log = await openServiceLog(folder);
      log.logExchange(RECORD);
      fail(log);
      await written(2);
    },
  );
});

describe('a line that comes while others are being written', () => {
  /** Enough for a write, which is under way when the next line comes. */
  const MANY = 40;
  const writing = ({ logExchange }: ServiceLog) => {
    for (let i = 0; i < MANY; i += 1) logExchange({ ...RECORD, bytes: i });
  };

  it.each([
    ['a fault', ({ logger }) => logger.error(new Error('broken'))],
    ['a request', ({ logExchange }) => logExchange({ ...RECORD, bytes: MANY })],
  ] satisfies [string, (log: ServiceLog) => void][])('is written without another one: %s', async (_, add) => {
    const log = await openServiceLog(folder);
    writing(log);
    add(log);
    await eventually(async () => expect(await lines()).toHaveLength(MANY + 1));
  });

  it('is written where the file is rotated meanwhile', async () => {
    const log = await openServiceLog(folder, 4_000);
    writing(log);
    log.logger.error(new Error('broken'));
    await eventually(async () => expect((await lines()).at(-1)).toMatchObject({ level: 50 }));
    expect(await readdir(folder)).toHaveLength(2);
  });
});

describe('the file', () => {
  const MAX = 10_000;

  it('is rotated while the service runs, and the new file continues it', async () => {
    const log = await openServiceLog(folder, MAX);
    const count = 200;
    /** The older file first. */
    const written = async () => {
      const names = (await readdir(folder)).toSorted().reverse();
      return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('');
    };
    for (let i = 0; i < count; i += 1) {
      log.logExchange({ ...RECORD, bytes: i });
      // What is logged before a write is over comes in one piece with it.
      if (i % 20 === 0) await eventually(async () => expect(await written()).toMatch(`"bytes":${i},`));
    }
    await eventually(async () => expect((await lines()).at(-1)).toMatchObject({ bytes: count - 1 }));
    expect((await readdir(folder)).toSorted()).toEqual(['service.log', 'service.log.1']);
    const older = await readFile(join(folder, 'service.log.1'), 'utf8');
    const { bytes: last } = JSON.parse(older.trimEnd().split('\n').at(-1) ?? '');
    expect((await lines())[0]).toMatchObject({ bytes: last + 1 });
    expect(older.length).toBeLessThan(2 * MAX);
  });

  it.each([
    ['makes way at a start from its bound on', MAX, true],
    ['is gone on with below it', MAX - 1, false],
  ])('%s', async (_, size, isMoved) => {
    await writeFile(join(folder, 'service.log'), 'x'.repeat(size));
    const log = await openServiceLog(folder, MAX);
    log.flush();
    expect((await readdir(folder)).includes('service.log.1')).toBe(isMoved);
  });

  it('that cannot be rotated goes on growing and reports the fault', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const log = await openServiceLog(folder, MAX);
    await mkdir(join(folder, 'service.log.1', 'full'), { recursive: true });
    for (let i = 0; i < 100; i += 1) log.logExchange({ ...RECORD, bytes: i });
    await eventually(async () => expect(await lines()).toHaveLength(100));
    expect(String(said.mock.calls[0]?.[0])).toContain('service.log');
    said.mockRestore();
  });

  it('that cannot be opened ends nothing', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await mkdir(join(folder, 'service.log'));
    const log = await openServiceLog(folder, MAX);
    log.logExchange(RECORD);
    log.flush();
    expect(String(said.mock.calls[0]?.[0])).toContain('EISDIR');
    said.mockRestore();
  });
});
