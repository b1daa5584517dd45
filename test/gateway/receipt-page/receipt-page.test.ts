import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReceiptDocument, receiptDocument } from '../../../engine/receipt/receipt-document.ts';
import { verifyOffline } from '../../../engine/receipt/verify-receipt.ts';
import { html } from '../../../gateway/receipt-page/html.ts';
import { pageData, readPageData } from '../../../gateway/receipt-page/page-data.ts';
import { readReceiptFile, receiptFile } from '../../../gateway/receipt-page/receipt-file.ts';
import { receiptPage } from '../../../gateway/receipt-page/receipt-page.ts';
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

function isVerified(bytes: Uint8Array): boolean {
  const read = readReceiptFile(bytes);
  return read.ok && verifyOffline(read.view, null).ok;
}

describe('the page of a receipt', () => {
  it('is verified as a file, like the other kinds', async () => {
    for (const kind of ['html', 'json', 'cbor'] as const) {
      expect(isVerified(await receiptFile(document, kind)), kind).toBe(true);
    }
  });

  it('is the same file each time, from a stored receipt and from one that was read back', async () => {
    const again = JSON.parse(JSON.stringify(document)) as ReceiptDocument;
    expect(await receiptPage(again)).toBe(page);
  });

  it('is found out by any flipped bit of what it holds and of what it shows', { timeout: 120_000 }, () => {
    const bytes = Buffer.from(page);
    const start = bytes.indexOf('<article');
    const end = bytes.indexOf('</script>', start);
    expect(end - start).toBeGreaterThan(20_000);
    for (let at = start; at < end; at += STRIDE) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      expect(isVerified(flipped), `bit ${at % 8} of byte ${at}`).toBe(false);
    }
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

  it('does not say that it is verified before its script has run', () => {
    expect(page).toContain('Not verified: the script of this page has not run.');
    expect(page).not.toContain('every step passed.</p>');
  });

  it.each(['', '<!doctype html>', '<!doctype html><script type="application/json" id="receipt"></script>'])(
    'is none where it holds no receipt: %j',
    (text) => {
      expect(readReceiptFile(Buffer.from(text)).ok).toBe(false);
    },
  );

  it('is none where it holds two', () => {
    const [, data = ''] = /(<script type="application\/json".*?<\/script>)/s.exec(page) ?? [];
    expect(readReceiptFile(Buffer.from(page.replace('</main>', () => `</main>${data}`))).ok).toBe(false);
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
    const read = readReceiptFile(Buffer.from(shown));
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
