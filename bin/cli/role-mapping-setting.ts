/** The setting that says which groups of an identity provider have which role in which organisation. */
import { z } from 'zod';
import { ROLES } from '../../bff/roles.ts';
import type { RoleMapping } from '../../bff/sign-in/role-mapping.ts';
import { isOrganisation } from '../../engine/keys/organisation.ts';

const MAX_GROUPS = 1_000;
const MAX_GROUP_LENGTH = 512;

/** `ORG:ROLE`. */
const membership = z
  .string()
  .transform((text) => {
    const end = text.lastIndexOf(':');
    return { org_id: text.slice(0, end), role: text.slice(end + 1) };
  })
  .pipe(z.object({ org_id: z.string().refine(isOrganisation), role: z.enum(ROLES) }));

const mapping = z
  .record(z.string().min(1).max(MAX_GROUP_LENGTH), membership)
  .refine((groups) => Object.keys(groups).length <= MAX_GROUPS);

/** Null for a text that is no such mapping. */
export function parseRoleMapping(text: string): RoleMapping | null {
  try {
    return new Map(Object.entries(mapping.parse(JSON.parse(text))));
  } catch {
    return null;
  }
}
