/** Receipts of answers that the visitor may see, as files for an auditor: what the engine gives goes through as it is. */
import type { z } from 'zod';
import type { receiptQuery } from '../gateway/wire/receipt.ts';
import { expectedOf } from './ask.ts';
import type { Desk, Visitor } from './desk.ts';
import { type ExportedFile, exportFile } from './exported-file.ts';
import { verifiedReceipt } from './verified-receipt.ts';

export type ReceiptInput = z.infer<typeof receiptQuery>;

/**
 * The receipt alone, or without `download` the engine's whole reply.
 * @throws {BffRefusal} as `exportFile`, 502 where the engine's receipt is not the one that was recorded
 */
export function exportReceipt(
  desk: Desk,
  visitor: Visitor,
  answerId: string,
  { download }: ReceiptInput,
): Promise<ExportedFile> {
  return exportFile(desk, visitor, answerId, async (entry, call) => {
    await verifiedReceipt(desk, call, expectedOf(entry));
    if (download !== undefined) {
      const file = await desk.client.receiptFile(answerId, download, call);
      return { ...file, name: `${answerId}.receipt.${download}` };
    }
    const bytes = new TextEncoder().encode(JSON.stringify(await desk.client.receipt(answerId, call)));
    return { type: 'application/json', bytes, name: `${answerId}.receipt.json` };
  });
}
