import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../../../engine/ingest/readers/markdown.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function read(markdown: string, name = 'notes/moons.md') {
  const result = readMarkdown(name, encode(markdown));
  if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`);
  return result.document;
}

function refuse(markdown: string | Uint8Array) {
  const result = readMarkdown('a.md', typeof markdown === 'string' ? encode(markdown) : markdown);
  return result.ok ? result.document : { reason: result.reason, detail: result.detail };
}

describe('readMarkdown', () => {
  it('reads the front matter and makes sections of headings', () => {
    const document = read(
      [
        '---',
        'id: saturn',
        'url: https://www.moons.example/saturn',
        'title: Moons of Saturn',
        'domain: Moons.example',
        'licence: CC-BY-4.0',
        'published: 2023-05-16',
        'observed_at: 2023-06-01T10:00:00+02:00',
        'lang: en-GB',
        'tags: [space, moons]',
        '---',
        'Saturn has rings.',
        '',
        '## Count',
        'Saturn has **146** moons',
        'as of [2023](https://x.example).',
      ].join('\n'),
    );
    expect(document).toMatchObject({
      docId: 'saturn',
      url: 'https://www.moons.example/saturn',
      title: 'Moons of Saturn',
      domain: 'moons.example',
      licence: 'CC-BY-4.0',
      published: '2023-05-16',
      observedAt: '2023-06-01T08:00:00.000Z',
      lang: 'en-GB',
      mediaType: 'text/markdown',
    });
    expect(document.text).toBe('Saturn has rings.\n\nCount\n\nSaturn has 146 moons as of 2023.');
    expect(document.sections.map((s) => [s.heading, document.text.slice(s.start, s.end)])).toEqual([
      ['Moons of Saturn', 'Saturn has rings.'],
      ['Count', 'Count\n\nSaturn has 146 moons as of 2023.'],
    ]);
  });

  it('gives every member that is not stated its default', () => {
    expect(read('Hello there.')).toMatchObject({
      docId: 'notes/moons.md',
      url: 'notes/moons.md',
      title: 'notes/moons.md',
      domain: 'localhost',
      licence: 'LicenseRef-Unknown',
      published: null,
      observedAt: null,
      lang: 'en',
    });
  });

  it('takes the domain from the URL and the observation from the publication', () => {
    const document = read('---\nurl: https://News.Example:8443/a\npublished: 2024-02-29\n---\nText.');
    expect(document).toMatchObject({ domain: 'news.example', observedAt: '2024-02-29T00:00:00.000Z' });
  });

  it('writes a table row as a sentence with its header', () => {
    const document = read('# Money\n\n| Country | Currency |\n|---|---|\n| Bulgaria | `lev` |\n| Chad | |\n');
    expect(document.text).toBe('Money\n\nCountry: Bulgaria; Currency: lev.\nCountry: Chad.');
  });

  it('keeps list items, quotes and code as lines and drops raw HTML', () => {
    const document = read(
      'Moons:\n\n- Titan\n- Rhea\n  - *small*\n\n> Quoted.\n\n<div>raw</div>\n\n    code  x\n\nA<br>b\\\nc',
    );
    expect(document.text).toBe('Moons:\nTitan\nRhea\nsmall\n\nQuoted.\n\ncode  x\n\nAb\nc');
  });

  it('leaves Unicode as it is written', () => {
    expect(read('Cafe\u0301 \u{1F680} open.').text).toBe('Cafe\u0301 \u{1F680} open.');
  });

  it('reads the same text from Windows line ends and behind a byte order mark', () => {
    expect(read('\uFEFF---\r\ntitle: T\r\n---\r\nOne.\r\n\r\nTwo.').text).toBe('One.\n\nTwo.');
  });

  it.each([
    ['published: yesterday', 'published'],
    ['published: 2023-02-29', 'published'],
    ['observed_at: 2023-01-01T25:00:00Z', 'observed_at'],
    ['url: javascript:alert(1)', 'url'],
    ['domain: a b', 'domain'],
    ['domain: host:80', 'domain'],
    ['lang: "??"', 'lang'],
    ['title: {a: b}', 'title'],
    [`id: ${'x'.repeat(513)}`, 'id'],
    ['licence: "a\\u0007b"', 'licence'],
  ])('refuses the member %s by its name', (line, member) => {
    expect(refuse(`---\n${line}\n---\nText.`)).toEqual({
      reason: 'invalid_metadata',
      detail: expect.stringContaining(member),
    });
  });

  it.each([
    ['a duplicate key', 'id: a\nid: b'],
    ['a list', '- a\n- b'],
    ['a broken map', 'id: [a'],
    ['an alias', 'id: &a x\ntitle: *a'],
    ['brackets one too deep', `x: ${'['.repeat(17)}${']'.repeat(17)}`],
    ['dashes one too deep', `${'- '.repeat(17)}x`],
    ['too much text', `x: ${'y'.repeat(16 * 1024)}`],
  ])('refuses a front matter with %s', (_, yaml) => {
    expect(refuse(`---\n${yaml}\n---\nText.`)).toMatchObject({ reason: 'invalid_front_matter' });
  });

  it('reads brackets at the limit of depth', () => {
    expect(read(`---\nx: ${'['.repeat(16)}${']'.repeat(16)}\n---\nText.`).text).toBe('Text.');
  });

  it('refuses a document without text', () => {
    expect(refuse('---\nid: a\n---\n\n<!-- nothing -->\n')).toMatchObject({ reason: 'empty' });
  });

  it('refuses bytes that are not UTF-8, and NUL', () => {
    expect(refuse(Uint8Array.of(0x61, 0xff))).toMatchObject({ reason: 'invalid_utf8' });
    expect(refuse('a\0b')).toMatchObject({ reason: 'contains_nul' });
  });

  it('reads a run of marks at the bound and refuses one mark more', () => {
    expect(read(`${'*'.repeat(256)}a`).text).toContain('a');
    expect(refuse(`${'*'.repeat(257)}a`)).toMatchObject({ reason: 'too_complex' });
  });

  it('reads a paragraph of marks at the bound and refuses one mark more', () => {
    expect(read('a['.repeat(16 * 1024)).text).toContain('a[');
    expect(refuse('a['.repeat(16 * 1024 + 1))).toMatchObject({ reason: 'too_complex' });
    expect(read(`${'a['.repeat(16 * 1024)}\n\n[`).text).toContain('a[');
  });

  it('refuses quotes that nest beyond the bound', () => {
    const line = (depth: number) => `${'> '.repeat(depth)}deep`;
    expect(read(line(255)).text).toBe('deep');
    expect(refuse(line(257))).toMatchObject({ reason: 'too_complex' });
  });

  it('refuses a table whose labels would multiply its size', () => {
    const columns = 60;
    const header = `|${`${'h'.repeat(80)}|`.repeat(columns)}`;
    const rows = `|${'v|'.repeat(columns)}\n`.repeat(4000);
    expect(refuse(`${header}\n|${'-|'.repeat(columns)}\n${rows}`)).toMatchObject({ reason: 'too_large' });
  }, 120_000);
});
