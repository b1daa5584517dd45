import { sayMembers } from '../catalogues/members.ts';
import type { Member, Role } from '../trpc.ts';

/** The lowest first. */
export const ROLES: readonly Role[] = ['reader', 'contributor', 'curator'];
/** Of the id of a member without a name: enough to tell a few apart. */
const SHOWN_DIGITS = 6;

export function roleWord(role: Role): string {
  return sayMembers(role);
}

export function roleMay(role: Role): string {
  return sayMembers(`may.${role}`);
}

export function nameOf({ name, user_id }: Pick<Member, 'name' | 'user_id'>): string {
  return name ?? sayMembers('unnamed', { id: user_id.slice(-SHOWN_DIGITS) });
}
