import { join } from 'node:path';
import { setImmediate as nextSlice } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteRecords } from '../../../bff/records/open-sqlite.ts';
import type { RecordStore } from '../../../bff/records.ts';
import { openSignIn } from '../../../bff/sign-in/open-sign-in.ts';
import { freePort } from '../../setup/free-port.ts';
import { dataFolder } from '../whole-server.ts';

const AT = 1_000;
/** More than one step moves. */
const QUESTIONS = 200;
/** That one step moves. */
const AT_ONCE = 20;
/** When what was put off is tried again. */
const AGAIN_MS = 60_000;

let folder: Awaited<ReturnType<typeof dataFolder>>;
let records: RecordStore;
let closing: AbortController;
beforeEach(async () => {
  folder = await dataFolder();
  records = await openSqliteRecords(join(folder.path, 'bff.sqlite'));
  closing = new AbortController();
});
afterEach(async () => {
  closing.abort();
  await records[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function asked(user_id: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await records.addHistory({
      id: `${user_id}_${i}`,
      user_id,
      org_id: `local/${user_id}`,
      mode: 'verified',
      requested_at: i,
      answer_id: `ans_${user_id}_${i}`,
      q: 'How many?',
      as_of: null,
      corpus: null,
      summary_hash: '0'.repeat(64),
      receipt_hash: null,
      metadata: '{}',
      findings_state: 'PASS',
    });
  }
}

/** The visitor signs in to the one account. */
async function signIn(visitor: string | null): Promise<string> {
  const session = `s_${visitor}`;
  const isSignedIn = false;
  const { user } = await records.signIn({
    issuer: 'https://id.example',
    subject: 'ada',
    name: null,
    before: visitor === null ? null : { session, user: visitor, isSignedIn, expiresAt: 9_000 },
    freshUser: 'u_account',
    session: `${session}_next`,
    sessionExpiresAt: 9_000,
    idToken: null,
    memberships: [],
    at: AT,
  });
  return user;
}

/** The merging of a server whose provider is away. */
async function startMerging(now: () => number, faults: string[] = []) {
  const signIn = {
    issuer: `http://127.0.0.1:${await freePort()}`,
    clientId: 'adduce',
    clientSecret: null,
    scope: 'openid',
    claim: 'groups',
    mapping: new Map(),
  };
  const onFault = (fault: unknown) => {
    const line = fault instanceof Error ? fault.message : String(fault);
    if (!line.includes('provider')) faults.push(line);
  };
  const opened = openSignIn({ signIn, org: 'local', records, now, closing: closing.signal, onFault });
  if (opened === null) throw new Error('signing in is off');
  return opened.merging;
}

const listed = async (user: string) =>
  (await records.history({ of: { user }, limit: 999 })).rows.map((row) => row.id);

/** Event-loop slices until the work is done. */
async function slicesDuring(work: Promise<void>): Promise<number> {
  let slices = 0;
  let isOver = false;
  const count = () => {
    slices += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isOver = true;
  return slices;
}

it.each(['while a sign-in waits', 'in the background'])(
  'lets requests in after each step %s',
  async (how) => {
    const merging = await startMerging(() => AT);
    // There is nothing to move yet.
    await merging.close();
    const user = await signIn(null);
    await asked('u_2', QUESTIONS);
    await signIn('u_2');
    const slices = await slicesDuring(
      how === 'in the background' ? inBackground(merging, user) : merging.runFor(60_000),
    );
    expect(await listed(user)).toHaveLength(QUESTIONS);
    expect(slices).toBeGreaterThanOrEqual(QUESTIONS / AT_ONCE);
    closing.abort();
    await merging.close();
  },
);

/** Resolves when the questions are moved. */
async function inBackground(merging: Awaited<ReturnType<typeof startMerging>>, user: string): Promise<void> {
  merging.start();
  while ((await listed(user)).length < QUESTIONS) await nextSlice();
}

it('puts off what cannot be moved, says so once, and goes on with others', async () => {
  const user = await signIn(null);
  for (const visitor of ['u_2', 'u_3']) {
    await asked(visitor, 1);
    await signIn(visitor);
  }
  using database = open();
  database.exec(`create trigger refused before update of user_id on queries when old.user_id = 'u_2'
    begin select raise(abort, 'the disk is odd'); end`);
  let now = AT;
  const faults: string[] = [];
  const merging = await startMerging(() => now, faults);
  await merging.runFor(60_000);
  expect(await listed(user)).toEqual(['u_3_0']);
  now = AT + AGAIN_MS;
  await merging.runFor(60_000);
  expect(faults).toEqual([expect.stringMatching(/^what a visitor had .*\(the disk is odd\)/)]);
  database.exec('drop trigger refused');
  now += AGAIN_MS;
  await merging.runFor(60_000);
  expect((await listed(user)).sort()).toEqual(['u_2_0', 'u_3_0']);
  closing.abort();
  await merging.close();
});

/** The same file, beside the records. */
function open() {
  const database = new Database(join(folder.path, 'bff.sqlite'), { timeout: 1_000 });
  return Object.assign(database, { [Symbol.dispose]: () => void database.close() });
}
