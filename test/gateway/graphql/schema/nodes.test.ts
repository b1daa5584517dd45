/** Global ids: every type that has one is found again by it, and nothing else is. */

import { isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerView } from '../../../../engine/answer/answer.ts';
import type { Capability } from '../../../../engine/keys/capabilities.ts';
import { attenuateToken } from '../../../../engine/keys/token-chain.ts';
import { encodeGlobalId } from '../../../../gateway/graphql/builder/global-id.ts';
import { schema } from '../../../../gateway/graphql/schema.ts';
import { annotateOn, closeGap } from '../../../engine/annotated.ts';
import { answerOf, ingestInto, jsonLines } from '../../../engine/documents.ts';
import { post, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const CORPUS = 'moons';
const DOCUMENTS = [
  { id: 'old', text: 'Saturn has 82 moons.', domain: 'old.example', day: '2019-10-07', title: 'Saturn' },
  { id: 'new', text: 'Saturn has 145 moons.', domain: 'new.example', day: '2023-05-12', title: 'Saturn' },
];

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
let answer: AnswerView;
/** Global ids by their type. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  await ingestInto(server.engine, CORPUS, [jsonLines(DOCUMENTS)]);
  answer = await answerOf(server.engine, { corpus: CORPUS, q: 'How many moons does Saturn have?' });
  const target = answer.answer.claims[0]?.addr ?? '';
  const annotation = await annotateOn(server.engine, target);
  await closeGap(server.engine, 'How many rings has Saturn?', annotation);
  ids = await readIds();
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

async function readIds(): Promise<Record<string, string>> {
  const query = `query ($id: ID!) { answer(id: $id) {
    __typename id evidenceSet { __typename id } receipt { __typename id }
    claims { __typename id cluster { __typename id } ledger { nodes { __typename id } } annotations { nodes { __typename id } } }
    artefacts { __typename id } findings { nodes { __typename id } } }
    corpora { nodes { __typename id } } coverageGaps { nodes { __typename id } }
    publishers { nodes { __typename id } } entities { nodes { __typename id } } actors { nodes { __typename id } }
    oppositions { nodes { __typename id } } supersessionChains { nodes { __typename id } } artefacts { nodes { sections { nodes { __typename id } } } } }`;
  const { body } = await post(server.url, query, { variables: { id: answer.answer.answer_id } });
  expect(body.errors).toBeUndefined();
  const { answer: found, corpora, coverageGaps } = body.data;
  const { publishers, entities, actors, oppositions, supersessionChains, artefacts } = body.data;
  const [claim] = found.claims;
  const nodes = [
    found,
    found.evidenceSet,
    found.receipt,
    claim,
    claim.cluster,
    found.artefacts[0],
    claim.ledger.nodes[0],
    claim.annotations.nodes[0],
    found.findings.nodes[0],
    corpora.nodes[0],
    coverageGaps.nodes[0],
    publishers.nodes[0],
    entities.nodes[0],
    actors.nodes[0],
    oppositions.nodes[0],
    supersessionChains.nodes[0],
    artefacts.nodes[0].sections.nodes[0],
  ];
  return Object.fromEntries(nodes.map(({ __typename, id }) => [__typename, id]));
}

const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';

async function nodesOf(wanted: readonly string[], headers: Record<string, string> = {}) {
  const { body } = await post(server.url, NODES, { variables: { ids: wanted }, headers });
  expect(body.errors).toBeUndefined();
  return body.data.nodes;
}

describe('a global id', () => {
  it('is there for every type that is a node, in this test too', () => {
    const node = schema.getType('Node');
    const types = Object.values(schema.getTypeMap()).filter(isObjectType);
    const named = types.filter((type) => type.getInterfaces().some((each) => each === node));
    expect(Object.keys(ids).sort()).toEqual(named.map(({ name }) => name).sort());
  });

  it('finds its node again, with its type and the same id, in the order of the ids', async () => {
    const wanted = Object.entries(ids).toReversed();
    expect(await nodesOf(wanted.map(([, id]) => id))).toEqual(
      wanted.map(([__typename, id]) => ({ __typename, id })),
    );
    for (const [__typename, id] of wanted) {
      const { body } = await post(server.url, 'query ($id: ID!) { node(id: $id) { __typename id } }', {
        variables: { id },
      });
      expect(body).toEqual({ data: { node: { __typename, id } } });
    }
  });

  it('gives a node twice that is named twice', async () => {
    const { Claim = '' } = ids;
    expect(await nodesOf([Claim, Claim])).toEqual([
      { __typename: 'Claim', id: Claim },
      { __typename: 'Claim', id: Claim },
    ]);
  });

  it('names the time that its claim is seen at, and of the artefacts and claims that are reached from it', async () => {
    const query = `query ($addr: ID!, $asOf: DateTime) { claim(addr: $addr, asOf: $asOf) {
      id belief { state } occurrences { artefact { id claims { nodes { id } } } } } }`;
    const variables = { addr: answer.answer.claims[0]?.addr, asOf: '2020-01-01' };
    const then = (await post(server.url, query, { variables })).body.data.claim;
    const now = (await post(server.url, query, { variables: { ...variables, asOf: null } })).body.data.claim;
    expect(then.belief).toBeNull();
    expect(now.belief).not.toBeNull();
    expect(then.id).not.toBe(now.id);
    const again = 'query ($id: ID!) { node(id: $id) { id ... on Claim { belief { state } } } }';
    for (const { id, belief } of [then, now]) {
      const { body } = await post(server.url, again, { variables: { id } });
      expect(body.data.node).toEqual({ id, belief });
    }
    const late = (await post(server.url, query, { variables: { ...variables, asOf: '2023-06-01' } })).body
      .data;
    const [place] = late.claim.occurrences;
    expect(place.artefact.claims.nodes).toEqual([{ id: late.claim.id }]);
    expect(place.artefact.id).not.toBe(now.occurrences[0].artefact.id);
  });

  it.each([
    ['an empty text', ''],
    ['no base64', '%%%'],
    ['an id as other fields take it', 'ans_x'],
    ['a type that is no node', encodeGlobalId('Query', 'x')],
    ['a type that is none', encodeGlobalId('toString', 'x')],
    ['a name without a key', encodeGlobalId('Claim', '')],
    ['an unknown claim', encodeGlobalId('Claim', `wx://moons/claim/c1${'a'.repeat(26)}`)],
    ['a claim of an unknown corpus', encodeGlobalId('Claim', `wx://mars/claim/c1${'a'.repeat(26)}`)],
    ['an unknown cluster', encodeGlobalId('Cluster', `cl_c1${'a'.repeat(26)}`)],
    ['a cluster at no time', encodeGlobalId('Cluster', `cl_c1${'a'.repeat(26)}@noon`)],
    ['a claim at no time', encodeGlobalId('Claim', `wx://moons/claim/c1${'a'.repeat(26)}@noon`)],
    ['an unknown artefact', encodeGlobalId('Artefact', 'a1x')],
    ['an unknown event', encodeGlobalId('EvidenceEvent', 'e1x')],
    ['an unknown annotation', encodeGlobalId('Annotation', 'n1x')],
    ['an unknown corpus', encodeGlobalId('Corpus', 'toString')],
    ['a verdict of an unknown answer', encodeGlobalId('Finding', 'ans_x:1')],
    ['a verdict at no position', encodeGlobalId('Finding', 'ans_x:-1')],
    ['no verdict', encodeGlobalId('Finding', 'x')],
    ['a gap that nobody named', encodeGlobalId('CoverageGap', `moons/stub_${'A'.repeat(36)}`)],
    ['a gap of no corpus', encodeGlobalId('CoverageGap', 'stub_x')],
    ['a gap at a time alone', encodeGlobalId('CoverageGap', '@2026-01-01/stub_x')],
    ['an unknown answer', encodeGlobalId('Answer', 'ans_x')],
    ['an unknown receipt', encodeGlobalId('Receipt', '\u0000')],
  ])('is null for %s', async (_, id) => {
    const [known = ''] = Object.values(ids);
    const [none, one] = await nodesOf([id, known]);
    expect([none, one.id]).toEqual([null, known]);
  });

  it('has one spelling', async () => {
    const { Answer = '' } = ids;
    expect(await nodesOf([`${Answer}=`, ` ${Answer}`, Answer.slice(0, -1)])).toEqual([null, null, null]);
  });

  it('takes a hundred at once and refuses one more', async () => {
    expect(await nodesOf(Array.from({ length: 100 }, () => ids.Claim ?? ''))).toHaveLength(100);
    const tooMany = Array.from({ length: 101 }, () => ids.Claim);
    const { body } = await post(server.url, NODES, { variables: { ids: tooMany } });
    expect(body.errors).toMatchObject([{ extensions: { code: 'invalid:query' } }]);
  });
});

describe('what the caller may not see', () => {
  it('is null to another organisation where it is an answer or belongs to one', async () => {
    const { key } = await server.engine.keys.mintKey('others');
    const wanted = [ids.Answer, ids.EvidenceSet, ids.Receipt, ids.Finding].map((id) => id ?? '');
    expect(await nodesOf(wanted, { authorization: `Bearer ${key}` })).toEqual(wanted.map(() => null));
  });

  it('is null to a token, which belongs to no organisation', async () => {
    const headers = { authorization: `Bearer ${await tokenFor({})}` };
    const wanted = [ids.Answer, ids.EvidenceSet, ids.Receipt, ids.Finding].map((id) => id ?? '');
    expect(await nodesOf(wanted, headers)).toEqual(wanted.map(() => null));
    expect(await nodesOf([ids.Claim ?? ''], headers)).toMatchObject([{ id: ids.Claim }]);
  });

  it('is null to a token for another corpus', async () => {
    const headers = { authorization: `Bearer ${await tokenFor({ corpora: ['elsewhere'] })}` };
    const wanted = [ids.Claim, ids.Cluster, ids.Artefact, ids.EvidenceEvent, ids.Corpus, ids.CoverageGap].map(
      (id) => id ?? '',
    );
    expect(await nodesOf(wanted, headers)).toEqual(wanted.map(() => null));
  });

  it('is null to a token for other addresses', async () => {
    const headers = { authorization: `Bearer ${await tokenFor({ prefixes: ['wx://moons/entity/'] })}` };
    expect(await nodesOf([ids.Claim ?? '', ids.EvidenceEvent ?? ''], headers)).toEqual([null, null]);
  });

  it('is null to a token without the capability where it is an annotation', async () => {
    const headers = { authorization: `Bearer ${await tokenFor({})}` };
    expect(await nodesOf([ids.Annotation ?? ''], headers)).toEqual([null]);
    const able = { authorization: `Bearer ${await tokenFor({}, ['wiki.annotations'])}` };
    expect(await nodesOf([ids.Annotation ?? ''], able)).toMatchObject([{ id: ids.Annotation }]);
  });

  it('is null to a token that may not search where it is a coverage gap', async () => {
    const headers = { authorization: `Bearer ${await tokenFor({}, ['wiki.annotations'])}` };
    expect(await nodesOf([ids.CoverageGap ?? ''], headers)).toEqual([null]);
    const able = { authorization: `Bearer ${await tokenFor({}, ['wiki.search'])}` };
    expect(await nodesOf([ids.CoverageGap ?? ''], able)).toMatchObject([{ id: ids.CoverageGap }]);
  });
});

async function tokenFor(
  narrowed: Parameters<typeof attenuateToken>[1],
  capabilities: readonly Capability[] = [],
): Promise<string | null> {
  const minted = await server.engine.keys.mintToken({
    capabilities,
    standing: null,
    ttl: 'P1D',
    actor: null,
  });
  return minted.ok ? attenuateToken(minted.value.token, narrowed) : null;
}
