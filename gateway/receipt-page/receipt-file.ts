/** Writes a receipt as a file of each kind, and reads it back. */
import { type ReadBytes, readReceiptBytes } from '../../engine/receipt/read-receipt-bytes.ts';
import {
  documentBytes,
  type ReceiptDocument,
  readDocument,
  receiptDocument,
} from '../../engine/receipt/receipt-document.ts';
import { isPage, readPage } from './read-page.ts';
import { ownPage, receiptPage } from './receipt-page.ts';

export type ReceiptFileKind = 'json' | 'cbor' | 'html';

export async function receiptFile(document: ReceiptDocument, kind: ReceiptFileKind): Promise<Uint8Array> {
  if (kind !== 'html') return documentBytes(document, kind);
  return new TextEncoder().encode(await receiptPage(document));
}

/** The file that the engine would serve for a receipt from the wire. @throws {TypeError} for what is no receipt */
export async function fileOfReceipt(
  receipt: unknown,
  kind: ReceiptFileKind,
): Promise<Uint8Array<ArrayBuffer>> {
  const read = readDocument(receipt);
  if (!read.ok) throw new TypeError(`this is no receipt: ${read.fault}`);
  return new Uint8Array(await receiptFile(receiptDocument(read.view), kind));
}

/** Reads a file of any kind. @throws {Error} where the script that pages are compared with does not build */
export async function readReceiptFile(bytes: Uint8Array): Promise<ReadBytes> {
  return isPage(bytes) ? readPage(bytes, await ownPage()) : readReceiptBytes(bytes);
}
