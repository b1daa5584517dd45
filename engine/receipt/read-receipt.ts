/**
 * An answer's receipt with its place in the log (docs/spec/contract.md#ae-receipt;
 * docs/spec/decisions.md#5-receipt, #8-receipt).
 */
import type { AnswerId, ReceiptId } from '../../graph/address.ts';
import { decodeCanonical, STORED_LIMITS } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { LogReader } from '../../graph/store/log.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { AnswerRecord } from '../../graph/store/rows.ts';
import { AnswerDamaged } from '../answer/answer-damaged.ts';
import type { CheckpointSigner } from '../log/read-checkpoint.ts';
import type { Receipt } from './receipt.ts';
import { type ReceiptProofs, readReceiptProofs } from './receipt-proofs.ts';

/**
 * What a receipt is: of one reply (`dev`, in no log), of an answer, in the log under a signed checkpoint (`verified`), or
 * made by re-executing one (`replay`, in no log) (docs/spec/decisions.md#8-receipt).
 */
export type ReceiptClass = 'dev' | 'verified' | 'replay';

export interface ReceiptView<C extends ReceiptClass = ReceiptClass> {
  readonly receipt_id: ReceiptId;
  readonly class: C;
  /** BLAKE3-256 of the receipt's canonical CBOR. */
  readonly hash: string;
  readonly receipt: Receipt;
  readonly log: ReceiptProofs;
}

/** A receipt's content as it is stored. */
export interface StoredReceipt {
  readonly receipt: Receipt;
  /** Position of the answer's entry. */
  readonly seq: number;
}

/** Null for an unknown id and for another tenant's, alike. */
export async function readReceipt(
  reader: LogReader & BlobReader & RecordReader,
  sign: CheckpointSigner,
  id: AnswerId,
  tenant: string,
): Promise<ReceiptView<'verified'> | null> {
  const [record] = await reader.records('answers', [id]);
  if (!record || record.tenant !== tenant) return null;
  const { receipt_hash, receipt_id } = record.body;
  const receipt = decoded(await receiptBytes(reader, record));
  return {
    // Made by `receiptIdOf`.
    receipt_id: receipt_id as ReceiptId,
    class: 'verified',
    hash: receipt_hash,
    receipt,
    log: await readReceiptProofs(reader, sign, record.seq, receipt),
  };
}

/** Content in the order of the ids, null as above; a fault in the place of one whose bytes changed. Two batch reads. */
export async function readReceipts(
  reader: BlobReader & RecordReader,
  ids: readonly AnswerId[],
  tenant: string,
): Promise<(StoredReceipt | AnswerDamaged | null)[]> {
  const records = await reader.records('answers', ids);
  const own = records.filter((record) => record?.tenant === tenant);
  const hashes = [...new Set(own.flatMap((record) => record?.body.receipt_hash ?? []))];
  const blobs = hashes.length === 0 ? [] : await reader.blobs(hashes);
  const bytesOf = new Map(hashes.map((hash, index) => [hash, blobs[index] ?? null]));
  return records.map((record) => {
    if (record?.tenant !== tenant) return null;
    const bytes = checkedBytes(record, bytesOf.get(record.body.receipt_hash) ?? null);
    return bytes instanceof AnswerDamaged ? bytes : { receipt: decoded(bytes), seq: record.seq };
  });
}

/** The canonical CBOR of an answer's receipt. @throws {AnswerDamaged} where it is gone or another than the log says */
export async function receiptBytes(reader: BlobReader, record: AnswerRecord): Promise<Uint8Array> {
  const [bytes = null] = await reader.blobs([record.body.receipt_hash]);
  const checked = checkedBytes(record, bytes);
  if (checked instanceof AnswerDamaged) throw checked;
  return checked;
}

function checkedBytes(
  { seq, body: { receipt_hash, receipt_id } }: AnswerRecord,
  bytes: Uint8Array | null,
): Uint8Array | AnswerDamaged {
  if (bytes !== null && blake3Hex(bytes) === receipt_hash) return bytes;
  return new AnswerDamaged('receipt', receipt_id, seq);
}

/** The bytes were made by `buildReceipt`: their hash stands in the log. */
function decoded(bytes: Uint8Array): Receipt {
  return decodeCanonical(bytes, STORED_LIMITS) as Receipt;
}
