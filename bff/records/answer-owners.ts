/** As which user the engine has an answer. */
import type { Kysely, Transaction } from 'kysely';
import type { StoredAnswer } from '../records.ts';
import type { Tables } from './tables.ts';

/** The user of the entry, unless it was moved to that user from another. */
export async function ownerOf(
  db: Kysely<Tables>,
  { answer_id, user_id }: Pick<StoredAnswer, 'answer_id' | 'user_id'>,
): Promise<string> {
  const moved = await db
    .selectFrom('answer_owners')
    .select('owner')
    .where('answer_id', '=', answer_id)
    .executeTakeFirst();
  return moved?.owner ?? user_id;
}

/** Notes the owner of answers before their entries are moved. */
export async function noteOwner(
  trx: Transaction<Tables>,
  answerIds: readonly string[],
  owner: string,
): Promise<void> {
  if (answerIds.length === 0) return;
  const rows = [...new Set(answerIds)].sort().map((answer_id) => ({ answer_id, owner }));
  await trx
    .insertInto('answer_owners')
    .values(rows)
    .onConflict((conflict) => conflict.column('answer_id').doNothing())
    .execute();
}
