/** Bad input of every kind, over a socket: an envelope with a 4xx in good time, nothing stored, and the service goes on. */
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorResponse } from '../../gateway/wire/error.ts';
import { runJson, type Service } from './adduce-process.ts';
import type { Agent } from './agents.ts';
import { type BadRequest, badRequests } from './bad-requests.ts';
import { ask, call } from './caller.ts';
import { type Deployment, EMBEDDED } from './deployment.ts';
import { deployFacts, QUESTIONS } from './facts.ts';
import { SLOW } from './slow.ts';

/** Of half of them; a single one may meet a busy machine. */
const MAX_MEDIAN_MS = 100;
const MAX_MS = 5_000;

interface Met {
  readonly what: string;
  readonly ms: number;
  /** Null for an envelope with a 4xx. */
  readonly fault: string | null;
}

describe('bad input', SLOW, () => {
  let deployment: Deployment;
  let service: Service;
  let requests: readonly BadRequest[];
  beforeAll(async () => {
    deployment = await deployFacts(EMBEDDED);
    service = await deployment.serve();
    const { claims } = await ask(service.url, { q: QUESTIONS[0].q });
    const [claim] = claims;
    if (claim === undefined) throw new Error('the corpus answers nothing');
    const caps = ['svc.evidence', 'wiki.annotate', 'wiki.annotations'].flatMap((cap) => ['--cap', cap]);
    const { token } = await runJson<Agent>(['keys', 'mint', ...caps], deployment.settings);
    requests = badRequests({ token, claim: claim.addr.replace(/^.*\//, '') });
  }, SLOW.timeout);
  afterAll(() => deployment[Symbol.asyncDispose]());

  test('gets an envelope with a 4xx in good time, and leaves nothing behind', async () => {
    const before = await logSize(service);
    const met: Met[] = [];
    for (const request of requests) met.push(await meet(service, request));
    expect(met.filter(({ fault }) => fault !== null)).toEqual([]);
    const times = met.map(({ ms }) => ms).toSorted((a, b) => a - b);
    expect(times[times.length >> 1]).toBeLessThan(MAX_MEDIAN_MS);
    expect(met.filter(({ ms }) => ms > MAX_MS)).toEqual([]);
    expect(await logSize(service)).toBe(before);
    expect(await call(`${service.url}/healthz`)).toMatchObject({ status: 200, body: { ok: true } });
  });

  test('does no more harm when it comes all at once', async () => {
    const before = await logSize(service);
    const met = await Promise.all(requests.slice(0, 200).map((request) => meet(service, request)));
    expect(met.filter(({ fault }) => fault !== null)).toEqual([]);
    expect(await logSize(service)).toBe(before);
  });

  test('is no fault of the service, and its log has a line of each', async () => {
    expect(await service.stop()).toBe(0);
    const log = await readFile(deployment.file('data/service.log'), 'utf8');
    const lines = log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const refused = lines.filter(({ msg, status }) => msg === 'request' && status >= 400);
    expect(refused.length).toBeGreaterThanOrEqual(requests.length);
    expect(refused.filter(({ reason }) => reason === undefined)).toEqual([]);
    expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
    expect(log).not.toContain('rcx1.');
  });
});

async function logSize({ url }: Service): Promise<unknown> {
  const { body } = await call(`${url}/v1/stats`);
  return (body as { log: { size: number } }).log.size;
}

/** Sends it over a connection of its own and reads until the server ends that. */
async function meet({ port }: Service, { what, bytes }: BadRequest): Promise<Met> {
  const started = performance.now();
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(bytes);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of socket) chunks.push(chunk);
  } catch {
    // A connection that is cut after the reply has been read whole is as good as one that ends.
  }
  const ms = performance.now() - started;
  return { what, ms, fault: faultOf(Buffer.concat(chunks).toString()) };
}

function faultOf(reply: string): string | null {
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(reply)?.[1]);
  if (!(status >= 400 && status < 500)) return reply.slice(0, 300) || 'no reply';
  try {
    const { error } = errorResponse.parse(JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4)));
    return error.status === status ? null : `${status} says ${error.status}`;
  } catch (fault) {
    return `${status}: ${String(fault).slice(0, 300)}`;
  }
}
