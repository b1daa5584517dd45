import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../../../engine/ingest/readers/markdown.ts';
import { cpuMs } from '../../../cpu-time.ts';

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

  it('writes a table as its cells, as the source shows them', () => {
    const table =
      '| Country | Currency |\n|---|---|\n| Bulgaria | `lev` |\n| Chad | |\n| a \\| b | c | d |\n';
    const document = read(`# Money\n\nRates:\n\n${table}`);
    expect(document.text).toBe(
      'Money\n\nRates:\n\nCountry | Currency\nBulgaria | lev\nChad |\na \\| b | c | d',
    );
    expect(document.layout.map(({ kind, heading, leadIn }) => [kind, heading, leadIn])).toEqual([
      ['heading', -1, -1],
      ['paragraph', 0, -1],
      ['header', 0, 1],
      ['row', 0, 2],
      ['row', 0, 2],
      ['row', 0, 2],
    ]);
  });

  it('keeps list items, quotes and code as lines, and of raw HTML its text', () => {
    const document = read(
      'Moons:\n\n- Titan\n- Rhea\n  - *small*\n\n> Quoted.\n\n<div>raw</div>\n\n    code  x\n\nA<br>b\\\nc',
    );
    expect(document.text).toBe('Moons:\nTitan\nRhea\nsmall\n\nQuoted.\n\nraw\n\ncode  x\n\nA\nb\nc');
  });

  it('finds what leads in a list, a nested list and the second paragraph of an item', () => {
    const { layout } = read('Moons:\n\n1. Titan\n\n   Large.\n   - Lakes\n2. Rhea\n\nOther.\n\n- x');
    expect(layout.map(({ kind, level, leadIn }) => [kind, level, leadIn])).toEqual([
      ['paragraph', 0, -1],
      ['item', 1, 0],
      ['paragraph', 0, 1],
      ['item', 2, 1],
      ['item', 1, 0],
      ['paragraph', 0, -1],
      ['item', 1, 5],
    ]);
  });

  it('nests headings by level, whatever levels are left out', () => {
    const { layout } = read('## A\n\n#### B\n\n### C\n\nx\n\n# D\n\ny');
    expect(layout.map(({ heading }) => heading)).toEqual([-1, 0, 0, 2, -1, 4]);
  });

  it('reads a bold line or a code label above text as a term, up to the next one', () => {
    const { text, layout } = read(
      '**Can I?**\nYes.\n\nAlways.\n\n**Removed**\n- a\n\n`--port`\n\nThe port.\n\n# H\n\nb',
    );
    const terms = layout.map(({ kind, leadIn, start, end }) => [kind, leadIn, text.slice(start, end)]);
    expect(terms).toEqual([
      ['term', -1, 'Can I?'],
      ['paragraph', 0, 'Yes.'],
      ['paragraph', 0, 'Always.'],
      ['term', -1, 'Removed'],
      ['item', 3, 'a'],
      ['term', -1, '--port'],
      ['paragraph', 5, 'The port.'],
      ['heading', -1, 'H'],
      ['paragraph', -1, 'b'],
    ]);
  });

  it('keeps lines that begin with a bold label apart, and a bold statement a paragraph', () => {
    const { text, layout } = read('**Type:** `string`\n**Default:** `5173`\n\n**It is fast.**');
    expect(text).toBe('Type: string\nDefault: 5173\n\nIt is fast.');
    expect(layout.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph']);
  });

  it('reads the title of a container as a term, and its fences and marks not at all', () => {
    const { text, layout } = read(
      '::: tip Ports {open}\nOne.\n\n:::\n\nTwo.\n\n::: code-group\nA.\n:::\n\n> [!NOTE]\n> B.',
    );
    expect(text).toBe('Ports\nOne.\n\nTwo.\n\nA.\n\nB.');
    expect(layout.map(({ kind, leadIn }) => [kind, leadIn])).toEqual([
      ['term', -1],
      ['paragraph', 0],
      ['paragraph', -1],
      ['paragraph', -1],
      ['quote', -1],
    ]);
  });

  it('reads a container that is never closed up to the next heading', () => {
    const { layout } = read('::: warning Care\nOne.\n\nTwo.\n\n# H\n\nThree.');
    expect(layout.map(({ leadIn }) => leadIn)).toEqual([-1, 0, 0, -1, -1]);
  });

  it.each([
    ['a list of links', '- [A](#a)\n- [B](#b)\n  - [C](#c)', 3],
    ['a row of badges', '[![A](a.svg)](x) [![B](b.svg)](y)', 1],
    ['a table of contents that is generated', '[[toc]]', 1],
    ['macros', '{{Specifications}}', 1],
  ])('reads %s as navigation', (_, source, count) => {
    const { layout } = read(`${source}\n\nText.`);
    expect(layout.map(({ kind }) => kind)).toEqual([...Array(count).fill('navigation'), 'paragraph']);
  });

  it('reads links among words as prose', () => {
    const { layout } = read('- [A](#a) is first\n- [B](#b)\n\nSee [A](#a).');
    expect(layout.map(({ kind }) => kind)).toEqual(['item', 'item', 'paragraph']);
  });

  it.each([
    ['5*3*2 = 30 and a*b*c', '5*3*2 = 30 and a*b*c'],
    ['Call __init__ first.', 'Call __init__ first.'],
    ['1986. A great year.', '1986. A great year.'],
    ['10<sup>6</sup> m', '10^6 m'],
    ['Array<string> or <your-name>', 'Array<string> or'],
    ['a<b and c>d', 'a<b and c>d'],
    ['Use `<root>` and `x`.', 'Use `<root>` and x.'],
    ['[Note]: nothing', '[Note]: nothing'],
    ['It rains.\n---', 'It rains.'],
    ['![Logo of x](a.png) is it', 'Logo of x is it'],
    ['It <kbd>Ctrl</kbd> <!-- no --> stays', 'It Ctrl stays'],
    ['See.\n`localhost` is allowed.', 'See.\nlocalhost is allowed.'],
  ])('reads %j as %j', (source, text) => {
    expect(read(source).text).toBe(text);
  });

  it.each([
    ['# One\n\n## Two', 'One'],
    ['<h1 align="center">One</h1>\n\n## Two', 'One'],
    ['## Two\n\nText.', 'Two'],
    ['Text.\n\n## Contents', 'notes/moons.md'],
  ])('takes the title of %j', (source, title) => {
    expect(read(source).title).toBe(title);
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

  it('reads the lines of a site’s generator not at all, and the title of its tab', () => {
    const { text, layout } = read(
      '{% hint style="info" %}\nOne.\n{% endhint %}\n\n{% tab title="npm" %}\n\nTwo.',
    );
    expect(text).toBe('info\nOne.\n\nnpm\nTwo.');
    expect(layout.map(({ kind }) => kind)).toEqual(['term', 'paragraph', 'term', 'paragraph']);
  });

  it('reads the imports and comments of MDX as code', () => {
    const { layout } = read("import A from 'a'\nexport const b = 1\n\n{/* no */}\n\nimport taxes rise.");
    expect(layout.map(({ kind }) => kind)).toEqual(['code', 'code', 'paragraph']);
  });

  it('divides a long section between blocks, and never a heading from its text', () => {
    const paragraph = `${'word '.repeat(120)}end.`;
    const { text, sections } = read(`# A\n\n${`${paragraph}\n\n`.repeat(7)}# B\n\nShort.`);
    expect(
      sections.map(({ heading, start, end }) => [heading, text.slice(start, start + 4), end - start]),
    ).toEqual([
      ['A', 'A\n\nw', 1819],
      ['A', 'word', 1816],
      ['A', 'word', 604],
      ['B', 'B\n\nS', 9],
    ]);
  });

  it('divides a long table only where it is longer than twice a section', () => {
    const rows = (count: number) =>
      read(`| a |\n|---|\n${`| ${'x'.repeat(98)} |\n`.repeat(count)}`).sections.length;
    expect([rows(30), rows(31)]).toEqual([1, 2]);
  });

  it.each([
    ['underlined headings', 'a\n===\n\n', 2_000],
    ['quotes in one line', '> ', 7_999],
  ])('reads %s up to a bound and refuses one more', (_, unit, bound) => {
    expect(refuse(`${unit.repeat(bound + 1)}x`)).toMatchObject({ reason: 'too_complex' });
  });

  it('reads a list with more marks than a paragraph may have', () => {
    expect(read('- [a](b) c\n'.repeat(16 * 1024 + 1)).layout).toHaveLength(16 * 1024 + 1);
  }, 60_000);

  it.each([
    ['lists in one line', `${'- '.repeat(10_000)}x`],
    [
      'lists line by line',
      Array.from({ length: 1_000 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n'),
    ],
    ['underlined headings', 'a\n===\n\n'.repeat(19_000)],
    ['templates that never end', `<div>${'{{'.repeat(200_000)}${'<%'.repeat(200_000)}</div>`],
    ['comments that never end', `<div>${'<!--'.repeat(200_000)}x`],
    ['one line', 'word '.repeat(200_000)],
    ['blanks', `${' '.repeat(1_000_000)}x`],
  ])('is soon done with %s', (_, source) => {
    expect(cpuMs(() => refuse(source))).toBeLessThan(6_000);
  });

  it('refuses lists and links that nest beyond the bound', () => {
    expect(refuse(`${'- '.repeat(200)}[x](y)`)).toMatchObject({ text: 'x' });
    expect(refuse(`${'- '.repeat(300)}[x](y)`)).toMatchObject({ reason: 'too_complex' });
  });

  it('reads rows of a wide table once each', () => {
    const header = `|${`${'h'.repeat(80)}|`.repeat(60)}`;
    const { text } = read(`${header}\n|${'-|'.repeat(60)}\n${`|${'v|'.repeat(60)}\n`.repeat(500)}`);
    expect(text.length).toBeLessThan(60 * 83 + 500 * 60 * 4);
  }, 30_000);
});
