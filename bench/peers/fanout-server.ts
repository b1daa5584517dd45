/** Our GraphQL over an embedded store, as a child of a benchmark: what it publishes is committed to the log. */

import { createGraphql } from '../../gateway/graphql/create-graphql.ts';
import { serve } from '../../gateway/http/node-http.ts';
import { openEngine } from '../engine-over.ts';
import { GRAPHQL_CONFIG } from '../graphql-config.ts';
import { EMBEDDED } from '../stores.ts';
import { beMetered } from './metered.ts';
import { change, publishing } from './published.ts';

const { engine } = await openEngine(EMBEDDED);
const onFault = (fault: unknown) => console.error(fault);
const graphql = createGraphql({
  engine,
  config: { ...GRAPHQL_CONFIG, onFault },
});
const server = await serve({
  host: '127.0.0.1',
  port: 0,
  routes: [{ prefix: '/graphql', handle: graphql.handle }],
  fallback: async () => new Response(null, { status: 404 }),
  onUpgrade: graphql.upgrade,
  onFault,
});

function publish(index: number): Promise<void> {
  return engine.writer.append(async () => ({
    entries: [{ corpus: null, tenant: 'local', effectiveAt: null, body: change(index) }],
    result: () => undefined,
  }));
}

beMetered(server.url, publishing(publish));
