/** Many records at once, in the shapes that make lists dear: what is filtered for is rare, and old. */
import type Database from 'better-sqlite3';

const ORG = 'acme';
const USER = 'u_reader';

/** Entries that are of the mode, the folder and the tag that are called rare. */
const RARE = 10;

export const FILL = {
  user: USER,
  org: ORG,
  /** An entry past the rare ones, with entries on both sides. */
  middle: 500,
  /** The answer to every second question: not saved. */
  popular: 'ans_popular',
  at: (index: number) => 1_000_000 + index * 10,
  queryId: (index: number) => `q_${String(index).padStart(9, '0')}`,
};

/**
 * Fills `queries`, `answers_saved` and the tags with `count` entries of one user and organisation, the first ones rare. Every
 * third saved answer was deleted.
 */
export function fillRecords(database: Database.Database, count: number): void {
  const query = database.prepare(
    `insert into queries (id, user_id, org_id, mode, requested_at, answer_id, q, summary_hash, metadata, findings_state)
     values (?, '${USER}', '${ORG}', ?, ?, ?, 'How many?', '${'0'.repeat(64)}', '{}', 'PASS')`,
  );
  const popular = database.prepare(
    `insert into queries (id, user_id, org_id, mode, requested_at, answer_id, q, summary_hash, metadata, findings_state)
     values (?, '${USER}', '${ORG}', 'light', ?, '${FILL.popular}', 'How many?', '${'0'.repeat(64)}', '{}', 'PASS')`,
  );
  const saved = database.prepare(
    `insert into answers_saved (id, user_id, answer_id, snapshot_id, created_at, title, folder, q, summary, summary_hash,
       findings_state, deleted_at)
     values (?, '${USER}', ?, '1.a', ?, 'Title', ?, 'How many?', 'So many.', '${'0'.repeat(64)}', 'PASS', ?)`,
  );
  const fill = database.transaction(() => {
    for (let index = 0; index < count; index++) {
      const rare = index < RARE;
      const answer = `ans_${index}`;
      query.run(FILL.queryId(index), rare ? 'audit' : 'verified', FILL.at(index), answer);
      popular.run(`p_${FILL.queryId(index)}`, FILL.at(index));
      const deleted = !rare && index % 3 === 0;
      saved.run(FILL.queryId(index), answer, FILL.at(index), rare ? 'rare' : 'common', deleted ? 1 : null);
    }
    const tags = database.prepare(
      `insert into saved_tags (saved_id, tag, user_id, answer_id, folder, created_at)
       select id, folder, user_id, answer_id, folder, created_at from answers_saved where deleted_at is null`,
    );
    tags.run();
    const tagged = database.prepare(
      `insert into history_tags (user_id, tag, requested_at, query_id, mode, answer_id)
       select saved_tags.user_id, tag, requested_at, id, mode, queries.answer_id
       from saved_tags cross join queries where queries.user_id = saved_tags.user_id and queries.answer_id = saved_tags.answer_id`,
    );
    tagged.run();
  });
  fill();
}
