/** What our resolvers get from another server's GraphQL engine: the demo corpus, read by nobody in particular. */

import type { GraphqlContext } from '../../gateway/graphql/context.ts';
import { FindingsTails } from '../../gateway/graphql/findings-tails.ts';
import { SessionWatch } from '../../gateway/graphql/session-watch.ts';
import { openDemoService } from '../demo-service.ts';

export async function openContext(): Promise<() => GraphqlContext> {
  const { engine } = await openDemoService();
  const fail = (fault: unknown) => {
    throw fault;
  };
  const shared = { engine, tails: new FindingsTails(engine, fail), sessions: new SessionWatch(engine, fail) };
  const session = { tenant: 'local', credentialIds: [], expiresAt: null, grant: null };
  return () => ({ ...shared, session });
}
