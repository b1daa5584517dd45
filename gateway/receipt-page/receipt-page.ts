/** A receipt's page with its script, and back: the whole of it is held against the page that its data give. */
import type { ReadBytes } from '../../engine/receipt/read-receipt-bytes.ts';
import { type ReceiptDocument, receiptDocument } from '../../engine/receipt/receipt-document.ts';
import { notChecked, passed } from '../../engine/receipt/step-result.ts';
import { printable } from '../report/printable.ts';
import { readPageData } from './page-data.ts';
import { pageScript } from './page-script.ts';
import { DATA_OPENS, rendererOf, renderPage, SCRIPT_ENDS, SCRIPT_OPENS, sourceHash } from './render-page.ts';

/** Characters of a page that are named where it differs. */
const EXCERPT = 40;
/** Bytes that tell a page from what is none. */
const OPENING = 64;

type Fault = Extract<ReadBytes, { readonly ok: false }>;

/** The file's text. The same receipt is the same file for one version of the program. */
export async function receiptPage(document: ReceiptDocument): Promise<string> {
  return renderPage(document, await pageScript());
}

/** Whether bytes begin as markup does, which no other kind of receipt can. */
export function isPage(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, OPENING)).trimStart().startsWith('<');
}

/**
 * The receipt that a page holds. A page of this version must be, byte for byte, what that receipt gives; of one that another
 * version has made only the data can be read, and its form is not checked.
 */
export async function readPage(bytes: Uint8Array): Promise<ReadBytes> {
  const page = decoded(bytes);
  if (page === null) return faulty('the page is no UTF-8');
  const renderer = rendererOf(page);
  if (renderer === null) return faulty('the page does not name what has rendered it');
  if (sourceHash(between(page, SCRIPT_OPENS)) !== renderer)
    return faulty(`the script of the page is not the one that it names, ${renderer}`);
  if (!page.includes(DATA_OPENS)) return faulty('the page holds no receipt');
  const read = readPageData(between(page, DATA_OPENS));
  if (!read.ok) return read;
  const script = await pageScript();
  if (sourceHash(script) !== renderer) {
    const detail = `another version has rendered this page, ${renderer}: only the data in it were checked, not what it shows`;
    return { ...read, form: notChecked('form', detail) };
  }
  const expected = rendered(receiptDocument(read.view), script);
  if (expected !== page) return faulty(differenceOf(page, expected));
  return { ...read, form: passed('form', 'byte for byte the page that is rendered of the receipt in it') };
}

function faulty(fault: string): Fault {
  return { ok: false, fault };
}

/** Empty for a receipt that cannot be shown. */
function rendered(document: ReceiptDocument, script: string): string {
  try {
    return renderPage(document, script);
  } catch {
    return '';
  }
}

/** The contents of the first script that opens so. */
function between(page: string, opens: string): string {
  const start = page.indexOf(opens) + opens.length;
  const end = page.indexOf(SCRIPT_ENDS, start);
  return page.includes(opens) && end >= 0 ? page.slice(start, end) : '';
}

function differenceOf(page: string, expected: string): string {
  let at = 0;
  while (at < page.length && page[at] === expected[at]) at += 1;
  const line = page.slice(0, at).split('\n').length;
  const excerpt = (text: string) =>
    at < text.length ? `“${printable(text.slice(at, at + EXCERPT))}”` : 'its end';
  return `the page is not what its receipt gives: line ${line} goes on with ${excerpt(page)} in place of ${excerpt(expected)}`;
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
