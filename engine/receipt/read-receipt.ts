/** An answer's receipt with its place in the log (contract: GET /v1/answers/{id}/receipt; decisions §5, §8). */
import type { AnswerId, ReceiptId } from '../../graph/address.ts';
import { decodeCanonical, STORED_LIMITS } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { AnswerRecord, GraphReader } from '../../graph/store.ts';
import { AnswerDamaged } from '../answer/answer-damaged.ts';
import type { CheckpointSigner } from '../log/read-checkpoint.ts';
import type { Receipt } from './receipt.ts';
import { type ReceiptProofs, readReceiptProofs } from './receipt-proofs.ts';

/**
 * What a receipt is: of one reply (`dev`, in no log), of an answer, in the log under a signed checkpoint (`verified`), or
 * made by re-executing one (`replay`, in no log) (decisions §8).
 */
export type ReceiptClass = 'dev' | 'verified' | 'replay';

export interface ReceiptView {
  readonly receipt_id: ReceiptId;
  readonly class: ReceiptClass;
  /** BLAKE3-256 of the receipt's canonical CBOR. */
  readonly hash: string;
  readonly receipt: Receipt;
  readonly log: ReceiptProofs;
}

/** Null for an unknown id and for another tenant's, alike. */
export async function readReceipt(
  reader: GraphReader,
  sign: CheckpointSigner,
  id: AnswerId,
  tenant: string,
): Promise<ReceiptView | null> {
  const [record] = await reader.answers([id]);
  if (!record || record.tenant !== tenant) return null;
  const { receipt_hash, receipt_id } = record.body;
  // The bytes were made by `buildReceipt`: their hash stands in the log.
  const receipt = decodeCanonical(await receiptBytes(reader, record), STORED_LIMITS) as Receipt;
  return {
    // Made by `receiptIdOf`.
    receipt_id: receipt_id as ReceiptId,
    class: 'verified',
    hash: receipt_hash,
    receipt,
    log: await readReceiptProofs(reader, sign, record.seq, receipt),
  };
}

/** The canonical CBOR of an answer's receipt. @throws {AnswerDamaged} where it is gone or another than the log says */
export async function receiptBytes(
  reader: Pick<GraphReader, 'blobs'>,
  { seq, body: { receipt_hash, receipt_id } }: AnswerRecord,
): Promise<Uint8Array> {
  const [bytes] = await reader.blobs([receipt_hash]);
  if (!bytes || blake3Hex(bytes) !== receipt_hash) {
    throw new AnswerDamaged('receipt', receipt_id, seq);
  }
  return bytes;
}
