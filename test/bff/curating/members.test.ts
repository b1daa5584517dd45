import { join as pathOf } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { BffContext } from '../../../bff/bff-context.ts';
import { invite } from '../../../bff/curating/invitations.ts';
import { changeRole, removeMember } from '../../../bff/curating/members.ts';
import { join } from '../../../bff/organisations.ts';
import { openSqliteRecords } from '../../../bff/records/open-sqlite.ts';
import type { RecordStore } from '../../../bff/records.ts';
import { testVisitor } from '../test-visitor.ts';
import { dataFolder } from '../whole-server.ts';

const ORG = 'acme';
const [CURATOR, OTHER] = [testVisitor('u_1'), testVisitor('u_2')];

/** Two curators, and records whose changes of members wait for a gate. Time stands until the test moves it. */
async function twoCurators() {
  const folder = await dataFolder();
  const records = await openSqliteRecords(pathOf(folder.path, 'bff.sqlite'));
  onTestFinished(async () => {
    await records[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
  for (const { user } of [CURATOR, OTHER]) await records.join(ORG, user, 1, 'curator');
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pass = () => {
    reached.resolve();
    return gate.promise;
  };
  const held: RecordStore = {
    ...records,
    removeMember: (change, by) => pass().then(() => records.removeMember(change, by)),
    setRole: (change, by) => pass().then(() => records.setRole(change, by)),
  };
  const clock = { now: 100 };
  const unlimited = async () => {};
  // A context of which nothing but this is read.
  const bff = {
    records: held,
    limits: { read: unlimited, write: unlimited },
    now: () => clock.now,
    sessionKey: new Uint8Array(32),
    signIn: null,
  } as unknown as BffContext;
  return { bff, clock, reached: reached.promise, open: () => gate.resolve() };
}

const removal = (bff: BffContext) => removeMember(bff, CURATOR, { org_id: ORG, user_id: OTHER.user });
const roleChange = (role: 'reader' | 'curator') => (bff: BffContext) =>
  changeRole(bff, CURATOR, { org_id: ORG, user_id: OTHER.user, role });

/** By an invitation that the other curator makes at 150, while a change of 100 waits that is committed at 300. */
async function joinDuring(change: (bff: BffContext) => Promise<unknown>) {
  const { bff, clock, reached, open } = await twoCurators();
  const changing = change(bff);
  await reached;
  clock.now = 150;
  const { invitation } = await invite(bff, OTHER, { org_id: ORG, role: 'curator', days: 1 });
  clock.now = 300;
  open();
  await changing;
  return () => join(bff, OTHER, invitation);
}

it.each([
  ['removed', removal],
  ['given a lower role', roleChange('reader')],
])('a curator who is %s cannot join again by an invitation made meanwhile', async (_, change) => {
  const again = await joinDuring(change);
  await expect(again()).rejects.toMatchObject({ view: { reason: 'denied:invitation' } });
});

it('invitations stay where a role is not lowered', async () => {
  const again = await joinDuring(roleChange('curator'));
  expect(await again()).toEqual({ org_id: ORG, role: 'curator' });
});
