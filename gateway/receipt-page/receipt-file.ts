/** A receipt as a file of each kind that there is, and back. */
import { type ReadBytes, readReceiptBytes } from '../../engine/receipt/read-receipt-bytes.ts';
import { documentBytes, type ReceiptDocument } from '../../engine/receipt/receipt-document.ts';
import { passed } from '../../engine/receipt/step-result.ts';
import { isPage, readPage, receiptPage } from './receipt-page.ts';

export type ReceiptFileKind = 'json' | 'cbor' | 'html';

export async function receiptFile(document: ReceiptDocument, kind: ReceiptFileKind): Promise<Uint8Array> {
  if (kind !== 'html') return documentBytes(document, kind);
  return new TextEncoder().encode(await receiptPage(document));
}

/** Whatever of them the bytes are. */
export function readReceiptFile(bytes: Uint8Array): ReadBytes {
  if (!isPage(bytes)) return readReceiptBytes(bytes);
  const read = readPage(bytes);
  const detail = 'a page that shows the receipt that it holds; its script is not looked at';
  return read.ok ? { ...read, form: passed('form', detail) } : read;
}
