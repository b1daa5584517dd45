import { encodeCanonical } from './canonical.ts';
import { blake3Hex } from './digest.ts';
import type { LedgerEntry, LedgerEntryBody } from './evidence.ts';

/** BLAKE3-256 of a ledger entry's canonical CBOR: what the next entry's `prev` names (docs/spec/decisions.md#3). */
export function entryHash(body: LedgerEntryBody): string {
  return blake3Hex(encodeCanonical(body));
}

/** A ledger entry as readers get it, from its body and its place in the log. */
export function ledgerEntry(body: LedgerEntryBody, seq: number, root: string): LedgerEntry {
  return { ...body, entry_hash: entryHash(body), log: { seq, tree_size: seq + 1, root } };
}
