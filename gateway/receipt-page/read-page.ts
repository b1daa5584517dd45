/** A receipt's page from bytes: the whole of it is compared with the page that its data give. Pure. */
import type { ReadBytes } from '../../engine/receipt/read-receipt-bytes.ts';
import {
  type ReadReceipt,
  type ReceiptDocument,
  receiptDocument,
} from '../../engine/receipt/receipt-document.ts';
import { notChecked, passed } from '../../engine/receipt/step-result.ts';
import { printable } from '../report/printable.ts';
import { readPageData } from './page-data.ts';
import {
  DATA_OPENS,
  type PageParts,
  rendererOf,
  renderPage,
  SCRIPT_ENDS,
  SCRIPT_OPENS,
  sourceHash,
  verifierOf,
} from './render-page.ts';

/** How many characters of a page a refusal shows where the page differs. */
const EXCERPT = 40;
/** Bytes at the beginning that distinguish a page from other files. */
const OPENING = 64;

type Fault = Extract<ReadBytes, { readonly ok: false }>;

/** Whether bytes begin as markup does, which no other kind of receipt can. */
export function isPage(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, OPENING)).trimStart().startsWith('<');
}

/** What the pages of one version name. */
export interface OwnPage {
  /** `sourceHash` of their script, which renders them. */
  readonly renderer: string;
  /** SHA-256 of verify.mjs in hex; null where it is not known. */
  readonly verifier: string | null;
}

/**
 * The receipt that a page holds. A page of this version must be, byte for byte, what that receipt gives; of one that another
 * version has made only the data can be read, and its form is not checked.
 */
export function readPage(bytes: Uint8Array, own: OwnPage): ReadBytes {
  const page = decoded(bytes);
  if (page === null) return faulty('the page is no UTF-8');
  const renderer = rendererOf(page);
  if (renderer === null) return faulty('the page does not name what has rendered it');
  const script = between(page, SCRIPT_OPENS);
  if (sourceHash(script) !== renderer)
    return faulty(`the script of the page is not the one that it names, ${renderer}`);
  if (!page.includes(DATA_OPENS)) return faulty('the page holds no receipt');
  const read = readPageData(between(page, DATA_OPENS));
  if (!read.ok) return read;
  return formed(read, page, { own, renderer, script });
}

interface Named {
  readonly own: OwnPage;
  readonly renderer: string;
  readonly script: string;
}

function formed(
  read: Extract<ReadReceipt, { readonly ok: true }>,
  page: string,
  { own, renderer, script }: Named,
): ReadBytes {
  if (renderer !== own.renderer) {
    const detail = `another version has rendered this page, ${renderer}: only the data in it were checked, not what it shows`;
    return { ...read, form: notChecked('form', detail) };
  }
  const verifier = verifierOf(page);
  if (verifier === null) return faulty('the page does not name the SHA-256 of verify.mjs');
  // The script's hash is that of this version's script.
  const expected = rendered(receiptDocument(read.view), { script, verifier });
  if (expected !== page) return faulty(differenceOf(page, expected));
  if (verifier !== own.verifier) {
    const detail = `the page is what its receipt gives, but the verify.mjs that it names is not of this version, SHA-256 ${verifier}`;
    return { ...read, form: notChecked('form', detail) };
  }
  return { ...read, form: passed('form', 'byte for byte the page that is rendered of the receipt in it') };
}

function faulty(fault: string): Fault {
  return { ok: false, fault };
}

/** Empty for a receipt that cannot be shown. */
function rendered(document: ReceiptDocument, parts: PageParts): string {
  try {
    return renderPage(document, parts);
  } catch {
    return '';
  }
}

/** The contents of the first script with this opening tag. */
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
