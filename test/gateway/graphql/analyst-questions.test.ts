/** What an analyst asks of a corpus: each question is answered by one query. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, ingestInto, jsonLines, type TestDocument } from '../../engine/documents.ts';
import { asking } from './asking.ts';
import { type RunningServer, startServer, storeFolder } from './graphql-server.ts';

const CORPUS = 'moons';
const NEW = 'Saturn has 145 moons.';
const DOCUMENTS: readonly TestDocument[] = [
  { id: 'old', text: 'Saturn has 82 moons.', domain: 'old.example', day: '2019-10-07' },
  { id: 'one', text: `${NEW} Jupiter has 95 moons.`, domain: 'a.one.example', day: '2023-05-12' },
  { id: 'more', text: NEW, domain: 'b.one.example', day: '2023-05-13' },
  { id: 'two', text: NEW, domain: 'two.example', day: '2023-05-14' },
];

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
let addrs: ReadonlyMap<string, string>;
let answerId: string;
let artefact: string;

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  await ingestInto(server.engine, CORPUS, [jsonLines(DOCUMENTS)]);
  const { answer } = await answerOf(server.engine, {
    corpus: CORPUS,
    q: 'How many moons does Jupiter have?',
  });
  answerId = answer.answer_id;
  artefact = answer.evidence_set.artefact_ids[0] ?? '';
  await server.engine.monitor.catchUp();
  const { claims } = await dataOf('{ claims { nodes { addr text } } }');
  addrs = new Map(claims.nodes.map(({ addr, text }: Record<string, string>) => [text, addr]));
});
afterAll(async () => {
  await server.stop();
  expect(server.faults).toEqual([]);
  await folder[Symbol.asyncDispose]();
});

const { ask, dataOf } = asking(() => server);
const named = (text: string) => JSON.stringify(addrs.get(text));
const textsOf = ({ nodes }: { nodes: { text: string }[] }) => nodes.map(({ text }) => text);

describe('one query answers', () => {
  it('what is said of an entity, and what is believed of it', async () => {
    const { claims } = await dataOf(
      '{ claims(filter: {entity: "Saturn"}) { totalCount nodes { text belief { state effectiveConfidence } rivals { text } } } }',
    );
    expect(claims.totalCount).toBe(2);
    expect(claims.nodes.map(({ belief }: { belief: { state: string } }) => belief.state)).toContain(
      'SUPERSEDED',
    );
  });

  it('how the figures of an entity went over time', async () => {
    const { claims } = await dataOf(
      '{ claims(filter: {entity: "Saturn"}, orderBy: {by: EFFECTIVE_AT}) { nodes { effectiveAt statement { value { number } } } } }',
    );
    expect(claims.nodes.map(({ statement }: { statement: { value: object } }) => statement.value)).toEqual([
      { number: 82 },
      { number: 145 },
    ]);
  });

  it('which claims rest on one source only, and which on several', async () => {
    const { one, several } = await dataOf(
      `{ one: claims(filter: {sources: ONE}) { totalCount nodes { text publisherCount } }
         several: claims(filter: {sources: SEVERAL, entity: "Saturn"}) { totalCount nodes { text publisherCount } } }`,
    );
    expect(textsOf(one).toSorted()).toEqual(['Jupiter has 95 moons.', 'Saturn has 82 moons.']);
    expect(several).toEqual({ totalCount: 1, nodes: [{ text: NEW, publisherCount: 2 }] });
    const then = await dataOf('{ claims(asOf: "2023-05-13", filter: {sources: SEVERAL}) { totalCount } }');
    expect(then.claims.totalCount).toBe(0);
  });

  it('which publishers are contradicted most', async () => {
    const { publishers } = await dataOf(
      '{ publishers(orderBy: {by: CONTRADICTED, direction: DESC}, first: 1) { nodes { domain counts { contradicted } } } }',
    );
    expect(publishers.nodes).toMatchObject([{ domain: 'old.example' }]);
    expect(publishers.nodes[0].counts.contradicted).toBeGreaterThan(0);
  });

  it('who contradicts whom', async () => {
    const { oppositions } = await dataOf(
      '{ oppositions(orderBy: {by: CONTRADICTIONS, direction: DESC}) { nodes { contradictingDomain contradictedDomain counts { contradictions } } } }',
    );
    expect(oppositions.nodes[0]).toMatchObject({ contradictedDomain: 'old.example' });
  });

  it('which entities are corroborated most', async () => {
    const { entities } = await dataOf(
      '{ entities(orderBy: {by: CORROBORATIONS, direction: DESC}, first: 1) { nodes { key counts { corroborations } } } }',
    );
    expect(entities.nodes[0].key).toBe('saturn');
  });

  it('what gave way to what', async () => {
    const { claims } = await dataOf(
      '{ claims(filter: {belief: [SUPERSEDED]}) { totalCount nodes { text belief { supersededBy { text } } } } }',
    );
    expect(claims).toEqual({
      totalCount: 1,
      nodes: [{ text: 'Saturn has 82 moons.', belief: { supersededBy: { text: NEW } } }],
    });
  });

  it('how a claim came to be believed, through all that replaced it', async () => {
    const { supersessionChain } = await dataOf(
      `{ supersessionChain(addr: ${named('Saturn has 82 moons.')}) { accepted { text } isCyclic links { isAccepted proposalCount } } }`,
    );
    expect(supersessionChain).toMatchObject({ accepted: [{ text: NEW }], isCyclic: false });
  });

  it('what changed between two times, and which verdicts changed', async () => {
    const { changes } = await dataOf(
      `{ changes(from: "2000-01-01", to: "2100-01-01") { artefacts { nodes { domain } } claims { nodes { text } }
         evidence(kinds: [SUPERSEDE_PROPOSE]) { nodes { claim { text } successor { text } } } retractions { nodes { reason } }
         turned { nodes { to answer { answerId } } } } }`,
    );
    expect(changes.artefacts.nodes).toHaveLength(DOCUMENTS.length);
    expect(changes.evidence.nodes).toContainEqual({
      claim: { text: 'Saturn has 82 moons.' },
      successor: { text: NEW },
    });
    expect(changes.turned.nodes).toEqual([{ to: 'PASS', answer: { answerId } }]);
  });

  it('which verdicts changed, whichever answer it was', async () => {
    const { findings } = await dataOf(
      '{ findings(filter: {at: {from: "2000-01-01"}, to: PASS}) { nodes { answerId to } } }',
    );
    expect(findings.nodes).toEqual([{ answerId, to: 'PASS' }]);
  });

  it('who writes in the ledgers, and what one of them wrote', async () => {
    const { actors } = await dataOf(
      '{ actors(orderBy: {by: EVENTS, direction: DESC}) { nodes { root counts { events } } } }',
    );
    const [{ root, counts }] = actors.nodes;
    const { ledger } = await dataOf(
      `{ ledger(filter: {actor: ${JSON.stringify(root)}}, first: 100) { nodes { kind claim { text } } } }`,
    );
    expect(ledger.nodes).toHaveLength(counts.events);
  });

  it('which answers rest on a document', async () => {
    const { answersHitBy } = await dataOf(
      `{ answersHitBy(artefact: "${artefact}") { nodes { answerId trust { findingsState } } } }`,
    );
    expect(answersHitBy.nodes).toEqual([{ answerId, trust: { findingsState: 'PASS' } }]);
  });

  it('which answers are at risk where a publisher, a domain or a document goes, and all of it together', async () => {
    const risk = (of: string) =>
      `atRisk(of: {${of}}) { artefactCount isBounded turns { nodes { to answer { answerId } } } }`;
    const { publisher, domain, one } = await dataOf(
      `{ publisher: ${risk('publisher: "one.example"')} domain: ${risk('domain: "b.one.example"')} one: ${risk(`artefact: "${artefact}"`)} }`,
    );
    expect([publisher.artefactCount, domain.artefactCount, one.artefactCount]).toEqual([2, 1, 1]);
    expect([publisher.isBounded, domain.isBounded]).toEqual([false, false]);
    const turned = [{ to: 'FAIL', answer: { answerId } }];
    expect([publisher, domain, one].map(({ turns }) => turns.nodes)).toEqual([turned, [], turned]);
    const unknown = await ask(`{ ${risk('artefact: "a1nothing"')} }`);
    expect(unknown.errors).toMatchObject([{ extensions: { code: 'missing:artefact' } }]);
    for (const of of ['', 'publisher: "a", domain: "b"', 'publisher: null']) {
      expect((await ask(`{ ${risk(of)} }`)).errors).toHaveLength(1);
    }
  });

  it('how two claims hang together', async () => {
    const { path } = await dataOf(
      `{ path(from: ${named('Saturn has 82 moons.')}, to: ${named('Jupiter has 95 moons.')}) { outcome edges { kind stance source { __typename } } } }`,
    );
    expect(path.outcome).toBe('FOUND');
  });

  it('what is around a claim, and who states it', async () => {
    const { neighbourhood } = await dataOf(
      `{ neighbourhood(of: ${named(NEW)}, depth: 1) { nodes { distance node { ... on Claim { text } ... on Artefact { publishedBy { domain } } } } } }`,
    );
    expect(neighbourhood.nodes).toContainEqual({
      distance: 1,
      node: { publishedBy: { domain: 'two.example' } },
    });
  });
});
