/** Queries on verdicts: the latest of each answer, which saved entries are found by. */
import type { Kysely, Transaction } from 'kysely';
import type { FindingsStateV1 } from '../../gateway/wire/findings.ts';
import type { VerdictRecord } from '../records.ts';
import { changeIndex } from './library-index.ts';
import { indexedSaved, type SavedRow } from './library-terms.ts';
import type { Tables } from './tables.ts';
import { addTurn } from './turns.ts';
import { markByVerdict } from './watched-questions.ts';

/** Saved entries that one transaction changes: anybody may have saved the answer. */
const AT_ONCE = 50;

/** Keeps the verdict with the greatest `seq`, and brings the saved entries on the answer to it. */
export async function noteVerdict(db: Kysely<Tables>, verdict: VerdictRecord): Promise<void> {
  const { answer_id, findings_state, seq, at } = verdict;
  const reasons = JSON.stringify(verdict.reasons);
  await db
    .insertInto('verdicts')
    .values({ answer_id, findings_state, seq, at, reasons })
    .onConflict((conflict) =>
      conflict
        .column('answer_id')
        .doUpdateSet({ findings_state, seq, at, reasons })
        .where('verdicts.seq', '<', seq),
    )
    .execute();
  let last: string | null = '';
  while (last !== null) last = await changeNext(db, verdict, last);
  await markByVerdict(db, answer_id, findings_state);
}

/** @returns the last entry that was looked at, null where no further one is left */
function changeNext(db: Kysely<Tables>, verdict: VerdictRecord, after: string): Promise<string | null> {
  const answerId = verdict.answer_id;
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('answers_saved')
      .selectAll()
      .where('answer_id', '=', answerId)
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    const current_state = await latestVerdict(trx, answerId);
    if (current_state === null) return null;
    for (const row of rows) {
      if (row.current_state === current_state) continue;
      await trx.updateTable('answers_saved').set({ current_state }).where('id', '=', row.id).execute();
      await turn(trx, row, { ...verdict, findings_state: current_state });
      await changeIndex(trx, indexedSaved(row), indexedSaved({ ...row, current_state }));
    }
    return rows.length < AT_ONCE ? null : (rows.at(-1)?.id ?? null);
  });
}

/** Puts it into the inbox of who saved the answer. A verdict without its instant is older than the inbox. */
async function turn(trx: Transaction<Tables>, row: SavedRow, { seq, at, ...verdict }: VerdictRecord) {
  if (at === null) return;
  const { id, user_id, q, as_of, corpus, answer_id, summary, summary_hash, receipt_hash } = row;
  const subject = { user_id, about: 'saved', subject: id, at: Date.parse(at), q, as_of, corpus } as const;
  const answer = { answer_id, summary, summary_hash, receipt_hash };
  await addTurn(trx, {
    ...subject,
    id: `${id}_${seq}`,
    before: { ...answer, findings_state: row.current_state },
    now: { ...answer, findings_state: verdict.findings_state },
  });
}

export async function latestVerdict(db: Kysely<Tables>, answerId: string): Promise<FindingsStateV1 | null> {
  const row = await db
    .selectFrom('verdicts')
    .select('findings_state')
    .where('answer_id', '=', answerId)
    .executeTakeFirst();
  return row?.findings_state ?? null;
}

export async function verdictOf(db: Kysely<Tables>, answerId: string): Promise<VerdictRecord | null> {
  const row = await db
    .selectFrom('verdicts')
    .selectAll()
    .where('answer_id', '=', answerId)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, reasons: JSON.parse(row.reasons) };
}

export async function latestSeq(db: Kysely<Tables>): Promise<number | null> {
  const row = await db
    .selectFrom('verdicts')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? null;
}
