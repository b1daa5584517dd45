/** What a session may see, as a text: who has the same may share a result. */
import type { Session } from './session.ts';

/** Everything of a session but which credential it is and when that ends: what is added to it later divides, too. */
export function scopeKey({ credentialIds: _ids, expiresAt: _end, grant, ...rest }: Session): string {
  if (grant === null) return canonicalText({ ...rest, grant });
  const { tokenId: _token, chain: _chain, expiresAt: _expiry, ...granted } = grant;
  return canonicalText({ ...rest, grant: granted });
}

/** The same text for the same value: keys in order, and sets as what they hold, in order. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (member instanceof Set) return [...member].sort();
    if (member === null || typeof member !== 'object' || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
