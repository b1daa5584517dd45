/** How SQLite goes about pages: over one run of an index, as long as the page, however much lies beside it. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageRanges } from '../../../graph/embedded/read-pages.ts';
import { LOG_TABLES, PROJECTION_TABLES } from '../../../graph/embedded/schema.ts';
import { answerId, CORPUS, claimAddr, TENANT } from '../../conformance/graph-store/records.ts';
import { Explained } from './explained.ts';
import { testFolder } from './folder.ts';

type Pages = ReturnType<typeof pageRanges>;

const STRETCH = { after: -1, before: null };
const PLACES = {
  answer: [{ ...STRETCH, answer: answerId(1) }],
  target: [{ ...STRETCH, target: claimAddr(1) }],
};

it.each<[string, string, (pages: Pages, newestFirst: boolean) => Promise<unknown>]>([
  [
    'ledger entries of a corpus by kinds',
    'ledger_by_kind (corpus=? AND kind=? AND log_seq>? AND log_seq<?)',
    (pages, newestFirst) =>
      pages.evidence({
        by: [{ ...STRETCH, corpus: CORPUS, kinds: ['dispute', 'corroborate'], actors: null }],
        limit: 5,
        newestFirst,
      }),
  ],
  [
    'ledger entries of a corpus by writers and kinds',
    'ledger_by_writer (corpus=? AND actor_root=? AND kind=? AND log_seq>? AND log_seq<?)',
    (pages, newestFirst) =>
      pages.evidence({
        by: [{ ...STRETCH, corpus: CORPUS, kinds: ['dispute'], actors: ['ann', 'ben'] }],
        limit: 5,
        newestFirst,
      }),
  ],
  [
    'annotations by kinds',
    'annotations_by_kind (target=? AND kind=? AND seq>? AND seq<?)',
    (pages, newestFirst) =>
      pages.annotations({ by: PLACES.target, limit: 5, newestFirst, kinds: ['context', 'correction'] }),
  ],
  [
    'annotations of every kind',
    'annotations_by_target (target=? AND seq>? AND seq<?)',
    (pages, newestFirst) => pages.annotations({ by: PLACES.target, limit: 5, newestFirst }),
  ],
  [
    'verdicts by states',
    'findings_by_state (answer=? AND tenant=? AND state=? AND seq>? AND seq<?)',
    (pages, newestFirst) =>
      pages.findingsOf({
        tenant: TENANT,
        by: PLACES.answer,
        limit: 5,
        newestFirst,
        states: ['WARN', 'FAIL'],
      }),
  ],
  [
    'verdicts of every state',
    'findings_by_answer (answer=? AND seq>? AND seq<?)',
    (pages, newestFirst) => pages.findingsOf({ tenant: TENANT, by: PLACES.answer, limit: 5, newestFirst }),
  ],
  [
    'verdicts of a tenant by states',
    'findings_by_verdict (tenant=? AND state=? AND seq>? AND seq<?)',
    (pages, newestFirst) =>
      pages.findingsOfTenant({
        by: [{ ...STRETCH, tenant: TENANT, states: ['WARN', 'FAIL'] }],
        limit: 5,
        newestFirst,
      }),
  ],
  [
    'verdicts of a tenant of every state',
    'findings_by_tenant (tenant=? AND seq>? AND seq<?)',
    (pages, newestFirst) =>
      pages.findingsOfTenant({ by: [{ ...STRETCH, tenant: TENANT, states: null }], limit: 5, newestFirst }),
  ],
])('reads %s along an index', async (_, index, read) => {
  const connection = new Explained(join(await testFolder(), 'graph.sqlite'), 0);
  connection.exec(LOG_TABLES + PROJECTION_TABLES);
  for (const newestFirst of [false, true]) {
    connection.plan.length = 0;
    await read(pageRanges(connection), newestFirst);
    const searches = connection.plan.filter((step) => step.startsWith('SEARCH'));
    expect(searches).toContainEqual(expect.stringContaining(index));
    // Beside it only the rows of the page themselves are looked up.
    for (const step of searches) expect(step).toMatch(/(rowid=\?|seq=\?)\)$|log_seq<\?\)$|seq<\?\)$/);
    expect(connection.plan.filter((step) => /^SCAN (?!k |found|\()/.test(step))).toEqual([]);
  }
  connection.close();
});
