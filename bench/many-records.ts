/**
 * Many records of one user and organisation at once, written as the program writes them, in SQL that both databases take.
 * Every question is saved, in a folder and under a tag of one name, `rare` for the ten oldest, which are of mode `audit` and no
 * longer pass, and `common` for the others.
 */
import { termNumber } from '../bff/records/library-terms.ts';
import { wordsOf } from '../bff/records/words.ts';
import type { Collection, EntryFacet } from '../bff/records.ts';

export const MANY = {
  user: 'u_reader',
  org: 'acme',
  rare: 10,
  at: (index: number) => 1_000_000 + index * 10,
  id: (index: number) => `00000000-0000-0000-0000-${String(index).padStart(12, '0')}`,
};

const Q = 'How many moons does Saturn have?';
const SUMMARY = 'Saturn has 274 known moons.';
const HASH = '0'.repeat(64);
const DAY = '1970-01-01';

export type Run = (sql: string) => Promise<void>;

/** @param run on a database whose tables are there and empty */
export async function fillRecords(run: Run, database: 'sqlite' | 'postgres', count: number): Promise<void> {
  const isSqlite = database === 'sqlite';
  const numbers = isSqlite
    ? `(with recursive n (i) as (select 0 union all select i + 1 from n where i + 1 < ${count}) select i from n)`
    : `generate_series(0, ${count - 1})`;
  const source = `from ${numbers} as n${isSqlite ? '' : ' (i)'}`;
  const digits = isSqlite ? "printf('%012d', i)" : "lpad(i::text, 12, '0')";
  const id = `'00000000-0000-0000-0000-' || ${digits}`;
  const pick = (rare: string, common: string) =>
    `case when i < ${MANY.rare} then '${rare}' else '${common}' end`;
  const own = `'${MANY.user}'`;
  const at = '1000000 + i * 10';
  const fields = 'id, user_id, answer_id, snapshot_id, created_at, title, folder, q, summary, summary_hash';
  await run(`insert into queries (id, user_id, org_id, mode, requested_at, answer_id, q, summary_hash, metadata, findings_state)
    select ${id}, ${own}, '${MANY.org}', ${pick('audit', 'verified')}, ${at}, 'ans_' || i, '${Q}', '${HASH}', '{}', 'PASS' ${source}`);
  await run(`insert into answers_saved (${fields}, findings_state, current_state, tags)
    select ${id}, ${own}, 'ans_' || i, '1.a', ${at}, ${pick('Curious find', 'Title')}, ${pick('rare', 'common')}, '${Q}',
      '${SUMMARY}', '${HASH}', 'PASS', ${pick('FAIL', 'PASS')}, ${pick('["rare"]', '["common"]')} ${source}`);
  await run(`insert into saved_tags (saved_id, tag, user_id, answer_id, folder, created_at)
    select ${id}, ${pick('rare', 'common')}, ${own}, 'ans_' || i, ${pick('rare', 'common')}, ${at} ${source}`);
  await run(`insert into history_tags (user_id, tag, requested_at, query_id, mode, answer_id)
    select ${own}, ${pick('rare', 'common')}, ${at}, ${id}, ${pick('audit', 'verified')}, 'ans_' || i ${source}`);
  for (const [collection, facet, value, which] of termsOf()) {
    const where = { all: '', rare: `where i < ${MANY.rare}`, common: `where i >= ${MANY.rare}` }[which];
    const entries = { all: count, rare: MANY.rare, common: count - MANY.rare }[which];
    const term = termNumber({ user: MANY.user, collection }, { facet, value });
    await run(
      `insert into library_terms (term, at, entry_id) select ${term}, ${at}, ${id} ${source} ${where}`,
    );
    await run(
      `insert into library_counts values (${own}, '${collection}', '${facet}', '${value}', ${entries})`,
    );
  }
  await run('analyze');
}

type Which = 'all' | 'rare' | 'common';

function termsOf(): [Collection, EntryFacet, string, Which][] {
  const terms: [Collection, EntryFacet, string, Which][] = [];
  const both = (facet: EntryFacet, rare: string, common: string) =>
    terms.push(['saved', facet, rare, 'rare'], ['saved', facet, common, 'common']);
  for (const word of wordsOf(Q)) terms.push(['history', 'word', word, 'all']);
  for (const word of wordsOf(`${Q} ${SUMMARY}`)) terms.push(['saved', 'word', word, 'all']);
  for (const word of wordsOf('Curious find')) terms.push(['saved', 'word', word, 'rare']);
  terms.push(['saved', 'word', 'title', 'common']);
  terms.push(['history', 'mode', 'audit', 'rare'], ['history', 'mode', 'verified', 'common']);
  both('folder', 'rare', 'common');
  both('tag', 'rare', 'common');
  both('verdict', 'FAIL', 'PASS');
  both('changed', 'yes', 'no');
  for (const collection of ['history', 'saved'] as const) {
    terms.push([collection, 'corpus', '', 'all'], [collection, 'day', DAY, 'all']);
  }
  terms.push(['saved', 'any', 'yes', 'all']);
  return terms;
}
