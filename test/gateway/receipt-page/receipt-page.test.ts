import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReceiptDocument, receiptDocument } from '../../../engine/receipt/receipt-document.ts';
import type { StepResult } from '../../../engine/receipt/step-result.ts';
import { verifyOffline } from '../../../engine/receipt/verify-receipt.ts';
import { html } from '../../../gateway/receipt-page/html.ts';
import { pageData, readPageData } from '../../../gateway/receipt-page/page-data.ts';
import { pageScript } from '../../../gateway/receipt-page/page-script.ts';
import { readReceiptFile, receiptFile } from '../../../gateway/receipt-page/receipt-file.ts';
import { receiptPage } from '../../../gateway/receipt-page/receipt-page.ts';
import { renderPage, sourceHash } from '../../../gateway/receipt-page/render-page.ts';
import { VERIFIER_SHA256 } from '../../../gateway/verifier-digest.ts';
import { type DemoReceipt, openDemoReceipt } from '../../engine/receipt/demo-receipt.ts';

/** A prime: the samples fall on every member of the receipt. */
const STRIDE = 37;

let demo: DemoReceipt;
let document: ReceiptDocument;
let page: string;

beforeAll(async () => {
  demo = await openDemoReceipt();
  document = receiptDocument(demo.view);
  page = await receiptPage(document);
}, 60_000);

afterAll(() => demo.opened.dispose());

/** Every byte of it: what was not checked is not verified. */
async function isVerified(bytes: Uint8Array): Promise<boolean> {
  const read = await readReceiptFile(bytes);
  return read.ok && !read.form.not_checked && verifyOffline(read.view, null).ok;
}

async function formOf(text: string): Promise<{ fault: string } | { form: StepResult }> {
  const read = await readReceiptFile(Buffer.from(text));
  return read.ok ? { form: read.form } : { fault: read.fault };
}

/** The page as another version would have made it, whose script differs. */
function fromAnotherVersion(text: string): string {
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(text) ?? [];
  const other = `${script}// another`;
  return text.replace(script, () => other).replaceAll(sourceHash(script), sourceHash(other));
}

describe('the page of a receipt', () => {
  it('is verified as a file, like the other kinds', async () => {
    for (const kind of ['html', 'json', 'cbor'] as const) {
      expect(await isVerified(await receiptFile(document, kind)), kind).toBe(true);
    }
  });

  it('is the same file each time, from a stored receipt and from one that was read back', async () => {
    const again = JSON.parse(JSON.stringify(document)) as ReceiptDocument;
    expect(await receiptPage(again)).toBe(page);
  });

  it('is found out by any flipped bit, wherever it is', { timeout: 120_000 }, async () => {
    const bytes = Buffer.from(page);
    expect(bytes.length).toBeGreaterThan(100_000);
    for (let at = 0; at < bytes.length; at += STRIDE) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      expect(await isVerified(flipped), `bit ${at % 8} of byte ${at}`).toBe(false);
    }
  });

  it('names what renders it by its script, which its policy lets in', () => {
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page) ?? [];
    expect(page).toContain(`<meta name="generator" content="Adduce receipt page ${sourceHash(script)}">`);
    expect(page).toContain(`script-src &#39;${sourceHash(script)}&#39;`);
  });

  it('names the SHA-256 of verify.mjs, once and as data: its script has none of it', async () => {
    expect(page.split(VERIFIER_SHA256)).toHaveLength(2);
    expect(page).toContain(`<code>node verify.mjs FILE --key log.key</code>`);
    expect(page).toContain(`<code id="verifier">${VERIFIER_SHA256}</code>`);
    expect(await pageScript()).not.toContain(VERIFIER_SHA256);
  });

  it.each(['', 'ab'.repeat(31), 'AB'.repeat(32), `${'ab'.repeat(32)}\n`, '<b>'])(
    'is not rendered with %j for the SHA-256 of verify.mjs',
    (verifier) => {
      expect(() => renderPage(document, { script: '', verifier })).toThrow(RangeError);
    },
  );

  it('is not checked as a whole where it names another verify.mjs and all else is its own', async () => {
    const other = 'ab'.repeat(32);
    expect(await formOf(page.replace(VERIFIER_SHA256, other))).toEqual({
      form: {
        step: 'form',
        ok: true,
        not_checked: true,
        detail: `the page is what its receipt gives, but the verify.mjs that it names is not of this version, SHA-256 ${other}`,
      },
    });
    const changed = page.replace(VERIFIER_SHA256, other).replace('</h1>', '!</h1>');
    expect(await formOf(changed)).toEqual({ fault: expect.stringContaining('“!</h1>') });
  });

  it.each([
    ['in capitals', VERIFIER_SHA256.toUpperCase()],
    ['cut', VERIFIER_SHA256.slice(1)],
    ['with more', `${VERIFIER_SHA256}0`],
    ['as markup', '<b>0</b>'],
    ['left out', ''],
  ])('is none where it names the SHA-256 of verify.mjs %s', async (_, named) => {
    expect(await formOf(page.replace(VERIFIER_SHA256, named))).toEqual({
      fault: 'the page does not name the SHA-256 of verify.mjs',
    });
  });

  it('lets nothing in but its own script and style, by their hashes', () => {
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    const hashOf = (text = '') => `&#39;sha256-${createHash('sha256').update(text).digest('base64')}&#39;`;
    const [, script] = /<script>(.*?)<\/script>/s.exec(page) ?? [];
    const [, style] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    expect(policy.split('; ')).toEqual([
      'default-src &#39;none&#39;',
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      'base-uri &#39;none&#39;',
      'form-action &#39;none&#39;',
    ]);
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page).not.toMatch(/ (?:src|href|style|on\w+)=/i);
  });

  it('shows what the answer took, with its tokens where they were counted', async () => {
    const { tokens, ...cost } = document.content.cost;
    expect(tokens).toBeGreaterThan(0);
    const shown = `bytes read: ${cost.bytes_read}`;
    expect(page).toContain(`${shown}; tokens of the answer: ${tokens}</dd>`);
    expect(await receiptPage({ ...document, content: { ...document.content, cost } })).toContain(
      `${shown}</dd>`,
    );
  });

  it('does not say that it is verified before its script has run', () => {
    expect(page).toContain('Not verified: the script of this page has not run.');
    expect(page).not.toContain('every step passed.</p>');
  });

  it.each([
    '',
    '<',
    '<!doctype html>',
    '<!doctype html><script type="application/json" id="receipt"></script>',
    '<!doctype html><meta name="generator" content="Adduce receipt page sha256-x"><script>alert(1)</script>',
  ])('is none where it holds no receipt: %j', async (text) => {
    expect((await readReceiptFile(Buffer.from(text))).ok).toBe(false);
  });
});

describe('a page to which somebody added', () => {
  const EVIL = '<p>All is well, and more was found.</p>';
  const ahead = (mark: string, added: string) => (text: string) => text.replace(mark, () => added + mark);
  const atEnd = (added: string) => (text: string) =>
    text.replace(/<\/body>\n<\/html>\n$/, (end) => added + end);

  it.each<[string, (text: string) => string, string]>([
    ['words before its article', ahead('<article', EVIL), 'goes on with “p>All is well, and more was found.'],
    ['words behind its article', ahead('</main>', EVIL), 'p>All is well'],
    ['words behind its script', atEnd(EVIL), 'p>All is well'],
    [
      'words behind its end',
      (text) => text + EVIL,
      'goes on with “<p>All is well, and more was found.</p>” in place of its end',
    ],
    ['words before its beginning', (text) => EVIL + text, 'line 1 goes on with “p>All'],
    ['a comment before its beginning', (text) => `<!-- by the court -->${text}`, '“-- by the court'],
    ['a line at its end', (text) => `${text}\n`, 'in place of its end'],
    ['a mark of the order of its bytes', (text) => `\ufeff${text}`, '⟨U+FEFF⟩'],
    ['a style', ahead('</head>', '<style>#verdict { display: none }</style>'), 'style>#verdict'],
    ['an attribute', (text) => text.replace('<main>', '<main hidden>'), 'hidden'],
    ['a base', ahead('<meta name="viewport"', '<base href="https://evil.example/">'), 'base href'],
    [
      'a way elsewhere',
      ahead('<title>', '<meta http-equiv="refresh" content="0; url=https://evil.example/">'),
      'meta http-equiv="refresh"',
    ],
    ['a laxer policy', (text) => text.replace('default-src &#39;none', 'default-src &#39;self'), '“self'],
    [
      'a script before its own',
      ahead('<script>', '<script>alert(1)</script>\n'),
      'is not the one that it names',
    ],
    ['a script behind its own', atEnd('<script>alert(1)</script>'), 'script>alert(1)'],
    [
      'a second receipt',
      (text) =>
        text.replace('</main>', () => `</main>${/<script type="application.*?<\/script>/s.exec(text)}`),
      'script type="application/json"',
    ],
    [
      'the name of another renderer before its own',
      ahead('<meta name="generator"', '<meta name="generator" content="Adduce receipt page sha256-x">'),
      'is not the one that it names, sha256-x',
    ],
    [
      'the name of another renderer in the place of its own',
      (text) => text.replace(/(receipt page sha256-)./, '$1_'),
      'is not the one that it names, sha256-_',
    ],
    [
      'no name of its renderer',
      (text) => text.replace('"generator"', '"author"'),
      'does not name what has rendered it',
    ],
  ])('%s is none, and what is wrong is named', async (_, change, wrong) => {
    expect(change(page)).not.toBe(page);
    expect(await formOf(change(page))).toEqual({ fault: expect.stringContaining(wrong) });
  });

  it('what a terminal would obey is named without it', async () => {
    const said = await formOf(page.replace('<main>', '<main>\x1b[2J\u202e'));
    expect(said).toEqual({ fault: expect.stringContaining('⟨U+001B⟩[2J⟨U+202E⟩') });
  });

  it('bytes that are no UTF-8 is none', async () => {
    const bytes = Buffer.concat([Buffer.from(page), Buffer.of(0xff)]);
    expect(await readReceiptFile(bytes)).toEqual({ ok: false, fault: 'the page is no UTF-8' });
  });
});

describe('a page that another version has rendered', () => {
  it('is reported as checked by its data alone', async () => {
    const other = fromAnotherVersion(page);
    expect(await formOf(other)).toEqual({
      form: {
        step: 'form',
        ok: true,
        not_checked: true,
        detail: expect.stringMatching(
          /^another version has rendered this page, sha256-.{44}: only the data in it were checked/,
        ),
      },
    });
    expect(await isVerified(Buffer.from(other))).toBe(false);
  });

  it('has data that are checked all the same', async () => {
    const read = await readReceiptFile(Buffer.from(fromAnotherVersion(page)));
    expect(read.ok && verifyOffline(read.view, null).ok).toBe(true);
    const changed = fromAnotherVersion(page).replace('"class":"verified"', '"class":"dev"');
    const dev = await readReceiptFile(Buffer.from(changed));
    expect(dev.ok && verifyOffline(dev.view, null).ok).toBe(false);
  });

  it.each([
    ['no canonical JSON', (text: string) => text.replace('"class":"verified"', '"class": "verified"')],
    ['no receipt', (text: string) => text.replace('id="receipt"', 'id="other"')],
  ])('is none where it holds %s', async (_, change) => {
    expect(await formOf(change(fromAnotherVersion(page)))).toEqual({ fault: expect.any(String) });
  });
});

describe('the text of a stranger in a page', () => {
  const HOSTILE = `</script><script>alert(1)</script><!--"'&lt;\\u003c\u2028</article><img src=x onerror=alert(1)>`;

  it('is data: it opens and ends no element', async () => {
    const [first, ...rest] = document.content.sentences;
    const sentences = [
      { ...first!, text: HOSTILE, citations: first!.citations.map((one) => ({ ...one, quote: HOSTILE })) },
      ...rest,
    ];
    const request = { ...document.content.request, q: HOSTILE };
    const hostile = { ...document, content: { ...document.content, sentences, request, summary: HOSTILE } };
    const shown = await receiptPage(hostile);
    const tags = (text: string) => (text.match(/<[a-z/!][^>]*>/gi) ?? []).toSorted();
    expect(tags(shown).filter((tag) => /script|img|article|!--/.test(tag))).toEqual(
      tags(page).filter((tag) => /script|img|article|!--/.test(tag)),
    );
    const read = await readReceiptFile(Buffer.from(shown));
    expect(read.ok && read.view.receipt.request.q).toBe(HOSTILE);
  });

  it('comes back as it was', () => {
    const hostile = { ...document, content: { ...document.content, summary: HOSTILE } };
    const data = pageData(hostile);
    expect(data).not.toContain('<');
    const read = readPageData(data);
    expect(read.ok && read.view.receipt.summary).toBe(HOSTILE);
  });

  it('is escaped in a template, and markup is not', () => {
    expect(html`<p title="${`"'`}">${'<&>'}${html`<b>${1}</b>`}</p>`.html).toBe(
      '<p title="&quot;&#39;">&lt;&amp;&gt;<b>1</b></p>',
    );
  });
});
