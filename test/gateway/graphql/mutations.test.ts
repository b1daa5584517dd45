import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GraphqlConfig } from '../../../gateway/graphql/config.ts';
import { createGraphql } from '../../../gateway/graphql/create-graphql.ts';
import { createRest } from '../../../gateway/rest/create-rest.ts';
import { type Connection, IN_PROCESS } from '../../../gateway/rest/rest-config.ts';
import { createShared } from '../../../gateway/rest/shared.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import { encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import { StoreUnavailable } from '../../../graph/store.ts';
import { CORPUS, openRestFixture, QUESTION, type RestFixture } from '../rest/rest-fixture.ts';
import { graphqlConfig } from './graphql-config.ts';
import type { GraphqlBody } from './graphql-server.ts';

let fixture: RestFixture;
let claim: ClaimAddr;

beforeAll(async () => {
  fixture = await openRestFixture();
  claim = await fixture.claim('Lake Vell is 212 metres deep');
});
afterAll(() => fixture[Symbol.asyncDispose]());

const REFUSAL = '... on Refusal { reason status message details receipt { receiptId class hash record } }';
const APPEND = `mutation ($claim: String!, $kind: EvidenceKind!, $evidence: [EvidenceInput!], $key: String) {
  appendEvidence(claim: $claim, kind: $kind, evidence: $evidence, idempotencyKey: $key) {
    __typename
    ... on EvidenceAppended { entry { eventId seq kind actor evidence { ref hash kind } } receipt { hash record } }
    ${REFUSAL}
  }
}`;
const ANNOTATE = `mutation ($target: String!, $body: String!, $citation: CitationInput!, $stubId: String, $key: String) {
  annotate(target: $target, body: $body, citation: $citation, stubId: $stubId, idempotencyKey: $key) {
    __typename
    ... on AnnotationAdded {
      annotation { annotationId target kind body citation { ref quote } licence }
      stub { stubId closed reason }
    }
    ${REFUSAL}
  }
}`;
const ASK = `mutation ($q: String!, $mode: AnswerMode, $asOf: String, $corpus: String, $age: String) {
  ask(q: $q, mode: $mode, asOf: $asOf, corpus: $corpus, maxSnapshotAge: $age) {
    __typename
    ... on Answer { answerId summary trust { findingsState } }
    ... on Contradiction { message answer { answerId } }
    ... on StaleSnapshot { message receipt { hash } }
    ${REFUSAL}
  }
}`;
const MINT = `mutation { mintKey { __typename ... on KeyMinted { token tokenId capabilities } ${REFUSAL} } }`;
const REVOKE = `mutation ($id: ID!) { revokeKey(tokenId: $id) { __typename ... on KeyRevoked { tokenId } ${REFUSAL} } }`;

interface Sent {
  readonly variables?: object;
  readonly token?: string;
  readonly from?: string;
}

function openSurface(parts: Partial<GraphqlConfig> = {}, engine = fixture.engine) {
  const config = graphqlConfig(parts);
  const shared = createShared(config);
  const graphql = createGraphql({ engine, config, shared });
  const rest = createRest({ engine, config, shared });
  const connection = (from?: string): Connection => ({ ...IN_PROCESS, remoteAddress: from ?? null });
  const headersOf = (token?: string) => ({
    'content-type': 'application/json',
    host: 'engine.example',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  });
  const send = async (query: string, { variables, token, from }: Sent = {}): Promise<GraphqlBody> => {
    const request = new Request('http://engine.example/graphql', {
      method: 'POST',
      headers: headersOf(token),
      body: JSON.stringify({ query, variables }),
    });
    return (await graphql.handle(request, connection(from))).json() as Promise<GraphqlBody>;
  };
  const post = async (path: string, body: object, { token, from }: Sent = {}) => {
    const request = new Request(`http://engine.example${path}`, {
      method: 'POST',
      headers: headersOf(token),
      body: JSON.stringify(body),
    });
    return (await rest(request, connection(from))).json();
  };
  return { graphql, rest, send, post };
}

let surface: ReturnType<typeof openSurface>;
beforeEach(() => {
  surface = openSurface();
});

const SOURCE = { ref: 'https://survey.example/vell', hash: 'unknown', kind: 'source' };

describe('appendEvidence', () => {
  const append = (variables: object, token?: string) =>
    surface.send(APPEND, {
      variables: { claim, kind: 'corroborate', evidence: [SOURCE], ...variables },
      ...(token !== undefined && { token }),
    });

  it('appends an entry that the ledger then holds', async () => {
    const token = await fixture.mint();
    const { data, errors } = await append({}, token);
    expect(errors).toBeUndefined();
    const { entry, __typename } = data.appendEvidence;
    expect({ __typename, kind: entry.kind, evidence: entry.evidence }).toEqual({
      __typename: 'EvidenceAppended',
      kind: 'corroborate',
      evidence: [SOURCE],
    });
    const { ledger } = await surface
      .send(`{ claim(addr: "${claim}") { ledger(first: 100) { nodes { eventId } } } }`)
      .then(({ data }) => data.claim);
    expect(ledger.nodes).toContainEqual({ eventId: entry.eventId });
  });

  it('takes a bare id with its corpus, and the address by REST’s rules', async () => {
    const token = await fixture.mint();
    const bare = claim.slice(claim.lastIndexOf('/') + 1);
    const { data } = await append({ claim: bare }, token);
    expect(data.appendEvidence.__typename).toBe('EvidenceAppended');
  });

  it.each([
    ['nobody', 'denied:token_missing', 403, {}, null],
    ['a token without the capability', 'denied:capability_missing', 403, {}, ['wiki.search']],
    ['no evidence', 'denied:evidence_missing', 403, { evidence: null }, ['svc.evidence']],
    ['an empty list', 'denied:evidence_missing', 403, { evidence: [] }, ['svc.evidence']],
    [
      'a piece without its ref',
      'denied:evidence_missing',
      403,
      { evidence: [{ hash: 'x' }] },
      ['svc.evidence'],
    ],
    ['a piece without its hash', 'invalid:body', 400, { evidence: [{ ref: 'x' }] }, ['svc.evidence']],
    ['no address', 'invalid:addr', 400, { claim: 'wx://lakes/artefact/a1x' }, ['svc.evidence']],
    ['a path', 'invalid:addr', 400, { claim: '../../etc/passwd' }, ['svc.evidence']],
    ['an unknown claim', 'missing:claim', 404, { claim: `c1${'a'.repeat(26)}` }, ['svc.evidence']],
    ['a key of two lines', 'invalid:idempotency_key', 422, { key: 'a b' }, ['svc.evidence']],
  ] as const)('refuses %s with %s and its receipt', async (_, reason, status, variables, capabilities) => {
    const token = capabilities === null ? undefined : await fixture.mint({ capabilities });
    const { data, errors } = await append(variables, token);
    expect(errors).toBeUndefined();
    const refusal = data.appendEvidence;
    expect({ reason: refusal.reason, status: refusal.status }).toEqual({ reason, status });
    expect(refusal.receipt).toMatchObject({ class: 'dev', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(recheck(refusal.receipt)).toBe(true);
  });

  it('refuses the address before the token, and the token before the evidence, as REST does', async () => {
    const reasons = [
      await append({ claim: 'nowhere', evidence: [] }),
      await append({ evidence: [] }),
      await append({ evidence: [], claim: `c1${'a'.repeat(26)}` }, await fixture.mint()),
    ].map(({ data }) => data.appendEvidence.reason);
    expect(reasons).toEqual(['invalid:addr', 'denied:token_missing', 'denied:evidence_missing']);
  });

  it('refuses a claim outside the token’s corpora', async () => {
    const grant = await fixture.engine.keys.mintToken({
      capabilities: ['svc.evidence'],
      standing: 700,
      ttl: 'P1D',
      actor: null,
    });
    if (!grant.ok) throw new Error('a token is minted');
    const forbidden = openSurface(
      {},
      {
        ...fixture.engine,
        keys: {
          ...fixture.engine.keys,
          verifyToken: async (token: string) => {
            const verified = await fixture.engine.keys.verifyToken(token);
            return verified.ok
              ? { ok: true as const, value: { ...verified.value, corpora: new Set(['towers']) } }
              : verified;
          },
        },
      },
    );
    const variables = { claim, kind: 'dispute', evidence: [SOURCE] };
    const { data } = await forbidden.send(APPEND, { variables, token: grant.value.token });
    expect(data.appendEvidence.reason).toBe('denied:corpus_forbidden');
  });

  it('gives the first entry to the same idempotency key, and refuses another event under it', async () => {
    const token = await fixture.mint();
    const first = await append({ key: 'one' }, token);
    const again = await append({ key: 'one' }, token);
    expect(again.data.appendEvidence.entry).toEqual(first.data.appendEvidence.entry);
    const other = await append({ key: 'one', kind: 'dispute' }, token);
    expect(other.data.appendEvidence.reason).toBe('invalid:idempotency_key');
  });

  it('is the same event as REST’s, with the same receipt over it', async () => {
    const token = await fixture.mint();
    const { entry } = await surface.post(
      `/v1/claims/${encodeURIComponent(claim)}/evidence`,
      { kind: 'corroborate', evidence: [SOURCE] },
      { token },
    );
    const { data } = await append({}, token);
    const { receipt } = data.appendEvidence;
    expect(data.appendEvidence.entry.eventId).toBe(entry.event_id);
    expect(recheck(receipt)).toBe(true);
    const record = JSON.parse(receipt.record);
    expect(record).toMatchObject({
      route: '/v1/claims/{addr}/evidence',
      status: 201,
      request: { method: 'POST', body: { kind: 'corroborate', evidence: [SOURCE] } },
      response: { entry },
    });
  });

  it('says that the store is away as an error, not as a refusal', async () => {
    const away = openSurface(
      {},
      {
        ...fixture.engine,
        appendEvidence: () => Promise.reject(new StoreUnavailable('away')),
      },
    );
    const variables = { claim, kind: 'corroborate', evidence: [SOURCE] };
    const { data, errors } = await away.send(APPEND, { variables, token: await fixture.mint() });
    expect(data).toBeNull();
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['upstream:unavailable']);
  });
});

describe('annotate', () => {
  const annotate = (variables: object, token?: string) =>
    surface.send(ANNOTATE, {
      variables: {
        target: claim,
        body: 'Measured anew.',
        citation: { ref: 'https://s.example/' },
        ...variables,
      },
      ...(token !== undefined && { token }),
    });

  it('adds an annotation that the list then shows', async () => {
    const token = await fixture.mint({ capabilities: ['wiki.annotate', 'wiki.annotations'] });
    const { data } = await annotate({ stubId: 'stub_nothing' }, token);
    expect(data.annotate).toMatchObject({
      __typename: 'AnnotationAdded',
      annotation: { target: claim, kind: 'note', licence: 'CC-BY-SA-4.0', citation: { quote: null } },
      stub: { stubId: 'stub_nothing', closed: false, reason: 'unknown_stub' },
    });
    const request = new Request(`http://engine.example/v1/annotations?target=${encodeURIComponent(claim)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { annotations } = (await (await surface.rest(request)).json()) as { annotations: { id: string }[] };
    expect(annotations.map(({ id }) => id)).toContain(data.annotate.annotation.annotationId);
  });

  it('passes a stub over where its lifecycle is off', async () => {
    surface = openSurface({ stubsLifecycle: false });
    const token = await fixture.mint({ capabilities: ['wiki.annotate'] });
    expect((await annotate({ stubId: 'stub_x' }, token)).data.annotate.stub).toBeNull();
  });

  it.each([
    ['nobody', 'denied:token_missing', {}, null],
    ['a token for other things', 'denied:capability_missing', {}, ['svc.evidence']],
    ['an empty body', 'invalid:body', { body: '' }, ['wiki.annotate']],
    [
      'a script for a citation',
      'invalid:body',
      { citation: { ref: 'javascript:alert(1)' } },
      ['wiki.annotate'],
    ],
    ['a target that is none', 'invalid:addr', { target: 'wx:' }, ['wiki.annotate']],
    ['an unknown corpus', 'invalid:corpus_unknown', { target: 'wx://none/sec/x' }, ['wiki.annotate']],
  ] as const)('refuses %s with %s', async (_, reason, variables, capabilities) => {
    const token = capabilities === null ? undefined : await fixture.mint({ capabilities });
    const { data } = await annotate(variables, token);
    expect(data.annotate.reason).toBe(reason);
    expect(recheck(data.annotate.receipt)).toBe(true);
  });
});

describe('ask', () => {
  it('gives the answer that REST gives', async () => {
    const { data } = await surface.send(ASK, { variables: { q: QUESTION, corpus: CORPUS } });
    expect(data.ask.__typename).toBe('Answer');
    const rest = await surface.post(`/v1/answers?corpus=${CORPUS}`, { q: QUESTION });
    expect(data.ask).toMatchObject({ answerId: rest.answer_id, summary: rest.summary });
  });

  it('gives a contradiction as a value, with the answer that shows both sides', async () => {
    const moor = await fixture.claim('40 metres');
    for (let index = 0; index < 4; index += 1) {
      const item = { ref: `https://moor-${index}.example/depth`, hash: `h${index}`, kind: 'reproduction' };
      const variables = { claim: moor, kind: 'dispute', evidence: [item] };
      const { data } = await surface.send(APPEND, {
        variables,
        token: await fixture.mint({ standing: 1_000 }),
      });
      expect(data.appendEvidence.__typename).toBe('EvidenceAppended');
    }
    const { data } = await surface.send(ASK, { variables: { q: 'How deep is Lake Moor?', corpus: CORPUS } });
    expect(data.ask).toMatchObject({
      __typename: 'Contradiction',
      answer: { answerId: expect.stringMatching(/^ans_/) },
    });
    const stored = await surface.send(
      `{ answer(id: "${data.ask.answer.answerId}") { trust { findingsState } } }`,
    );
    expect(stored.data.answer.trust.findingsState).toBe('FAIL');
  });

  it('gives a stale snapshot as a value', async () => {
    const variables = { q: QUESTION, corpus: CORPUS, age: 'PT1S' };
    const before = '2026-11-21T09:00:00.000Z';
    fixture.setTime('2026-12-21T09:00:00.000Z');
    const { data } = await surface.send(ASK, { variables });
    fixture.setTime(before);
    expect(data.ask).toMatchObject({ __typename: 'StaleSnapshot', receipt: { hash: expect.any(String) } });
  });

  it.each([
    ['an empty question', 'invalid:body', { q: '' }],
    ['a duration that is none', 'invalid:body', { q: 'x', age: 'soon' }],
    ['an unknown corpus', 'invalid:corpus_unknown', { q: 'x', corpus: 'nowhere' }],
  ])('refuses %s with %s', async (_, reason, variables) => {
    const { data } = await surface.send(ASK, { variables });
    expect(data.ask).toMatchObject({ __typename: 'Refusal', reason });
  });

  it('is an error for a token, which belongs to no organisation', async () => {
    const { errors } = await surface.send(ASK, {
      variables: { q: QUESTION, corpus: CORPUS },
      token: await fixture.mint(),
    });
    expect(errors?.[0]?.extensions?.code).toBe('denied:key_missing');
  });

  it('gives another organisation’s caller nothing', async () => {
    surface = openSurface({ engineAuth: 'required' });
    const request = new Request('http://engine.example/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await fixture.mintKey('mine')}`,
        'x-tenant': 'theirs',
      },
      body: JSON.stringify({ query: ASK, variables: { q: QUESTION, corpus: CORPUS } }),
    });
    const { data } = (await (await surface.graphql.handle(request)).json()) as GraphqlBody;
    expect(data.ask).toMatchObject({ __typename: 'Refusal', reason: 'missing:corpus' });
  });
});

describe('mintKey and revokeKey', () => {
  it('mint a token that works, and end it', async () => {
    const { data } = await surface.send(MINT, { from: '192.0.2.1' });
    const { token, tokenId, capabilities } = data.mintKey;
    expect(capabilities).toContain('svc.evidence');
    const variables = { claim, kind: 'corroborate', evidence: [SOURCE] };
    expect((await surface.send(APPEND, { variables, token })).data.appendEvidence.__typename).toBe(
      'EvidenceAppended',
    );
    const ended = await surface.send(REVOKE, { variables: { id: tokenId }, token });
    expect(ended.data.revokeKey).toEqual({ __typename: 'KeyRevoked', tokenId });
    expect((await surface.send(APPEND, { variables, token })).errors?.[0]?.extensions?.code).toBe(
      'denied:token_revoked',
    );
  });

  it('count the keys of an address whichever way they are minted', async () => {
    const from = '192.0.2.9';
    for (let index = 0; index < 10; index += 1) await surface.send(MINT, { from });
    for (let index = 0; index < 10; index += 1) await surface.post('/v1/keys', {}, { from });
    const { data } = await surface.send(MINT, { from });
    expect(data.mintKey).toMatchObject({ __typename: 'Refusal', reason: 'limited:rate', status: 429 });
  });

  it.each(['t_none', '', '../keys'])('refuse to end another token, “%s”', async (id) => {
    const token = await fixture.mint();
    const { data } = await surface.send(REVOKE, { variables: { id }, token });
    expect(data.revokeKey.reason).toBe('missing:key');
  });

  it('refuse to end a token that is not sent', async () => {
    const { data } = await surface.send(REVOKE, { variables: { id: 't_x' } });
    expect(data.revokeKey.reason).toBe('denied:token_missing');
  });
});

describe('a mutation', () => {
  it.each([['application/json'], ['text/event-stream']])(
    'is refused by GET with Accept: %s, and nothing is written',
    async (accept) => {
      const { size } = await fixture.store.head();
      const url = `http://engine.example/graphql?query=${encodeURIComponent('mutation { mintKey { __typename } }')}`;
      const { status, headers } = await surface.graphql.handle(new Request(url, { headers: { accept } }));
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe('POST');
      expect((await fixture.store.head()).size).toBe(size);
    },
  );

  it('is refused by a form of any page, and by another origin’s script', async () => {
    const { size } = await fixture.store.head();
    const body = JSON.stringify({ query: 'mutation { mintKey { __typename } }' });
    const form = { method: 'POST', headers: { 'content-type': 'text/plain' }, body };
    const script = {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body,
    };
    const statuses: number[] = [];
    for (const init of [form, script]) {
      statuses.push(
        (await surface.graphql.handle(new Request('http://engine.example/graphql', init))).status,
      );
    }
    expect(statuses).toEqual([415, 403]);
    expect((await fixture.store.head()).size).toBe(size);
  });
});

/** Whether the receipt is of the record that comes with it. */
function recheck({ hash, record }: { readonly hash: string; readonly record: string }): boolean {
  return blake3Hex(encodeCanonical(JSON.parse(record))) === hash;
}
