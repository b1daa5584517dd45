import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SHARED_HISTORY } from '../../bff/features.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import type { HistoryRecord, RecordStore } from '../../bff/records.ts';
import { dataFolder } from './whole-server.ts';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let records: RecordStore;

const file = () => join(folder.path, 'bff.sqlite');

beforeEach(async () => {
  folder = await dataFolder();
  records = await openSqliteRecords(file());
});
afterEach(async () => {
  await records[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

function entry(id: string, changes: Partial<HistoryRecord> = {}): HistoryRecord {
  return {
    id,
    user_id: 'u_1',
    org_id: 'acme',
    mode: 'verified',
    requested_at: 1_000,
    answer_id: 'ans_1',
    q: "Robert'); DROP TABLE queries;--",
    as_of: null,
    corpus: null,
    summary_hash: '0'.repeat(64),
    metadata: '{}',
    findings_state: 'PASS',
    ...changes,
  };
}

const idsOf = async (filter: Parameters<RecordStore['history']>[0]) =>
  (await records.history(filter)).map(({ id }) => id);

describe('history', () => {
  it('survives closing and opening again, word for word', async () => {
    await records.addHistory(entry('q_1'));
    await records[Symbol.asyncDispose]();
    records = await openSqliteRecords(file());
    expect(await records.history({ of: { user: 'u_1' }, limit: 10 })).toEqual([entry('q_1')]);
  });

  it('goes on behind a position, through entries of the same instant', async () => {
    for (const id of ['b', 'd', 'a', 'c']) await records.addHistory(entry(id));
    await records.addHistory(entry('0', { requested_at: 2_000 }));
    const of = { user: 'u_1' };
    expect(await idsOf({ of, limit: 3 })).toEqual(['0', 'd', 'c']);
    expect(await idsOf({ of, limit: 3, after: { at: 1_000, id: 'c' } })).toEqual(['b', 'a']);
  });

  it('from is inclusive, to is exclusive', async () => {
    await records.addHistory(entry('q_1'));
    const of = { user: 'u_1' };
    expect(await idsOf({ of, limit: 9, from: 1_000, to: 1_001 })).toEqual(['q_1']);
    expect(await idsOf({ of, limit: 9, from: 1_001 })).toEqual([]);
    expect(await idsOf({ of, limit: 9, to: 1_000 })).toEqual([]);
  });

  it('of an organisation holds all its users and nobody else', async () => {
    await records.addHistory(entry('mine'));
    await records.addHistory(entry('theirs', { user_id: 'u_2', requested_at: 2_000 }));
    await records.addHistory(entry('strange', { user_id: 'u_3', org_id: 'other' }));
    expect(await idsOf({ of: { org: 'acme' }, limit: 9 })).toEqual(['theirs', 'mine']);
  });
});

describe('verdicts', () => {
  const state = async () => (await records.history({ of: { user: 'u_1' }, limit: 1 }))[0]?.findings_state;

  it('of a greater position replace, of a lesser or the same do not', async () => {
    await records.addHistory(entry('q_1'));
    await records.noteVerdict({ answer_id: 'ans_1', findings_state: 'FAIL', seq: 7 });
    expect(await state()).toBe('FAIL');
    await records.noteVerdict({ answer_id: 'ans_1', findings_state: 'PASS', seq: 6 });
    await records.noteVerdict({ answer_id: 'ans_1', findings_state: 'WARN', seq: 7 });
    expect(await state()).toBe('FAIL');
    await records.noteVerdict({ answer_id: 'ans_1', findings_state: 'WARN', seq: 8 });
    expect(await state()).toBe('WARN');
  });

  it('remember the greatest position of all', async () => {
    expect(await records.latestSeq()).toBeNull();
    await records.noteVerdict({ answer_id: 'ans_1', findings_state: 'FAIL', seq: 7 });
    await records.noteVerdict({ answer_id: 'ans_2', findings_state: 'PASS', seq: 3 });
    expect(await records.latestSeq()).toBe(7);
  });
});

describe('entitlements', () => {
  it('are none until given, and can be taken back', async () => {
    expect(await records.entitled('acme', SHARED_HISTORY)).toBe(false);
    await records.entitle('acme', SHARED_HISTORY, 'team', true);
    expect(await records.entitled('acme', SHARED_HISTORY)).toBe(true);
    expect(await records.entitled('other', SHARED_HISTORY)).toBe(false);
    await records.entitle('acme', SHARED_HISTORY, 'team', false);
    expect(await records.entitled('acme', SHARED_HISTORY)).toBe(false);
  });
});

describe('opening', () => {
  it('lets two processes in at once', async () => {
    await using second = await openSqliteRecords(file());
    await Promise.all([records.addHistory(entry('q_1')), second.addHistory(entry('q_2'))]);
    expect(await idsOf({ of: { user: 'u_1' }, limit: 9 })).toEqual(['q_2', 'q_1']);
  });

  it('refuses a file that is no database', async () => {
    const other = join(folder.path, 'other.sqlite');
    await writeFile(other, 'not a database, but long enough to be read as one'.repeat(20));
    await expect(openSqliteRecords(other)).rejects.toThrow(/not a database/);
  });
});
