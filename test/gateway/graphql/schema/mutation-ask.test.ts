import { describe, expect, it } from 'vitest';
import { CORPUS, QUESTION } from '../../rest/rest-fixture.ts';
import type { GraphqlBody } from '../graphql-server.ts';
import { APPEND, openSurface, REFUSAL, sceneOfEachFile } from './mutation-surface.ts';

const scene = sceneOfEachFile();

const ASK = `mutation ($q: String!, $mode: AnswerMode, $asOf: DateTime, $corpus: String, $age: Duration) {
  ask(q: $q, mode: $mode, asOf: $asOf, corpus: $corpus, maxSnapshotAge: $age) {
    __typename
    ... on Answer { answerId summary trust { findingsState } }
    ... on Contradiction {
      message answer { answerId }
      contradictions {
        claim { addr belief { state } }
        supportedBy { actor kind }
        disputedBy { eventId kind evidence { ref } }
        rivals { addr }
        supportLeft disputeLeft
      }
    }
    ... on StaleSnapshot { message receipt { hash } }
    ${REFUSAL}
  }
}`;

describe('ask', () => {
  it('gives the answer that REST gives', async () => {
    const { data } = await scene.surface.send(ASK, { variables: { q: QUESTION, corpus: CORPUS } });
    expect(data.ask.__typename).toBe('Answer');
    const rest = await scene.surface.post(`/v1/answers?corpus=${CORPUS}`, { q: QUESTION });
    expect(data.ask).toMatchObject({ answerId: rest.answer_id, summary: rest.summary });
  });

  it('gives a contradiction as a value, with the answer that shows both sides', async () => {
    const moor = await scene.fixture.claim('40 metres');
    for (let index = 0; index < 4; index += 1) {
      const item = { ref: `https://moor-${index}.example/depth`, hash: `h${index}`, kind: 'REPRODUCTION' };
      const variables = { claim: moor, kind: 'DISPUTE', evidence: [item] };
      const { data } = await scene.surface.send(APPEND, {
        variables,
        token: await scene.fixture.mint({ standing: 1_000 }),
      });
      expect(data.appendEvidence.__typename).toBe('EvidenceAppended');
    }
    const { data } = await scene.surface.send(ASK, {
      variables: { q: 'How deep is Lake Moor?', corpus: CORPUS },
    });
    expect(data.ask).toMatchObject({
      __typename: 'Contradiction',
      answer: { answerId: expect.stringMatching(/^ans_/) },
    });
    expect(data.ask.contradictions).toEqual([
      {
        claim: { addr: moor, belief: { state: 'DISPUTED' } },
        supportedBy: [{ actor: expect.any(String), kind: 'CORROBORATE' }],
        disputedBy: [0, 1, 2, 3].map((index) => ({
          eventId: expect.stringMatching(/^e1/),
          kind: 'DISPUTE',
          evidence: [{ ref: `https://moor-${index}.example/depth` }],
        })),
        rivals: [],
        supportLeft: 0,
        disputeLeft: 0,
      },
    ]);
    const stored = await scene.surface.send(
      `{ answer(id: "${data.ask.answer.answerId}") { trust { findingsState } } }`,
    );
    expect(stored.data.answer.trust.findingsState).toBe('FAIL');
  });

  it('gives a stale snapshot as a value', async () => {
    const variables = { q: QUESTION, corpus: CORPUS, age: 'PT1S' };
    const before = '2026-11-21T09:00:00.000Z';
    scene.fixture.setTime('2026-12-21T09:00:00.000Z');
    const { data } = await scene.surface.send(ASK, { variables });
    scene.fixture.setTime(before);
    expect(data.ask).toMatchObject({ __typename: 'StaleSnapshot', receipt: { hash: expect.any(String) } });
  });

  it('gives every failure the fields of one interface', async () => {
    const failed = `mutation ($q: String!, $age: Duration) { ask(q: $q, corpus: "${CORPUS}", maxSnapshotAge: $age) {
      __typename ... on Failure { reason message status details retryAfterMs receipt { receiptId } } } }`;
    const before = '2026-11-21T09:00:00.000Z';
    scene.fixture.setTime('2026-12-21T09:00:00.000Z');
    const stale = await scene.surface.send(failed, { variables: { q: QUESTION, age: 'PT1S' } });
    scene.fixture.setTime(before);
    const receipt = { receiptId: expect.stringMatching(/^rc_/) };
    expect(stale.data.ask).toMatchObject({ __typename: 'StaleSnapshot', reason: 'stale:snapshot', receipt });
    const refused = await scene.surface.send(failed, { variables: { q: '' } });
    expect(refused.data.ask).toMatchObject({ __typename: 'Refusal', reason: 'invalid:body', receipt });
    for (const { data } of [stale, refused]) expect(data.ask.status).toBeGreaterThanOrEqual(400);
  });

  it.each([
    ['an empty question', 'invalid:body', { q: '' }],
    ['a duration that is none', 'invalid:body', { q: 'x', age: 'soon' }],
    ['an unknown corpus', 'invalid:corpus_unknown', { q: 'x', corpus: 'nowhere' }],
  ])('refuses %s with %s', async (_, reason, variables) => {
    const { data } = await scene.surface.send(ASK, { variables });
    expect(data.ask).toMatchObject({ __typename: 'Refusal', reason });
  });

  it('is an error for a token, which belongs to no organisation', async () => {
    const { errors } = await scene.surface.send(ASK, {
      variables: { q: QUESTION, corpus: CORPUS },
      token: await scene.fixture.mint(),
    });
    expect(errors?.[0]?.extensions?.code).toBe('denied:key_missing');
  });

  it('gives another organisation’s caller nothing', async () => {
    scene.surface = openSurface(scene.fixture.engine, { engineAuth: 'required' });
    const request = new Request('http://engine.example/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await scene.fixture.mintKey('mine')}`,
        'x-tenant': 'theirs',
      },
      body: JSON.stringify({ query: ASK, variables: { q: QUESTION, corpus: CORPUS } }),
    });
    const { data } = (await (await scene.surface.graphql.handle(request)).json()) as GraphqlBody;
    expect(data.ask).toMatchObject({ __typename: 'Refusal', reason: 'missing:corpus' });
  });
});
