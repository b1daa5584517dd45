/** Deleting questions for good, with everything that lists them. */
import type { Kysely, Transaction } from 'kysely';
import type { HistoryRecord } from '../records.ts';
import { keepOrgs } from './answer-orgs.ts';
import { removeTerms } from './library-index.ts';
import { indexedQuestion } from './library-terms.ts';
import type { Tables } from './tables.ts';

/** Questions that one transaction deletes. */
const AT_ONCE = 50;

export function forgetQuestion(db: Kysely<Tables>, user: string, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('queries')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', user)
      .executeTakeFirst();
    if (row === undefined) return false;
    await forget(trx, user, [row]);
    return true;
  });
}

export async function forgetHistory(db: Kysely<Tables>, user: string, limit: number): Promise<number> {
  let forgotten = 0;
  for (let left = limit; left > 0; left = limit - forgotten) {
    const size = Math.min(AT_ONCE, left);
    const count = await forgetOldest(db, user, size);
    forgotten += count;
    if (count < size) break;
  }
  return forgotten;
}

function forgetOldest(db: Kysely<Tables>, user: string, limit: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('queries')
      .selectAll()
      .where('user_id', '=', user)
      .orderBy('requested_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    await forget(trx, user, rows);
    return rows.length;
  });
}

async function forget(trx: Transaction<Tables>, user: string, rows: readonly HistoryRecord[]): Promise<void> {
  if (rows.length === 0) return;
  await keepOrgs(trx, user, rows);
  for (const { id, user_id, answer_id, requested_at } of rows) {
    await trx
      .deleteFrom('history_tags')
      .where('user_id', '=', user_id)
      .where('answer_id', '=', answer_id)
      .where('requested_at', '=', requested_at)
      .where('query_id', '=', id)
      .execute();
  }
  await removeTerms(trx, rows.map(indexedQuestion));
  await trx
    .deleteFrom('queries')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}
