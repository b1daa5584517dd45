import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerView } from '../../../engine/answer/answer.ts';
import type { Engine } from '../../../engine/engine.ts';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import { claimIdOf } from '../../../graph/address.ts';
import { disputeBy } from '../../engine/annotated.ts';
import { answerOf, ingestInto, jsonLines } from '../../engine/documents.ts';
import { type GraphqlBody, post, type RunningServer, startServer, storeFolder } from './graphql-server.ts';

const CORPUS = 'moons';

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
let server: RunningServer;
let answer: AnswerView;
/** How often GraphQL called each member of the engine or of its store. */
let calls: Record<string, number>;

function counting(engine: Engine): Engine {
  const count =
    <A extends unknown[], R>(name: string, call: (...args: A) => R) =>
    (...args: A): R => {
      calls[name] = (calls[name] ?? 0) + 1;
      return call(...args);
    };
  return {
    ...engine,
    claims: count('claims', engine.claims),
    artefacts: count('artefacts', engine.artefacts),
    occurrencesIn: count('occurrencesIn', engine.occurrencesIn),
  };
}

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path, around: counting });
  await ingestInto(server.engine, CORPUS, [jsonLines(DOCUMENTS)]);
  answer = await answerOf(server.engine, { corpus: CORPUS, q: 'How many moons does Saturn have?' });
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

async function ask(query: string, variables = {}): Promise<GraphqlBody> {
  calls = {};
  const { body } = await post(server.url, query, { variables });
  return body;
}

const addrOf = () => answer.answer.claims[0]?.addr ?? '';

describe('an answer', () => {
  const QUERY = `query ($id: ID!) { answer(id: $id) {
    answerId q summary corpus snapshot mode asOf at
    sentences { text claims { addr text } citations { quote start end artefact { artefactId title } } }
    claims { addr belief { state effectiveConfidence } ledger { nodes { kind actor evidence { artefact { url } } } } }
    artefacts { artefactId domain }
    evidenceSet { setId optimality artefacts { artefactId } }
    claimGroups { clusterId coverage { claim { addr } artefact { artefactId } score }
      counterfactuals { reason action quote rival { addr } artefact { domain } } }
    trust { findingsState seq at reasons { code claim } } receipt { receiptId class hash } } }`;

  it('is given as it was stored, with its verdict', async () => {
    const { data, errors } = await ask(QUERY, { id: answer.answer.answer_id });
    expect(errors).toBeUndefined();
    expect(data.answer).toMatchObject({
      answerId: answer.answer.answer_id,
      q: 'How many moons does Saturn have?',
      summary: expect.stringContaining('145'),
      trust: { findingsState: answer.trust.findings_state, seq: answer.trust.seq },
      receipt: { receiptId: answer.answer.receipt.receipt_id, hash: answer.answer.receipt.hash },
      evidenceSet: { setId: answer.answer.evidence_set.set_id },
    });
    const [sentence] = data.answer.sentences;
    expect(sentence.citations[0]).toMatchObject({ quote: 'Saturn has 145 moons.', start: 0, end: 21 });
    expect(data.answer.claims[0].belief.state).toBe('SETTLED');
  });

  it('costs one call of the engine per type and level', async () => {
    await ask(QUERY, { id: answer.answer.answer_id });
    // Artefacts stand on two levels: those of the answer, and in its claims' ledgers those that it did not choose.
    expect(calls).toEqual({ claims: 1, artefacts: 2 });
  });

  it.each(['ans_unknown', 'unknown', ''])('is null for the id “%s”', async (id) => {
    expect(await ask(QUERY, { id })).toEqual({ data: { answer: null } });
  });

  it('is null to another organisation, as an unknown one is', async () => {
    const { key } = await server.engine.keys.mintKey('others');
    const headers = { authorization: `Bearer ${key}` };
    const { body } = await post(server.url, QUERY, { variables: { id: answer.answer.answer_id }, headers });
    expect(body).toEqual({ data: { answer: null } });
  });

  it('has its verdicts in its history', async () => {
    const query =
      'query ($id: ID!, $from: LogPosition = 0) { findings(filter: {answerId: [$id], seq: {from: $from}}) { nodes { seq from to } } }';
    const { data } = await ask(query, { id: answer.answer.answer_id });
    expect(data.findings.nodes).toEqual([
      { seq: answer.trust.seq, from: 'UNKNOWN', to: answer.trust.findings_state },
    ]);
    const later = await ask(query, { id: answer.answer.answer_id, from: answer.trust.seq + 1 });
    expect(later).toEqual({ data: { findings: { nodes: [] } } });
  });

  it.each([-1, 101])('refuses a page of %s verdicts', async (first) => {
    const { data, errors } = await ask(
      `{ findings(filter: {answerId: "ans_x"}, first: ${first}) { nodes { seq } } }`,
    );
    expect({ data, code: errors?.[0]?.extensions?.code }).toEqual({
      data: { findings: null },
      code: expect.any(String),
    });
  });
});

describe('a claim', () => {
  const QUERY = `query ($addr: ID!, $corpus: String, $asOf: DateTime) { claim(addr: $addr, corpus: $corpus, asOf: $asOf) {
    addr claimId text corpus cluster { clusterId } lang effectiveAt
    belief { state effectiveConfidence supersededBy { addr } }
    ledger(first: 1) { edges { cursor node { eventId kind at seq logSeq actorRoot } } pageInfo { hasNextPage endCursor } }
    occurrences { span { start end } sentence { start end } contextSpans { start } artefact { domain } }
    rivals { text belief { state } } } }`;

  it('is found by its address and by its bare id', async () => {
    const [addr, id] = [addrOf(), claimIdOf(answer.answer.claims[0]?.addr ?? 'wx://x/claim/')];
    const full = await ask(QUERY, { addr });
    expect(full.errors).toBeUndefined();
    expect(full.data.claim).toMatchObject({
      addr,
      claimId: id,
      corpus: CORPUS,
      text: 'Saturn has 145 moons.',
    });
    expect((await ask(QUERY, { addr: id, corpus: CORPUS })).data).toEqual(full.data);
    expect((await ask(QUERY, { addr: id })).data).toEqual(full.data);
  });

  it('shows where it stands and what contradicts it', async () => {
    const { data } = await ask(QUERY, { addr: addrOf() });
    const domains = data.claim.occurrences.map(
      (one: { artefact: { domain: string } }) => one.artefact.domain,
    );
    expect(domains).toEqual(['one.example', 'two.example']);
    expect(data.claim.rivals.map((one: { text: string }) => one.text)).toContain('Saturn has 82 moons.');
  });

  it('is seen at the time that is asked for, and so is all that is reached from it', async () => {
    const early = await ask(QUERY, { addr: addrOf(), asOf: '2023-05-12' });
    expect(early.data.claim.occurrences).toHaveLength(1);
    const before = await ask(QUERY, { addr: addrOf(), asOf: '2020-01-01' });
    expect(before.data.claim).toMatchObject({ belief: null, occurrences: [] });
    expect(before.data.claim.rivals[0]?.belief.state).toBe('SETTLED');
  });

  it('pages through its ledger without loss or double', async () => {
    const page = `query ($addr: ID!, $after: String) { claim(addr: $addr) {
      ledger(first: 1, after: $after) { nodes { seq } pageInfo { hasNextPage endCursor } } } }`;
    const seqs: number[] = [];
    let after: string | null = null;
    do {
      const { data }: GraphqlBody = await ask(page, { addr: addrOf(), after });
      seqs.push(...data.claim.ledger.nodes.map((one: { seq: number }) => one.seq));
      after = data.claim.ledger.pageInfo.hasNextPage ? data.claim.ledger.pageInfo.endCursor : null;
    } while (after !== null);
    expect(seqs.length).toBeGreaterThan(1);
    expect(seqs).toEqual(seqs.map((_, index) => index));
  });

  it.each([
    ['wx://moons/claim/nonsense', {}, 'invalid:addr'],
    ['wx://moons/sec/a1x/0', {}, 'invalid:addr'],
    ['', {}, 'invalid:addr'],
    [`c1${'a'.repeat(26)}`, { corpus: 'elsewhere' }, 'invalid:corpus_unknown'],
    [`c1${'a'.repeat(26)}`, { asOf: 'yesterday' }, 'invalid:query'],
    [`wx://moons/claim/c1${'a'.repeat(26)}`, { corpus: 'other' }, 'invalid:query'],
  ])('refuses %s with %j as %s', async (addr, variables, code) => {
    const { data, errors } = await ask(QUERY, { addr, ...variables });
    expect({ data, code: errors?.[0]?.extensions?.code }).toEqual({ data: { claim: null }, code });
  });

  it('names the newest dispute once it is contested or disputed, and none before', async () => {
    await ingestInto(server.engine, 'disputes', [
      jsonLines([{ id: 'p', text: 'The pier has 12 lamps.', domain: 'pier.example', day: '2026-09-01' }]),
    ]);
    const asked = await answerOf(server.engine, {
      corpus: 'disputes',
      q: 'How many lamps does the pier have?',
    });
    const claim = asked.answer.claims[0]?.addr ?? 'wx://disputes/claim/';
    const belief = 'query ($addr: ID!) { claim(addr: $addr) { belief { state contestRef } } }';
    const before = await ask(belief, { addr: claim });
    expect(before.data.claim.belief).toEqual({ state: 'SETTLED', contestRef: null });
    const events = [
      await disputeBy(server.engine, claim, 'first'),
      await disputeBy(server.engine, claim, 'second'),
    ];
    const { data } = await ask(belief, { addr: claim });
    expect(data.claim.belief).toEqual({ state: 'DISPUTED', contestRef: events[1] });
  });

  it('is null where there is none', async () => {
    expect(await ask(QUERY, { addr: `c1${'a'.repeat(26)}` })).toEqual({ data: { claim: null } });
  });
});

describe('what is found', () => {
  const QUERY = `query ($q: String!, $first: Int, $corpus: String, $asOf: DateTime) {
    search(q: $q, first: $first, corpus: $corpus, asOf: $asOf) {
      addr title snippet score lanes { name score } domain licence observedAt
      artefact { artefactId claims(first: 5) { nodes { text } edges { cursor } pageInfo { hasNextPage } } } } }`;

  it('comes best first, with its artefacts and their claims', async () => {
    const { data, errors } = await ask(QUERY, { q: 'moons of Jupiter', first: 2 });
    expect(errors).toBeUndefined();
    expect(data.search).toHaveLength(2);
    expect(data.search[0]).toMatchObject({
      domain: 'one.example',
      snippet: expect.stringContaining('Jupiter'),
    });
    const texts = data.search[0].artefact.claims.nodes.map((one: { text: string }) => one.text);
    expect(texts).toEqual(['Saturn has 145 moons.', 'Jupiter has 95 moons.']);
  });

  it('costs one call per type and level, however many are found', async () => {
    await ask(QUERY, { q: 'moons of Saturn', first: 10 });
    expect(calls).toEqual({ artefacts: 1, occurrencesIn: 1, claims: 1 });
  });

  it('is what was known at the time that is asked for', async () => {
    const { data } = await ask(QUERY, { q: 'moons of Saturn', asOf: '2020-01-01' });
    expect(data.search.map((one: { domain: string }) => one.domain)).toEqual(['old.example']);
  });

  it.each([
    [{ q: ' ' }, 'invalid:query'],
    [{ q: 'x'.repeat(2_001) }, 'invalid:query'],
    [{ q: 'x', first: 0 }, 'invalid:query'],
    [{ q: 'x', first: 51 }, 'invalid:query'],
    [{ q: 'x', corpus: 'none' }, 'invalid:corpus_unknown'],
    [{ q: 'x', asOf: '2020-13-01' }, 'invalid:query'],
  ])('is nothing but a refusal for %j', async (variables, code) => {
    const { data, errors } = await ask(QUERY, variables);
    expect({ data, code: errors?.[0]?.extensions?.code }).toEqual({ data: { search: null }, code });
  });
});

describe('a token for another corpus', () => {
  it.each([
    `{ search(q: "moons") { addr } }`,
    `{ claim(addr: "c1${'a'.repeat(26)}") { text } }`,
    'query ($id: ID!) { artefact(id: $id) { url } }',
  ])('cannot read this one by %s', async (query) => {
    const minted = await server.engine.keys.mintToken({
      capabilities: ['wiki.search', 'svc.evidence'],
      standing: null,
      ttl: 'P1D',
      actor: null,
    });
    const token = minted.ok ? attenuateToken(minted.value.token, { corpora: ['elsewhere'] }) : null;
    const headers = { authorization: `Bearer ${token}` };
    const variables = { id: answer.answer.artefacts[0]?.artefact_id };
    const { body } = await post(server.url, query, { variables, headers });
    expect(body.errors).toMatchObject([{ extensions: { code: 'denied:corpus_forbidden' } }]);
    expect(Object.values(body.data)).toEqual([null]);
  });
});

describe('a token for some addresses', () => {
  it('sees nothing but these, wherever it begins', async () => {
    const minted = await server.engine.keys.mintToken({
      capabilities: ['wiki.search', 'svc.evidence'],
      standing: null,
      ttl: 'P1D',
      actor: null,
    });
    const token = minted.ok ? attenuateToken(minted.value.token, { prefixes: [addrOf()] }) : null;
    const query = `query ($addr: ID!, $other: ID!) {
      claim(addr: $addr) { text rivals { text } occurrences { artefact { claims { nodes { text } } } } }
      other: claim(addr: $other) { text } search(q: "moons of Saturn") { addr } }`;
    const other = `wx://${CORPUS}/claim/c1${'a'.repeat(26)}`;
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await post(server.url, query, {
      variables: { addr: addrOf(), other },
      headers,
    });
    const text = 'Saturn has 145 moons.';
    const artefact = { claims: { nodes: [{ text }] } };
    expect(body.data).toEqual({
      claim: { text, rivals: [], occurrences: [{ artefact }, { artefact }] },
      other: null,
      search: [],
    });
  });
});
