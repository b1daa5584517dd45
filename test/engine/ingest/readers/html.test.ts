import { describe, expect, it } from 'vitest';
import { readHtml } from '../../../../engine/ingest/readers/html.ts';
import { cpuMs } from '../../../cpu-time.ts';

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

  it('keeps lists and breaks as lines and tables as their cells', () => {
    const document = read(`<main><p>One<br>two <b>three</b></p><ul><li>a<li>b</ul>
      <table><tr><th>Country<th>Currency</tr><tr><td>Bulgaria<td>lev</tr><tr><td>odd</tr></table>
      <table><tr><th scope=row>Height<td>8,849 m</tr></table><pre>x
  y</pre></main>`);
    expect(document.text).toBe(
      'One\ntwo three\na\nb\n\nCountry | Currency\nBulgaria | lev\nodd\n\nHeight | 8,849 m\n\nx\n  y',
    );
  });

  it('leaves out what a template engine fills in, and keeps powers', () => {
    const page = read(`<main>{% if x %}<p>{{ name }} has ships.</p><h2>{{ x }}A</h2><% if (a > 1) %>
      <p>It has <a href="{{ base }}/x">10<sup>6</sup></a>.</p><p><%= y %> b</p>
      <table><tr><td>{{ z }}<td>1<tr><td>a<td>b</table>{{ open <% never</main>`);
    expect(page.text).toBe('A\n\nIt has 10^6.\n\na | b\n\n{{ open <% never');
  });

  it('finds what leads in lists, rows and definitions', () => {
    const { text, layout } =
      read(`<main><h1>T</h1><h3>Ports</h3><p>These:</p><ul><li>a<ul><li>b</ul><li><p>c</p><p>d</p></ul>
      <table><caption>Prices</caption><tr><th>X<th>Y</tr><tr><td>1<td>2</tr></table>
      <dl><dt>Moon</dt><dd>A body.</dd><dd>A month.</dd></dl><p>After.</p>
      <blockquote><p>Said.</p></blockquote><ul><li><a href=x>A</a><li><a href=y>B</a></ul></main>`);
    const blocks = layout.map(({ kind, level, heading, leadIn, start, end }) =>
      [kind, level, heading, leadIn, text.slice(start, end)].join(' '),
    );
    expect(blocks).toEqual([
      'heading 1 -1 -1 T',
      'heading 3 0 -1 Ports',
      'paragraph 0 1 -1 These:',
      'item 1 1 2 a',
      'item 2 1 3 b',
      'item 1 1 2 c',
      'paragraph 0 1 5 d',
      'paragraph 0 1 -1 Prices',
      'header 0 1 7 X | Y',
      'row 0 1 8 1 | 2',
      'term 0 1 -1 Moon',
      'paragraph 0 1 10 A body.',
      'paragraph 0 1 10 A month.',
      'paragraph 0 1 -1 After.',
      'quote 0 1 -1 Said.',
      'navigation 0 1 -1 A',
      'navigation 0 1 -1 B',
    ]);
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
    let text = '';
    const ms = cpuMs(() => {
      text = read(`<html><body>${column.repeat(60)}</body></html>`).text;
    });
    expect(text).toMatch(/^One, two\.\n\nOne/);
    expect(ms).toBeLessThan(1_500);
  });

  it('reads the body of a short page that marks no main part', () => {
    expect(read('<p>Short.</p>').text).toContain('Short.');
  });

  it('ignores dates, licences, languages and links that make no sense', () => {
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
