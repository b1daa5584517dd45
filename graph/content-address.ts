/** Addresses, ids and hashes of claims and events: each follows from the record's content (docs/spec/decisions.md#2). */
import { type ClaimAddr, claimAddrOf, type EventId, hashedId, hashId } from './address.ts';
import { encodeCanonical } from './canonical.ts';
import type { ClaimCore } from './claim.ts';
import { blake3, blake3Hex } from './digest.ts';
import type { EventCore } from './evidence.ts';

/** The full hash behind a claim's address: BLAKE3-256 of the core's canonical CBOR, 64 hex digits. */
export function contentHash(core: ClaimCore): string {
  return blake3Hex(encodeCanonical(core));
}

/** The address that follows from a claim's core: same core, same address. */
export function claimAddr(core: ClaimCore): ClaimAddr {
  return claimAddrOf(core.corpus, hashId('c1', core));
}

/** Both of them, of one encoding and one hash. */
export function claimIdentity(core: ClaimCore): { readonly addr: ClaimAddr; readonly contentHash: string } {
  const hash = blake3(encodeCanonical(core));
  return {
    addr: claimAddrOf(core.corpus, hashedId('c1', hash)),
    contentHash: Buffer.from(hash).toString('hex'),
  };
}

/** The id of an event: the same core sent again is the same event. */
export function eventId(core: EventCore): EventId {
  return hashId('e1', core);
}
