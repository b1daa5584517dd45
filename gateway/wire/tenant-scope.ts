/**
 * Whose answers a call concerns, from the organisation of its key and the header `x-tenant`, which can only narrow
 * (docs/spec/decisions.md#7-tenants). An organisation divides its answers into sub-tenants, `ORG/NAME`: each sees its
 * own answers alone, and so does the organisation itself.
 */

/** Between an organisation and the name of its sub-tenant: no organisation's name holds it. */
const SUB_TENANT_SEPARATOR = '/';
/** Names every sub-tenant of an organisation, and the organisation: only a subscription to findings follows it. */
const EVERY_SUB_TENANT = '*';
const SUB_TENANT = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The tenant that a key of `org` acts for; null where `x-tenant` names another organisation or none at all.
 * @param xTenant null: the organisation itself
 */
export function narrowedTenant(org: string, xTenant: string | null): string | null {
  if (xTenant === null || xTenant === org) return org;
  const prefix = `${org}${SUB_TENANT_SEPARATOR}`;
  if (!xTenant.startsWith(prefix)) return null;
  const name = xTenant.slice(prefix.length);
  return SUB_TENANT.test(name) || name === EVERY_SUB_TENANT ? xTenant : null;
}

/** The name of a sub-tenant in full. @param name 1 to 64 of A-Z a-z 0-9 _ - */
export function subTenant(org: string, name: string): string {
  return `${org}${SUB_TENANT_SEPARATOR}${name}`;
}

/** The value of `x-tenant` by which an organisation follows the findings of all its sub-tenants. */
export function everySubTenant(org: string): string {
  return subTenant(org, EVERY_SUB_TENANT);
}

/** The organisation whose sub-tenants the name stands for together; null for the name of one tenant. */
export function organisationOfAll(tenant: string): string | null {
  const suffix = `${SUB_TENANT_SEPARATOR}${EVERY_SUB_TENANT}`;
  return tenant.endsWith(suffix) ? tenant.slice(0, -suffix.length) : null;
}

/** Whether the tenant is the organisation or one of its sub-tenants. */
export function belongsTo(org: string, tenant: string): boolean {
  return tenant === org || tenant.startsWith(`${org}${SUB_TENANT_SEPARATOR}`);
}
