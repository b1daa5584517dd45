import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { createGraphql } from '../../../../gateway/graphql/create-graphql.ts';
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
import { eventually } from '../../../eventually.ts';
import { graphqlConfig } from '../graphql-config.ts';
import {
  CLAIMS,
  codeOf,
  engine,
  faults,
  get,
  graphqlOf,
  keyOf,
  linkOf,
  MOONS,
  openExportedCorpus,
} from './export-server.ts';

openExportedCorpus();

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
