import { encodeCanonical } from './canonical.ts';
import { blake3Hex } from './digest.ts';
import type { LedgerEntry, LedgerEntryBody } from './evidence.ts';

/** Bodies are never changed, and an append asks for the hash of its own three times. */
const HASHES = new WeakMap<LedgerEntryBody, string>();

/** BLAKE3-256 of a ledger entry's canonical CBOR: what the next entry's `prev` names (docs/spec/decisions.md#3). */
export function entryHash(body: LedgerEntryBody): string {
  const known = HASHES.get(body);
  if (known !== undefined) return known;
  const hash = blake3Hex(encodeCanonical(body));
  HASHES.set(body, hash);
  return hash;
}

/** A ledger entry as readers get it, from its body and its place in the log. */
export function ledgerEntry(body: LedgerEntryBody, seq: number, root: string): LedgerEntry {
  return { ...body, entry_hash: entryHash(body), log: { seq, tree_size: seq + 1, root } };
}
