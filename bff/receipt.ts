/** Receipts of answers that the visitor asked for, as files for an auditor: what the engine gives goes through as it is. */
import type { z } from 'zod';
import type { receiptQuery } from '../gateway/wire/receipt.ts';
import type { Desk, Visitor } from './desk.ts';
import { type ExportedFile, ownAnswer } from './exported-file.ts';

export type ReceiptInput = z.infer<typeof receiptQuery>;

/**
 * The receipt alone, or without `download` the engine's whole reply.
 * @throws {BffRefusal} 404 for an answer that the visitor never asked for, 429 past the limit
 */
export async function exportReceipt(
  desk: Desk,
  visitor: Visitor,
  answerId: string,
  { download }: ReceiptInput,
): Promise<ExportedFile> {
  const own = await ownAnswer(desk, visitor, answerId);
  if (download !== undefined) {
    return { ...(await desk.client.receiptFile(own, download)), name: `${own}.receipt.${download}` };
  }
  const bytes = new TextEncoder().encode(JSON.stringify(await desk.client.receipt(own)));
  return { type: 'application/json', bytes, name: `${own}.receipt.json` };
}
