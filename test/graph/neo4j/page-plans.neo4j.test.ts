/** How Neo4j goes about pages of evidence: along one index, by every property of it, and over no other node. */
import neo4j, { type Driver, type Plan } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Neo4jConnection } from '../../../graph/neo4j/connection.ts';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { pageRanges } from '../../../graph/neo4j/read-pages.ts';
import { boltStatement } from '../../../graph/neo4j/statement.ts';
import { CORPUS } from '../../conformance/graph-store/records.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from './empty-server.ts';

function operatorsOf({ operatorType, arguments: { Details: details }, children }: Plan): string[] {
  return [`${operatorType} ${details}`, ...children.flatMap(operatorsOf)];
}

describeNeo4j('the plan of a page', (server) => {
  let driver: Driver;

  beforeAll(async () => {
    await emptyServer(server());
    const { url, user, password } = server();
    driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    await using _ = await openNeo4j(server());
  });
  afterAll(() => driver.close());

  async function stepsOf(
    read: (pages: ReturnType<typeof pageRanges>) => Promise<unknown>,
  ): Promise<string[]> {
    await using session = driver.session();
    const steps: string[] = [];
    const connection = new Neo4jConnection(async (cypher, params) => {
      const { text, parameters } = boltStatement(cypher, params);
      const { summary } = await session.run(`EXPLAIN ${text}`, parameters);
      if (summary.plan !== false) steps.push(...operatorsOf(summary.plan));
      return [];
    });
    await read(pageRanges(connection));
    return steps;
  }

  it.each<[string, readonly string[] | null, string]>([
    ['every writer', null, '(corpus, kind, logSeq)'],
    ['some writers', ['ann', 'ben'], '(corpus, actorRoot, kind, logSeq)'],
  ])(
    'of evidence of %s goes along the index of its positions',
    async (_, actors, index) => {
      for (const newestFirst of [false, true]) {
        const list = { corpus: CORPUS, kinds: ['dispute'], actors, after: -1, before: 9 } as const;
        const steps = await stepsOf((pages) => pages.evidence({ by: [list], limit: 6, newestFirst }));
        const seeks = steps.filter((step) => step.includes('INDEX e:'));
        expect(seeks).toEqual([expect.stringMatching(/^NodeIndexSeek/)]);
        expect(seeks).toEqual([expect.stringContaining(`e:Event${index}`)]);
        expect(steps.filter((step) => /^(AllNodesScan|NodeByLabelScan|\w*IndexScan)/.test(step))).toEqual([]);
      }
    },
    60_000,
  );
});
