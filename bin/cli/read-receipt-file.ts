/** A receipt from a file: downloaded, saved by `ask --receipt`, or the whole reply of GET /v1/answers/{id}/receipt. */
import { readFile } from 'node:fs/promises';
import type { ReadBytes } from '../../engine/receipt/read-receipt-bytes.ts';
import { readReceiptFile as readBytes } from '../../gateway/receipt-page/receipt-file.ts';
import { usage } from './failure.ts';

/** @throws {CommandFailure} where there is no such file */
export async function readReceiptFile(path: string): Promise<ReadBytes> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw usage(`${path} cannot be read: ${error.message}`);
  });
  return readBytes(bytes);
}
