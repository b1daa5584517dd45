/** Links to exported files in hostile hands, and files that are broken off. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attenuateToken } from '../../../../engine/keys/token-chain.ts';
import { LINK_LIFE_MS, MAX_LINK_LENGTH } from '../../../../gateway/graphql/export/export-link.ts';
import { addMilliseconds } from '../../../../graph/time.ts';
import { send } from '../../../conformance/graphql-as-of/world.ts';
import { eventually } from '../../../eventually.ts';
import {
  asked,
  CLAIMS,
  clock,
  codeOf,
  engine,
  get,
  graphql,
  graphqlOf,
  keyOf,
  linkOf,
  now,
  openExportedCorpus,
} from './export-server.ts';

async function tokenOf(narrowed: Parameters<typeof attenuateToken>[1] = {}, ttl = 'P1D') {
  const minted = await engine.keys.mintToken({ capabilities: [], standing: null, ttl, actor: null });
  if (!minted.ok) throw new Error(minted.refusal.message);
  const { token, token_id } = minted.value;
  return { id: token_id, headers: { authorization: `Bearer ${attenuateToken(token, narrowed)}` } };
}

openExportedCorpus();

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
