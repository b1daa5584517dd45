import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trustReportResponse } from '../../../gateway/wire/trust-report.ts';
import { openRestFixture, QUESTION, type RestFixture, requestTo, send } from './rest-fixture.ts';

const HTML = 'text/html; charset=utf-8';
const PDF = 'application/pdf';
/** As browsers send it. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('GET /v1/answers/{id}/trust-report', () => {
  let fixture: RestFixture;
  let path: string;

  beforeAll(async () => {
    fixture = await openRestFixture();
    const { body } = await send(fixture.rest(), '/v1/answers', { method: 'POST', body: { q: QUESTION } });
    path = `/v1/answers/${body.answer_id}/trust-report`;
    await fixture.engine.monitor.catchUp();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  const ask = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
    fixture.rest()(new Request(`http://engine.example${target}`, { method, headers }));

  it.each([
    ['', null, 'application/json'],
    ['', '*/*', 'application/json'],
    ['', 'application/cbor', 'application/cbor'],
    ['', BROWSER, HTML],
    ['', PDF, PDF],
    ['', 'application/pdf;q=0.5, application/json', 'application/json'],
    ['?format=json', null, 'application/json'],
    ['?format=json', 'application/cbor', 'application/cbor'],
    ['?format=json', BROWSER, 'application/json'],
    ['?format=html', null, HTML],
    ['?format=html', 'application/json', HTML],
    ['?format=pdf', BROWSER, PDF],
    ['?format=pdf', '*/*', PDF],
  ])('with %s and Accept %s is %s', async (query, accept, type) => {
    const response = await ask(`${path}${query}`, accept === null ? {} : { accept });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(response.headers.get('vary')).toBe('accept, authorization');
    await response.arrayBuffer();
  });

  it.each(['?format=docx', '?format=', '?format=PDF', '?format=pdf&format=html'])(
    'refuses %s with an envelope, whatever the caller reads',
    async (query) => {
      for (const accept of ['application/json', BROWSER, PDF]) {
        const response = await ask(`${path}${query}`, { accept });
        expect(response.status).toBe(400);
        expect((await response.json()).error.reason).toBe('invalid:query');
      }
    },
  );

  it('refuses an unknown answer with an envelope, also where a document was requested', async () => {
    for (const format of ['html', 'pdf', 'json']) {
      const response = await ask(`/v1/answers/ans_none/trust-report?format=${format}`, { accept: BROWSER });
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json']);
      expect((await response.json()).error.reason).toBe('missing:answer');
    }
  });

  it('refuses a caller that accepts none of its forms, and names them', async () => {
    const response = await ask(path, { accept: 'image/png' });
    expect(response.status).toBe(406);
    expect((await response.json()).error.message).toBe(
      'replies are text/html, application/pdf, application/json or application/cbor',
    );
  });

  it('refuses another organisation’s report in every form', async () => {
    const key = await fixture.mintKey('other');
    for (const format of ['html', 'pdf', 'json']) {
      const response = await ask(`${path}?format=${format}`, { authorization: `Bearer ${key}` });
      expect(response.status).toBe(404);
      const foreign = await ask(`${path}?format=${format}`, {
        authorization: `Bearer ${key}`,
        'x-tenant': 'local',
      });
      expect(foreign.status).toBe(404);
    }
  });

  it('sends HTML under the policy that it carries, which no frame and no referrer escapes', async () => {
    const response = await ask(`${path}?format=html`);
    const { document } = parseHTML(await response.text());
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(document.querySelector('meta[http-equiv]')?.getAttribute('content')).toBe(policy);
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-disposition')).toMatch(
      /^inline; filename="ans_[a-z2-7]+\.trust-report\.html"$/,
    );
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const response = await ask(`${path}?format=pdf`, {}, 'HEAD');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, PDF]);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(10_000);
    expect(await response.text()).toBe('');
  });

  it('gives the same bytes at one log head', async () => {
    for (const format of ['html', 'pdf']) {
      const [one, two] = await Promise.all([
        ask(`${path}?format=${format}`),
        ask(`${path}?format=${format}`),
      ]);
      expect(Buffer.compare(Buffer.from(await one.arrayBuffer()), Buffer.from(await two.arrayBuffer()))).toBe(
        0,
      );
    }
  });

  it('names the receipt as the reply to the question did, at the address where the server is reached', async () => {
    const { body } = await send(fixture.rest(), path);
    const { trust_report: report } = trustReportResponse.parse(body);
    // A member that the schema does not have is left out of what it parses.
    expect(body.trust_report).toEqual(report);
    const receipt = await send(fixture.rest(), path.replace('trust-report', 'receipt'));
    expect(report.receipt).toEqual({
      receipt_id: receipt.body.receipt.receipt_id,
      hash: receipt.body.receipt.hash,
      url: `http://engine.example${path.replace('trust-report', 'receipt')}`,
    });
    const behind = fixture.rest({ publicUrl: () => 'https://adduce.example/' });
    const there = await send(behind, path);
    expect(there.body.trust_report.receipt.url).toBe(
      `https://adduce.example${path.replace('trust-report', 'receipt')}`,
    );
    const html = await (await behind(requestTo(`${path}?format=html`))).text();
    expect(html).toContain('https://adduce.example/v1/answers/');
    expect(html).not.toContain('engine.example');
  });
});
