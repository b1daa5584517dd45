/** Queries on verdicts: the latest of each answer, which saved entries are found by. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { VerdictRecord } from '../records.ts';
import { changeIndex } from './library-index.ts';
import { indexedSaved, type SavedRow } from './library-terms.ts';
import type { Tables, VerdictsTable } from './tables.ts';
import { addTurn } from './turns.ts';
import { markByVerdict } from './watched-questions.ts';

/** Saved entries that one transaction changes: anybody may have saved the answer. */
const AT_ONCE = 50;

/**
 * Keeps the verdict with the greatest `seq`, and brings the saved entries and the watched questions on the answer to it. It is
 * pending until all have it: who dies in between is given it again (`latestSeq`).
 */
export async function noteVerdict(db: Kysely<Tables>, verdict: VerdictRecord): Promise<void> {
  let last: string | null = '';
  while (last !== null) last = await changeNext(db, verdict, last);
}

/** From now on older ones are refused, and what is saved has it. */
async function keep(
  trx: Transaction<Tables>,
  { answer_id, findings_state, seq, at, reasons: codes }: VerdictRecord,
): Promise<void> {
  const kept = { findings_state, seq, at, reasons: JSON.stringify(codes), pending: 1 };
  await trx
    .insertInto('verdicts')
    .values({ answer_id, ...kept })
    .onConflict((conflict) => conflict.column('answer_id').doUpdateSet(kept).where('verdicts.seq', '<', seq))
    .execute();
}

/**
 * Each transaction goes by the verdict that is kept, which another process may have replaced by a later one.
 * @returns the last entry that was looked at, null where no further one is left
 */
function changeNext(db: Kysely<Tables>, verdict: VerdictRecord, after: string): Promise<string | null> {
  const answerId = verdict.answer_id;
  return db.transaction().execute(async (trx) => {
    if (after === '') await keep(trx, verdict);
    const kept = await trx
      .selectFrom('verdicts')
      .selectAll()
      .where('answer_id', '=', answerId)
      .executeTakeFirstOrThrow();
    if (kept.pending === 0) return null;
    const rows = await trx
      .selectFrom('answers_saved')
      .selectAll()
      .where('answer_id', '=', answerId)
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    const current_state = kept.findings_state;
    for (const row of rows) {
      if (row.current_state === current_state) continue;
      await trx.updateTable('answers_saved').set({ current_state }).where('id', '=', row.id).execute();
      await turn(trx, row, kept);
      await changeIndex(trx, indexedSaved(row), indexedSaved({ ...row, current_state }));
    }
    if (rows.length === AT_ONCE) return rows.at(-1)?.id ?? null;
    await markByVerdict(trx, answerId, current_state);
    await trx.updateTable('verdicts').set({ pending: 0 }).where('answer_id', '=', answerId).execute();
    return null;
  });
}

/** Puts it into the inbox of who saved the answer. A verdict without its instant is older than the inbox. */
async function turn(trx: Transaction<Tables>, row: SavedRow, { seq, at, findings_state }: VerdictsTable) {
  if (at === null) return;
  const { id, user_id, q, as_of, corpus, answer_id, summary, summary_hash, receipt_hash } = row;
  const subject = { user_id, about: 'saved', subject: id, at: Date.parse(at), q, as_of, corpus } as const;
  const answer = { answer_id, summary, summary_hash, receipt_hash };
  await addTurn(trx, {
    ...subject,
    id: `${id}_${seq}`,
    before: { ...answer, findings_state: row.current_state },
    now: { ...answer, findings_state },
  });
}

export async function verdictOf(db: Kysely<Tables>, answerId: string): Promise<VerdictRecord | null> {
  const row = await db
    .selectFrom('verdicts')
    .selectAll()
    .where('answer_id', '=', answerId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { pending: _, reasons, ...verdict } = row;
  return { ...verdict, reasons: JSON.parse(reasons) };
}

export async function latestSeq(db: Kysely<Tables>): Promise<number | null> {
  const unfinished = await db
    .selectFrom('verdicts')
    .select('seq')
    .where('pending', '=', sql.lit(1))
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  if (unfinished !== undefined) return unfinished.seq === 0 ? null : unfinished.seq - 1;
  const row = await db
    .selectFrom('verdicts')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? null;
}
