/** An answer's receipt with its place in the log (contract: GET /v1/answers/{id}/receipt; decisions §5, §8). */
import type { AnswerId, ReceiptId } from '../../graph/address.ts';
import { decodeCanonical, STORED_LIMITS } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import { inclusionPath, readProof } from '../../graph/log/merkle.ts';
import type { GraphReader, StoredEntry } from '../../graph/store.ts';
import { StoreCorrupted } from '../../graph/store.ts';
import type { Receipt } from './receipt.ts';

export interface ReceiptView {
  readonly receipt_id: ReceiptId;
  readonly class: 'verified' | 'dev';
  /** BLAKE3-256 of the receipt's canonical CBOR. */
  readonly hash: string;
  readonly receipt: Receipt;
  readonly log: LogPlace;
}

/** Where the log holds the answer that the receipt belongs to, and the proof of it. */
export interface LogPlace {
  readonly seq: number;
  /** Size of the tree that the proof is for. */
  readonly tree_size: number;
  /** Root at `tree_size`, hex. */
  readonly root: string;
  /** Hashes from the leaf's sibling to the root, hex (RFC 9162 §2.1.3). */
  readonly inclusion: readonly string[];
  /** The entry's bytes, base64: its leaf is SHA-256(0x00 || bytes). */
  readonly entry: string;
  /** Signed note of that tree (C2SP tlog-checkpoint). */
  readonly checkpoint: string;
}

/** Signs a tree head as a C2SP checkpoint. */
export type CheckpointSigner = (head: { readonly size: number; readonly root: Uint8Array }) => string;

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
    log: await placeOf(reader, sign, record.seq),
  };
}

async function placeOf(reader: GraphReader, sign: CheckpointSigner, seq: number): Promise<LogPlace> {
  const { size } = await reader.head();
  const [entry] = await reader.entries({ after: seq - 1, limit: 1, types: null });
  const [newest] = await reader.entries({ after: size - 2, limit: 1, types: null });
  const proof = await readProof(inclusionPath(seq, size), (ids) => reader.merkleNodes(ids));
  const root = present(newest, size - 1).root;
  return {
    seq,
    tree_size: size,
    root,
    inclusion: proof.map((hash) => Buffer.from(hash).toString('hex')),
    entry: Buffer.from(present(entry, seq).bytes).toString('base64'),
    checkpoint: sign({ size, root: Buffer.from(root, 'hex') }),
  };
}

function present(entry: StoredEntry | undefined, seq: number): StoredEntry {
  if (entry?.entry.seq !== seq) throw new StoreCorrupted(`entry ${seq} is missing`, seq);
  return entry;
}
