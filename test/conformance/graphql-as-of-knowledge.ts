/** GraphQL as of a time on any store: what had taken effect by then, and how much there was. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Graphql } from '../../gateway/graphql/create-graphql.ts';
import { addMilliseconds } from '../../graph/time.ts';
import type { OpenedStore, OpenStore } from './graph-store/harness.ts';
import {
  ASKED,
  FAILED,
  FUTURE,
  INGESTED,
  NOW,
  openWorld,
  send,
  WARNED,
  WITHDRAWN,
  type World,
} from './graphql-as-of/world.ts';

const TIMEOUT_MS = 120_000;

export function describeGraphqlAsOfKnowledge(name: string, open: OpenStore): void {
  describe(`what is known as of a time on ${name}`, { timeout: TIMEOUT_MS }, () => {
    let opened: OpenedStore;
    let graphql: Graphql;
    let world: World;

    const ask = (query: string, variables: object = {}, headers = {}) =>
      send(graphql, query, variables, headers);
    const provenance = async (artefact: string | undefined, asOf: string | null, headers = {}) =>
      (await ask(PROVENANCE, { artefact, asOf }, headers)).data.provenance;
    const statsAsOf = async (asOf: string | null, headers = {}) =>
      (await ask(STATS, { asOf }, headers)).data.stats;

    beforeAll(async () => {
      ({ opened, graphql, world } = await openWorld(open));
    }, TIMEOUT_MS);
    afterAll(() => opened.dispose());

    test('a provenance is there from the instant on at which its artefact took effect', async () => {
      const effective = '2026-09-20T09:00:00.000Z';
      const [, later] = world.versions;
      expect(await provenance(later, addMilliseconds(effective, -1))).toBeNull();
      expect(await provenance(later, '2026-09-19')).toBeNull();
      expect(await provenance(later, effective)).toMatchObject({
        observations: [effective],
        bytes: 'STORED',
      });
      expect(await provenance('a1none', effective)).toBeNull();
    });

    test('versions come as they take effect, and a withdrawal when it was said', async () => {
      const [first, second] = world.versions;
      const versions = async (asOf: string | null) => {
        const found = await provenance(first, asOf);
        return found.versions.map((one: { artefactId: string; withdrawn: object | null }) => [
          one.artefactId,
          one.withdrawn !== null,
        ]);
      };
      expect(await versions('2026-09-19')).toEqual([[first, false]]);
      const before = [
        [first, false],
        [second, false],
      ];
      expect(await versions('2026-09-20')).toEqual(before);
      expect(await versions(addMilliseconds(WITHDRAWN, -1))).toEqual(before);
      const after = [
        [first, false],
        [second, true],
      ];
      expect(await versions(WITHDRAWN)).toEqual(after);
      expect(await versions(null)).toEqual(after);
    });

    test('answers that rest on an artefact are those of then, with their verdicts of then', async () => {
      const [artefact] = world.first.answer.evidence_set.artefact_ids;
      const resting = async (asOf: string | null, headers = {}) =>
        (await provenance(artefact, asOf, headers)).answers;
      expect(await resting(addMilliseconds(ASKED, -1))).toEqual([]);
      const { answer_id: answerId } = world.first.answer;
      for (const [asOf, state] of [
        [ASKED, 'PASS'],
        [WARNED, 'WARN'],
        [FAILED, 'FAIL'],
        [FUTURE, 'FAIL'],
      ] as const) {
        expect(await resting(asOf)).toMatchObject([
          { findingsState: state, answer: { answerId, trust: { findingsState: state } } },
        ]);
      }
      const headers = { authorization: `Bearer ${world.key}` };
      const foreign = await resting(FAILED, headers);
      expect(foreign.map(({ answer }: { answer: { answerId: string } }) => answer.answerId)).toEqual([
        world.foreign.answer.answer_id,
      ]);
    });

    test('claims are those that had been stated by then, and seen as of then', async () => {
      const [artefact] = world.first.answer.evidence_set.artefact_ids;
      const claims = async (asOf: string | null) => {
        const found = await provenance(artefact, asOf);
        return found.claims.map((one: { stance: string; claim: { belief: { state: string } } }) => [
          one.stance,
          one.claim.belief.state,
        ]);
      };
      expect(await claims('2026-09-02')).toEqual([['SUPPORTS', 'SETTLED']]);
      const now = await claims(null);
      expect(now).toHaveLength(2);
      expect(now).toContainEqual(['SUPPORTS', 'SUPERSEDED']);
    });

    test('stats of a time are those of then', async () => {
      expect(world.stats.size).toBeGreaterThan(5);
      for (const [asOf, { log, findings }] of world.stats) {
        const told = await statsAsOf(asOf);
        expect(told.log).toEqual(log);
        const counts = told.findings.map(({ key, count }: { key: string; count: number }) => [key, count]);
        expect(Object.fromEntries(counts)).toEqual(findings?.answers);
        expect(told.policies).toEqual((await statsAsOf(null)).policies);
      }
      expect(await statsAsOf(FUTURE)).toEqual(await statsAsOf(null));
      expect(await statsAsOf('2020-01-01')).toMatchObject({ log: { size: 0 }, findings: [] });
    });

    test('stats count the verdicts of one organisation alone', async () => {
      const headers = { authorization: `Bearer ${world.key}` };
      expect((await statsAsOf(ASKED, headers)).findings).toEqual([{ key: 'PASS', count: 1 }]);
      expect((await statsAsOf(addMilliseconds(ASKED, -1), headers)).findings).toEqual([]);
    });

    test('corpora hold as of a time what their lists hold', async () => {
      const days = Array.from({ length: 25 }, (_, day) => `2026-09-${String(day + 1).padStart(2, '0')}`);
      for (const asOf of [...days, '2026-09-01T09:00:00Z', '2026-09-20T08:59:59.999Z', ASKED, WITHDRAWN]) {
        const { data } = await ask(CORPORA, { asOf });
        const [sky] = data.corpora.nodes;
        const { artefacts, claims, licences } = sky.counts;
        expect({ artefacts, claims }).toEqual({
          artefacts: data.artefacts.totalCount,
          claims: data.claims.totalCount,
        });
        expect(licences).toEqual([{ key: 'CC0-1.0', count: artefacts }]);
        expect(sky.counts.newestObservation <= (asOf.length > 10 ? asOf : `${asOf}T23:59:59.999Z`)).toBe(
          true,
        );
      }
    });

    test('a corpus is there from its first artefact on, and counts nothing twice', async () => {
      const corpora = async (asOf: string | null) => (await ask(CORPORA, { asOf })).data.corpora.nodes;
      expect(await corpora('2026-08-31')).toEqual([]);
      expect(await corpora('2026-09-01T08:59:59.999Z')).toEqual([]);
      const [first] = await corpora('2026-09-01T09:00:00Z');
      expect(first).toMatchObject({ observedAt: null, newest: '2026-09-01T09:00:00.000Z' });
      expect(first.counts).toMatchObject({ artefacts: 2, documents: 2, beliefs: null });
      const [now] = await corpora(null);
      const [then] = await corpora(addMilliseconds(NOW, -1));
      const { beliefs: _, ...counts } = now.counts;
      expect(then.counts).toMatchObject(counts);
      expect(then).toMatchObject({ snapshot: now.snapshot, observedAt: now.observedAt, lanes: now.lanes });
      const { id: __, ...present } = now;
      expect((await corpora(FUTURE))[0]).toMatchObject(present);
    });

    test('a corpus was observed when it had last been by then', async () => {
      const observedAt = async (asOf: string) =>
        (await ask(CORPORA, { asOf })).data.corpora.nodes[0].observedAt;
      const observed = await observedAt(addMilliseconds(WARNED, -1));
      expect(observed.slice(0, 16)).toBe(INGESTED.slice(0, 16));
      expect((await observedAt(addMilliseconds(FAILED, -1))).slice(0, 16)).toBe(WARNED.slice(0, 16));
      expect((await observedAt(FAILED)).slice(0, 16)).toBe(FAILED.slice(0, 16));
    });

    test('a corpus’ global id carries the time', async () => {
      const node = async (id: string) => (await ask(NODE, { id })).data.node;
      const [then] = (await ask(CORPORA, { asOf: '2026-09-01' })).data.corpora.nodes;
      expect(await node(then.id)).toEqual({ id: then.id, name: 'sky', counts: { artefacts: 2 } });
      for (const text of [
        'Corpus:sky@2026-08-31T00:00:00.000Z',
        'Corpus:sky@2026-09-01',
        'Corpus:sky@then',
      ]) {
        expect(await node(Buffer.from(text).toString('base64url'))).toBeNull();
      }
    });

    test('counting anew has its cost and its bound', async () => {
      const cost = async (query: string, asOf: string | null) => {
        const { extensions } = (await ask(query, { asOf })) as { extensions?: { cost?: { asked: number } } };
        return extensions?.cost?.asked ?? 0;
      };
      const cheap = '{ corpora(first: 1) { nodes { name } } stats { log { size } } }';
      const dear = (asOf: string) =>
        `{ corpora(first: 1, asOf: "${asOf}") { nodes { name } } stats(asOf: "${asOf}") { log { size } } }`;
      expect(await cost(dear(ASKED), null)).toBeGreaterThanOrEqual((await cost(cheap, null)) + 690);

      const nodes = async (times: number) => {
        const ids = Array.from({ length: times }, (_, index) =>
          Buffer.from(`Corpus:sky@${addMilliseconds(ASKED, index)}`).toString('base64url'),
        );
        return ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [...ids, ...ids] });
      };
      expect((await nodes(10)).errors).toBeUndefined();
      expect((await nodes(11)).errors?.[0]).toMatchObject({ extensions: { code: 'invalid:query' } });
    });

    test.each([
      ['corpora', CORPORA, {}],
      ['provenance', PROVENANCE, { artefact: 'a1x' }],
      ['stats', STATS, {}],
    ])('%s refuses what is no time', async (_, query, variables) => {
      for (const asOf of ['yesterday', '2026-02-30', '2026-09-11T10:00:00', '']) {
        const { errors } = await ask(query, { ...variables, asOf });
        expect(errors?.[0]).toMatchObject({
          message: expect.stringMatching(/as_?of/i),
          extensions: { code: 'invalid:query' },
        });
      }
    });
  });
}

const PROVENANCE = `query ($artefact: ID!, $asOf: DateTime) { provenance(artefact: $artefact, asOf: $asOf) {
  bytes observations versions { artefactId withdrawn { reason } }
  claims { stance claim { belief { state } } }
  answers { findingsState answer { answerId trust { findingsState } } } } }`;
const CORPORA = `query ($asOf: DateTime) {
  corpora(asOf: $asOf) { nodes { id name snapshot newest observedAt lanes counts {
    artefacts documents sections claims events annotations closedCoverageGaps licences { key count }
    beliefs { key count } oldestObservation newestObservation } } }
  artefacts(asOf: $asOf) { totalCount } claims(asOf: $asOf) { totalCount } }`;
const NODE = `query ($id: ID!) { node(id: $id) { id ... on Corpus { name counts { artefacts } } } }`;
const STATS = `query ($asOf: DateTime) { stats(asOf: $asOf) {
  log { origin size root } findings { key count } policies { name version } } }`;
