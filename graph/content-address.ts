/** Addresses, ids and hashes of claims and events: each follows from the record's content (docs/spec/decisions.md#2). */
import { type ClaimAddr, claimAddrOf, type EventId, hashId } from './address.ts';
import { encodeCanonical } from './canonical.ts';
import type { ClaimCore } from './claim.ts';
import { blake3Hex } from './digest.ts';
import type { EventCore } from './evidence.ts';

/** The full hash behind a claim's address: BLAKE3-256 of the core's canonical CBOR, 64 hex digits. */
export function contentHash(core: ClaimCore): string {
  return blake3Hex(encodeCanonical(core));
}

/** The address that follows from a claim's core: same core, same address. */
export function claimAddr(core: ClaimCore): ClaimAddr {
  return claimAddrOf(core.corpus, hashId('c1', core));
}

/** The id of an event: the same core sent again is the same event. */
export function eventId(core: EventCore): EventId {
  return hashId('e1', core);
}
