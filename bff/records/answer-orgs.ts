/**
 * In which organisations a user has an answer. Its questions in the history say so; what is here says it of answers that are
 * saved or shared by a link where no question does: its curators may end a link whatever its maker deletes.
 */
import type { Transaction } from 'kysely';
import type { HistoryRecord } from '../records.ts';
import type { Tables } from './tables.ts';

type AnswerOrg = Tables['answer_orgs'];

/**
 * Notes the organisation of an answer of which no question and no earlier note says one: in the transaction that saves or
 * shares the answer, so that a deletion of its questions comes before or after both.
 */
export async function noteOrg(trx: Transaction<Tables>, row: AnswerOrg): Promise<void> {
  const { user_id, answer_id } = row;
  for (const table of ['queries', 'answer_orgs'] as const) {
    const known = await trx
      .selectFrom(table)
      .select('org_id')
      .where('user_id', '=', user_id)
      .where('answer_id', '=', answer_id)
      .limit(1)
      .executeTakeFirst();
    if (known !== undefined) return;
  }
  await add(trx, [row]);
}

/** Before questions of a user are deleted. */
export async function keepOrgs(
  trx: Transaction<Tables>,
  user_id: string,
  questions: readonly HistoryRecord[],
): Promise<void> {
  const kept = await keptOf(
    trx,
    user_id,
    questions.map(({ answer_id }) => answer_id),
  );
  const rows = questions.filter(({ answer_id }) => kept.has(answer_id));
  await add(
    trx,
    rows.map(({ answer_id, org_id }) => ({ user_id, answer_id, org_id })),
  );
}

/** After saved entries or links of a user were deleted: nothing is left of answers that are neither any more. */
export async function forgetOrgs(
  trx: Transaction<Tables>,
  user_id: string,
  answerIds: readonly string[],
): Promise<void> {
  const kept = await keptOf(trx, user_id, answerIds);
  const gone = answerIds.filter((id) => !kept.has(id));
  if (gone.length === 0) return;
  await trx.deleteFrom('answer_orgs').where('user_id', '=', user_id).where('answer_id', 'in', gone).execute();
}

/** Answers whose organisations one transaction moves. */
const MOVED_AT_ONCE = 50;

/**
 * Moves those of some answers. The links on these answers move in the same transaction: until then the account might delete
 * its other entries on them, and with these what says their organisation.
 * @param orgOf what an organisation of the visitor is of the account
 * @returns the answers; none: nothing is left
 */
export async function moveOrgs(
  trx: Transaction<Tables>,
  { user_id, into_user }: Pick<Tables['merges'], 'user_id' | 'into_user'>,
  orgOf: (org: string) => string,
): Promise<readonly string[]> {
  const answers = await trx
    .selectFrom('answer_orgs')
    .select('answer_id')
    .distinct()
    .where('user_id', '=', user_id)
    .orderBy('answer_id')
    .limit(MOVED_AT_ONCE)
    .execute();
  const ids = answers.map(({ answer_id }) => answer_id);
  if (ids.length === 0) return ids;
  const rows = await trx
    .deleteFrom('answer_orgs')
    .where('user_id', '=', user_id)
    .where('answer_id', 'in', ids)
    .returningAll()
    .execute();
  await add(
    trx,
    rows.map((row) => ({ ...row, user_id: into_user, org_id: orgOf(row.org_id) })),
  );
  return ids;
}

async function add(trx: Transaction<Tables>, rows: readonly AnswerOrg[]): Promise<void> {
  for (const row of rows) {
    await trx
      .insertInto('answer_orgs')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'answer_id', 'org_id']).doNothing())
      .execute();
  }
}

/** Those of the answers that the user has saved, or removed and can restore, or shares by a link. */
async function keptOf(
  trx: Transaction<Tables>,
  user: string,
  answerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  if (answerIds.length === 0) return kept;
  for (const table of ['answers_saved', 'links'] as const) {
    const rows = await trx
      .selectFrom(table)
      .select('answer_id')
      .where('user_id', '=', user)
      .where('answer_id', 'in', answerIds)
      .execute();
    for (const { answer_id } of rows) kept.add(answer_id);
  }
  return kept;
}
