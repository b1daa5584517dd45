/** A receipt from a file: downloaded, saved by `ask --receipt`, or the whole reply of GET /v1/answers/{id}/receipt. */
import type { ReadBytes } from '../../engine/receipt/read-receipt-bytes.ts';
import { readReceiptFile as readBytes } from '../../gateway/receipt-page/receipt-file.ts';
import { readReceiptBytesOf } from './read-bounded.ts';

/** @throws {CommandFailure} where there is no such file, or one that is too long */
export async function readReceiptFile(path: string): Promise<ReadBytes> {
  return readBytes(await readReceiptBytesOf(path));
}
