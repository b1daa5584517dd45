import { describe, expect, it } from 'vitest';
import { readHtml } from '../../../../engine/ingest/readers/html.ts';

function read(html: string) {
  const result = readHtml('pages/a.html', new TextEncoder().encode(html));
  if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`);
  return result.document;
}

function reasonOf(html: string | Uint8Array) {
  const result = readHtml('a.html', typeof html === 'string' ? new TextEncoder().encode(html) : html);
  return result.ok ? null : result.reason;
}

const PARAGRAPH =
  'The museum of the harbour, which opened in 1998, shows forty ships, and it draws many visitors. ';

describe('readHtml', () => {
  it('reads title, language, canonical URL, date and licence of a page', () => {
    const document = read(`<!doctype html><html lang="de"><head><title>Zug | Site</title>
      <link rel="canonical" href="https://www.rail.example/zug">
      <link rel="license" href="https://creativecommons.org/licenses/by-sa/4.0/deed.de">
      <script type="application/ld+json">{"@graph":[{"@type":"Article","datePublished":"2024-03-01T08:00:00+01:00"}]}</script>
      </head><body><main><h1>Der Zug</h1><p>Er f&auml;hrt.</p></main></body></html>`);
    expect(document).toMatchObject({
      docId: 'pages/a.html',
      url: 'https://www.rail.example/zug',
      title: 'Der Zug',
      domain: 'www.rail.example',
      licence: 'CC-BY-SA-4.0',
      published: '2024-03-01T07:00:00.000Z',
      observedAt: '2024-03-01T07:00:00.000Z',
      lang: 'de',
      text: 'Der Zug\n\nEr fährt.',
    });
    expect(document.sections).toEqual([{ heading: 'Der Zug', start: 0, end: document.text.length }]);
  });

  it('drops scripts, navigation, asides, forms, hidden parts and note marks', () => {
    const document = read(`<body><nav>Home</nav><article><p>Ships sail<sup>[3]</sup> far<sup>2</sup>.</p>
      <script>alert(1)</script><style>p{}</style><aside>Ad</aside><form>Search</form><p hidden>no</p>
      <p aria-hidden="true">no</p><div role="navigation">no</div><template><p>no</p></template></article></body>`);
    expect(document.text).toBe('Ships sail far2.');
  });

  it('keeps lists and breaks as lines and writes tables with their labels', () => {
    const document = read(`<main><p>One<br>two <b>three</b></p><ul><li>a<li>b</ul>
      <table><tr><th>Country<th>Currency</tr><tr><td>Bulgaria<td>lev</tr><tr><td>odd</tr></table>
      <table><tr><th scope=row>Height<td>8,849 m</tr></table><pre>x
  y</pre></main>`);
    expect(document.text).toBe(
      'One\ntwo three\na\nb\n\nCountry: Bulgaria; Currency: lev.\nodd.\n\nHeight: 8,849 m.\n\nx\n  y',
    );
  });

  it('reads a table that lays out the page as blocks', () => {
    expect(read('<main><table><tr><td><p>One.</p><td><p>Two.</p></table></main>').text).toBe('One.\n\nTwo.');
  });

  it('finds the main part of a page that marks none', () => {
    const document = read(`<html><body><div class="menu"><a href="/">Home</a> <a href="/x">Links</a></div>
      <div id="story"><h2>Harbour</h2>${`<p>${PARAGRAPH.repeat(3)}</p>`.repeat(4)}</div>
      <div class="sidebar"><a href="/buy">Buy now</a></div></body></html>`);
    expect(document.text).toContain('forty ships');
    expect(document.text).not.toContain('Buy now');
  });

  it('does not score a page whose shape makes scoring slow', () => {
    const column = `${'<div>'.repeat(240)}One, two.${'</div>'.repeat(240)}`;
    expect(read(`<html><body>${column.repeat(60)}</body></html>`).text).toMatch(/^One, two\.\n\nOne/);
  }, 1_500);

  it('reads the body of a short page that marks no main part', () => {
    expect(read('<p>Short.</p>').text).toContain('Short.');
  });

  it('passes over dates, licences, languages and links that make no sense', () => {
    const document = read(`<html lang="!!"><head><link rel=canonical href="javascript:alert(1)">
      <meta name=date content="soon"><script type="application/ld+json">{broken</script>
      <meta name=license content="${'x'.repeat(129)}"></head><body><main>Text.</main></body></html>`);
    expect(document).toMatchObject({
      url: 'pages/a.html',
      domain: 'localhost',
      published: null,
      licence: 'LicenseRef-Unknown',
      lang: 'en',
    });
  });

  it('keeps markup out of titles and text', () => {
    const document = read('<title>&lt;img onerror=x&gt;</title><main>&lt;script&gt; is text.</main>');
    expect(document).toMatchObject({ title: '<img onerror=x>', text: '<script> is text.' });
  });

  it('reads elements nested to the bound and refuses what nests deeper', () => {
    const nested = (depth: number) => `<html><body>${'<div>'.repeat(depth)}x`;
    expect(reasonOf(nested(250))).toBeNull();
    expect(reasonOf(nested(260))).toBe('too_complex');
    expect(reasonOf(nested(50_000))).toBe('too_complex');
  });

  it('refuses a page of too many nodes', () => {
    expect(reasonOf('<p>a'.repeat(260_000))).toBe('too_complex');
  }, 30_000);

  it('refuses an empty page, bytes that are not UTF-8 and NUL', () => {
    expect(reasonOf('<html><head><title>T</title></head><body><nav>x</nav></body></html>')).toBe('empty');
    expect(reasonOf(Uint8Array.of(0x3c, 0x80))).toBe('invalid_utf8');
    expect(reasonOf('a\0')).toBe('contains_nul');
  });
});
