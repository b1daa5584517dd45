/** What a body may cost that is made to cost: processor time, whose least of five is no matter of how busy the machine is. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Handle } from '../../../gateway/http/connection.ts';
import { encodeCanonical } from '../../../graph/canonical.ts';
import { FORMATS, openRestFixture, type RestFixture, requestTo } from './rest-fixture.ts';

const MAX_CPU_MS = 100;
const TIMES = 5;

let fixture: RestFixture;
let rest: Handle;
let token: string;
let paths: readonly string[];

beforeAll(async () => {
  fixture = await openRestFixture();
  rest = fixture.rest();
  token = await fixture.mint({ capabilities: ['svc.evidence', 'wiki.annotate', 'wiki.search'] });
  const evidence = `/v1/claims/${encodeURIComponent(await fixture.claim('212'))}/evidence`;
  paths = ['/v1/search', '/v1/agent/handshake', '/v1/annotations', evidence];
});

afterAll(() => fixture[Symbol.asyncDispose]());

function members(count: number, name = 'k'): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, 0]));
}

const zeros = Array<number>(99_000).fill(0);
const one = { ref: 'x', hash: 'x', kind: 'source' };
const BODIES: Readonly<Record<string, unknown>> = {
  '49,000 members': members(49_000),
  '1,024 members': members(1_024),
  'members that are numbers': Object.fromEntries(zeros.slice(0, 49_000).map((_, i) => [i * 7, 0])),
  '48 objects of 1,020 members': Array.from({ length: 48 }, (_, i) => members(1_020, `k${i}_`)),
  '40,000 objects of one member': Array.from({ length: 40_000 }, (_, i) => ({ [`k${i}`]: 0 })),
  '49,000 digests': { known_digests: members(49_000) },
  'evidence that is none': { kind: 'dispute', evidence: zeros },
  'one piece of evidence among what is none': { kind: 'dispute', evidence: [one, ...zeros] },
  '99,000 attestations': { kind: 'dispute', evidence: [one], attestations: zeros },
  '99,000 short texts': zeros.map((_, i) => `${i}`),
  'a text of a megabyte': { q: 'x'.repeat(1_000_000) },
  'a text of a megabyte of escapes': { q: '\u0001'.repeat(170_000) },
};

async function leastCost(path: string, body: Buffer, format: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TIMES; i += 1) {
    const headers = { 'content-type': `application/${format}` };
    const request = requestTo(path, { method: 'POST', body, token, headers });
    const before = process.cpuUsage();
    const { status } = await rest(request);
    const { user, system } = process.cpuUsage(before);
    expect([400, 403]).toContain(status);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

it.each(Object.keys(BODIES))(
  '%s cost less than 100 ms in either format, wherever they are sent',
  async (what) => {
    const value = BODIES[what];
    for (const format of FORMATS) {
      const body = Buffer.from(format === 'json' ? JSON.stringify(value) : encodeCanonical(value));
      for (const path of paths) expect(await leastCost(path, body, format), path).toBeLessThan(MAX_CPU_MS);
    }
  },
);
