/** From the groups of a person at the provider to memberships here. */
import type { Membership } from '../account-records.ts';
import { higherOf } from '../roles.ts';

/** What a group gives. `*` is the group of everybody who signs in. */
export type RoleMapping = ReadonlyMap<string, Membership>;

export const EVERYBODY = '*';

/** One per organisation, with the highest role that a group gives, in the order in which the mapping names them. */
export function membershipsBy(mapping: RoleMapping, groups: readonly string[]): Membership[] {
  const given = new Map<string, Membership>();
  // Nobody is in the group of everybody by a claim: its name is ours.
  const own = new Set([EVERYBODY, ...groups]);
  for (const [group, { org_id, role }] of mapping) {
    if (!own.has(group)) continue;
    given.set(org_id, { org_id, role: higherOf(role, given.get(org_id)?.role ?? role) });
  }
  return [...given.values()];
}
