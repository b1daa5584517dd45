/** A process that is killed while it moves what a visitor had to an account: another one finishes, and nothing is lost or there twice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isSqlite } from '../../bff/records/dialect.ts';
import type { Tables } from '../../bff/records/tables.ts';
import type { Collection, RecordStore } from '../../bff/records.ts';
import type { RecordsDatabase } from './records-database.ts';
import { entry, saved, verdict } from './records-harness.ts';

const SCRIPT = fileURLToPath(new URL('../bff/sign-in/merging-process.ts', import.meta.url));
const AT = 1_000;
/** When requests that the visitor sent before have ended: what was moved is finished. */
const LATER = AT + 60_000;
const PATIENCE_MS = 60_000;
const TIMEOUT_MS = 180_000;
/** More than two steps move, of saved answers and of questions. */
const SAVED = 25;
const QUESTIONS = 45;
/** Saved answers that the account has as well. */
const DOUBLES = 3;
const LOCK = 20_850_093;
/** Looks at whether a file is held: a step that is not stopped is over between two of many. */
const HELD_LOOKS = 40;

const VISITOR = 'u_visitor';
const ACCOUNT = 'u_account';
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
const digest = (i: number) => String(i).padStart(64, '0');

/** @param makeDatabase is called before each test */
export function describeCutMerges(makeDatabase: () => Promise<RecordsDatabase>): void {
  describe('a process that is killed while it moves to an account', { timeout: TIMEOUT_MS }, () => {
    let database: RecordsDatabase;
    let records: RecordStore;
    let raw: Kysely<Tables>;
    beforeEach(async () => {
      database = await makeDatabase();
      records = await database.open();
      await fill(records);
      raw = await database.connect();
    });
    afterEach(async () => {
      await raw.destroy();
      await records[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    });

    it.each<[string, string, string]>([
      ['a saved answer of the second step', 'update of user_id on answers_saved', "new.id = 's_13'"],
      ['a saved answer that the account has', 'update of user_id on answers_saved', "new.id = 's_01'"],
      ['a question of the second step', 'update of user_id on queries', "new.id = 'q_27'"],
      ['what changed', 'update of user_id on turns', `new.user_id = '${ACCOUNT}'`],
      ['the last of all, a membership', 'insert on members', `new.user_id = '${ACCOUNT}'`],
    ])('within %s, loses and doubles nothing', async (_, change, when) => {
      const whole = await everything(records);
      await stopAt(raw, change, when);
      const release = await holdStop(raw);
      const first = start(database, AT);
      await untilStopped(raw);
      first.kill('SIGKILL');
      await once(first, 'exit');
      await release();
      await untilFree(raw);

      // As it was committed before: each entry is of one of the two, and whole.
      const cut = await everything(records);
      expect(cut.ids).toEqual(whole.ids);
      expect(cut.terms).toBe(whole.terms);
      expect(await records.dueMerge(AT)).toEqual({ user_id: VISITOR });

      await removeStop(raw, change);
      const second = start(database, LATER);
      await expect.poll(() => records.dueMerge(LATER), { timeout: PATIENCE_MS }).toBe('none');
      second.stdin?.end();
      await once(second, 'exit');
      await expectMoved(records, whole.ids);
    });

    it('at any moment, ever again, has moved all in the end', async () => {
      const whole = await everything(records);
      for (let kills = 0; (await records.dueMerge(LATER)) !== 'none'; kills++) {
        const child = start(database, LATER);
        // Longer each time, so that one of them gets to the end.
        await Promise.race([once(child, 'exit'), sleep(250 * kills)]);
        child.kill('SIGKILL');
        await untilFree(raw);
        expect((await everything(records)).ids).toEqual(whole.ids);
      }
      await expectMoved(records, whole.ids);
    });
  });
}

/** The account, and a visitor who has of everything and signs in to it. */
async function fill(records: RecordStore): Promise<void> {
  const signIn = (session: string, user: string | null) =>
    records.signIn({
      issuer: 'https://id.example',
      subject: 'ada',
      name: 'Ada',
      before: user === null ? null : { session: `of ${user}`, user, isSignedIn: false, expiresAt: 9_000 },
      freshUser: ACCOUNT,
      session,
      sessionExpiresAt: 9_000_000,
      idToken: null,
      memberships: [{ org_id: 'house', role: 'reader' }],
      at: AT,
    });
  await signIn('first', null);
  for (const i of numbers(DOUBLES)) {
    await records.save(saved(`own_${i}`, { user_id: ACCOUNT, answer_id: `ans_${i}`, tags: ['own'] }));
  }
  for (const i of numbers(SAVED)) {
    const id = `s_${String(i).padStart(2, '0')}`;
    const own = { user_id: VISITOR, answer_id: `ans_${i}`, summary_hash: digest(i), created_at: i };
    await records.save(saved(id, { ...own, title: `Moon ${i}`, tags: ['sky'] }));
  }
  for (const i of numbers(QUESTIONS)) {
    const own = { user_id: VISITOR, org_id: i % 2 === 0 ? 'acme' : `local/${VISITOR}` };
    const id = `q_${String(i).padStart(2, '0')}`;
    await records.addHistory(entry(id, { ...own, requested_at: i, answer_id: `ans_${i}`, q: 'Rings?' }));
  }
  for (const i of [20, 21]) {
    await records.noteVerdict({ ...verdict(`ans_${i}`, 'FAIL', i), at: '2026-01-01T00:00:00.000Z' });
  }
  const link = { kind: 'page', q: 'Rings?', summary_hash: digest(0), receipt_hash: null } as const;
  await records.addLink({ ...link, id: 'l_1', user_id: VISITOR, answer_id: 'ans_4', created_at: AT });
  await records.join('acme', VISITOR, AT, 'contributor');
  await records.join('beta', VISITOR, AT, 'reader');
  await signIn('second', VISITOR);
}

/** What both have, with words by which it is found. */
async function everything(records: RecordStore) {
  const ids: string[] = [];
  let terms = 0;
  for (const user of [VISITOR, ACCOUNT]) {
    const live = await records.saved({ user, limit: 99 });
    const removed = await records.removedSaved(user, undefined, 99);
    const asked = (await records.history({ of: { user }, limit: 99 })).rows;
    const turns = await records.turns({ user, unseen: true, limit: 99 });
    const links = await records.linksOf(user);
    ids.push(...[...live, ...removed, ...asked, ...turns, ...links].map(({ id }) => id));
    terms += await foundBy(records, user);
    expect(await countedOf(records, user, 'saved')).toBe(live.length);
    expect(await countedOf(records, user, 'history')).toBe(asked.length);
  }
  return { ids: ids.sort(), terms };
}

/** All are of one corpus. */
async function countedOf(records: RecordStore, user: string, collection: Collection): Promise<number> {
  const counts = await records.facets(user, collection);
  return counts.find(({ facet }) => facet === 'corpus')?.entries ?? 0;
}

async function foundBy(records: RecordStore, user: string): Promise<number> {
  const search = { user, values: [], limit: 99 };
  const questions = (await records.searchHistory({ ...search, text: 'rings' })).rows;
  expect(questions.every(({ user_id }) => user_id === user)).toBe(true);
  return questions.length;
}

async function expectMoved(records: RecordStore, ids: readonly string[]): Promise<void> {
  expect((await everything(records)).ids).toEqual(ids);
  const user = ACCOUNT;
  const live = await records.saved({ user, limit: 99 });
  expect(live).toHaveLength(SAVED);
  // The entry of the account stays, with the tags of both; the visitor's can be restored.
  for (const i of numbers(DOUBLES)) {
    expect(live.find(({ id }) => id === `own_${i}`)).toMatchObject({ tags: ['own', 'sky'] });
  }
  expect(await records.removedSaved(user, undefined, 99)).toHaveLength(DOUBLES);
  const tagged = await records.saved({ user, tag: 'sky', limit: 99 });
  expect(tagged).toHaveLength(SAVED);
  expect(await foundBy(records, user)).toBe(QUESTIONS);
  const of = { user };
  expect((await records.history({ of, tag: { user, name: 'sky' }, limit: 99 })).rows).toHaveLength(SAVED);
  const inAcme = (await records.history({ of: { org: 'acme' }, limit: 99 })).rows;
  expect(inAcme).toHaveLength(Math.ceil(QUESTIONS / 2));
  expect((await records.history({ of: { org: `local/${ACCOUNT}` }, limit: 99 })).rows).toHaveLength(
    Math.floor(QUESTIONS / 2),
  );
  expect(await records.turns({ user, unseen: true, limit: 99 })).toHaveLength(2);
  expect((await records.linksIn('acme', user)).map(({ id }) => id)).toEqual(['l_1']);
  expect(await records.askedFor(user, 'ans_7')).toMatchObject({ user_id: user, owner: VISITOR });
  expect(await records.membershipsOf(user)).toEqual([
    { org_id: 'beta', role: 'reader' },
    { org_id: 'acme', role: 'contributor' },
    { org_id: 'house', role: 'reader' },
  ]);
  expect(await records.membershipsOf(VISITOR)).toEqual([]);
  for (const collection of ['saved', 'history'] as const) {
    expect(await records.facets(VISITOR, collection)).toEqual([]);
  }
}

function start({ where }: RecordsDatabase, at: number): ChildProcess {
  const args = [SCRIPT, where.dataFolder, where.recordsUrl ?? '', String(at)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** The statement that makes the change never ends: SQLite counts without end, PostgreSQL waits for a lock that a test holds. */
async function stopAt(db: Kysely<Tables>, change: string, when: string): Promise<void> {
  const [at, condition] = [sql.raw(change), sql.raw(when)];
  if (isSqlite(db)) {
    await sql`create view endless as with recursive counted(n) as
      (select 1 union all select n + 1 from counted) select n from counted`.execute(db);
    await sql`create trigger stopped before ${at} when ${condition}
      begin select count(*) from endless; end`.execute(db);
    return;
  }
  await sql`create function stopped() returns trigger language plpgsql as
    ${sql.raw(`$$ begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$`)}`.execute(db);
  // The records end a statement that takes too long. Each step notes first whose answers it moves.
  await sql`create function unhurried() returns trigger language plpgsql as
    ${sql.raw(`$$ begin perform set_config('statement_timeout', '0', true); return null; end $$`)}`.execute(
    db,
  );
  await sql`create trigger unhurried before insert on answer_owners for each statement
    execute function unhurried()`.execute(db);
  await sql`create trigger stopped before ${at} for each row when (${condition})
    execute function stopped()`.execute(db);
}

async function removeStop(db: Kysely<Tables>, change: string): Promise<void> {
  if (isSqlite(db)) {
    await sql`drop trigger stopped`.execute(db);
    return;
  }
  await sql`drop trigger stopped on ${sql.raw(change.replace(/.* on /, ''))}`.execute(db);
}

/** @returns how to release it */
async function holdStop(db: Kysely<Tables>): Promise<() => Promise<void>> {
  if (isSqlite(db)) return async () => undefined;
  await sql`select pg_advisory_lock(${sql.lit(LOCK)})`.execute(db);
  return async () => {
    await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(db);
  };
}

/** A transaction is under way, and goes no further. */
async function untilStopped(db: Kysely<Tables>): Promise<void> {
  let looks = 0;
  const isStopped = async () => {
    if (!isSqlite(db)) return isWaitedFor(db);
    looks = (await isHeld(db)) ? looks + 1 : 0;
    return looks >= HELD_LOOKS;
  };
  await expect.poll(isStopped, { timeout: PATIENCE_MS, interval: 20 }).toBe(true);
}

/** What a killed process held is free again, and what it had not committed is undone. */
async function untilFree(db: Kysely<Tables>): Promise<void> {
  if (!isSqlite(db)) return untilNoneElse(db);
  await expect.poll(() => isHeld(db), { timeout: PATIENCE_MS, interval: 20 }).toBe(false);
}

async function isHeld(db: Kysely<Tables>): Promise<boolean> {
  try {
    await sql`begin immediate`.execute(db);
  } catch {
    return true;
  }
  await sql`rollback`.execute(db);
  return false;
}

async function isWaitedFor(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and objid = ${LOCK}
    and not granted`.execute(db);
  return rows.length > 0;
}

/** The server may notice late that a client is gone. */
async function untilNoneElse(db: Kysely<Tables>): Promise<void> {
  const others = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
      and state <> 'idle' and pid <> pg_backend_pid() and query not like '%pg_advisory_unlock%'`.execute(db);
    return rows.length;
  };
  await expect.poll(others, { timeout: PATIENCE_MS, interval: 20 }).toBe(0);
}
