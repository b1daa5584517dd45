/** A service whose store takes no writes for a while: it says so, refuses them in time, reads, and goes on by itself. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { healthzResponse } from '../../gateway/wire/healthz.ts';
import { holdLock } from '../setup/hold-lock.ts';
import { SmallDisk, whyNoSmallDisk } from '../setup/small-disk.ts';
import type { Service } from './adduce-process.ts';
import { ask, askRaw, call, errorOf, postJson } from './caller.ts';
import { Deployment, EMBEDDED } from './deployment.ts';
import { deployFacts, ingestFacts, QUESTIONS } from './facts.ts';
import { SLOW } from './slow.ts';

const MB = 1024 * 1024;
/** A client gives up after 5 s; the rest is for its network. */
const IN_TIME_MS = 4_500;
/** Of a health check beside requests that wait, on a loaded machine; a blocked thread would need seconds. */
const HEALTH_MS = 2_000;
const FILE = 'graph.sqlite';

const health = async ({ url }: Service) => {
  const { status, body } = await call(`${url}/healthz`);
  return { http: status, ...healthzResponse.parse(body) };
};
const mint = ({ url }: Service) => postJson(`${url}/v1/keys`, {});
const search = async ({ url }: Service) => (await call(`${url}/v1/search?q=viaduct`)).status;

async function timed<T>(work: Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const began = performance.now();
  return { value: await work, ms: performance.now() - began };
}

describe('a service whose store another process holds', SLOW, () => {
  let deployment: Deployment;
  let service: Service;
  beforeAll(async () => {
    deployment = await deployFacts(EMBEDDED);
    service = await deployment.serve();
  }, SLOW.timeout);
  afterAll(() => deployment[Symbol.asyncDispose]());

  test('answers what must be written with 503 before a client gives up, and takes the same afterwards', async () => {
    await ask(service.url, { q: QUESTIONS[0].q });
    const question = { q: QUESTIONS[1].q };
    const checks: number[] = [];
    {
      await using _ = await holdLock(join(deployment.file('data'), FILE));
      let done = false;
      const checking = (async () => {
        while (!done) {
          checks.push((await timed(health(service))).ms);
          await sleep(20);
        }
      })();
      // Later ones come while earlier ones wait.
      const calls = Array.from({ length: 12 }, async (_, n) => {
        await sleep(n * 250);
        return timed(n % 2 === 0 ? askRaw(service.url, question) : mint(service));
      });
      const replies = await Promise.all(calls);
      done = true;
      await checking;
      for (const { value, ms } of replies) {
        expect(value.status).toBe(503);
        expect(errorOf(value.body).reason).toBe('upstream:unavailable');
        expect(value.headers.get('retry-after')).toBe('1');
        expect(ms).toBeLessThan(IN_TIME_MS);
      }
      expect(await search(service)).toBe(200);
      expect(await health(service)).toMatchObject({ http: 200, ok: false, status: 503, refuses: ['writes'] });
    }
    expect(checks.length).toBeGreaterThan(20);
    expect(Math.max(...checks)).toBeLessThan(HEALTH_MS);
    expect((await askRaw(service.url, question)).status).toBe(200);
    expect((await mint(service)).status).toBe(201);
    expect(await health(service)).toMatchObject({ http: 200, ok: true, status: 200, refuses: [] });
  });
});

const reason = whyNoSmallDisk();

describe.skipIf(reason !== null)(
  `a service on a full disk${reason === null ? '' : ` (${reason})`}`,
  SLOW,
  () => {
    let disk: SmallDisk;
    let deployment: Deployment;
    let service: Service;
    beforeAll(async () => {
      disk = await SmallDisk.mount(64 * MB);
      deployment = await Deployment.prepare({ ...EMBEDDED, empty: async () => undefined });
      const data = join(disk.folder, 'data');
      await mkdir(data);
      const settings = { ...deployment.settings, ADDUCE_DATA: data };
      Object.assign(deployment, { settings });
      await ingestFacts(deployment);
      service = await deployment.serve();
    }, SLOW.timeout);
    afterAll(async () => {
      await deployment[Symbol.asyncDispose]();
      await disk[Symbol.asyncDispose]();
    });

    async function writeUntilRefused(): Promise<number> {
      for (let n = 0; n < 5_000; n += 1) {
        const { status, body } = await mint(service);
        if (status === 201) continue;
        expect(status).toBe(503);
        expect(errorOf(body).reason).toBe('upstream:unavailable');
        return n;
      }
      throw new Error('the disk was never full');
    }

    test('refuses writes, says so, reads, and writes again by itself once there is room', async () => {
      expect(await health(service)).toMatchObject({ ok: true });
      for (let round = 0; round < 2; round += 1) {
        await disk.fill();
        await writeUntilRefused();
        const said = await health(service);
        expect(said).toMatchObject({ http: 200, ok: false, status: 503, refuses: ['writes'] });
        expect(said.refused_because).toContain('full');
        expect(await search(service)).toBe(200);
        await disk.clear();
        await expect.poll(async () => (await health(service)).ok).toBe(true);
        expect((await mint(service)).status).toBe(201);
        await ask(service.url, { q: QUESTIONS[round]?.q ?? '' });
      }
    });
  },
);
