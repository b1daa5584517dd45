import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../../../graph/store/store.ts';
import { APPEND, openSurface, recheck, SOURCE, sceneOfEachFile } from './mutation-surface.ts';

/** The words of REST are those of the engine. */
const SENT_BY_REST = { ...SOURCE, kind: 'source' };

const scene = sceneOfEachFile();

describe('appendEvidence', () => {
  const append = (variables: object, token?: string) =>
    scene.surface.send(APPEND, {
      variables: { claim: scene.claim, kind: 'CORROBORATE', evidence: [SOURCE], ...variables },
      ...(token !== undefined && { token }),
    });

  it('appends an entry that the ledger then holds', async () => {
    const token = await scene.fixture.mint();
    const { data, errors } = await append({}, token);
    expect(errors).toBeUndefined();
    const { entry, __typename } = data.appendEvidence;
    expect({ __typename, kind: entry.kind, evidence: entry.evidence }).toEqual({
      __typename: 'EvidenceAppended',
      kind: 'CORROBORATE',
      evidence: [SOURCE],
    });
    const { ledger } = await scene.surface
      .send(`{ claim(addr: "${scene.claim}") { ledger(first: 100) { nodes { eventId } } } }`)
      .then(({ data }) => data.claim);
    expect(ledger.nodes).toContainEqual({ eventId: entry.eventId });
  });

  it('takes a bare id with its corpus, and the address by REST’s rules', async () => {
    const token = await scene.fixture.mint();
    const bare = scene.claim.slice(scene.claim.lastIndexOf('/') + 1);
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
    const token = capabilities === null ? undefined : await scene.fixture.mint({ capabilities });
    const { data, errors } = await append(variables, token);
    expect(errors).toBeUndefined();
    const refusal = data.appendEvidence;
    expect({ reason: refusal.reason, status: refusal.status }).toEqual({ reason, status });
    expect(refusal.receipt).toMatchObject({ class: 'DEV', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(recheck(refusal.receipt)).toBe(true);
  });

  it('refuses the address before the token, and the token before the evidence, as REST does', async () => {
    const reasons = [
      await append({ claim: 'nowhere', evidence: [] }),
      await append({ evidence: [] }),
      await append({ evidence: [], claim: `c1${'a'.repeat(26)}` }, await scene.fixture.mint()),
    ].map(({ data }) => data.appendEvidence.reason);
    expect(reasons).toEqual(['invalid:addr', 'denied:token_missing', 'denied:evidence_missing']);
  });

  it('refuses a claim outside the token’s corpora', async () => {
    const grant = await scene.fixture.engine.keys.mintToken({
      capabilities: ['svc.evidence'],
      standing: 700,
      ttl: 'P1D',
      actor: null,
    });
    if (!grant.ok) throw new Error('a token is minted');
    const forbidden = openSurface({
      ...scene.fixture.engine,
      keys: {
        ...scene.fixture.engine.keys,
        verifyToken: async (token: string) => {
          const verified = await scene.fixture.engine.keys.verifyToken(token);
          return verified.ok
            ? { ok: true as const, value: { ...verified.value, corpora: new Set(['towers']) } }
            : verified;
        },
      },
    });
    const variables = { claim: scene.claim, kind: 'DISPUTE', evidence: [SOURCE] };
    const { data } = await forbidden.send(APPEND, { variables, token: grant.value.token });
    expect(data.appendEvidence.reason).toBe('denied:corpus_forbidden');
  });

  it('gives the first entry to the same idempotency key, and refuses another event under it', async () => {
    const token = await scene.fixture.mint();
    const first = await append({ key: 'one' }, token);
    const again = await append({ key: 'one' }, token);
    expect(again.data.appendEvidence.entry).toEqual(first.data.appendEvidence.entry);
    const other = await append({ key: 'one', kind: 'DISPUTE' }, token);
    expect(other.data.appendEvidence.reason).toBe('invalid:idempotency_key');
  });

  it('is the same event as REST’s, with the same receipt over it', async () => {
    const token = await scene.fixture.mint();
    const { entry } = await scene.surface.post(
      `/v1/claims/${encodeURIComponent(scene.claim)}/evidence`,
      { kind: 'corroborate', evidence: [SENT_BY_REST] },
      { token },
    );
    const { data } = await append({}, token);
    const { receipt } = data.appendEvidence;
    expect(data.appendEvidence.entry.eventId).toBe(entry.event_id);
    expect(recheck(receipt)).toBe(true);
    const { record } = receipt;
    expect(record).toMatchObject({
      route: '/v1/claims/{addr}/evidence',
      status: 201,
      request: { method: 'POST', body: { kind: 'corroborate', evidence: [SENT_BY_REST] } },
      response: { entry },
    });
  });

  it('says that the store is away as an error, not as a refusal', async () => {
    const away = openSurface({
      ...scene.fixture.engine,
      appendEvidence: () => Promise.reject(new StoreUnavailable('away')),
    });
    const variables = { claim: scene.claim, kind: 'CORROBORATE', evidence: [SOURCE] };
    const { data, errors } = await away.send(APPEND, { variables, token: await scene.fixture.mint() });
    expect(data).toBeNull();
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['upstream:unavailable']);
  });
});
