/** The fast path of a query and the full path, each by itself, for any session. */
import type { Engine } from '../../../../engine/engine.ts';
import type { TokenGrant } from '../../../../engine/keys/keys.ts';
import { FastPath } from '../../../../gateway/graphql/compiled/fast-path.ts';
import type { GraphqlContext } from '../../../../gateway/graphql/context.ts';
import type { Session } from '../../../../gateway/graphql/session/session.ts';
import { createGraphqlYoga } from '../../../../gateway/graphql/transport/yoga.ts';
import type { GraphStore } from '../../../../graph/store/store.ts';
import { graphqlConfig } from '../graphql-config.ts';

/** Both ask for the same type; the second has a parameter, which only the full path reads. */
export const SHORT = 'application/graphql-response+json';
export const WHOLE = `${SHORT}; charset=utf-8`;

export const OPEN: Session = { tenant: 'local', credentialIds: [], expiresAt: null, grant: null };

/** Of a token with all capabilities of reading, or with those and this narrowed. */
export async function narrowed(engine: Engine, parts: Partial<TokenGrant>): Promise<Session> {
  const capabilities = ['wiki.search', 'wiki.annotations', 'svc.evidence'];
  const minted = await engine.keys.mintToken({ capabilities, standing: null, ttl: 'P1D', actor: null });
  const grant = minted.ok ? await engine.keys.verifyToken(minted.value.token) : minted;
  if (!grant.ok) throw new Error(grant.refusal.message);
  return { ...OPEN, tenant: null, grant: { ...grant.value, ...parts } };
}

/** Both ways by themselves: `learn` asks the whole one until the query is known. */
export function directWays(store: GraphStore, engine: Engine) {
  const fast = new FastPath(store);
  const yoga = createGraphqlYoga(graphqlConfig(), fast.learning);
  // What reading fields use of it.
  const meter = { charge: () => Promise.resolve(), settle: () => Promise.resolve() };
  const context = (session: Session) =>
    ({ engine, session, meter, config: graphqlConfig() }) as unknown as GraphqlContext;
  const requestOf = (body: string) => {
    const headers = { 'content-type': 'application/json', accept: SHORT };
    return new Request('http://adduce.test/graphql', { method: 'POST', headers, body });
  };
  const whole = async (posted: object, session = OPEN) =>
    (await yoga.fetch(requestOf(JSON.stringify(posted)), context(session))).text();
  const learn = async (posted: object) => {
    await whole(posted);
    return whole(posted);
  };
  const short = async (posted: object, session = OPEN) => {
    const answered = await fast.answer(SHORT, JSON.stringify(posted), context(session));
    return answered?.body ?? null;
  };
  return { learn, short, whole };
}
