/** An answer's receipt with its place in the log (contract: GET /v1/answers/{id}/receipt; decisions §5, §8). */
import type { AnswerId, ReceiptId } from '../../graph/address.ts';
import { decodeCanonical, STORED_LIMITS } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { GraphReader } from '../../graph/store.ts';
import { StoreCorrupted } from '../../graph/store.ts';
import { type LogPlace, readLogPlace } from '../log/log-place.ts';
import type { CheckpointSigner } from '../log/read-checkpoint.ts';
import type { Receipt } from './receipt.ts';

export interface ReceiptView {
  readonly receipt_id: ReceiptId;
  readonly class: 'verified' | 'dev';
  /** BLAKE3-256 of the receipt's canonical CBOR. */
  readonly hash: string;
  readonly receipt: Receipt;
  /** Where the log holds the answer, and the proof of it. */
  readonly log: LogPlace;
}

/** Null for an unknown id and for another tenant's, alike. The proof is for the tree as it is now. */
export async function readReceipt(
  reader: GraphReader,
  sign: CheckpointSigner,
  id: AnswerId,
  tenant: string,
): Promise<ReceiptView | null> {
  const [record] = await reader.answers([id]);
  if (!record || record.tenant !== tenant) return null;
  const { receipt_hash, receipt_id } = record.body;
  const [bytes] = await reader.blobs([receipt_hash]);
  if (!bytes || blake3Hex(bytes) !== receipt_hash) {
    throw new StoreCorrupted(`the bytes of receipt ${receipt_id} do not match the log`, record.seq);
  }
  return {
    // `receipt_id` was made by `receiptIdOf` and the bytes by `buildReceipt`: their hash stands in the log.
    receipt_id: receipt_id as ReceiptId,
    class: 'verified',
    hash: receipt_hash,
    receipt: decodeCanonical(bytes, STORED_LIMITS) as Receipt,
    log: await readLogPlace(reader, sign, record.seq),
  };
}
