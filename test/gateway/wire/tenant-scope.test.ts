import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOrganisation } from '../../../engine/keys/organisation.ts';
import {
  belongsTo,
  everySubTenant,
  narrowedTenant,
  organisationOfAll,
  subTenant,
} from '../../../gateway/wire/tenant-scope.ts';

describe('the tenant that x-tenant narrows a key to', () => {
  it.each([
    ['nothing', null, 'acme'],
    ['the organisation itself', 'acme', 'acme'],
    ['a sub-tenant', 'acme/u_1', 'acme/u_1'],
    ['a sub-tenant of 64 characters', `acme/${'x'.repeat(64)}`, `acme/${'x'.repeat(64)}`],
    ['all sub-tenants', 'acme/*', 'acme/*'],
    ['a sub-tenant of 65 characters', `acme/${'x'.repeat(65)}`, null],
    ['another organisation', 'globex', null],
    ['a sub-tenant of another organisation', 'globex/u_1', null],
    ['an organisation whose name begins alike', 'acme2/u_1', null],
    ['an organisation without a name', '', null],
    ['a sub-tenant without a name', 'acme/', null],
    ['a sub-tenant of a sub-tenant', 'acme/u_1/u_2', null],
    ['a step upwards', 'acme/../globex', null],
    ['part of all', 'acme/u_*', null],
    ['a name with a space', 'acme/u 1', null],
    ['a name beyond ASCII', 'acme/ü', null],
  ])('%s', (_, xTenant, tenant) => {
    expect(narrowedTenant('acme', xTenant)).toBe(tenant);
  });

  it('never leaves the organisation, whatever the header says', () => {
    const names = fc.string({ minLength: 1, maxLength: 12 }).filter(isOrganisation);
    fc.assert(
      fc.property(names, names, fc.string({ maxLength: 20 }), (org, other, rest) => {
        fc.pre(org !== other);
        for (const header of [other, `${other}/${rest}`, rest, `${other}/u_1`]) {
          const tenant = narrowedTenant(org, header);
          expect(tenant === null || belongsTo(org, tenant)).toBe(true);
        }
        expect(narrowedTenant(org, subTenant(other, 'u_1'))).toBeNull();
      }),
    );
  });
});

describe('a name for all sub-tenants', () => {
  it('names its organisation; the name of one tenant names none', () => {
    expect(organisationOfAll(everySubTenant('acme'))).toBe('acme');
    expect(organisationOfAll('acme')).toBeNull();
    expect(organisationOfAll('acme/u_1')).toBeNull();
  });

  it('covers the organisation and its sub-tenants, and no organisation with a longer name', () => {
    expect(['acme', 'acme/u_1'].every((tenant) => belongsTo('acme', tenant))).toBe(true);
    expect(['acme2', 'acme2/u_1', 'acm'].some((tenant) => belongsTo('acme', tenant))).toBe(false);
  });
});

describe('the name of an organisation', () => {
  it.each(['a', 'x'.repeat(128), 'Čapek & Söhne'])('may be %s', (name) => {
    expect(isOrganisation(name)).toBe(true);
  });

  it.each(['', 'x'.repeat(129), 'acme/u_1', '/', '\ud800'])('may not be %j', (name) => {
    expect(isOrganisation(name)).toBe(false);
  });
});
