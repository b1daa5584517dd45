/** Reads go along indexes: each statement is explained where a walk over a table would be chosen last. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresConnection } from '../../../graph/postgres/connection.ts';
import { openPostgres } from '../../../graph/postgres/open.ts';
import { readerOf } from '../../../graph/postgres/reader.ts';
import { statementOf } from '../../../graph/postgres/statement.ts';
import { allPlaces, type RangeKind, type RangeQuery } from '../../../graph/store/ranges.ts';
import type { RecordId, RecordKind } from '../../../graph/store/records.ts';
import { answerId, artefactId, CORPUS, claimAddr, TENANT } from '../../conformance/graph-store/records.ts';
import { describePostgres } from '../../setup/describe-engine.ts';
import { newSchema, type TestSchema } from './empty-schema.ts';

const ENDS = { after: -1, before: 100 };
const PAGE = { limit: 10, newestFirst: true };

const RECORDS: { readonly [K in RecordKind]: RecordId<K> } = {
  entries: 0,
  corpora: CORPUS,
  artefacts: artefactId(1),
  sections: 's',
  sectionPlaces: 's',
  claims: claimAddr(1),
  events: 'e1x',
  ledgerEntries: { claim: claimAddr(1), seq: 0 },
  ledgerHeads: claimAddr(1),
  latestByActor: { claim: claimAddr(1), actorRoot: 'ann' },
  idempotency: 'k',
  annotations: 'n1x',
  closures: 'stub_1',
  answers: answerId(1),
  latestFindings: answerId(1),
  keys: 'k1',
  keysByHash: 'h',
};

const RANGES: { readonly [K in RangeKind]: readonly RangeQuery<K>[] } = {
  artefacts: [{ by: [{ corpus: CORPUS, after: -1 }], limit: 10 }],
  versions: [{ by: ['d'], corpus: CORPUS }],
  artefactsByRef: [{ by: ['u'], corpus: CORPUS }],
  observations: [{ by: ['h'] }],
  claimsOfSlot: [{ by: ['s'], corpus: CORPUS, upTo: 100, limit: 10 }],
  definitions: [{ by: ['s'], corpus: CORPUS, upTo: 100, limit: 10 }],
  claimsOfCluster: [{ by: ['c'], limit: 250 }],
  occurrences: [
    { ...allPlaces([claimAddr(1)]), limit: 10 },
    { ...allPlaces([claimAddr(1)]), ...PAGE },
  ],
  occurrencesIn: [{ by: [artefactId(1)] }],
  rivals: [{ by: [claimAddr(1)] }],
  predecessors: [{ by: [claimAddr(1)] }],
  ledger: [{ by: [{ claim: claimAddr(1), after: -1 }], limit: 10 }],
  evidence: [
    { by: [{ corpus: CORPUS, kinds: ['dispute'], actors: null, ...ENDS }], ...PAGE },
    { by: [{ corpus: CORPUS, kinds: ['dispute'], actors: ['ann'], ...ENDS }], ...PAGE },
  ],
  annotations: [
    { by: [{ target: 't', ...ENDS }], ...PAGE },
    { by: [{ target: 't', ...ENDS }], kinds: ['note'], ...PAGE },
  ],
  voices: [{ by: [{ target: 't', after: -1 }], limit: 10 }],
  answers: [
    { by: [{ tenant: TENANT, uses: null, ...ENDS }], ...PAGE },
    { by: [{ tenant: TENANT, uses: { claim: claimAddr(1) }, ...ENDS }], ...PAGE },
  ],
  answersUsing: [{ by: [{ claims: [claimAddr(1)], artefacts: [], after: -1 }], limit: 10 }],
  answersOfCorpus: [{ by: [{ corpus: CORPUS, after: -1 }], limit: 10 }],
  findingsOf: [
    { by: [{ answer: answerId(1), ...ENDS }], tenant: TENANT, ...PAGE },
    { by: [{ answer: answerId(1), ...ENDS }], tenant: TENANT, states: ['FAIL'], ...PAGE },
  ],
  findingsOfTenant: [
    { by: [{ tenant: TENANT, states: null, ...ENDS }], ...PAGE },
    { by: [{ tenant: TENANT, states: ['FAIL'], ...ENDS }], ...PAGE },
  ],
  findings: [
    { by: [{ tenant: null, answers: null, after: -1 }], limit: 10 },
    { by: [{ tenant: TENANT, answers: null, after: -1 }], limit: 10 },
    { by: [{ tenant: TENANT, answers: [answerId(1)], after: -1 }], limit: 10 },
  ],
  revocations: [{ by: [{ after: -1 }], limit: 10 }],
};

describePostgres('statements of the PostgreSQL store', (server) => {
  let schema: TestSchema;
  let client: Client;
  const plans: string[] = [];
  const reader = readerOf(
    new PostgresConnection(async (sql, params) => {
      const { text, values } = statementOf(sql, params);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return [];
    }),
  );

  beforeAll(async () => {
    schema = newSchema(server());
    await (await openPostgres(schema))[Symbol.asyncDispose]();
    const options = `-c search_path=${schema.schema} -c enable_seqscan=off`;
    client = new Client({ connectionString: schema.url, options });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await schema.drop();
  });

  async function planOf(read: () => Promise<unknown>): Promise<string> {
    plans.length = 0;
    await read();
    expect(plans).toHaveLength(1);
    return plans[0] ?? '';
  }

  test.each(Object.keys(RECORDS) as RecordKind[])('find records of %s by an index', async (kind) => {
    const plan = await planOf(() => reader.records(kind, [RECORDS[kind]]));
    expect(plan).toMatch(/Index (Only )?Scan/);
    expect(plan).not.toContain('Seq Scan');
  });

  test.each(Object.keys(RANGES) as RangeKind[])('read ranges of %s along an index', async (kind) => {
    for (const query of RANGES[kind]) {
      const plan = await planOf(() => reader.ranges(kind, query));
      expect(plan).toMatch(/Index (Only )?Scan/);
      expect(plan).not.toContain('Seq Scan');
    }
  });

  test('read evidence of writers along the index of the writers', async () => {
    const [, ofWriters] = RANGES.evidence;
    const plan = await planOf(() => reader.ranges('evidence', ofWriters ?? { by: [], ...PAGE }));
    expect(plan).toContain('ledger_by_writer');
    expect(plan).toMatch(/Index Cond: .*actor_root = .*kind = .*log_seq/);
  });

  test('read entries of a type, near fingerprints, blobs and Merkle nodes by an index', async () => {
    const reads = [
      () => reader.entries({ after: -1, limit: 10, types: null }),
      () => reader.entries({ after: -1, limit: 10, types: ['key.minted'] }),
      () => reader.nearFingerprints({ bands: [1, 2], publisher: 'p', ofEach: 4, limit: 4 }),
      () => reader.blobs(['h']),
      () => reader.merkleNodes([{ level: 0, index: 0 }]).catch(() => undefined),
    ];
    for (const read of reads) expect(await planOf(read)).not.toContain('Seq Scan');
  });
});
