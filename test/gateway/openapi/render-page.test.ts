import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, prose } from '../../../gateway/markup.ts';
import { PAGE_POLICY, renderPage } from '../../../gateway/openapi/render-page.ts';
import { openRestFixture, type RestFixture } from '../rest/rest-fixture.ts';
import { DESCRIPTION } from './description.ts';

const HOSTILE = `<script>alert("1")</script>'&`;
const ESCAPED = '&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#38;';

describe('text in the page', () => {
  it('is escaped wherever it stands', () => {
    expect(html`<p title="${HOSTILE}">${HOSTILE}</p>`.text).toBe(`<p title="${ESCAPED}">${ESCAPED}</p>`);
    expect(prose(`a \`${HOSTILE}\` b`).text).toBe(`a <code>${ESCAPED}</code> b`);
  });

  it.each<[string, (document: ReturnType<typeof hostile>) => void]>([
    ['a title', (document) => (document.info.title = HOSTILE)],
    ['a description', (document) => (document.info.description = HOSTILE)],
    ['a type’s description', (document) => (document.components.schemas.PointerV1.description = HOSTILE)],
    ['a pattern', (document) => (document.components.schemas.PointerV1.properties.addr.pattern = HOSTILE)],
    ['a default', (document) => (document.components.schemas.PointerV1.properties.addr.default = HOSTILE)],
    [
      'a value of an enum',
      (document) => (document.components.schemas.PointerV1.properties.kind.enum = [HOSTILE]),
    ],
    ['a member’s name', (document) => (document.components.schemas.PointerV1.properties = { [HOSTILE]: {} })],
    ['a reason', (document) => (document.paths['/v1/stats'].get.responses['500'].description = HOSTILE)],
  ])('is no markup as %s', (_, change) => {
    const document = hostile();
    change(document);
    const page = renderPage(document);
    expect(page).toContain('&#60;script&#62;alert');
    expect(page).not.toContain('<script');
  });
});

// biome-ignore lint/suspicious/noExplicitAny: a test plants text anywhere in it
function hostile(): any {
  return structuredClone(DESCRIPTION);
}

describe('GET /docs', () => {
  let fixture: RestFixture;

  beforeAll(async () => {
    fixture = await openRestFixture();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  it('is a page that runs nothing, asks for nothing and is in no frame', async () => {
    const response = await fixture.rest()(new Request('http://x.example/docs'));
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toBe(PAGE_POLICY);
    expect(PAGE_POLICY).toContain("default-src 'none'");
    expect(PAGE_POLICY).not.toContain('unsafe');
    expect(page).not.toMatch(/<script|<img|<link|<iframe| on\w+=|style="|https?:\/\/(?!\w+\.example)/);
  });

  it('has the style that its policy names', async () => {
    const page = await (await fixture.rest()(new Request('http://x.example/docs'))).text();
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(PAGE_POLICY).toContain(`'sha256-${hash}'`);
  });

  it('shows every operation, every type and every reason', async () => {
    const page = await (await fixture.rest()(new Request('http://x.example/docs'))).text();
    const operations = Object.values(DESCRIPTION.paths).flatMap((item) => Object.values(item));
    for (const { operationId } of operations) expect(page).toContain(`id="${operationId}"`);
    for (const name of Object.keys(DESCRIPTION.components.schemas)) expect(page).toContain(`id="${name}"`);
    for (const reason of ['denied:evidence_missing', 'stale:snapshot']) {
      expect(page).toContain(`<code>${reason}</code>`);
    }
  });
});
