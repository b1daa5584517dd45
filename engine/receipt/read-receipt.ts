/** An answer's receipt with its place in the log (contract: GET /v1/answers/{id}/receipt; decisions §5, §8). */
import type { ReceiptId } from '../../graph/address.ts';
import type { Receipt } from './receipt.ts';

export interface ReceiptView {
  readonly receipt_id: ReceiptId;
  readonly class: 'verified';
  /** BLAKE3-256 of the receipt's canonical CBOR. */
  readonly hash: string;
  readonly receipt: Receipt;
  readonly log: {
    readonly seq: number;
    readonly tree_size: number;
    /** Root at `tree_size`, hex. */
    readonly root: string;
    /** Hashes from the leaf's sibling to the root, hex (RFC 9162 §2.1.3). */
    readonly inclusion: readonly string[];
    /** The entry's bytes, base64: its leaf is SHA-256(0x00 || bytes). */
    readonly entry: string;
    /** Signed note of that tree (C2SP tlog-checkpoint), null where the store has no signing key. */
    readonly checkpoint: string | null;
  };
}
