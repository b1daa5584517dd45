/** Links to exported files in hostile hands, and files that are broken off. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { attenuateToken } from '../../../../engine/keys/token-chain.ts';
import type { GraphqlConfig } from '../../../../gateway/graphql/config.ts';
import { createGraphql, type Graphql } from '../../../../gateway/graphql/create-graphql.ts';
import { LINK_LIFE_MS, MAX_LINK_LENGTH } from '../../../../gateway/graphql/export/export-link.ts';
import {
  MOST_AT_ONCE,
  MOST_OF_CALLER,
  OpenExports,
} from '../../../../gateway/graphql/export/open-exports.ts';
import { EXPORT_REQUESTS, serveExport } from '../../../../gateway/graphql/export/serve-export.ts';
import { SessionWatch } from '../../../../gateway/graphql/session/session-watch.ts';
import { IN_PROCESS } from '../../../../gateway/http/connection.ts';
import { serve } from '../../../../gateway/http/node-http.ts';
import { createSurface } from '../../../../gateway/operations/surface.ts';
import { addMilliseconds } from '../../../../graph/time.ts';
import type { OpenedStore } from '../../../conformance/graph-store/harness.ts';
import { send } from '../../../conformance/graphql-as-of/world.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { openEmptyEmbedded } from '../../../engine/open-stores.ts';
import { createTestEngine, TestClock } from '../../../engine/test-engine.ts';
import { eventually } from '../../../eventually.ts';
import { graphqlConfig } from '../graphql-config.ts';

const MOONS = 320;
const SECRET = 'Neptune has 14 moons.';

let opened: OpenedStore;
let engine: Engine;
let clock: TestClock;
let graphql: Graphql;
let now: string;
const faults: unknown[] = [];

beforeAll(async () => {
  opened = await openEmptyEmbedded();
  clock = new TestClock();
  now = clock.now();
  engine = createTestEngine(opened.store, clock);
  const text = Array.from({ length: MOONS }, (_, index) => `Planet${index} has ${index + 2} moons.`).join(
    ' ',
  );
  await ingestInto(engine, 'sky', [jsonLines([{ id: 'a', text, domain: 'a.example', day: '2024-01-01' }])]);
  await ingestInto(engine, 'secret', [
    jsonLines([{ id: 'b', text: SECRET, domain: 'b.example', day: '2024-01-01' }]),
  ]);
  graphql = graphqlOf();
});
afterAll(async () => {
  await opened.dispose();
  expect(faults).toEqual([]);
});

function graphqlOf(parts: Partial<GraphqlConfig> = {}): Graphql {
  const onFault = (fault: unknown) => faults.push(fault);
  return createGraphql({ engine, config: graphqlConfig({ engineAuth: 'required', onFault, ...parts }) });
}

const CLAIMS = 'claims(corpus: "sky")';

async function asked(list: string, headers: object, by = graphql) {
  const { data, errors } = await send(by, `{ list: ${list} { export { url expiresAt } } }`, {}, headers);
  return { link: data?.list?.export ?? null, code: errors?.[0]?.extensions?.code ?? null };
}

async function linkOf(list: string, headers: object, by = graphql): Promise<string> {
  const { link, code } = await asked(list, headers, by);
  expect(code).toBeNull();
  return link.url;
}

function get(url: string, by = graphql, init: RequestInit = {}, remoteAddress: string | null = null) {
  return by.handle(new Request(`http://localhost${url}`, init), { ...IN_PROCESS, remoteAddress });
}

async function codeOf(response: Response) {
  const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
  return [response.status, errors[0]?.extensions.code];
}

async function keyOf(org: string) {
  const { key, key_id } = await engine.keys.mintKey(org);
  return { id: key_id, headers: { authorization: `Bearer ${key}` } };
}

async function tokenOf(narrowed: Parameters<typeof attenuateToken>[1] = {}, ttl = 'P1D') {
  const minted = await engine.keys.mintToken({ capabilities: [], standing: null, ttl, actor: null });
  if (!minted.ok) throw new Error(minted.refusal.message);
  const { token, token_id } = minted.value;
  return { id: token_id, headers: { authorization: `Bearer ${attenuateToken(token, narrowed)}` } };
}

describe('a link to an exported file', () => {
  it('opens until it expires, and not at that instant', async () => {
    const { headers } = await keyOf('acme');
    const { link } = await asked(CLAIMS, headers);
    expect(link.expiresAt).toBe(addMilliseconds(now, LINK_LIFE_MS));
    try {
      clock.set(addMilliseconds(link.expiresAt, -1));
      expect((await get(link.url, graphql, { method: 'HEAD' })).status).toBe(200);
      clock.set(link.expiresAt);
      expect(await codeOf(await get(link.url))).toEqual([403, 'denied:token_expired']);
    } finally {
      clock.set(now);
    }
  });

  it('ends with the token that it was asked for with', async () => {
    const { headers } = await tokenOf({}, 'PT5M');
    const { link } = await asked(CLAIMS, headers);
    expect(link.expiresAt).toBe(addMilliseconds(now, 5 * 60_000));
  });

  it('opens nothing once a single bit of it is another, nor as a part of itself', async () => {
    const { headers } = await keyOf('acme');
    const [path = ''] = (await linkOf(CLAIMS, headers)).split('?');
    const text = path.slice('/graphql/exports/'.length);
    const [version, payload = '', mac] = text.split('.');
    const facts = Buffer.from(payload, 'base64url').toString();
    const widened = Buffer.from(facts.replace('"sky"', '"secret"')).toString('base64url');
    const later = Buffer.from(facts.replace('"expiresAt":"2026', '"expiresAt":"2099')).toString('base64url');
    const forged = [
      ...[widened, later].map((one) => `${version}.${one}.${mac}`),
      ...Array.from({ length: text.length }, (_, at) => flipped(text, at)),
      ...[text.slice(0, -1), `${text}A`, `${text}=`, `${text}.`, `.${text}`, `${version}.${payload}.`, ''],
      ...[`${version}..${mac}`, 'v1.e30.', 'v1.bnVsbA.bnVsbA', 'x'.repeat(MAX_LINK_LENGTH + 1), '%00', '%'],
      `${text}/`,
    ];
    for (const one of forged) {
      const response = await get(`/graphql/exports/${one}`);
      expect([one, ...(await codeOf(response))]).toEqual([one, 403, 'denied:token_invalid']);
    }
  });

  it('is not what the same key signs for another purpose', async () => {
    const { headers } = await keyOf('acme');
    const [, payload = ''] = (await linkOf(CLAIMS, headers)).split('.');
    const facts = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const { texts } = engine.keys;
    expect((await get(`/graphql/exports/${texts.sign('export 2', facts)}`)).status).toBe(200);
    for (const purpose of ['', 'export', 'export 1', 'export 3', 'export 2\n']) {
      const response = await get(`/graphql/exports/${texts.sign(purpose, facts)}`);
      expect(await codeOf(response)).toEqual([403, 'denied:token_invalid']);
    }
  });

  it('ends with its engine key, and with any block of its token', async () => {
    const key = await keyOf('acme');
    const token = await tokenOf({ corpora: ['sky'] });
    for (const { id, headers } of [key, token]) {
      const url = await linkOf(CLAIMS, headers);
      expect((await get(url, graphql, { method: 'HEAD' })).status).toBe(200);
      expect(await engine.keys.revoke(id)).toBe(true);
      await eventually(async () => expect((await get(url, graphql, { method: 'HEAD' })).status).toBe(403));
      expect(await codeOf(await get(url))).toEqual([403, 'denied:token_revoked']);
    }
  });

  it('shows no more than its maker sees: not another corpus, nor another address', async () => {
    const { headers } = await tokenOf({ corpora: ['sky'] });
    expect((await asked('claims(corpus: "secret")', headers)).code).toBe('denied:corpus_forbidden');
    const whole = await (await get(await linkOf(CLAIMS, headers))).text();
    expect(whole).not.toContain('Neptune');
    const [first] = whole.split('\n').map((line) => JSON.parse(line || '{}').addr);
    const narrow = await tokenOf({ prefixes: [first] });
    for (const format of ['ndjson', 'graphml']) {
      const url = (await linkOf(CLAIMS, narrow.headers)).replace('ndjson', format);
      const text = await (await get(url)).text();
      expect(text.match(/wx:\/\/sky\/claim\/[a-z0-9]+/g)).toEqual([first]);
    }
    const around = await linkOf(`neighbourhood(of: "${first}", depth: 3)`, narrow.headers);
    const nodes = (await (await get(around)).text()).match(/"addr":"[^"]+"/g);
    expect(nodes).toEqual([`"addr":"${first}"`]);
  });

  it('refuses formats that there are not, and methods that write', async () => {
    const { headers } = await keyOf('acme');
    const [path = ''] = (await linkOf(CLAIMS, headers)).split('?');
    for (const format of ['xlsx', 'CSV', '', 'constructor', '__proto__', 'csv%20', 'csv;x']) {
      const response = await get(`${path}?format=${format}`);
      expect([format, ...(await codeOf(response))]).toEqual([format, 400, 'invalid:query']);
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await get(path, graphql, { method });
      expect(response.headers.get('allow')).toBe('GET, HEAD');
      expect(await codeOf(response)).toEqual([405, 'invalid:method']);
    }
  });

  it('is refused for a filter that is longer than an address, and given for one that is as long', async () => {
    const { headers } = await keyOf('acme');
    const texts = [
      'text',
      'subject',
      'entity',
      'attribute',
      'dimension',
      'cluster',
      'licence',
      'domain',
      'publisher',
    ];
    const filterOf = (length: number) => texts.map((name) => `${name}: "${'é'.repeat(length)}"`).join(', ');
    const long = await asked(`claims(corpus: "sky", filter: {${filterOf(512)}})`, headers);
    expect(long).toEqual({ link: null, code: 'invalid:query' });
    const short = await linkOf(`claims(corpus: "sky", filter: {${filterOf(200)}})`, headers);
    expect((await get(short)).status).toBe(200);
  });

  it('is null of a list that is none of a corpus', async () => {
    const { headers } = await keyOf('acme');
    const { data } = await send(
      graphql,
      '{ artefacts(corpus: "sky") { nodes { claims { export { url } } } } }',
      {},
      headers,
    );
    expect(data.artefacts.nodes).toEqual([{ claims: { export: null } }]);
  });

  it('is made anew for each that asks, though the log stands still', async () => {
    const { headers } = await keyOf('acme');
    try {
      const urls: string[] = [];
      for (let at = 0; at < 4; at += 1) {
        clock.set(addMilliseconds(now, at));
        urls.push(await linkOf(CLAIMS, headers));
      }
      expect(new Set(urls).size).toBe(urls.length);
    } finally {
      clock.set(now);
    }
  });

  it('is stored as a file by a browser, which runs nothing of it and tells nobody of it', async () => {
    const { headers } = await keyOf('acme');
    const response = await get(await linkOf(CLAIMS, headers), graphql, { method: 'HEAD' });
    expect(await response.text()).toBe('');
    const sent = Object.fromEntries(response.headers);
    expect(sent).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="sky-claims-\d+\.ndjson"$/),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });
});

function flipped(text: string, at: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const index = alphabet.indexOf(text.charAt(at));
  return text.slice(0, at) + (index < 0 ? '-' : alphabet[index ^ 1]) + text.slice(at + 1);
}

describe('a file', () => {
  it('counts for who asked for its link, and forged links for their address', async () => {
    const limited = graphqlOf({ ratePerMinute: 2 * EXPORT_REQUESTS });
    const { headers } = await keyOf('acme');
    const url = await linkOf(CLAIMS, headers, limited);
    const first = await get(url, limited, {}, '192.0.2.1');
    expect(first.status).toBe(200);
    await first.body?.cancel();
    const second = await get(url, limited, {}, '192.0.2.2');
    expect(await codeOf(second)).toEqual([429, 'limited:rate']);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    const forge = () => get('/graphql/exports/v1.x.y', limited, {}, '192.0.2.3');
    for (let at = 0; at < 2 * EXPORT_REQUESTS; at += 1) expect((await forge()).status).toBe(403);
    expect(await codeOf(await forge())).toEqual([429, 'limited:rate']);
  });

  it('is one of few at once, and leaves its place when its reader leaves', async () => {
    const { headers } = await keyOf('acme');
    const url = await linkOf(CLAIMS, headers);
    const open = await Promise.all(Array.from({ length: MOST_OF_CALLER }, () => get(url)));
    const refused = await get(url);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await codeOf(refused)).toEqual([429, 'limited:rate']);
    await open[0]?.body?.cancel();
    const next = await get(url);
    expect(next.status).toBe(200);
    expect((await next.text()).trimEnd().split('\n')).toHaveLength(MOONS);
    await Promise.all(open.slice(1).map((one) => one.text()));
    const again = await Promise.all(Array.from({ length: MOST_OF_CALLER }, () => get(url)));
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 200));
    await Promise.all(again.map((one) => one.body?.cancel()));
  });

  it('has a place among those of all callers, given back once', () => {
    const open = new OpenExports();
    const ends = Array.from({ length: MOST_AT_ONCE }, (_, at) => open.enter(`c${at}`));
    expect(ends).not.toContain(null);
    expect(open.enter('another')).toBeNull();
    ends[0]?.();
    ends[0]?.();
    expect(open.enter('another')).not.toBeNull();
    expect(open.enter('one more')).toBeNull();
  });

  it('reads a page when the one before has been taken, and no further', async () => {
    const pages = { read: 0 };
    const counting = {
      ...engine,
      explore: {
        ...engine.explore,
        claimsIn: (...args: Parameters<Engine['explore']['claimsIn']>) => {
          pages.read += 1;
          return engine.explore.claimsIn(...args);
        },
      },
    };
    const served = createGraphql({ engine: counting, config: graphqlConfig() });
    const body = (await get(await linkOf(CLAIMS, {}, served), served)).body;
    const reader = body?.getReader();
    for (let at = 0; at < 50; at += 1) await turn();
    expect(pages.read).toBe(1);
    await reader?.read();
    for (let at = 0; at < 50; at += 1) await turn();
    expect(pages.read).toBeLessThanOrEqual(2);
    await reader?.cancel();
    for (let at = 0; at < 50; at += 1) await turn();
    expect(pages.read).toBeLessThanOrEqual(2);
  });

  it('is broken off when the key of its link is revoked', async () => {
    const { id, headers } = await keyOf('acme');
    const reader = (await get(await linkOf(CLAIMS, headers))).body?.getReader();
    await reader?.read();
    await engine.keys.revoke(id);
    await eventually(async () => {
      // Until the revocation was read a page may come.
      await expect(Promise.all([reader?.read(), turn()])).rejects.toThrow('revoked');
    });
  });

  it('is broken off when its reader stops, and its place is another’s', async () => {
    const open = new OpenExports();
    const config = graphqlConfig();
    const sessions = new SessionWatch(engine, () => undefined);
    const serving = { engine, config, rate: createSurface(config).rate, sessions, open, stallMs: 20 };
    const url = await linkOf(CLAIMS, {}, graphqlOf({ engineAuth: 'open' }));
    const response = await serveExport(serving, new Request(`http://localhost${url}`), IN_PROCESS);
    const reader = response.body?.getReader();
    await reader?.read();
    await eventually(() => expect(reader?.read()).rejects.toThrow('nobody reads'));
    expect(Array.from({ length: MOST_OF_CALLER }, () => open.enter(''))).not.toContain(null);
  });

  it('is broken off when it has been open for too long, however steadily it is read', async () => {
    const config = graphqlConfig();
    const sessions = new SessionWatch(engine, () => undefined);
    const { rate } = createSurface(config);
    const serving = { engine, config, rate, sessions, open: new OpenExports(), openMs: 30 };
    const url = await linkOf(CLAIMS, {}, graphqlOf({ engineAuth: 'open' }));
    const response = await serveExport(serving, new Request(`http://localhost${url}`), IN_PROCESS);
    const reader = response.body?.getReader();
    await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, 60));
    await eventually(() => expect(reader?.read()).rejects.toThrow('open for too long'));
  });

  it('ends its reads over a real connection that is cut', async () => {
    const served = graphqlOf({ engineAuth: 'open' });
    await using server = await serve({
      host: '127.0.0.1',
      port: 0,
      routes: [{ prefix: '/graphql', handle: served.handle }],
      fallback: async () => new Response(null, { status: 404 }),
      onFault: (fault) => faults.push(fault),
    });
    const url = await linkOf(CLAIMS, {}, served);
    const whole = await (await fetch(`${server.url}${url}`)).text();
    expect(whole.trimEnd().split('\n')).toHaveLength(MOONS);
    for (let at = 0; at < 3 * MOST_OF_CALLER; at += 1) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.write(`GET ${url} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
      const [head] = await once(socket, 'data');
      // A place that the cut connection before still held would refuse this one.
      if (!String(head).startsWith('HTTP/1.1 200')) {
        expect(String(head)).toContain('429');
        at -= 1;
        await turn();
      }
      socket.destroy();
    }
    expect(faults).toEqual([]);
  });

  it('says what it could not begin with, and is no part of a file then', async () => {
    const broken = {
      ...engine,
      explore: { ...engine.explore, claimsIn: () => Promise.reject(new Error('no such page')) },
    };
    const seen: unknown[] = [];
    const config = graphqlConfig({ onFault: (fault) => seen.push(fault) });
    const served = createGraphql({ engine: broken, config });
    const response = await get(await linkOf(CLAIMS, {}, served), served);
    expect(await codeOf(response)).toEqual([500, 'internal:fault']);
    expect(seen).toEqual([new Error('no such page')]);
  });
});

describe('a link that is asked for', () => {
  it('is of any filter of texts what the list is of', async () => {
    const served = graphqlOf({ engineAuth: 'open' });
    const words = fc.constantFrom('Planet1', 'planet', 'has 3', '"', '\\', "'; DROP", '𝒳', '\u{0}', '%', '_');
    await fc.assert(
      fc.asyncProperty(words, fc.constantFrom('text', 'subject', 'entity'), async (word, member) => {
        const query =
          'query ($f: ClaimFilter) { claims(corpus: "sky", filter: $f) { totalCount export { url } } }';
        const { data } = await send(served, query, { f: { [member]: word } });
        const text = await (await get(data.claims.export.url, served)).text();
        expect(text.split('\n').length - 1).toBe(data.claims.totalCount);
      }),
      { numRuns: 15 },
    );
  });
});
