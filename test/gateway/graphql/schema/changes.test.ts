/** What changed between two times, the ledger by time, writer and publisher, and verdicts that changed, over a real server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planRedaction } from '../../../../engine/artefact/redact.ts';
import { planWithdrawal } from '../../../../engine/artefact/withdraw.ts';
import { epochMs, instantOf } from '../../../../graph/time.ts';
import { answerOf, ingestInto, jsonLines, type TestDocument } from '../../../engine/documents.ts';
import { asking } from '../asking.ts';
import { type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const CORPUS = 'moons';
const OLD = 'Saturn has 82 moons.';
const NEW = 'Saturn has 145 moons.';
const FIRST: readonly TestDocument[] = [
  { id: 'old', text: OLD, domain: 'old.example', day: '2019-10-07' },
  { id: 'mars', text: 'Mars has 2 moons.', domain: 'mars.example', day: '2019-10-08' },
];
const SECOND: readonly TestDocument[] = [
  { id: 'one', text: NEW, domain: 'one.example', day: '2023-05-12' },
  { id: 'two', text: NEW, domain: 'two.example', day: '2023-05-13' },
];

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
/** When the server learned of the first documents, and when of the others. */
const between = '2023-06-01T12:00:00.000Z';
const end = '2023-06-02T12:00:00.000Z';
let now = between;

const later = (time: string, ms: number) => instantOf(epochMs(time) + ms);

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path, clock: { now: () => now } });
  await ingestInto(server.engine, CORPUS, [jsonLines(FIRST)]);
  await answerOf(server.engine, { corpus: CORPUS, q: 'How many moons does Saturn have?' });
  await server.engine.monitor.catchUp();
  now = end;
  await ingestInto(server.engine, CORPUS, [jsonLines(SECOND)]);
  const { artefacts } = await dataOf('{ artefacts { nodes { artefactId domain } } }');
  const idOf = (wanted: string) =>
    artefacts.nodes.find(({ domain }: { domain: string }) => domain === wanted).artefactId;
  const by = { reason: 'a test', by: null };
  await server.engine.writer.append(planWithdrawal({ artefact: idOf('mars.example'), ...by }));
  await server.engine.writer.append(planRedaction({ artefact: idOf('two.example'), ...by }));
  await server.engine.monitor.catchUp();
});
afterAll(async () => {
  await server.stop();
  expect(server.faults).toEqual([]);
  await folder[Symbol.asyncDispose]();
});

const { ask, dataOf, tokenFor } = asking(() => server);

const span = (from: string | null, to: string | null) =>
  `from: ${JSON.stringify(from)}, to: ${JSON.stringify(to)}`;

const ALL = `after upTo artefacts { nodes { domain } } claims { nodes { text } } retractions { nodes { isErased reason artefact { domain } } }
  evidence { nodes { kind logSeq } } turned { nodes { from to } }`;

describe('changes', () => {
  const changesIn = async (from: string | null, to: string | null, fields = ALL) =>
    (await dataOf(`{ changes(${span(from, to)}) { ${fields} } }`)).changes;
  const domainsOf = (list: { nodes: { domain: string }[] }) => list.nodes.map(({ domain }) => domain);

  it('are what was learned before a time, and from behind it on, together all', async () => {
    const [before, since, all] = [
      await changesIn(null, between),
      await changesIn(later(between, 1), null),
      await changesIn(null, null),
    ];
    expect(domainsOf(before.artefacts)).toEqual(['old.example', 'mars.example']);
    expect(domainsOf(since.artefacts)).toEqual(['one.example', 'two.example']);
    expect(since.claims.nodes.map(({ text }: { text: string }) => text)).toEqual([NEW]);
    expect(since.retractions.nodes).toEqual([
      { isErased: false, reason: 'a test', artefact: { domain: 'mars.example' } },
      { isErased: true, reason: 'a test', artefact: { domain: 'two.example' } },
    ]);
    expect(before.retractions.nodes).toEqual([]);
    expect([before.after, since.after]).toEqual([-1, before.upTo]);
    for (const list of ['artefacts', 'claims', 'evidence', 'turned', 'retractions']) {
      expect([...before[list].nodes, ...since[list].nodes]).toEqual(all[list].nodes);
    }
    expect(since.evidence.nodes).toContainEqual(expect.objectContaining({ kind: 'SUPERSEDE_PROPOSE' }));
    expect(before.turned.nodes).toEqual([{ from: 'UNKNOWN', to: 'PASS' }]);
    expect(since.turned.nodes.length).toBeGreaterThan(0);
  });

  it('take an instant in, at either end', async () => {
    const at = await changesIn(between, between, 'turned { nodes { at } }');
    expect(at.turned.nodes).toEqual([{ at: between }]);
    const nothing = await changesIn(later(end, 60_000), null);
    for (const list of ['artefacts', 'claims', 'evidence', 'turned', 'retractions']) {
      expect(nothing[list].nodes).toEqual([]);
    }
  });

  it('are paged, and a cursor is of its own stretch alone', async () => {
    const found: string[] = [];
    for (let after = 'null'; ; ) {
      const { artefacts } = await changesIn(
        null,
        null,
        `artefacts(first: 1, after: ${after}) { pageInfo { hasNextPage endCursor } nodes { domain } }`,
      );
      found.push(...domainsOf(artefacts));
      if (!artefacts.pageInfo.hasNextPage) break;
      after = JSON.stringify(artefacts.pageInfo.endCursor);
    }
    expect(found).toEqual(['old.example', 'mars.example', 'one.example', 'two.example']);
    const { artefacts } = await changesIn(null, between, 'artefacts(first: 1) { pageInfo { endCursor } }');
    const { errors } = await ask(
      `{ changes { artefacts(after: "${artefacts.pageInfo.endCursor}") { nodes { id } } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'invalid:query' } }]);
  });

  it('are read from either end, but for lists that are looked through', async () => {
    const { artefacts, evidence } = await changesIn(
      later(between, 1),
      null,
      'artefacts(last: 1) { nodes { domain } } evidence(last: 1) { nodes { logSeq } }',
    );
    expect(domainsOf(artefacts)).toEqual(['two.example']);
    const all = await changesIn(null, null, 'evidence { nodes { logSeq } }');
    expect(evidence.nodes).toEqual(all.evidence.nodes.slice(-1));
    for (const list of ['turned', 'retractions']) {
      const { errors } = await ask(`{ changes { ${list}(last: 1) { nodes { __typename } } } }`);
      expect(errors).toMatchObject([{ extensions: { code: 'invalid:query' } }]);
    }
  });

  it('show evidence and verdicts to those who may see them, and no other corpus', async () => {
    const { data, errors } = await ask(
      '{ changes { artefacts { nodes { domain } } evidence { nodes { kind } } turned { nodes { to } } } }',
      await tokenFor({}, ['wiki.search']),
    );
    expect(errors?.map(({ extensions }) => extensions?.code).sort()).toEqual([
      'denied:capability_missing',
      'denied:key_missing',
    ]);
    expect(data.changes).toMatchObject({ evidence: null, turned: null });
    expect(data.changes.artefacts.nodes).toHaveLength(4);
    const other = await ask('{ changes { after } }', await tokenFor({ corpora: ['other'] }));
    expect(other.errors).toMatchObject([{ extensions: { code: 'denied:corpus_forbidden' } }]);
    const wrong = await ask('{ changes(from: "yesterday") { after } }');
    expect(wrong.errors).toMatchObject([{ extensions: { code: 'invalid:query' } }]);
  });
});

describe('the ledger', () => {
  const eventsOf = async (args: string) =>
    (await dataOf(`{ ledger(first: 100${args}) { nodes { logSeq kind actorRoot evidence { domain } } } }`))
      .ledger.nodes;

  it('is read by time, by writer and by publisher', async () => {
    const all = await eventsOf('');
    const before = await eventsOf(`, filter: {at: {${span(null, between)}}}`);
    const since = await eventsOf(`, filter: {at: {${span(later(between, 1), null)}}}`);
    expect(before.length).toBeGreaterThan(0);
    expect([...before, ...since]).toEqual(all);
    const [{ actorRoot }] = all;
    const by = (root: string) => eventsOf(`, filter: {actor: ${JSON.stringify(root)}}`);
    expect(await by(actorRoot)).toEqual(
      all.filter((event: { actorRoot: string }) => event.actorRoot === actorRoot),
    );
    expect(await by('nobody')).toEqual([]);
    const ofMars = await eventsOf(', filter: {publisher: "mars.example"}');
    expect(ofMars.length).toBeGreaterThan(0);
    expect(ofMars).toEqual(
      all.filter(({ evidence }: { evidence: { domain: string }[] }) =>
        evidence.some(({ domain }) => domain === 'mars.example'),
      ),
    );
  });
});

describe('verdicts', () => {
  const findingsOf = async (filter: string) =>
    (await dataOf(`{ findings(filter: {${filter}}) { nodes { seq answerId from to at } } }`)).findings.nodes;
  const at = (from: string | null, to: string | null) => `at: {${span(from, to)}}`;

  it('of all answers are read by time and state', async () => {
    const all = await findingsOf('');
    const before = await findingsOf(at(null, between));
    const since = await findingsOf(at(later(between, 1), null));
    expect(before).toHaveLength(1);
    expect([...before, ...since]).toEqual(all);
    const [{ answerId, seq }] = all;
    const ofAnswer = `answerId: "${answerId}"`;
    expect(await findingsOf(ofAnswer)).toEqual(all);
    const passed = all.filter(({ to }: { to: string }) => to === 'PASS');
    expect(await findingsOf('to: PASS')).toEqual(passed);
    expect(await findingsOf('not: {to: [WARN, FAIL, UNKNOWN]}')).toEqual(passed);
    expect(await findingsOf(`seq: {from: ${seq + 1}}`)).toEqual(since);
    expect(await findingsOf(`${ofAnswer}, ${at(later(between, 1), null)}`)).toEqual(since);
    expect(await findingsOf('answerId: "ans_none"')).toEqual([]);
    expect(await findingsOf('corpus: "elsewhere"')).toEqual([]);
  });
});
