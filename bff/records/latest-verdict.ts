/** The latest verdict that was noted of an answer: what is stored of the answer begins with it. */
import type { Kysely } from 'kysely';
import type { FindingsStateV1 } from '../../gateway/wire/findings.ts';
import type { Tables } from './tables.ts';

/** Null before the first. */
export async function latestVerdict(db: Kysely<Tables>, answerId: string): Promise<FindingsStateV1 | null> {
  const row = await db
    .selectFrom('verdicts')
    .select('findings_state')
    .where('answer_id', '=', answerId)
    .executeTakeFirst();
  return row?.findings_state ?? null;
}
