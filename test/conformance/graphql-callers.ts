/** GraphQL on any store: what is read for a caller ends when they leave, what others share and what is written does not. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import { createGraphql, type Graphql } from '../../gateway/graphql/create-graphql.ts';
import { DEADLINE_MS } from '../../gateway/refusal/deadline.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { annotateOn, disputeBy } from '../engine/annotated.ts';
import { answerOf, ingestInto, jsonLines } from '../engine/documents.ts';
import { createTestEngine } from '../engine/test-engine.ts';
import { graphqlConfig } from '../gateway/graphql/graphql-config.ts';
import type { OpenedStore, OpenStore } from './graph-store/harness.ts';
import { WatchedReads } from './watched-reads.ts';

const CORPUS = 'moons';
const QUESTION = 'How many moons does Saturn have?';
const DOCUMENTS = [
  'Saturn has 82 moons.',
  'Saturn has 145 moons.',
  'Saturn has 145 moons. Mars has 2 moons.',
].map((text, n) => ({ id: `d${n}`, text, domain: `${n}.example`, day: `2023-05-1${n}` }));
/** More entries than a belief is read of at once. */
const ACTORS = 20;
/** A server on a loaded machine takes a while. */
const TIMEOUT_MS = 240_000;
const PATIENT = { timeout: TIMEOUT_MS };
const ANSWERED = { data: { __typename: 'Query' } };
/** Within this whatever was begun has come to its end. */
const SETTLED_MS = 50;

/** What a caller can wait for long, read for them alone. */
const QUERIES = [
  'neighbourhood(of: $claim, depth: 4) { nodes { nodeId node { ... on Claim { text belief { state } } } } edges { kind } }',
  'path(from: $claim, to: $other, maxDepth: 6) { nodes { __typename } }',
  'supersessionChain(addr: $claim) { predecessors { distance } successors { distance } }',
  `claims(orderBy: { by: CONFIDENCE, direction: DESC }) { totalCount nodes { text }
    aggregate { belief { key count } publisher { key count } } }`,
  'artefacts { totalCount aggregate { publisher { key count } } }',
  'answersHitBy(claim: $claim) { nodes { q } }',
  'answers(filter: { text: "moons" }) { nodes { q } }',
  'claim(addr: $claim) { belief { state explanation { support } } }',
  `search(q: "${QUESTION}") { addr snippet }`,
];
/** As above, of which parts are counted for everybody. */
const SHARED = [...QUERIES, 'corpora { nodes { name counts { claims } } }'];

export function describeGraphqlCallers(name: string, open: OpenStore): void {
  describe(`a caller of GraphQL on ${name} who leaves`, { timeout: TIMEOUT_MS }, () => {
    let opened: OpenedStore;
    let watched: WatchedReads;
    let faults: unknown[];
    let variables: Readonly<Record<'claim' | 'other', ClaimAddr>>;

    beforeAll(async () => {
      opened = await open();
      variables = await fill(createTestEngine(opened.store));
      // A server that has never seen a statement may take longer than a request has.
      for (const one of SHARED) {
        await vi.waitFor(async () => expect(await ask(startAnew(), one)).toMatchObject(ANSWERED), PATIENT);
      }
    }, TIMEOUT_MS);
    afterAll(() => opened.dispose());
    afterEach(() => {
      vi.useRealTimers();
      expect(faults).toEqual([]);
    });

    /** Nothing is kept from an earlier request. */
    const startAnew = (): Graphql => {
      watched = new WatchedReads();
      faults = [];
      const engine = createTestEngine(watched.around(opened.store));
      return createGraphql({ engine, config: graphqlConfig({ onFault: (fault) => faults.push(fault) }) });
    };
    const ask = (graphql: Graphql, selection: string, signal?: AbortSignal, of = variables) =>
      post(
        graphql,
        `query ($claim: ID!, $other: ID!) { ${selection} __typename
        a: neighbourhood(of: $claim) { isBounded } b: path(from: $claim, to: $other) { outcome } }`,
        of,
        signal,
      );

    describe.each(QUERIES)('after %s', (selection) => {
      it.each([1, 3, 6, 9])('at read %i has nothing more read', async (turn) => {
        const leaving = new AbortController();
        const graphql = startAnew();
        watched.at(turn, () => leaving.abort());
        await ask(graphql, selection, leaving.signal).catch(() => undefined);
        await sleep(SETTLED_MS);
        expect(watched.count).toBeGreaterThanOrEqual(Math.min(turn, 4));
        if (leaving.signal.aborted) expect(watched.since).toEqual([]);
      });
    });

    it.each([2, 5, 8])(
      'or whose time is up at read %i has nothing more read, and gets an error',
      async (turn) => {
        const graphql = startAnew();
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        watched.at(turn, () => vi.advanceTimersByTime(DEADLINE_MS));
        expect(await ask(graphql, QUERIES.join(' '))).toEqual({
          errors: [{ message: expect.any(String), extensions: { code: 'upstream:timeout' } }],
        });
        vi.useRealTimers();
        await sleep(SETTLED_MS);
        expect(watched.since).toEqual([]);
      },
    );

    it.each(SHARED)('does not fail who asks the same at the same time: %s', async (selection) => {
      const expected = await ask(startAnew(), selection);
      expect(expected).toMatchObject(ANSWERED);
      for (const turn of [2, 5, 8, 13]) {
        const leaving = new AbortController();
        const graphql = startAnew();
        watched.at(turn, () => leaving.abort());
        const left = ask(graphql, selection, leaving.signal).catch(() => undefined);
        const stayed = ask(graphql, selection);
        expect(await stayed).toEqual(expected);
        await left;
        expect(await ask(graphql, selection)).toEqual(expected);
      }
    });

    it.each(QUERIES)('does not fail who shares the execution of a known query: %s', async (selection) => {
      const swapped = { claim: variables.other, other: variables.claim };
      const expected = await ask(startAnew(), selection, undefined, swapped);
      for (const turn of [2, 5, 8]) {
        const leaving = new AbortController();
        const graphql = startAnew();
        for (let times = 0; times < 3; times += 1) await ask(graphql, selection);
        watched.at(turn, () => leaving.abort());
        const left = ask(graphql, selection, leaving.signal, swapped).catch(() => undefined);
        expect(await ask(graphql, selection, undefined, swapped)).toEqual(expected);
        await left;
      }
    });

    it.each([1, 5, 20])('after read %i of a question finds its answer later', async (turn) => {
      const leaving = new AbortController();
      const graphql = startAnew();
      const q = `${QUESTION} (${turn})`;
      watched.at(turn, () => leaving.abort());
      const asked = post(
        graphql,
        'mutation ($q: String!) { ask(q: $q) { __typename } }',
        { q },
        leaving.signal,
      );
      await asked.catch(() => undefined);
      expect(leaving.signal.aborted).toBe(true);
      const query = 'query ($q: String!) { answers(filter: { text: $q }) { nodes { q } } }';
      await expect
        .poll(() => post(graphql, query, { q }), { timeout: TIMEOUT_MS })
        .toMatchObject({
          data: { answers: { nodes: [{ q }] } },
        });
    });
  });
}

async function fill(engine: Engine) {
  await ingestInto(engine, CORPUS, [jsonLines(DOCUMENTS)]);
  const { answer } = await answerOf(engine, { corpus: CORPUS, q: QUESTION });
  const [{ addr: claim } = { addr: undefined }] = answer.claims;
  if (claim === undefined) throw new Error('the answer says nothing');
  for (let n = 0; n < ACTORS; n += 1) await disputeBy(engine, claim, `actor${n}`);
  await annotateOn(engine, claim);
  const { answer: ofMars } = await answerOf(engine, { corpus: CORPUS, q: 'How many moons does Mars have?' });
  const [{ addr: other } = { addr: claim }] = ofMars.claims;
  return { claim, other };
}

async function post(
  graphql: Graphql,
  query: string,
  variables: object,
  signal?: AbortSignal,
): Promise<unknown> {
  const body = JSON.stringify({ query, variables });
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
    body,
    ...(signal && { signal }),
  };
  const response = await graphql.handle(new Request('http://localhost/graphql', init));
  return response.json();
}
