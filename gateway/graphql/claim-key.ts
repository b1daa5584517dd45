/** What a claim is loaded by: its address and the time it is seen at, so that one loader serves both. */
import type { ClaimAddr } from '../../graph/address.ts';

/** `wx://…/claim/c1…`, and behind an `@` (no address has one) the `as_of` of the read. */
export type ClaimKey = ClaimAddr;

const AS_OF = '@';

/** @param asOf an instant or a day; null: the present */
export function claimKey(addr: ClaimAddr, asOf: string | null): ClaimKey {
  return asOf === null ? addr : `${addr}${AS_OF}${asOf}`;
}

export function readClaimKey(key: ClaimKey): { readonly addr: ClaimAddr; readonly asOf: string | null } {
  const at = key.indexOf(AS_OF);
  if (at < 0) return { addr: key, asOf: null };
  // What stands before the mark is the address that `claimKey` was given.
  return { addr: key.slice(0, at) as ClaimAddr, asOf: key.slice(at + 1) };
}
