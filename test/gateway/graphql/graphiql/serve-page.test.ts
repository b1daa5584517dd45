import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pageResponse } from '../../../../gateway/graphql/graphiql/serve-page.ts';

const ask = (path: string, init: RequestInit = {}) =>
  pageResponse(new Request(`http://adduce.test${path}`, { headers: { accept: 'text/html' }, ...init }));

async function page(): Promise<string> {
  return (await ask('/graphql')?.text()) ?? '';
}

describe('the page of GraphQL', () => {
  it('is served to callers that read HTML, with a query in its address too', () => {
    for (const path of ['/graphql', '/graphql/', '/graphql?query={__typename}']) {
      expect(ask(path)?.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  it.each([
    ['/graphql', { headers: { accept: 'application/json' } }],
    ['/graphql', { headers: {} }],
    ['/graphql', { method: 'POST' }],
    ['/graphql', { method: 'HEAD' }],
    ['/graphql/page-0000000000000000/main.js', {}],
    ['/graphql/main.js', {}],
    ['/', {}],
  ])('is not what %s with %j gets', (path, init) => {
    expect(ask(path, init)).toBeNull();
  });

  it('lets nothing in from elsewhere, no script of its own text, and nobody frame it', async () => {
    const policy = ask('/graphql')?.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(await page()).not.toMatch(/(?:src|href)="(?:https?:)?\/\/|<script>|\son\w+=/);
  });

  it('has every file that it names, kept for good under a name that changes with them', async () => {
    const named = [...(await page()).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(named).toHaveLength(5);
    for (const path of named) {
      const file = ask(path, { headers: {} });
      expect(file?.headers.get('cache-control'), path).toContain('immutable');
      expect((await file?.text())?.length).toBeGreaterThan(0);
    }
    const [first = ''] = named;
    for (const worker of ['editorWorkerService.js', 'json.js', 'graphql.js', 'tabs.json']) {
      expect(ask(first.replace(/[^/]+$/, worker), { headers: {} }), worker).not.toBeNull();
    }
    for (const wrong of ['nothing.js', '../serve-page.ts', '__proto__', '']) {
      expect(ask(first.replace(/[^/]+$/, wrong), { headers: {} }), wrong).toBeNull();
    }
  });

  it('sends its files compressed to who takes that, and as they are to others', async () => {
    const [, path = ''] = /src="([^"]+graphiql\.js)"/.exec(await page()) ?? [];
    const whole = await ask(path, { headers: {} })?.text();
    for (const taken of ['gzip', 'br, gzip;q=0.5', 'GZIP, deflate']) {
      const zipped = ask(path, { headers: { 'accept-encoding': taken } });
      expect(zipped?.headers.get('content-encoding'), taken).toBe('gzip');
      expect(zipped?.headers.get('vary')).toBe('accept-encoding');
      const bytes = Buffer.from((await zipped?.arrayBuffer()) ?? new ArrayBuffer(0));
      expect(bytes.length).toBeLessThan((whole?.length ?? 0) / 2);
      expect(String(gunzipSync(bytes))).toBe(whole);
    }
    for (const refused of ['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br', 'x-gzipped']) {
      const plain = ask(path, { headers: { 'accept-encoding': refused } });
      expect(plain?.headers.get('content-encoding'), refused).toBeNull();
    }
  });
});
