/** What a member may do in an organisation: each role may do what those before it may (ADR 85). */
import { z } from 'zod';

/**
 * `reader`: reads what the organisation shares. `contributor`: also writes in its name, and adds documents. `curator`: also
 * manages its members, its invitations, and the public links of its members.
 */
export const ROLES = ['reader', 'contributor', 'curator'] as const;
export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;

/** Of members by an invitation that names no role. */
export const USUAL_ROLE: Role = 'contributor';

export function isAtLeast(one: Role, needed: Role): boolean {
  return ROLES.indexOf(one) >= ROLES.indexOf(needed);
}

export function higherOf(one: Role, other: Role): Role {
  return isAtLeast(one, other) ? one : other;
}
