const MAX_LENGTH = 128;

/** What a name of an organisation must be, in words. */
export const ORGANISATION_FORM = `1 to ${MAX_LENGTH} characters without a slash`;

/**
 * Whether an engine key can be of that organisation. A slash divides it from its sub-tenants (`x-tenant`,
 * docs/spec/decisions.md#7-tenants).
 */
export function isOrganisation(name: string): boolean {
  return name !== '' && name.length <= MAX_LENGTH && name.isWellFormed() && !name.includes('/');
}
