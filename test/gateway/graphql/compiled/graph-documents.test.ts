import fc from 'fast-check';
import { execute, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import {
  asksOnlyForGraph,
  GRAPH_FIELDS,
  GRAPH_TYPES,
} from '../../../../gateway/graphql/compiled/graph-documents.ts';
import type { GraphqlContext } from '../../../../gateway/graphql/context.ts';
import { schema } from '../../../../gateway/graphql/schema.ts';
import { answerOf, ingestInto, jsonLines } from '../../../engine/documents.ts';
import { openEmptyEmbedded } from '../../../engine/open-stores.ts';
import { createTestEngine } from '../../../engine/test-engine.ts';
import { generatedQuery } from '../cost/generated-query.ts';
import { graphqlConfig } from '../graphql-config.ts';

/** What of the engine is a function of the log. */
const OF_THE_LOG = ['artefacts', 'claims', 'explore', 'occurrencesIn', 'resolveCorpus', 'store'];
const CORPUS = 'moons';
const DOCUMENTS = [
  { id: 'one', text: 'Saturn has 145 moons.', domain: 'one.example', day: '2023-05-12', title: 'One' },
  { id: 'two', text: 'Saturn has 82 moons.', domain: 'two.example', day: '2019-10-07', title: 'Two' },
];

describe('a document that asks for the graph alone', () => {
  it('asks for types and fields that there are', () => {
    const query = schema.getQueryType()?.getFields() ?? {};
    for (const name of GRAPH_TYPES) expect(schema.getType(name), name).toBeDefined();
    for (const name of GRAPH_FIELDS) expect(query[name], name).toBeDefined();
  });

  it.each([
    '{ claim(addr: "x") { text belief { state explanation { events { nodes { event { evidence { ref } } } } } } } }',
    '{ claims { totalCount: pageInfo { endCursor } nodes { text } edges { cursor node { addr } } } }',
    '{ neighbourhood(of: "x") { nodes { node { __typename ... on Claim { text } ... on Artefact { title } } } edges { kind } } }',
    'query { artefact(id: "x") { ...a } } fragment a on Artefact { mirrorOf { withdrawn { reason } } }',
  ])('is this one: %s', (document) => {
    expect(validate(schema, parse(document))).toEqual([]);
    expect(asksOnlyForGraph(schema, parse(document))).toBe(true);
  });

  it.each([
    '{ stats { log { size } } }',
    '{ answer(id: "x") { summary } }',
    '{ answersHitBy(claim: "x") { nodes { summary } } }',
    '{ claims { export { __typename } } }',
    '{ node(id: "x") { id } }',
    '{ node(id: "x") { ... on Claim { text } } }',
    '{ findings(filter: {answerId: "x"}) { nodes { seq } } }',
    '{ provenance(artefact: "x") { artefact { title } } }',
    '{ search(q: "x") { title artefact { title } } }',
    '{ claim(addr: "x") { annotations { nodes { body } } } }',
    '{ claim(addr: "x") { text } stats { log { size } } }',
    'query { ...q } fragment q on Query { stats { log { size } } }',
    'query A { claim(addr: "x") { text } } query B { stats { log { size } } }',
  ])('is none that asks for what a clock, a signature or a file decides: %s', (document) => {
    expect(validate(schema, parse(document))).toEqual([]);
    expect(asksOnlyForGraph(schema, parse(document))).toBe(false);
  });

  it('has nothing but the log read for it, whatever it asks', async () => {
    const opened = await openEmptyEmbedded();
    try {
      const engine = createTestEngine(opened.store);
      await ingestInto(engine, CORPUS, [jsonLines(DOCUMENTS)]);
      const { answer } = await answerOf(engine, { corpus: CORPUS, q: 'How many moons does Saturn have?' });
      const addr = answer.claims[0]?.addr;
      const id = answer.artefacts[0]?.artefact_id;
      const used = new Set<string>();
      const watched = new Proxy(engine, {
        get: (target, name: keyof Engine) => {
          used.add(name);
          return target[name];
        },
      });
      const session = { tenant: 'local', credentialIds: [], expiresAt: null, grant: null };
      const context = { engine: watched, session, config: graphqlConfig() } as unknown as GraphqlContext;
      const values = { addr: [addr], id: [id], of: [addr, id], from: [addr], to: [id], corpus: [CORPUS] };
      let executed = 0;
      await fc.assert(
        fc.asyncProperty(generatedQuery(values), async ({ query, variables }) => {
          const document = parse(query);
          if (!asksOnlyForGraph(schema, document) || validate(schema, document).length > 0) return;
          // Of its own: loaders keep what they have read in it.
          const contextValue = { ...context };
          await execute({ schema, document, variableValues: variables, contextValue });
          executed += 1;
        }),
        { numRuns: 1_000 },
      );
      expect(executed).toBeGreaterThan(20);
      expect([...used].filter((name) => !OF_THE_LOG.includes(name))).toEqual([]);
      expect(used.size).toBeGreaterThan(3);
    } finally {
      await opened.dispose();
    }
  });
});
