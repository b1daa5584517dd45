/**
 * A receipt as one HTML file that verifies itself, offline, under a policy that lets nothing in or out
 * (docs/adr/0020-…). The same receipt is the same file for one version of the program.
 */
import { createHash } from 'node:crypto';
import type { ReadDocument, ReceiptDocument } from '../../engine/receipt/receipt-document.ts';
import { html } from './html.ts';
import { DATA_ID, pageData, readPageData } from './page-data.ts';
import { pageScript } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';
import { ARTICLE_ID, receiptArticle } from './receipt-article.ts';

const DATA_OPENS = `<script type="application/json" id="${DATA_ID}">`;
const ARTICLE_OPENS = `<article id="${ARTICLE_ID}">`;

/** The file's text. */
export async function receiptPage(document: ReceiptDocument): Promise<string> {
  // A string in it that ends its element, or begins a comment, would do so there.
  const script = (await pageScript())
    .replaceAll('</script', '<\\/script')
    .replaceAll('<!--', '<\\!--')
    .trim();
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(PAGE_STYLE)}; base-uri 'none'; form-action 'none'`;
  const { receipt_id } = document;
  const head = html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Receipt ${receipt_id}</title>`;
  return `<!doctype html>
<html lang="en">
<head>
${head.html}
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${html`Receipt ${receipt_id}`.html}</h1>
<section aria-labelledby="verification">
<h2 id="verification">Verification</h2>
<p id="verdict" role="status">Not verified: the script of this page has not run.</p>
<ol id="steps"></ol>
<form id="check" hidden><label for="key">The log’s public key, from its operator</label> <input id="key" name="key" autocomplete="off" spellcheck="false" placeholder="NAME+ID+BASE64"> <button>Check against this key</button></form>
</section>
${ARTICLE_OPENS}${receiptArticle(document)}</article>
</main>
${DATA_OPENS}${pageData(document)}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** Whether bytes begin as a page does. */
export function isPage(bytes: Uint8Array): boolean {
  return new TextDecoder()
    .decode(bytes.subarray(0, 64))
    .trimStart()
    .toLowerCase()
    .startsWith('<!doctype html');
}

/** The receipt that a page holds, where the page shows what it says; its script is not looked at. */
export function readPage(bytes: Uint8Array): ReadDocument {
  const text = decoded(bytes);
  const [before, rest, ...more] = text?.split(DATA_OPENS) ?? [];
  const end = rest?.indexOf('</script>') ?? -1;
  if (before === undefined || rest === undefined || more.length > 0 || end < 0)
    return { ok: false, fault: 'the page holds no receipt' };
  const read = readPageData(rest.slice(0, end));
  if (!read.ok) return read;
  const { receipt, ...named } = read.view;
  return isShown(before, { ...named, content: receipt })
    ? read
    : { ok: false, fault: 'the page shows something else than the receipt that it holds' };
}

function isShown(page: string, document: ReceiptDocument): boolean {
  try {
    return page.includes(`${ARTICLE_OPENS}${receiptArticle(document)}</article>`);
  } catch {
    // What cannot be shown was not.
    return false;
  }
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** As a policy names an element by its contents (CSP3 §2.3.1). */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
