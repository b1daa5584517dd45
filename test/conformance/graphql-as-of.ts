/** GraphQL as of a time on any store: what had been reported by then, and what followed from it then. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGraphql, type Graphql } from '../../gateway/graphql/create-graphql.ts';
import { addMilliseconds, epochMs, instantOf } from '../../graph/time.ts';
import { createTestEngine, TestClock } from '../engine/test-engine.ts';
import { graphqlConfig } from '../gateway/graphql/graphql-config.ts';
import type { GraphqlBody } from '../gateway/graphql/graphql-server.ts';
import type { OpenedStore, OpenStore } from './graph-store/harness.ts';
import {
  ASKED,
  ASKED_AGAIN,
  FAILED,
  FUTURE,
  INGESTED,
  NOW,
  OBSERVED,
  openWorld,
  send,
  UNOBSERVED,
  WARNED,
  type World,
} from './graphql-as-of/world.ts';
import { StoreCounter } from './graphql-loaders/store-counter.ts';

const TIMEOUT_MS = 120_000;

export function describeGraphqlAsOf(name: string, open: OpenStore): void {
  describe(`GraphQL as of a time on ${name}`, { timeout: TIMEOUT_MS }, () => {
    let opened: OpenedStore;
    let graphql: Graphql;
    let world: World;

    const ask = (query: string, variables: object = {}, headers = {}) =>
      send(graphql, query, variables, headers);
    const answerAsOf = async (id: string, asOf: string | null) =>
      (await ask(ANSWER, { id, asOf })).data.answer;

    beforeAll(async () => {
      ({ opened, graphql, world } = await openWorld(open));
    }, TIMEOUT_MS);
    afterAll(() => opened.dispose());

    test('an answer is there from the instant on at which it was given', async () => {
      const { answer_id: id } = world.first.answer;
      expect(world.first.at).toBe(ASKED);
      expect(await answerAsOf(id, addMilliseconds(ASKED, -1))).toBeNull();
      expect(await answerAsOf(id, ASKED)).toMatchObject({ answerId: id, trust: { findingsState: 'PASS' } });
      expect(await answerAsOf(id, '2026-09-10')).toBeNull();
      expect(await answerAsOf(id, '2026-09-11')).toMatchObject({ answerId: id });
    });

    test.each([
      [ASKED, 'PASS', ['PASS']],
      [addMilliseconds(WARNED, -1), 'PASS', ['PASS']],
      [WARNED, 'WARN', ['PASS', 'WARN']],
      [addMilliseconds(FAILED, -1), 'WARN', ['PASS', 'WARN']],
      [FAILED, 'FAIL', ['PASS', 'WARN', 'FAIL']],
      [FUTURE, 'FAIL', ['PASS', 'WARN', 'FAIL']],
      [null, 'FAIL', ['PASS', 'WARN', 'FAIL']],
    ])('as of %s its verdict is %s, after %j', async (asOf, state, history) => {
      const { answer_id: id } = world.first.answer;
      const answer = await answerAsOf(id, asOf);
      expect(answer.trust.findingsState).toBe(state);
      expect(answer.findings.nodes.map(({ to }: { to: string }) => to)).toEqual(history);
      const findings = (await ask(FINDINGS, { id, asOf })).data.findings.nodes;
      expect(findings.map(({ to }: { to: string }) => to)).toEqual(history);
      const last = findings.at(-1);
      expect(last.answer.trust.findingsState).toBe(state);
      expect(answer.trust).toMatchObject({ seq: last.seq, at: last.at });
    });

    test('an answer of then is stale where its corpus had not been observed for too long', async () => {
      const { answer_id: id } = world.second.answer;
      const codes = async (asOf: string | null) => {
        const { trust } = await answerAsOf(id, asOf);
        return trust.reasons.map(({ code }: { code: string }) => code);
      };
      expect(await codes(ASKED_AGAIN)).not.toContain('SNAPSHOT_STALE');
      const week = addMilliseconds(FAILED, 7 * 86_400_000);
      expect(await codes(week)).not.toContain('SNAPSHOT_STALE');
      expect(await codes(addMilliseconds(week, 1))).toContain('SNAPSHOT_STALE');
      expect(await codes(UNOBSERVED)).toContain('SNAPSHOT_STALE');
      expect(await codes(addMilliseconds(OBSERVED, -1))).toContain('SNAPSHOT_STALE');
      expect(await codes(OBSERVED)).not.toContain('SNAPSHOT_STALE');
      expect(await codes(FUTURE)).toEqual(await codes(null));
    });

    test('what an answer names is as of its own request, whenever its verdict is of', async () => {
      const { answer_id: id } = world.first.answer;
      const [then, now] = [await answerAsOf(id, ASKED), await answerAsOf(id, null)];
      expect(then.claims).toEqual(now.claims);
      expect(then.evidenceSet).toEqual(now.evidenceSet);
      expect(then.receipt).toEqual(now.receipt);
    });

    test('global ids carry the time, and find what had been reported by then', async () => {
      const { answer_id: id } = world.first.answer;
      const then = await answerAsOf(id, WARNED);
      const [finding] = then.findings.nodes;
      expect(then.id).not.toBe((await answerAsOf(id, null)).id);
      const { nodes } = (await ask(NODES, { ids: [then.id, finding.id] })).data;
      expect(nodes).toEqual([
        { __typename: 'Answer', id: then.id, trust: { findingsState: 'WARN' } },
        { __typename: 'Finding', id: finding.id, answer: { id: then.id } },
      ]);
    });

    test.each([
      'Answer:ID@2026-09-11',
      'Answer:ID@',
      'Answer:ID@then',
      `Answer:ID@${INGESTED}`,
      'Finding:ID:0@then',
    ])('a global id that is made up as %s names nothing', async (text) => {
      const id = Buffer.from(text.replace('ID', world.first.answer.answer_id)).toString('base64url');
      expect((await ask(NODES, { ids: [id] })).data).toEqual({ nodes: [null] });
    });

    test('lists hold what had been given by then, whichever verdict is asked for', async () => {
      const { first, second } = world;
      const [one, two] = [first.answer.answer_id, second.answer.answer_id];
      const list = async (asOf: string | null, filter = {}) => idsOf(await ask(ANSWERS, { asOf, filter }));
      expect(await list(addMilliseconds(ASKED, -1))).toEqual([]);
      expect(await list(ASKED)).toEqual([one]);
      expect(await list(addMilliseconds(ASKED_AGAIN, -1))).toEqual([one]);
      expect(await list(ASKED_AGAIN)).toEqual([two, one]);
      expect(await list(FUTURE)).toEqual(await list(null));
      expect(await list(ASKED, { findings: ['PASS'] })).toEqual([one]);
      expect(await list(WARNED, { findings: ['PASS'] })).toEqual([]);
      expect(await list(WARNED, { findings: ['WARN'] })).toEqual([one]);
      expect(await list(null, { findings: ['WARN'] })).not.toContain(one);
      const artefact = first.answer.evidence_set.artefact_ids[0];
      const hit = async (asOf: string) => idsOf(await ask(HIT, { artefact, asOf }));
      expect(await hit(addMilliseconds(ASKED, -1))).toEqual([]);
      expect(await hit(ASKED)).toEqual([one]);
    });

    test('a list as of then is paged from either end without loss or double', async () => {
      const all = idsOf(await ask(ANSWERS, { asOf: ASKED_AGAIN }));
      const page = (await ask(ANSWERS, { asOf: ASKED_AGAIN, first: 1 })).data.answers;
      const rest = (await ask(ANSWERS, { asOf: ASKED_AGAIN, first: 5, after: page.pageInfo.endCursor })).data
        .answers;
      expect([...page.nodes, ...rest.nodes].map(({ answerId }) => answerId)).toEqual(all);
      expect(page.pageInfo.hasNextPage).toBe(true);
      const oldest = (await ask(ANSWERS, { asOf: ASKED_AGAIN, last: 1 })).data.answers;
      expect(oldest.nodes.map(({ answerId }: { answerId: string }) => answerId)).toEqual(all.slice(-1));
      const later = (await ask(ANSWERS, { first: 1 })).data.answers.pageInfo.endCursor;
      for (const after of [later, page.pageInfo.endCursor]) {
        const { errors } = await ask(ANSWERS, { asOf: ASKED, first: 5, after });
        expect(errors).toMatchObject([{ extensions: { code: 'invalid:query' } }]);
      }
    });

    test('a later time never loses an answer or a verdict', async () => {
      const span = epochMs(NOW) - epochMs(INGESTED);
      const times = fc.tuple(fc.nat(span), fc.nat(span)).map((pair) => pair.toSorted((a, b) => a - b));
      await fc.assert(
        fc.asyncProperty(times, async ([early = 0, late = 0]) => {
          const read = async (ms: number) => {
            const asOf = instantOf(epochMs(INGESTED) + ms);
            const findings = await ask(FINDINGS, { id: world.first.answer.answer_id, asOf });
            const seqs = findings.data.findings.nodes.map(({ seq }: { seq: number }) => seq);
            return [...idsOf(await ask(ANSWERS, { asOf })), ...seqs];
          };
          expect(await read(late)).toEqual(expect.arrayContaining(await read(early)));
        }),
        { numRuns: 20 },
      );
    });

    test('several answers as of then cost the reads of one', async () => {
      const counter = new StoreCounter();
      const engine = createTestEngine(counter.around(opened.store), new TestClock(NOW));
      const counted = createGraphql({ engine, config: graphqlConfig() });
      const during = (first: number) =>
        counter.during(() => send(counted, WITH_FINDINGS, { asOf: UNOBSERVED, first }));
      const [one, several] = [await during(1), await during(5)];
      expect(several.result.data.answers.nodes.length).toBeGreaterThan(one.result.data.answers.nodes.length);
      expect(Object.fromEntries(several.calls)).toEqual(Object.fromEntries(one.calls));
    });

    test('shows another organisation its own, at every time', async () => {
      const headers = { authorization: `Bearer ${world.key}` };
      for (const asOf of [null, ASKED, WARNED, FUTURE]) {
        const variables = { id: world.first.answer.answer_id, asOf };
        expect((await ask(ANSWER, variables, headers)).data).toEqual({ answer: null });
        expect((await ask(FINDINGS, variables, headers)).data).toEqual({ findings: { nodes: [] } });
        expect(idsOf(await ask(ANSWERS, { asOf }, headers))).not.toContain(world.first.answer.answer_id);
        const { id } = await answerAsOf(world.first.answer.answer_id, asOf ?? FAILED);
        expect((await ask(NODES, { ids: [id] }, headers)).data).toEqual({ nodes: [null] });
      }
      expect(idsOf(await ask(ANSWERS, { asOf: WARNED }, headers))).toEqual([world.foreign.answer.answer_id]);
    });

    test.each([
      ['answer', ANSWER, { id: 'ans_x' }],
      ['answers', ANSWERS, {}],
      ['answersHitBy', HIT, { artefact: 'a1x' }],
      ['findings', FINDINGS, { id: 'ans_x' }],
    ])('%s refuses what is no time', async (field, query, variables) => {
      for (const asOf of ['yesterday', '2026-02-30', '2026-09-11T10:00:00', '']) {
        const { data, errors } = await ask(query, { ...variables, asOf });
        expect(data).toEqual({ [field]: null });
        expect(errors).toMatchObject([
          { message: expect.stringContaining('asOf'), extensions: { code: 'invalid:query' } },
        ]);
      }
    });
  });
}

function idsOf({ data }: GraphqlBody): string[] {
  const { nodes } = data.answers ?? data.answersHitBy;
  return nodes.map(({ answerId }: { answerId: string }) => answerId);
}

const ANSWER = `query ($id: ID!, $asOf: DateTime) { answer(id: $id, asOf: $asOf) {
  id answerId trust { findingsState reasons { code } seq at }
  claims { id belief { state } } evidenceSet { id setId } receipt { id receiptId }
  findings { nodes { id to } } } }`;
const FINDINGS = `query ($id: ID!, $asOf: DateTime) { findings(filter: {answerId: [$id]}, asOf: $asOf) {
  nodes { seq to at answer { trust { findingsState } } } } }`;
const ANSWERS = `query ($asOf: DateTime, $filter: AnswerFilter, $first: Int, $after: String, $last: Int) {
  answers(asOf: $asOf, filter: $filter, first: $first, after: $after, last: $last) {
    nodes { answerId } pageInfo { endCursor hasNextPage } } }`;
const WITH_FINDINGS = `query ($asOf: DateTime, $first: Int) { answers(asOf: $asOf, first: $first) {
  nodes { trust { findingsState } findings { nodes { answer { trust { at } } } } } } }`;
const HIT = `query ($artefact: ID, $asOf: DateTime) { answersHitBy(artefact: $artefact, asOf: $asOf) {
  nodes { answerId } } }`;
const NODES = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id
  ... on Answer { trust { findingsState } } ... on Finding { answer { id } } } }`;
