/** A verdict that many have saved the answer of, noted by a process that ends in between. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import type { RecordStore } from '../../bff/records.ts';
import { saved, verdict } from '../conformance/records-harness.ts';
import { dataFolder } from './whole-server.ts';

/** More than one transaction changes. */
const SAVED = 120;
const LAST = SAVED - 1;

let folder: Awaited<ReturnType<typeof dataFolder>>;
let file: string;
let records: RecordStore;
beforeEach(async () => {
  folder = await dataFolder();
  file = join(folder.path, 'bff.sqlite');
  records = await openSqliteRecords(file);
});
afterEach(async () => {
  await records[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const userOf = (index: number) => `u_${1_000 + index}`;
const at = '2026-01-01T00:00:00.000Z';
const fail = { ...verdict('ans_1', 'FAIL', 7), at };

async function saveFor(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await records.save(saved(`s_${1_000 + i}`, { user_id: userOf(i) }));
}

/** The database refuses to change that user's entry. @returns what lets it again */
function stopAt(index: number): () => void {
  run(
    `create trigger stop before update on answers_saved when new.user_id = '${userOf(index)}' begin select raise(abort, 'ended'); end`,
  );
  return () => run('drop trigger stop');
}

function run(sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.close();
}

async function endedInBetween(): Promise<void> {
  const goOn = stopAt(LAST);
  await expect(records.noteVerdict(fail)).rejects.toThrow('ended');
  await records[Symbol.asyncDispose]();
  goOn();
  records = await openSqliteRecords(file);
}

async function stateOf(index: number): Promise<unknown> {
  const user = userOf(index);
  const [entry] = await records.saved({ user, limit: 1 });
  const turns = await records.turns({ user, unseen: true, limit: 9 });
  return [entry?.findings_state, ...turns.map(({ now, changes }) => [now.findings_state, changes])];
}

it('goes on with it: everybody has it in the inbox, once', async () => {
  await saveFor(SAVED);
  await records.noteVerdict(verdict('ans_9', 'FAIL', 5));
  await endedInBetween();
  expect(await stateOf(0)).toEqual(['FAIL', ['FAIL', 1]]);
  expect(await stateOf(LAST)).toEqual(['PASS']);
  // The feed gives everything behind it again.
  expect(await records.latestSeq()).toBe(6);
  await records.noteVerdict(fail);
  for (const index of [0, 49, 50, LAST]) expect(await stateOf(index)).toEqual(['FAIL', ['FAIL', 1]]);
  expect(await records.latestSeq()).toBe(7);
});

it('leaves nothing behind where all of it is one transaction', async () => {
  await saveFor(1);
  const goOn = stopAt(0);
  await expect(records.noteVerdict(fail)).rejects.toThrow('ended');
  goOn();
  expect(await records.latestSeq()).toBeNull();
  expect(await records.verdictOf('ans_1')).toBeNull();
});

it('does not go on with the first of all verdicts at a position before the log', async () => {
  await saveFor(SAVED);
  const goOn = stopAt(LAST);
  await expect(records.noteVerdict({ ...fail, seq: 0 })).rejects.toThrow('ended');
  goOn();
  expect(await records.latestSeq()).toBeNull();
});

it('gives it to an answer that is saved meanwhile, which has not turned', async () => {
  await saveFor(SAVED);
  await endedInBetween();
  await records.save(saved('s_0', { user_id: 'late' }));
  const late = async () => [
    (await records.saved({ user: 'late', limit: 1 }))[0]?.findings_state,
    await records.unseenTurns('late'),
  ];
  expect(await late()).toEqual(['FAIL', 0]);
  await records.noteVerdict(fail);
  expect(await late()).toEqual(['FAIL', 0]);
});

it('is overtaken by a later one of another process, and then brings nobody the older one', async () => {
  await saveFor(SAVED);
  await endedInBetween();
  await records.noteVerdict({ ...verdict('ans_1', 'PASS', 8), at });
  expect(await records.latestSeq()).toBe(8);
  await records.noteVerdict(fail);
  expect(await stateOf(0)).toEqual(['PASS', ['PASS', 2]]);
  expect(await stateOf(LAST)).toEqual(['PASS']);
});

it('is finished by who comes with an older one: all have the later one', async () => {
  await saveFor(SAVED);
  await endedInBetween();
  await records.noteVerdict({ ...verdict('ans_1', 'WARN', 6), at });
  expect(await stateOf(LAST)).toEqual(['FAIL', ['FAIL', 1]]);
  expect(await records.latestSeq()).toBe(7);
});

it('marks the watched questions on it, too', async () => {
  await saveFor(SAVED);
  await records.watchQuestion({
    id: 'q_1',
    user_id: 'u_1',
    created_at: 1,
    q: 'How many?',
    as_of: null,
    corpus: 'sky',
    mode: 'verified',
    asked_at: 1,
    asked_size: 1,
    answered_at: 1,
    answer_id: 'ans_1',
    summary: 'So many.',
    summary_hash: '0'.repeat(64),
    receipt_hash: null,
    findings_state: 'PASS',
  });
  await endedInBetween();
  const due = { at: 1_000, until: 2_000, limit: 1, againMs: 0, visitedSince: 0 };
  expect((await records.claimQuestions(due)).claimed).toEqual([]);
  await records.noteVerdict(fail);
  expect((await records.claimQuestions(due)).claimed).toMatchObject([{ id: 'q_1' }]);
});
