/** An organisation's answers: the list with its filters, what hits them, their sets and their receipts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerView } from '../../../../engine/answer/answer.ts';
import { annotateOn, disputeBy } from '../../../engine/annotated.ts';
import { answerOf, ingestInto, jsonLines } from '../../../engine/documents.ts';
import { type GraphqlBody, post, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const DOCUMENTS = [
  { id: 'one', text: 'Saturn has 145 moons.', domain: 'one.example', day: '2023-05-12', title: 'Saturn' },
  { id: 'two', text: 'Saturn has 145 moons.', domain: 'two.example', day: '2023-05-13', title: 'Saturn' },
  { id: 'old', text: 'Saturn has 82 moons.', domain: 'old.example', day: '2019-10-07', title: 'Saturn' },
  { id: 'jup', text: 'Jupiter has 95 moons.', domain: 'one.example', day: '2023-05-12', title: 'Jupiter' },
];

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
/** Oldest first. */
let answers: AnswerView[];

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  await ingestInto(server.engine, 'moons', [jsonLines(DOCUMENTS)]);
  await ingestInto(server.engine, 'elsewhere', [jsonLines(DOCUMENTS.slice(3))]);
  const ask = (q: string, more = {}) => answerOf(server.engine, { corpus: 'moons', q, ...more });
  answers = [
    await ask('How many moons does Saturn have?'),
    await ask('How many moons does Jupiter have?', { mode: 'light' }),
    await ask('How many moons does Saturn have?', { asOf: '2020-01-01' }),
    await ask('How many moons does Jupiter have?', { corpus: 'elsewhere' }),
  ];
  await ask('How many moons does Saturn have?', { tenant: 'others' });
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

async function ask(query: string, variables = {}, headers = {}): Promise<GraphqlBody> {
  const { body } = await post(server.url, query, { variables, headers });
  return body;
}

const idOf = (index: number) => answers[index]?.answer.answer_id ?? '';
const ids = (...indices: number[]) => indices.map((index) => ({ answerId: idOf(index) }));
const LIST = `query ($filter: AnswerFilter, $first: Int, $after: String, $last: Int, $before: String) {
  answers(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    nodes { answerId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

describe('the answers of an organisation', () => {
  it('come newest first, and nobody else’s among them', async () => {
    const { data } = await ask(LIST);
    expect(data.answers.nodes).toEqual(ids(3, 2, 1, 0));
    const { key } = await server.engine.keys.mintKey('others');
    const others = await ask(LIST, {}, { authorization: `Bearer ${key}` });
    expect(others.data.answers.nodes).toHaveLength(1);
    expect(others.data.answers.nodes).not.toContainEqual(ids(0)[0]);
  });

  it('are paged from either end without loss or double, also while some are added', async () => {
    const first = (await ask(LIST, { first: 2 })).data.answers;
    expect(first.nodes).toEqual(ids(3, 2));
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const rest = (await ask(LIST, { first: 2, after: first.pageInfo.endCursor })).data.answers;
    expect(rest.nodes).toEqual(ids(1, 0));
    expect(rest.pageInfo.hasNextPage).toBe(false);
    const oldest = (await ask(LIST, { last: 1 })).data.answers;
    expect(oldest.nodes).toEqual(ids(0));
    const before = (await ask(LIST, { last: 2, before: oldest.pageInfo.startCursor })).data.answers;
    expect(before.nodes).toEqual(ids(2, 1));
  });

  it.each([
    ['corpus', { corpus: 'elsewhere' }, [3]],
    ['mode', { mode: 'LIGHT' }, [1]],
    ['words of the question, whatever their case', { text: 'jUPITER' }, [3, 1]],
    ['words that no question has', { text: 'Neptune' }, []],
    ['characters that a pattern would mean', { text: '%' }, []],
    ['time', { at: { from: '2026-10-01', to: '2026-10-01' } }, [3, 2, 1, 0]],
    ['an earlier time', { at: { to: '2026-09-30' } }, []],
    ['a later time', { at: { from: '2026-10-02' } }, []],
    ['several of these', { corpus: 'moons', text: 'jupiter', mode: 'LIGHT' }, [1]],
    ['a corpus that is not there', { corpus: 'none' }, []],
    ['one mode or another', { mode: ['LIGHT', 'AUDIT'], not: { text: 'mars' } }, [1]],
    ['what is not of a corpus', { not: { corpus: 'moons' } }, [3]],
    ['one thing or another', { or: [{ corpus: 'elsewhere' }, { mode: 'LIGHT' }] }, [3, 1]],
    ['all of several', { and: [{ text: 'jupiter' }, { not: { mode: 'LIGHT' } }] }, [3]],
    ['positions behind all', { seq: { from: 1_000_000 } }, []],
  ])('are filtered by %s', async (_, filter, expected) => {
    const { data, errors } = await ask(LIST, { filter });
    expect(errors).toBeUndefined();
    expect(data.answers.nodes).toEqual(ids(...expected));
  });

  it('are filtered by their latest verdict', async () => {
    const all = `{ answers { nodes { answerId trust { findingsState } } } }`;
    const { data } = await ask(all);
    for (const state of ['PASS', 'WARN', 'FAIL', 'UNKNOWN']) {
      const filtered = await ask(LIST, { filter: { findings: [state] } });
      const expected = data.answers.nodes.filter(
        (one: { trust: { findingsState: string } }) => one.trust.findingsState === state,
      );
      expect(filtered.data.answers.nodes).toEqual(
        expected.map(({ answerId }: { answerId: string }) => ({ answerId })),
      );
    }
  });

  it.each([
    [{ filter: { text: '' } }, 'invalid:query'],
    [{ filter: { findings: [] } }, 'invalid:query'],
    [{ filter: { not: {} } }, 'invalid:query'],
    [{ filter: { text: 'x'.repeat(201) } }, 'invalid:query'],
    [{ filter: { at: { from: 'yesterday' } } }, 'invalid:query'],
    [{ filter: { at: { to: '2026-13-01' } } }, 'invalid:query'],
    [{ after: 'nonsense' }, 'invalid:query'],
    [{ after: 'c2VxOi0x' }, 'invalid:query'],
  ])('refuses %j as %s', async (variables, code) => {
    const { data, errors } = await ask(LIST, variables);
    expect({ data, code: errors?.[0]?.extensions?.code }).toEqual({ data: { answers: null }, code });
  });

  it('are refused to who belongs to no organisation', async () => {
    const minted = await server.engine.keys.mintToken({
      capabilities: [],
      standing: null,
      ttl: 'P1D',
      actor: null,
    });
    const token = minted.ok ? minted.value.token : '';
    const { data, errors } = await ask(LIST, {}, { authorization: `Bearer ${token}` });
    expect(data).toEqual({ answers: null });
    expect(errors).toMatchObject([{ extensions: { code: 'denied:key_missing' } }]);
  });
});

describe('answers that are hit', () => {
  const HIT = `query ($claim: ID, $artefact: ID) { answersHitBy(claim: $claim, artefact: $artefact) {
    nodes { answerId } } }`;

  it('are those that use the claim or rest on the artefact', async () => {
    const { answer } = answers[0] ?? {};
    const byClaim = await ask(HIT, { claim: answer?.claims[0]?.addr });
    expect(byClaim.data.answersHitBy.nodes).toEqual(ids(0));
    const byArtefact = await ask(HIT, { artefact: answer?.evidence_set.artefact_ids[0] });
    expect(byArtefact.data.answersHitBy.nodes).toEqual(ids(0));
  });

  it.each([
    { artefact: 'a1unknown' },
    { artefact: 'nonsense' },
    { claim: `wx://moons/claim/c1${'a'.repeat(26)}` },
  ])('are none for %j', async (variables) => {
    expect(await ask(HIT, variables)).toEqual({ data: { answersHitBy: { nodes: [] } } });
  });

  it.each([
    [{}, 'invalid:query'],
    [{ claim: 'x', artefact: 'y' }, 'invalid:query'],
    [{ claim: 'c1x' }, 'invalid:addr'],
  ])('refuses %j as %s', async (variables, code) => {
    const { errors } = await ask(HIT, variables);
    expect(errors).toMatchObject([{ extensions: { code } }]);
  });
});

describe('an evidence set', () => {
  it('says what it took for which claim, what it dropped and why, and what was scored', async () => {
    const query = `query ($id: ID!) { answer(id: $id) { evidenceSet { cost bound optimality
      taken { artefact { artefactId } claims { addr } sentences }
      dropped { nodes { artefact { artefactId } reason } } uncovered { claim { addr } demand available }
      candidates { nodes { addr artefact { domain } score rank lanes { name score } dropped } } } } }`;
    const { data, errors } = await ask(query, { id: idOf(0) });
    expect(errors).toBeUndefined();
    const view = await server.engine.receipt(answers[0]?.answer.answer_id ?? 'ans_', 'local');
    const { result } = view?.receipt.selection ?? {};
    const { evidenceSet } = data.answer;
    expect(evidenceSet).toMatchObject({ cost: result?.cost, bound: result?.bound });
    expect(evidenceSet.taken).toEqual(
      result?.taken.map(({ id, claims }) => ({
        artefact: { artefactId: id },
        claims: claims.filter((id) => id.startsWith('wx://')).map((addr) => ({ addr })),
        sentences: claims.filter((id) => id.startsWith('quote:')).map((id) => Number(id.slice(6))),
      })),
    );
    expect(evidenceSet.dropped.nodes).toEqual(
      result?.dropped.map(({ id, reason }) => ({
        artefact: { artefactId: id },
        reason: reason.toUpperCase(),
      })),
    );
    expect(evidenceSet.candidates.nodes.map((one: { addr: string }) => one.addr)).toEqual(
      view?.receipt.candidates.map(({ addr }) => addr),
    );
    expect(evidenceSet.candidates.nodes[0].lanes.map((lane: { name: string }) => lane.name)).toContain(
      'text',
    );
  });
});

describe('a receipt', () => {
  it('says and proves what the receipt’s file does', async () => {
    const query = `query ($id: ID!) { answer(id: $id) { receipt { receiptId hash answerHash seed viewSeq viewUntil
      textRanker cost { candidatesScored sentencesScored nodesExplored bytesRead }
      policies { name version } models { model } primaryArtefact { artefactId } artefacts { nodes { artefactId } }
      claimGraph { claims { nodes { claim { addr } contentHash ledgerHead state } }
        statements { nodes { claim { addr } artefact { artefactId } span { start end } spanHash } }
        contradictions { nodes { claim { addr } rival { addr } } } }
      proofs { seq entry inclusion treeSize root checkpoint keys snapshot { size root consistency }
        artefacts { nodes { artefact { artefactId } seq entry leaf inclusion } } } } } }`;
    const { data, errors } = await ask(query, { id: idOf(0) });
    expect(errors).toBeUndefined();
    const view = await server.engine.receipt(answers[0]?.answer.answer_id ?? 'ans_', 'local');
    if (view === null) throw new Error('there is no receipt');
    const { receipt, log } = view;
    expect(data.answer.receipt).toMatchObject({
      hash: view.hash,
      seed: receipt.seed,
      answerHash: receipt.answer_hash,
      viewSeq: receipt.view.seq,
      viewUntil: receipt.view.until,
      cost: { nodesExplored: receipt.cost.nodes_explored, bytesRead: receipt.cost.bytes_read },
      primaryArtefact: { artefactId: receipt.primary_artifact_id },
      proofs: {
        seq: log.seq,
        entry: log.entry,
        inclusion: log.inclusion,
        treeSize: log.tree_size,
        root: log.root,
        snapshot: log.snapshot,
        artefacts: {
          nodes: log.artefacts.map(({ artefact_id, seq, inclusion, entry = null, leaf = null }) => ({
            artefact: { artefactId: artefact_id },
            seq,
            inclusion,
            entry,
            leaf,
          })),
        },
      },
    });
    const { claimGraph, policies } = data.answer.receipt;
    expect(claimGraph.statements.nodes).toHaveLength(receipt.claim_graph.edges.length);
    expect(claimGraph.claims.nodes[0]).toMatchObject({
      claim: { addr: receipt.claim_graph.claims[0]?.addr },
      contentHash: receipt.claim_graph.claims[0]?.content_hash,
    });
    expect(claimGraph.contradictions.nodes).toHaveLength(receipt.claim_graph.contradictions.length);
    expect(policies).toContainEqual({ name: 'fold', version: receipt.policies.fold });
  });
});

describe('the history of an answer', () => {
  it('has every verdict, oldest first, and goes on behind the last one', async () => {
    const query = `query ($id: ID!, $after: String) { answer(id: $id) { findings(first: 1, after: $after) {
      nodes { from to seq answer { answerId } } pageInfo { hasNextPage endCursor } } } }`;
    const claim = answers[0]?.answer.claims[0]?.addr;
    if (claim === undefined) throw new Error('the answer has no claim');
    for (const actor of ['ann', 'bob', 'cai']) await disputeBy(server.engine, claim, actor);
    await server.engine.monitor.catchUp();
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { data }: GraphqlBody = await ask(query, { id: idOf(0), after });
      const { nodes, pageInfo } = data.answer.findings;
      seen.push(...nodes.map((one: { from: string; to: string }) => `${one.from} ${one.to}`));
      expect(nodes[0].answer.answerId).toBe(idOf(0));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.slice(1).map((one) => one.split(' ')[0])).toEqual(
      seen.slice(0, -1).map((one) => one.split(' ')[1]),
    );
  });
});

describe('annotations', () => {
  const LISTED = `query ($target: ID!, $asOf: DateTime, $first: Int, $last: Int) {
    annotations(target: $target, asOf: $asOf, first: $first, last: $last) {
      nodes { annotationId body target kind actor createdAt citation { ref quote } } } }`;

  it('come oldest first, by their target and on the claim itself', async () => {
    const target = answers[1]?.answer.claims[0]?.addr ?? '';
    const one = await annotateOn(server.engine, target, 'one');
    const two = await annotateOn(server.engine, target, 'two');
    const { data, errors } = await ask(LISTED, { target });
    expect(errors).toBeUndefined();
    expect(data.annotations.nodes.map((node: { body: string }) => node.body)).toEqual(['one', 'two']);
    expect((await ask(LISTED, { target, last: 1 })).data.annotations.nodes).toMatchObject([
      { annotationId: two.id },
    ]);
    const claim = await ask(
      'query ($a: ID!) { claim(addr: $a) { annotations(first: 1) { nodes { body } } } }',
      {
        a: target,
      },
    );
    expect(claim.data.claim.annotations.nodes).toEqual([{ body: one.body }]);
    const before = await ask(LISTED, { target, asOf: '2024-01-01' });
    expect(before.data.annotations.nodes).toEqual([]);
    const last = await ask(LISTED, { target, asOf: '2024-01-01', last: 1 });
    expect(last.data.annotations.nodes).toEqual([]);
  });

  it.each([
    [{ target: 'nonsense' }, 'invalid:addr'],
    [{ target: 'wx://none/entity/x' }, 'invalid:corpus_unknown'],
    [{ target: 'wx://moons/entity/x', asOf: 'x' }, 'invalid:query'],
  ])('refuses %j as %s', async (variables, code) => {
    const { data, errors } = await ask(LISTED, variables);
    expect({ data, code: errors?.[0]?.extensions?.code }).toEqual({ data: { annotations: null }, code });
  });

  it('need the capability where a token asks', async () => {
    const minted = await server.engine.keys.mintToken({
      capabilities: ['wiki.search'],
      standing: null,
      ttl: 'P1D',
      actor: null,
    });
    const authorization = `Bearer ${minted.ok ? minted.value.token : ''}`;
    const { errors } = await ask(LISTED, { target: 'wx://moons/entity/x' }, { authorization });
    expect(errors).toMatchObject([{ extensions: { code: 'denied:capability_missing' } }]);
  });
});

describe('corpora and counts', () => {
  it('are those of the store, in the order of the log', async () => {
    const query = `{ corpora { nodes { name snapshot newest observedAt lanes
      counts { snapshot artefacts documents claims licences { key count } beliefs { key count } } } }
      stats { log { origin size root } findings { key count } policies { name version } } }`;
    const { data, errors } = await ask(query);
    expect(errors).toBeUndefined();
    expect(data.corpora.nodes).toMatchObject([
      { name: 'moons', counts: { artefacts: 4, documents: 4, licences: [{ key: 'CC0-1.0', count: 4 }] } },
      { name: 'elsewhere', counts: { artefacts: 1 } },
    ]);
    const { size } = await server.engine.store.head();
    expect(data.stats.log).toMatchObject({ size, root: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });
});
