import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Expired rows that one call deletes: more than one, so that they become fewer. */
const MAX_PRUNED = 100;

/** Of a table with an index of `expires_at`. @param key its primary key */
export async function pruneExpired(
  db: Kysely<Tables>,
  [table, key]: readonly ['sign_ins' | 'ended_sessions', 'session_id'] | readonly ['used_states', 'state'],
  now: number,
): Promise<void> {
  const [of, id] = [sql.table(table), sql.ref(key)];
  await sql`
    DELETE FROM ${of} WHERE ${id} IN (
      SELECT ${id} FROM ${of} WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${MAX_PRUNED}
    )`.execute(db);
}
