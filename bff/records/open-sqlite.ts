/** The records in a SQLite file: the default. PostgreSQL needs another dialect here and nothing else. */
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { EntitlementRecord, RecordStore, VerdictRecord } from '../records.ts';
import { addHistory, askedFor, ownAnswers, readHistory } from './history.ts';
import { migrate } from './migrations.ts';
import { readSaved, removeSaved, saveAnswer } from './saved.ts';
import type { Tables } from './tables.ts';

/** Its usual name in a data folder. */
export const RECORDS_FILE = 'bff.sqlite';

/** How long a write waits for another process that holds the file. */
const BUSY_TIMEOUT_MS = 5_000;

/** Opens or makes the file and brings it to the newest version. @throws where it is no database of ours */
export async function openSqliteRecords(file: string): Promise<RecordStore> {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return storeOn(db);
}

function storeOn(db: Kysely<Tables>): RecordStore {
  return {
    addHistory: (record) => addHistory(db, record),
    history: (filter) => readHistory(db, filter),
    save: (record) => saveAnswer(db, record),
    saved: (filter) => readSaved(db, filter),
    removeSaved: (user, id, at) => removeSaved(db, user, id, at),
    askedFor: (user, answerId) => askedFor(db, user, answerId),
    ownAnswers: (user, answerIds) => ownAnswers(db, user, answerIds),
    noteVerdict: (verdict) => noteVerdict(db, verdict),
    latestSeq: () => latestSeq(db),
    entitled: async (org, feature) => (await entitlement(db, org, feature)) ?? false,
    entitlement: (org, feature) => entitlement(db, org, feature),
    entitlements: () => entitlements(db),
    entitle: async (org_id, feature_key, plan, on) => {
      const enabled = on ? 1 : 0;
      await db
        .insertInto('entitlements')
        .values({ org_id, feature_key, plan, enabled })
        .onConflict((conflict) => conflict.columns(['org_id', 'feature_key']).doUpdateSet({ plan, enabled }))
        .execute();
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

async function noteVerdict(db: Kysely<Tables>, verdict: VerdictRecord): Promise<void> {
  const { findings_state, seq } = verdict;
  await db
    .insertInto('verdicts')
    .values(verdict)
    .onConflict((conflict) =>
      conflict.column('answer_id').doUpdateSet({ findings_state, seq }).where('verdicts.seq', '<', seq),
    )
    .execute();
}

async function latestSeq(db: Kysely<Tables>): Promise<number | null> {
  const row = await db
    .selectFrom('verdicts')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? null;
}

async function entitlement(db: Kysely<Tables>, org: string, feature: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('entitlements')
    .select('enabled')
    .where('org_id', '=', org)
    .where('feature_key', '=', feature)
    .executeTakeFirst();
  return row === undefined ? null : row.enabled === 1;
}

async function entitlements(db: Kysely<Tables>): Promise<EntitlementRecord[]> {
  const rows = await db
    .selectFrom('entitlements')
    .selectAll()
    .orderBy('org_id')
    .orderBy('feature_key')
    .execute();
  return rows.map(({ enabled, ...row }) => ({ ...row, enabled: enabled === 1 }));
}
