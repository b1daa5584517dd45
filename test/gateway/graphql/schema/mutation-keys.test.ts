import { describe, expect, it } from 'vitest';
import { APPEND, REFUSAL, SOURCE, sceneOfEachFile } from './mutation-surface.ts';

const scene = sceneOfEachFile();

const MINT = `mutation { mintKey { __typename ... on KeyMinted { token tokenId capabilities } ${REFUSAL} } }`;
const REVOKE = `mutation ($id: ID!) { revokeKey(tokenId: $id) { __typename ... on KeyRevoked { tokenId } ${REFUSAL} } }`;

describe('mintKey and revokeKey', () => {
  it('mint a token that works, and end it', async () => {
    const { data } = await scene.surface.send(MINT, { from: '192.0.2.1' });
    const { token, tokenId, capabilities } = data.mintKey;
    expect(capabilities).toContain('svc.evidence');
    const variables = { claim: scene.claim, kind: 'CORROBORATE', evidence: [SOURCE] };
    expect((await scene.surface.send(APPEND, { variables, token })).data.appendEvidence.__typename).toBe(
      'EvidenceAppended',
    );
    const ended = await scene.surface.send(REVOKE, { variables: { id: tokenId }, token });
    expect(ended.data.revokeKey).toEqual({ __typename: 'KeyRevoked', tokenId });
    expect((await scene.surface.send(APPEND, { variables, token })).errors?.[0]?.extensions?.code).toBe(
      'denied:token_revoked',
    );
  });

  it('count the keys of an address whichever way they are minted', async () => {
    const from = '192.0.2.9';
    for (let index = 0; index < 10; index += 1) await scene.surface.send(MINT, { from });
    for (let index = 0; index < 10; index += 1) await scene.surface.post('/v1/keys', {}, { from });
    const { data } = await scene.surface.send(MINT, { from });
    expect(data.mintKey).toMatchObject({ __typename: 'Refusal', reason: 'limited:rate', status: 429 });
  });

  it.each(['t_none', '', '../keys'])('refuse to end another token, “%s”', async (id) => {
    const token = await scene.fixture.mint();
    const { data } = await scene.surface.send(REVOKE, { variables: { id }, token });
    expect(data.revokeKey.reason).toBe('missing:key');
  });

  it('refuse to end a token that is not sent', async () => {
    const { data } = await scene.surface.send(REVOKE, { variables: { id: 't_x' } });
    expect(data.revokeKey.reason).toBe('denied:token_missing');
  });
});
