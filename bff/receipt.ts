/** Receipts of answers that the visitor may see, as files for an auditor, made from the verified receipt. */

import type { z } from 'zod';
import { RECEIPT_FILES, type ReceiptDownload, type receiptQuery } from '../gateway/wire/receipt.ts';
import { expectedOf } from './ask.ts';
import type { BffContext, Visitor } from './bff-context.ts';
import { type ExportedFile, exportFile } from './exported-file.ts';
import { verifiedReceipt } from './verified-receipt.ts';

export type ReceiptInput = z.infer<typeof receiptQuery>;

/**
 * The receipt as a file, the same bytes as the engine's own; without `download` as `{receipt}`.
 * @throws {BffRefusal} as `exportFile`, 502 where the engine's receipt is not the one that was recorded
 */
export function exportReceipt(
  bff: BffContext,
  visitor: Visitor,
  answerId: string,
  { download }: ReceiptInput,
): Promise<ExportedFile> {
  return exportFile('file', bff, visitor, answerId, async (entry, call) => {
    const receipt = await verifiedReceipt(bff, call, expectedOf(entry));
    if (download === undefined) {
      const bytes = new TextEncoder().encode(JSON.stringify({ receipt }));
      return { type: 'application/json', bytes, name: `${answerId}.receipt.json` };
    }
    const bytes = await bff.receiptFile(receipt, download);
    return { type: typeOf(download), bytes, name: `${answerId}.receipt.${download}` };
  });
}

/** Without parameters such as `charset`. */
function typeOf(download: ReceiptDownload): string {
  return RECEIPT_FILES[download].type.replace(/;.*/, '');
}
