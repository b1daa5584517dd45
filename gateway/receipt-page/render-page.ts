/**
 * A receipt as one HTML file that verifies itself, offline, under a policy that lets nothing in or out
 * (docs/adr/0020-…). Pure, and part of the page's own script: rendering a page again shows what was inserted into it.
 */
import type { ReceiptDocument } from '../../engine/receipt/receipt-document.ts';
import { base64Of } from '../../graph/bytes.ts';
import { sha256 } from '../../graph/digest.ts';
import { html } from './html.ts';
import { DATA_ID, pageData } from './page-data.ts';
import { PAGE_STYLE } from './page-style.ts';
import { ARTICLE_ID, receiptArticle } from './receipt-article.ts';

export const DATA_OPENS = `<script type="application/json" id="${DATA_ID}">`;
export const SCRIPT_OPENS = '<script>';
export const SCRIPT_ENDS = '</script>';
const GENERATOR = 'Adduce receipt page';
/** Of the element that holds the SHA-256 of verify.mjs. */
export const VERIFIER_ID = 'verifier';
const NAMED = new RegExp(`<meta name="generator" content="${GENERATOR} (sha256-[^"]*)">`);
const VERIFIER_NAMED = new RegExp(`<code id="${VERIFIER_ID}">([0-9a-f]{64})</code>`);
const SHA256 = /^[0-9a-f]{64}$/;

/** What a page holds beside its receipt. */
export interface PageParts {
  /** Without anything that ends its element or begins a comment. */
  readonly script: string;
  /**
   * SHA-256 of verify.mjs in hex. It is data, not part of the script, because verify.mjs identifies the script by its
   * hash (docs/adr/0036-…).
   */
  readonly verifier: string;
}

/** A page's content except its script, as markup. */
interface Contents {
  readonly title: string;
  readonly article: string;
  readonly data: string;
  readonly elsewhere: string;
}

/** The file's text: the same for the same receipt and parts. @throws {RangeError} for a verifier that is no SHA-256 */
export function renderPage(document: ReceiptDocument, { script, verifier }: PageParts): string {
  if (!SHA256.test(verifier)) throw new RangeError('the verifier is not named by a SHA-256');
  const title = `Receipt ${document.receipt_id}`;
  const elsewhere =
    html`<p>Without this page: <code>node verify.mjs FILE --key log.key</code>, with the <code>/verify.mjs</code> of the log’s service. Its SHA-256: <code id="${VERIFIER_ID}">${verifier}</code></p>
`.html;
  const article = receiptArticle(document);
  return renderContents({ title, article, data: pageData(document), elsewhere }, script);
}

/** The page without a receipt. */
export function renderEmptyPage(script: string): string {
  return renderContents({ title: 'Receipt', article: '', data: '', elsewhere: '' }, script);
}

function renderContents({ title, article, data, elsewhere }: Contents, script: string): string {
  const renderer = sourceHash(script);
  const policy = `default-src 'none'; script-src '${renderer}'; style-src '${sourceHash(PAGE_STYLE)}'; base-uri 'none'; form-action 'none'`;
  const head = html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="generator" content="${GENERATOR} ${renderer}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>`;
  return `<!doctype html>
<html lang="en">
<head>
${head.html}
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${html`${title}`.html}</h1>
<section aria-labelledby="verification">
<h2 id="verification">Verification</h2>
<p id="verdict" role="status">Not verified: the script of this page has not run.</p>
<ol id="steps"></ol>
<form id="check" hidden><label for="key">The log’s public key, or its list of keys, from its operator</label> <textarea id="key" name="key" rows="2" autocomplete="off" spellcheck="false" placeholder="NAME+ID+BASE64"></textarea> <button>Check against this key</button></form>
${elsewhere}</section>
<article id="${ARTICLE_ID}">${article}</article>
</main>
${DATA_OPENS}${data}${SCRIPT_ENDS}
${SCRIPT_OPENS}${script}${SCRIPT_ENDS}
</body>
</html>
`;
}

/** The renderer that a page names as its own, as `sourceHash` has it; null where it names none. */
export function rendererOf(page: string): string | null {
  return NAMED.exec(page)?.[1] ?? null;
}

/** The SHA-256 of verify.mjs that a page names, null where it names none. */
export function verifierOf(page: string): string | null {
  return VERIFIER_NAMED.exec(page)?.[1] ?? null;
}

/**
 * As a policy names an element by its contents (CSP3 §2.3.1), without the quotes. That of the script identifies the
 * whole page.
 */
export function sourceHash(text: string): string {
  return `sha256-${base64Of(sha256(new TextEncoder().encode(text)))}`;
}
