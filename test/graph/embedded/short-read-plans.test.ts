/** How SQLite goes about the short reads of every question, append and verdict: compiled once, along an index each. */
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readerOf } from '../../../graph/embedded/reader.ts';
import { LOG_TABLES, PROJECTION_TABLES } from '../../../graph/embedded/schema.ts';
import { allPlaces } from '../../../graph/store/ranges.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import { artefactId, CORPUS, claimAddr, TENANT } from '../../conformance/graph-store/records.ts';
import { Explained } from './explained.ts';
import { testFolder } from './folder.ts';

const BEHIND = { after: 7 };

async function emptyStore(): Promise<Explained> {
  const connection = new Explained(join(await testFolder(), 'graph.sqlite'), 0);
  onTestFinished(() => connection.close());
  connection.exec(LOG_TABLES + PROJECTION_TABLES);
  return connection;
}

it.each<[string, readonly string[], (reader: GraphReader, limit: number) => Promise<unknown>]>([
  [
    'claims of a slot',
    ['claims_by_slot (corpus=? AND slot=? AND seq<?)', '(rowid=?)'],
    (reader, limit) => reader.ranges('claimsOfSlot', { corpus: CORPUS, by: ['s'], upTo: 9, limit }),
  ],
  [
    'claims that say what something is',
    ['definitions (corpus=? AND defines=? AND seq<?)', '(rowid=?)'],
    (reader, limit) => reader.ranges('definitions', { corpus: CORPUS, by: ['s'], upTo: 9, limit }),
  ],
  [
    'places of a claim',
    ['occurrences_by_claim (claim=? AND seq>? AND seq<?)', 'PRIMARY KEY (rowid=?)'],
    (reader, limit) =>
      reader.ranges('occurrences', { ...allPlaces([claimAddr(1)]), after: 7, limit, newestFirst: true }),
  ],
  [
    'versions of a document',
    ['artefacts_by_doc (corpus=? AND doc_id=?)'],
    (reader) => reader.ranges('versions', { corpus: CORPUS, by: ['d'] }),
  ],
  [
    'artefacts by what refers to them',
    ['artefacts_by_url (corpus=? AND url=?)', 'artefacts_by_hash (corpus=? AND hash=?)'],
    (reader) => reader.ranges('artefactsByRef', { corpus: CORPUS, by: ['https://a.example/'] }),
  ],
  [
    'artefacts of a corpus',
    ['artefacts_by_seq (corpus=? AND seq>?)'],
    (reader, limit) => reader.ranges('artefacts', { by: [{ corpus: CORPUS, ...BEHIND }], limit }),
  ],
  [
    'answers that use a claim',
    ['PRIMARY KEY (used=?)', 'sqlite_autoindex_answers_1 (id=?)'],
    (reader, limit) =>
      reader.ranges('answersUsing', {
        by: [{ claims: [claimAddr(1)], artefacts: [artefactId(1)], ...BEHIND }],
        limit,
      }),
  ],
  [
    'answers of a corpus',
    ['answers_by_corpus (corpus=? AND seq>?)'],
    (reader, limit) => reader.ranges('answersOfCorpus', { by: [{ corpus: CORPUS, ...BEHIND }], limit }),
  ],
  [
    'verdicts of a tenant',
    ['findings_by_tenant (tenant=? AND seq>?)'],
    (reader, limit) =>
      reader.ranges('findings', { by: [{ tenant: TENANT, ...BEHIND, answers: null }], limit }),
  ],
  [
    'verdicts of every tenant',
    ['PRIMARY KEY (rowid>?)'],
    (reader, limit) => reader.ranges('findings', { by: [{ tenant: null, ...BEHIND, answers: null }], limit }),
  ],
  [
    'revocations',
    ['revocations_by_seq (seq>?)'],
    (reader, limit) => reader.ranges('revocations', { by: [BEHIND], limit }),
  ],
  [
    'entries',
    ['PRIMARY KEY (rowid>?)'],
    (reader, limit) => reader.entries({ ...BEHIND, limit, types: null }),
  ],
  [
    'entries of some types',
    ['entries_by_type (type=? AND seq>?)', 'PRIMARY KEY (rowid=?)'],
    (reader, limit) => reader.entries({ ...BEHIND, limit, types: ['findings.changed', 'evidence.appended'] }),
  ],
  [
    'verdicts whose day is over',
    ['verdict_days_by_until (corpus=? AND (until,answer)>(?,?) AND until<?)'],
    (reader, limit) => reader.beliefs('dueVerdicts', { corpus: CORPUS, before: 5, after: null, limit }),
  ],
  [
    'ledgers whose day is over',
    ['ledger_beliefs_by_until (corpus=? AND until>? AND until<?)'],
    (reader, limit) => reader.beliefs('due', { corpus: CORPUS, before: 5, from: 0, limit }),
  ],
  [
    'ledgers of a corpus',
    ['PRIMARY KEY (corpus=? AND cluster>?)'],
    (reader, limit) => reader.beliefs('after', { corpus: CORPUS, after: 'x', limit }),
  ],
  [
    'claims of a cluster',
    ['claims_by_cluster (cluster=?)', 'PRIMARY KEY (rowid=?)'],
    (reader, limit) => reader.ranges('claimsOfCluster', { by: ['x'], limit }),
  ],
  [
    'claims of a ledger',
    ['claims_by_cluster (cluster=? AND corpus=? AND seq>?)'],
    (reader, limit) => reader.beliefs('members', { corpus: CORPUS, cluster: 'x', ...BEHIND, limit }),
  ],
])('reads %s along an index, whatever the limit, and shows the planner none', async (_, along, read) => {
  const connection = await emptyStore();
  for (const limit of [1, 1_000_000]) {
    connection.plan.length = 0;
    await read(readerOf(connection), limit);
    const searches = connection.plan.filter((step) => step.startsWith('SEARCH'));
    for (const index of along) expect(searches).toContainEqual(expect.stringContaining(index));
    for (const step of searches) expect(along.some((index) => step.endsWith(index))).toBe(true);
    expect(connection.plan.filter((step) => /^SCAN (?!k |\()/.test(step))).toEqual([]);
  }
  for (const sql of connection.statements) expect(sql).not.toMatch(/LIMIT @/);
});

it('takes a parameter for its value', async () => {
  const connection = await emptyStore();
  const read = (value: string | number | null) => connection.value('SELECT @it', { it: value });
  expect(['', 'a', 0, -1, 2 ** 53, null].map(read)).toEqual(['', 'a', 0, -1, 2 ** 53, null]);
});
