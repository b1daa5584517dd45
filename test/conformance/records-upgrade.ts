/** Records that the version before accounts and roles has written open in this one, with everything that they hold. */
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { provider } from '../../bff/records/migrations.ts';
import type { Tables } from '../../bff/records/tables.ts';
import type { RecordsDatabase } from './records-database.ts';
import { entry, saved } from './records-harness.ts';

const BEFORE_ROLES = '0007-unfinished';
const HASH = '0'.repeat(64);

/** A database of that version holds members without roles. */
type FormerTables = Omit<Tables, 'members'> & {
  members: Pick<Tables['members'], 'org_id' | 'user_id' | 'joined_at'>;
};

/** As it was committed. */
const MEMBERS: readonly FormerTables['members'][] = [
  { org_id: 'acme', user_id: 'u_1', joined_at: 10 },
  { org_id: 'beta', user_id: 'u_1', joined_at: 20 },
  { org_id: 'club', user_id: 'u_1', joined_at: 20 },
  { org_id: 'acme', user_id: 'u_2', joined_at: 5 },
  { org_id: 'Ωmega’s "org"', user_id: 'u_2', joined_at: 9_007_199_254_740_991 },
];

/** @param makeDatabase is called before each test */
export function describeUpgrade(makeDatabase: () => Promise<RecordsDatabase>): void {
  describe('records of the version before roles', () => {
    let database: RecordsDatabase;
    beforeEach(async () => {
      database = await makeDatabase();
      await fill(database);
    });
    afterEach(() => database[Symbol.asyncDispose]());

    it('keep every member as a contributor by invitation since the same instant, in one order', async () => {
      await using records = await database.open();
      const all = await Promise.all(
        [...new Set(MEMBERS.map(({ org_id }) => org_id))].map((org) => records.members(org)),
      );
      const given = { role: 'contributor', given_by: 'invitation' };
      expect(all.flat()).toHaveLength(MEMBERS.length);
      for (const member of MEMBERS) expect(all.flat()).toContainEqual({ ...member, ...given });
      expect(await records.members('acme')).toMatchObject([{ user_id: 'u_2' }, { user_id: 'u_1' }]);
      const orgs = async () => (await records.membershipsOf('u_1')).map(({ org_id }) => org_id);
      // Nobody knows any more which of the two of one instant came first: their names decide.
      expect(await orgs()).toEqual(['club', 'beta', 'acme']);
      await records.join('aaa', 'u_1', 20, 'reader');
      expect(await orgs()).toEqual(['aaa', 'club', 'beta', 'acme']);
    });

    it('have memberships that can be raised, lowered, ended, and given by a provider beside', async () => {
      await using records = await database.open();
      const set = { org_id: 'acme', user_id: 'u_1', role: 'curator', at: 30 } as const;
      expect(await records.setRole(set)).toMatchObject({ role: 'curator', joined_at: 10 });
      expect(await records.invitationsFrom('acme')).toBe(7);
      expect(await records.setRole({ ...set, role: 'reader' })).toMatchObject({ role: 'reader' });
      expect(await records.invitationsFrom('acme')).toBe(31);
      expect(await records.leave('beta', 'u_1')).toBe(true);
      const before = { session: 's_1', user: 'u_1', isSignedIn: false, expiresAt: 99 };
      const { user } = await records.signIn({
        issuer: 'https://id.example',
        subject: 'ada',
        name: 'Ada',
        before,
        freshUser: 'u_new',
        session: 's_2',
        sessionExpiresAt: 99,
        idToken: null,
        memberships: [{ org_id: 'acme', role: 'curator' }],
        at: 40,
      });
      expect(user).toBe('u_1');
      expect(await records.membershipsOf('u_1')).toEqual([
        { org_id: 'club', role: 'contributor' },
        { org_id: 'acme', role: 'curator' },
      ]);
    });

    it('keep what members asked, saved and shared, ended sessions, and what the organisation may', async () => {
      await using records = await database.open();
      const { rows } = await records.history({ of: { org: 'acme' }, limit: 9 });
      expect(rows).toEqual([entry('q_1')]);
      expect(await records.saved({ user: 'u_1', tag: 'moons', limit: 9 })).toMatchObject([{ id: 's_1' }]);
      expect((await records.linksIn('acme', 'u_1')).map(({ id }) => id)).toEqual(['l_1']);
      expect(await records.forgetHistory('u_1', 9)).toBe(1);
      expect((await records.linksIn('acme', 'u_1')).map(({ id }) => id)).toEqual(['l_1']);
      expect(await records.entitled('acme', 'shared_history')).toBe(true);
      expect([await records.sessionEnded('s_old'), await records.sessionEnded('s_1')]).toEqual([true, false]);
    });

    it('are brought to this version once where two processes open them at once', async () => {
      const both = await Promise.all([database.open(), database.open()]);
      for (const records of both) expect(await records.members('acme')).toHaveLength(2);
      for (const records of both) await records[Symbol.asyncDispose]();
    });
  });
}

/** Makes the tables of that version by its own steps, and fills them by its own statements. */
async function fill({ connect, schema }: RecordsDatabase): Promise<void> {
  await using db = withEnd(await connect());
  const place = schema === undefined ? {} : { migrationTableSchema: schema };
  const { error } = await new Migrator({ db, provider, ...place }).migrateTo(BEFORE_ROLES);
  if (error !== undefined) throw error;
  const former = db as unknown as Kysely<FormerTables>;
  await former
    .insertInto('members')
    .values([...MEMBERS])
    .execute();
  await former.insertInto('invitations').values({ org_id: 'acme', valid_from: 7 }).execute();
  await former.insertInto('queries').values(entry('q_1')).execute();
  const { folder = null, note = null, tags: _, ...row } = saved('s_1');
  const kept = { folder, note, tags: '["moons"]', current_state: 'PASS', deleted_at: null } as const;
  await former
    .insertInto('answers_saved')
    .values({ ...row, ...kept })
    .execute();
  await former
    .insertInto('saved_tags')
    .values({
      saved_id: 's_1',
      tag: 'moons',
      user_id: 'u_1',
      answer_id: 'ans_1',
      folder: null,
      created_at: 1_000,
    })
    .execute();
  const link = { id: 'l_1', user_id: 'u_1', kind: 'page', answer_id: 'ans_1', q: 'Rings?' } as const;
  await former
    .insertInto('links')
    .values({ ...link, summary_hash: HASH, receipt_hash: null, created_at: 1 })
    .execute();
  const feature = { org_id: 'acme', feature_key: 'shared_history', enabled: 1, plan: 'team' };
  await former.insertInto('entitlements').values(feature).execute();
  await former.insertInto('ended_sessions').values({ session_id: 's_old', expires_at: 9_999 }).execute();
}

function withEnd<T>(db: Kysely<T>): Kysely<T> & AsyncDisposable {
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.destroy() });
}
