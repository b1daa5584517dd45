/** What tests ask of a server of theirs. */
import { expect } from 'vitest';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import { type GraphqlBody, post, type RunningServer } from './graphql-server.ts';

type Headers = Readonly<Record<string, string>>;

/** @param server is started before anything is asked */
export function asking(server: () => RunningServer) {
  const ask = async (query: string, headers: Headers = {}): Promise<GraphqlBody> =>
    (await post(server().url, query, { headers: { ...headers } })).body;
  /** Where nothing is refused. */
  const dataOf = async (query: string, headers: Headers = {}) => {
    const { data, errors } = await ask(query, headers);
    expect(errors).toBeUndefined();
    return data;
  };
  /** Headers of a token with the capabilities, narrowed. */
  const tokenFor = async (
    narrowed: Parameters<typeof attenuateToken>[1],
    capabilities: Parameters<RunningServer['engine']['keys']['mintToken']>[0]['capabilities'] = [],
  ): Promise<Headers> => {
    const request = { capabilities, standing: null, ttl: 'P1D', actor: null };
    const minted = await server().engine.keys.mintToken(request);
    if (!minted.ok) throw new Error(minted.refusal.message);
    return { authorization: `Bearer ${attenuateToken(minted.value.token, narrowed)}` };
  };
  return { ask, dataOf, tokenFor };
}
