/** The receipt within its page: canonical JSON that no HTML parser reads as markup. */
import {
  canonicalJson,
  type ReadReceipt,
  type ReceiptDocument,
  readDocument,
} from '../../engine/receipt/receipt-document.ts';

/** Of the element that holds it. */
export const DATA_ID = 'receipt';

/** Canonical JSON in which `<` is an escape: neither a tag nor a comment can begin or end there. */
export function pageData(document: ReceiptDocument): string {
  return escaped(canonicalJson(document));
}

/** Reads the data back; only the spelling that `pageData` writes is accepted. */
export function readPageData(text: string): ReadReceipt {
  try {
    const value: unknown = JSON.parse(text);
    if (escaped(canonicalJson(value)) !== text)
      return { ok: false, fault: 'the data of the page is not the canonical JSON of what it says' };
    return readDocument(value);
  } catch (fault) {
    return {
      ok: false,
      fault: `the data of the page is no JSON: ${fault instanceof Error ? fault.message : fault}`,
    };
  }
}

function escaped(json: string): string {
  return json.replaceAll('<', '\\u003c');
}
