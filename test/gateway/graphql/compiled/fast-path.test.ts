import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerView } from '../../../../engine/answer/answer.ts';
import type { Engine } from '../../../../engine/engine.ts';
import { createGraphql, type Graphql } from '../../../../gateway/graphql/create-graphql.ts';
import { IN_PROCESS } from '../../../../gateway/http/connection.ts';
import { openEmbedded } from '../../../../graph/embedded/open.ts';
import type { GraphStore } from '../../../../graph/store/store.ts';
import { answerOf, ingestInto, jsonLines } from '../../../engine/documents.ts';
import { createTestEngine } from '../../../engine/test-engine.ts';
import { generatedQuery } from '../cost/generated-query.ts';
import { graphqlConfig } from '../graphql-config.ts';
import { storeFolder } from '../graphql-server.ts';
import { directWays, narrowed, OPEN, SHORT, WHOLE } from './both-paths.ts';

const CORPUS = 'moons';
/** After so many answers a query is compiled. */
const ENOUGH = 3;

const DOCUMENTS = [
  { id: 'old', text: 'Saturn has 82 moons.', domain: 'old.example', day: '2019-10-07', title: 'Saturn' },
  {
    id: 'one',
    text: 'Saturn has 145 moons. Jupiter has 95 moons.',
    domain: 'one.example',
    day: '2023-05-12',
    title: 'Planets',
  },
  { id: 'two', text: 'Saturn has 145 moons.', domain: 'two.example', day: '2023-05-13', title: 'Saturn' },
];

let folder: Awaited<ReturnType<typeof storeFolder>>;
let store: GraphStore;
let engine: Engine;
let graphql: Graphql;
let answer: AnswerView;
let faults: unknown[];

beforeAll(async () => {
  folder = await storeFolder();
  store = await openEmbedded({ path: folder.path });
  engine = createTestEngine(store);
  await ingestInto(engine, CORPUS, [jsonLines(DOCUMENTS)]);
  answer = await answerOf(engine, { corpus: CORPUS, q: 'How many moons does Saturn have?' });
  faults = [];
  graphql = createGraphql({ engine, config: graphqlConfig({ onFault: (fault) => faults.push(fault) }) });
});
afterAll(async () => {
  await graphql.close(0);
  await store[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

interface Reply {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

async function send(
  body: string,
  accept: string,
  { to = graphql, headers = {}, signal = new AbortController().signal } = {},
): Promise<Reply> {
  const request = new Request('http://adduce.test/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      accept,
      ...headers,
    },
    body,
    signal,
  });
  const response = await to.handle(request);
  // How a body is framed may differ, and a rate goes down.
  const kept = [...response.headers].filter(([name]) => !/^(?:content-length|ratelimit)/.test(name));
  return { status: response.status, headers: kept, body: await response.text() };
}

/** Sends it until it is compiled, if it ever is; each reply must be that of the full path. */
async function expectSame(posted: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const body = typeof posted === 'string' ? posted : JSON.stringify(posted);
  const whole = await send(body, WHOLE, { headers });
  for (let time = 0; time < ENOUGH; time += 1) {
    expect(await send(body, SHORT, { headers }), body).toEqual(whole);
  }
  return whole;
}

/** Values that fit, by the names of arguments. */
const FITTING = {
  ids: [[]],
  answerId: ['ans_none'],
  last: [null],
  after: [null],
  before: [null],
  asOf: [null],
};

const claim = () => answer.answer.claims[0]?.addr ?? '';
const artefact = () => answer.answer.artefacts[0]?.artefact_id ?? '';

const GRAPH = `query Graph($id: ID!, $first: Int = 2) { artefact(id: $id) { title claims(first: $first) {
  nodes { addr ...claim } edges { cursor } pageInfo { hasNextPage endCursor } } } }
  fragment claim on Claim { text belief { state effectiveConfidence } rivals { addr text }
    occurrences { span { start end } artefact { domain } } ledger { nodes { kind at } } }`;

describe('a query that was asked before', () => {
  it('has the reply that it had', async () => {
    const { status, body } = await expectSame({ query: GRAPH, variables: { id: artefact() } });
    expect(status).toBe(200);
    expect(JSON.parse(body).errors).toBeUndefined();
    expect(body).toContain('Saturn has 145 moons.');
  });

  it('costs what the full path says, also where a word of its variables alone is another one', async () => {
    const { learn, short, whole } = directWays(store, engine);
    const query = `query Q($by: ClaimOrderBy!) {
      claims(corpus: "${CORPUS}", first: 1, orderBy: {by: $by}) { nodes { addr } }
    }`;
    await learn({ query, variables: { by: 'LOG' } });
    for (const by of ['LOG', 'CONFIDENCE', 'LOG']) {
      const answered = await short({ query, variables: { by } });
      expect(answered).toContain('"asked"');
      expect(answered).toBe(await whole({ query, variables: { by } }));
    }
  });

  it('takes the fast path, and one with an error, with directives or about the schema never does', async () => {
    const { learn, short } = directWays(store, engine);
    const variables = { id: artefact() };
    const whole = await learn({ query: GRAPH, variables });
    expect(await short({ query: GRAPH, variables })).toBe(whole);
    expect(await short({ query: GRAPH, variables: {} })).toBeNull();
    expect(await short({ query: `${GRAPH} `, variables })).toBeNull();
    for (const query of [
      '{ claim(addr: "nonsense") { text } }',
      '{ __typename @include(if: true) }',
      '{ __schema { queryType { name } } }',
      `{ claim(addr: "x") { text } } # ${'long '.repeat(2_000)}`,
    ]) {
      await learn({ query });
      expect(await short({ query }), query).toBeNull();
    }
  });

  it('gives nodes of either kind as it did', async () => {
    const shown = '__typename ... on Claim { text rivals { text } } ... on Artefact { domain }';
    const query = `query Walk($of: ID!) { neighbourhood(of: $of, depth: 2, limitPerNode: 5) {
      nodes { distance node { ${shown} } } edges { id kind source { ${shown} } target { __typename } } } }`;
    for (const of of [claim(), artefact()]) {
      const { body } = await expectSame({ query, variables: { of } });
      expect(body).toContain('"__typename":"Claim"');
      expect(body).toContain('"__typename":"Artefact"');
    }
  });

  it('sees what was appended since', async () => {
    const query = 'query Ledger($addr: ID!) { claim(addr: $addr) { ledger { nodes { actor } } } }';
    const posted = { query, variables: { addr: claim() } };
    const before = await expectSame(posted);
    await engine.appendEvidence({
      claim: answer.answer.claims[0]?.addr ?? 'wx://moons/claim/',
      corpus: CORPUS,
      kind: 'corroborate',
      evidence: [{ ref: 'https://three.example/count', hash: 'unknown', kind: 'source' }],
      attestations: [],
      stake: null,
      writer: { actor: 'newcomer', actorRoot: 'newcomer', standing: 1000, tokenId: 't', maySupersede: false },
      idempotency: null,
    });
    const after = await send(JSON.stringify(posted), SHORT);
    expect(before.body).not.toContain('newcomer');
    expect(after.body).toContain('newcomer');
    await expectSame(posted);
  });

  it('is another one under another name of its document, and other variables', async () => {
    const query = `query One { claim(addr: "${claim()}") { text } } query Two { claim(addr: "${claim()}") { addr } }`;
    const one = await expectSame({ query, operationName: 'One' });
    const two = await expectSame({ query, operationName: 'Two' });
    expect(one.body).not.toBe(two.body);
    for (const first of [0, 1, 2, 3])
      await expectSame({ query: GRAPH, variables: { id: artefact(), first } });
  });

  it('keeps one caller’s answers from another', async () => {
    const query = 'query Mine($id: ID!) { answer(id: $id) { summary } }';
    const posted = { query, variables: { id: answer.answer.answer_id } };
    const { key } = await engine.keys.mintKey('others');
    const mine = await expectSame(posted);
    const theirs = await expectSame(posted, { authorization: `Bearer ${key}` });
    expect(mine.body).toContain('145');
    expect(JSON.parse(theirs.body).data).toEqual({ answer: null });
    await expectSame(posted, { authorization: 'Bearer wrong' });
  });

  it('is refused once its origin, its key or its variables are, as if it were new', async () => {
    const posted = { query: GRAPH, variables: { id: artefact() } };
    await expectSame(posted);
    expect((await expectSame(posted, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await expectSame(posted, { authorization: 'Bearer adk_wrong' })).status).toBe(401);
    expect(JSON.parse((await expectSame({ query: GRAPH, variables: {} })).body).errors).toHaveLength(1);
  });
});

describe('a caller who goes away', () => {
  it('has no claims read for it any more, on the fast path either', async () => {
    const gone = new AbortController();
    const read = { claims: 0, aborts: false };
    const watched = createGraphql({
      engine: {
        ...engine,
        occurrencesIn: (ids) => {
          if (read.aborts) gone.abort();
          return engine.occurrencesIn(ids);
        },
        claims: (addrs, asOf) => {
          read.claims += 1;
          return engine.claims(addrs, asOf);
        },
      },
      config: graphqlConfig(),
    });
    const bodyOf = (first: number) => JSON.stringify({ query: GRAPH, variables: { id: artefact(), first } });
    for (let time = 0; time < ENOUGH; time += 1) await send(bodyOf(1), SHORT, { to: watched });
    const before = read.claims;
    read.aborts = true;
    await send(bodyOf(2), SHORT, { to: watched, signal: gone.signal }).catch(() => undefined);
    expect(before).toBeGreaterThan(0);
    expect(read.claims).toBe(before);
    await watched.close(0);
  });
});

describe('the rate of a caller', () => {
  it.each([
    ['{ search(q: "moons", first: 50) { artefact { claims(first: 20) { nodes { text } } } } }', 200],
    ['{ search(q: "", first: 50) { artefact { claims(first: 20) { nodes { text } } } } }', 200],
    ['{ __typename }', 200],
  ])('goes down as much the short way as the whole one: %s', async (query, status) => {
    const counted = createGraphql({ engine, config: graphqlConfig({ ratePerMinute: 1_000 }) });
    const body = JSON.stringify({ query });
    const left: number[] = [];
    for (const accept of [WHOLE, SHORT, SHORT, SHORT, SHORT]) {
      const headers = { 'content-type': 'application/json', 'content-length': String(body.length), accept };
      const request = new Request('http://adduce.test/graphql', { method: 'POST', headers, body });
      const response = await counted.handle(request, { ...IN_PROCESS, remoteAddress: '192.0.2.1' });
      expect(response.status).toBe(status);
      await response.text();
      left.push(Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]));
    }
    await counted.close(0);
    const steps = left.slice(1).map((one, index) => (left[index] ?? 0) - one);
    expect(steps[0]).toBeGreaterThan(0);
    expect(new Set(steps).size).toBe(1);
  });
});

describe('a post that is not plain', () => {
  it.each([
    ['{', 400],
    ['null', 400],
    ['[]', 400],
    ['"text"', 400],
    ['{"query": 1}', 400],
    ['{"query": null}', 400],
    ['{}', 400],
    ['{"query": ""}', 400],
    ['{"query": "{ __typename }", "operationName": ""}', 400],
    ['{"query": "{ __typename }", "operationName": 7}', 400],
    ['{"query": "{ __typename }", "variables": []}', 400],
    ['{"query": "{ __typename }", "variables": "x"}', 400],
    ['{"query": "{ __typename }", "extensions": {"a": 1}}', 200],
    ['{"query": "{ __typename }", "more": 1}', 400],
    ['{"query": "{ __typename }", "__proto__": {"a": 1}}', 400],
    ['{"query": "{ __typename }", "variables": {"__proto__": 1, "unknown": 2}}', 200],
    ['{"query": "{ __typename }", "query": "{ x: __typename }"}', 200],
    ['\ufeff{"query": "{ __typename }"}', 200],
  ])('is answered as the whole way answers it: %s', async (body, status) => {
    expect((await expectSame(body)).status).toBe(status);
  });

  it.each([
    { accept: '*/*' },
    { accept: 'text/html' },
    { accept: 'application/json;q=0.1, */*' },
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/graphql+json' },
    { 'content-length': '900000' },
    { 'content-length': 'x' },
    { 'content-encoding': 'gzip' },
  ])('with %j does not differ from time to time', async (headers) => {
    const body = JSON.stringify({ query: '{ __typename }' });
    await expectSame({ query: '{ __typename }' });
    const first = await send(body, SHORT, { headers });
    for (let time = 0; time < ENOUGH; time += 1) expect(await send(body, SHORT, { headers })).toEqual(first);
  });
});

describe('whatever is asked', () => {
  const deep = `{ claim(addr: "x") ${'{ rivals '.repeat(13)}{ text }${' }'.repeat(13)} }`;
  it.each([
    '',
    '{',
    '{ nothing }',
    '{ claim { text } }',
    'subscription { findings { seq } }',
    'mutation { nothing }',
    'query A { __typename } query B { __typename }',
    '{ __schema { queryType { name } } }',
    '{ __type(name: "Claim") { name } }',
    'query ($a: Boolean = true) { __typename @include(if: $a) x: __typename @skip(if: $a) }',
    '{ claim(addr: "wx://moons/claim/none") { text } }',
    '{ claim(addr: "nonsense") { text } __typename }',
    '{ a: claim(addr: "nonsense") { text } b: search(q: "") { title } c: findings(filter: {answerId: "ans_x"}, first: -1) { nodes { seq } } }',
    '{ search(q: "moons", first: 51) { title } }',
    '{ search(q: "moons", asOf: "yesterday") { title } }',
    '{ artefact(id: "a1x") { claims(first: -1) { nodes { text } } } }',
    '{ artefact(id: 1) { url } }',
    'query ($id: ID!) { artefact(id: $id) { url } }',
    `{ ${Array.from({ length: 31 }, (_, index) => `a${index}: __typename`).join(' ')} }`,
    `{ ${'__typename '.repeat(2_001)} }`,
    deep,
    'query A { ...a } fragment a on Query { ...b } fragment b on Query { ...a }',
    '{ search(q: "moons", first: 50) { artefact { claims(first: 100) { nodes { rivals { rivals { text } } } } } } }',
  ])('has one answer: %s', async (query) => {
    await expectSame({ query });
  });

  it('has one answer: what the schema allows, with any values', async () => {
    const values = {
      id: [artefact(), answer.answer.answer_id, claim(), 'a1none', 7],
      ids: [[artefact()], [], [claim(), 'x']],
      answerId: [answer.answer.answer_id, 'ans_none'],
      addr: [claim(), 'wx://moons/claim/none', 'nonsense'],
      q: ['moons of Saturn', '', 'ö\u0000𝔘'],
      first: [1, 2, 5, 50, 51],
      last: [1, 2],
      after: [null, 0, 'x'],
      before: [null, 'x'],
      corpus: [CORPUS, 'none'],
      asOf: ['2023-05-12', '2020-01-01T00:00:00.000Z', 'yesterday'],
    };
    await fc.assert(
      fc.asyncProperty(generatedQuery(values), async (posted) => {
        await expectSame(posted);
      }),
      { numRuns: 150 },
    );
  });

  it('has the one answer of each session, in any order of callers', async () => {
    const sessions = [
      { ...OPEN, tenant: 'others' },
      await narrowed(engine, {}),
      await narrowed(engine, { capabilities: new Set() }),
      await narrowed(engine, { corpora: new Set(['none']) }),
      await narrowed(engine, { prefixes: [claim()] }),
    ];
    const values = {
      id: [artefact(), answer.answer.answer_id],
      addr: [claim()],
      q: ['moons'],
      corpus: [CORPUS],
    };
    await fc.assert(
      fc.asyncProperty(generatedQuery({ ...FITTING, ...values }), async (posted) => {
        const { learn, short, whole } = directWays(store, engine);
        if ('errors' in JSON.parse(await learn(posted))) return;
        for (const session of sessions) {
          const expected = await whole(posted, session);
          const answered = await short(posted, session);
          if (answered !== null) expect(answered).toBe(expected);
          else expect(JSON.parse(expected)).toHaveProperty('errors');
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has its one answer on the fast path, wherever there was no error', async () => {
    const values = {
      id: [artefact()],
      addr: [claim()],
      q: ['moons of Saturn'],
      first: [1, 2],
      corpus: [CORPUS],
    };
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(generatedQuery({ ...FITTING, ...values }), async (posted) => {
        const { learn, short } = directWays(store, engine);
        const whole = await learn(posted);
        const answered = await short(posted);
        expect(answered).toBe('errors' in JSON.parse(whole) ? null : whole);
        if (answered !== null) taken += 1;
      }),
      { numRuns: 200 },
    );
    expect(taken).toBeGreaterThan(20);
  });
});
