/** What our reading resolvers get from another server's GraphQL engine: the demo corpus, read by nobody in particular. */
import { openDemoService } from '../demo-service.ts';

/** Each request has a context of its own: loaders keep what they have read in it. */
export async function openContext(): Promise<() => object> {
  const { engine } = await openDemoService();
  const session = { tenant: 'local', credentialIds: [], expiresAt: null, grant: null };
  return () => ({ engine, session });
}
