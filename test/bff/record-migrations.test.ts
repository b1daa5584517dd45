/** Records of earlier versions open in this one, with everything that they hold. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import { describeUpgrade } from '../conformance/records-upgrade.ts';
import { FILL, fillFirstVersion } from './fill-records.ts';
import { sqliteDatabase } from './sqlite-database.ts';
import { dataFolder } from './whole-server.ts';

describeUpgrade(sqliteDatabase);

/** Of one user, so that a step that compares each with each is not done in time. */
const ENTRIES = 19_999;

let folder: Awaited<ReturnType<typeof dataFolder>>;
beforeEach(async () => {
  folder = await dataFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

function writeFirstVersion(file: string): void {
  const database = new Database(file);
  fillFirstVersion(database, ENTRIES);
  database.exec(`insert into verdicts values ('${FILL.answer(9)}', 'FAIL', 7)`);
  database.exec(`insert into entitlements values ('${FILL.org}', 'shared_history', 1, 'team')`);
  database.close();
}

const TAG = { user: FILL.user, name: 'rare' };

it('keeps questions, saved answers, folders, tags, verdicts and entitlements', async () => {
  const file = join(folder.path, 'bff.sqlite');
  writeFirstVersion(file);
  await using records = await openSqliteRecords(file);
  for (const of of [{ user: FILL.user }, { org: FILL.org }]) {
    const { rows } = await records.history({ of, tag: TAG, limit: 2 });
    expect(rows).toMatchObject([
      { id: FILL.id(9), findings_state: 'FAIL', receipt_hash: null },
      { id: FILL.id(8), findings_state: 'PASS', receipt_hash: null },
    ]);
  }
  const saved = await records.saved({ user: FILL.user, folder: 'rare', tag: 'rare', limit: 2 });
  expect(saved).toMatchObject([
    { id: FILL.id(9), tags: ['rare'], receipt_hash: null },
    { id: FILL.id(8), tags: ['rare'] },
  ]);
  // The last one was deleted.
  expect(await records.saved({ user: FILL.user, limit: 1 })).toMatchObject([{ id: FILL.id(ENTRIES - 2) }]);
  expect(await records.entitled(FILL.org, 'shared_history')).toBe(true);
  expect(await records.latestSeq()).toBe(7);
});

it('works afterwards: a repeated question is listed under its tags, a removed answer is not', async () => {
  const file = join(folder.path, 'bff.sqlite');
  writeFirstVersion(file);
  await using records = await openSqliteRecords(file);
  const { rows } = await records.history({ of: { user: FILL.user }, to: FILL.at(1), limit: 1 });
  const [entry] = rows;
  if (entry === undefined) throw new Error('the first question is gone');
  await records.addHistory({ ...entry, id: 'again', requested_at: FILL.at(ENTRIES) });
  const ids = async () => {
    const { rows } = await records.history({ of: { user: FILL.user }, tag: TAG, limit: 2 });
    return rows.map(({ id }) => id);
  };
  expect(await ids()).toEqual(['again', FILL.id(9)]);
  expect(await records.removeSaved(FILL.user, FILL.id(0), 1)).toBe(true);
  expect(await ids()).toEqual([FILL.id(9), FILL.id(8)]);
});
