/** From the groups of a person at the provider to memberships here. */
import type { Membership } from '../account-records.ts';
import { higherOf } from '../roles.ts';

/** What a group gives. `*` is the group of everybody who signs in. */
export type RoleMapping = ReadonlyMap<string, Membership>;

export const EVERYBODY = '*';

/** One per organisation, with the highest role that a group gives, by the organisation's name. */
export function membershipsBy(mapping: RoleMapping, groups: readonly string[]): Membership[] {
  const given = new Map<string, Membership>();
  // Nobody is in the group of everybody by a claim: its name is ours.
  for (const group of new Set([EVERYBODY, ...groups])) {
    const membership = mapping.get(group);
    if (membership === undefined) continue;
    const { org_id, role } = membership;
    given.set(org_id, { org_id, role: higherOf(role, given.get(org_id)?.role ?? role) });
  }
  return [...given.values()].sort((a, b) => (a.org_id < b.org_id ? -1 : 1));
}
