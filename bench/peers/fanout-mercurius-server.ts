/** Mercurius on Fastify with its own pub-sub, as its documentation starts it, as a child of a benchmark. */
import { FINDING_FIELDS, FINDINGS_SCHEMA, type Finding } from './findings-schema.ts';
import { peer } from './installed.ts';
import { beMetered } from './metered.ts';
import { change, publishing } from './published.ts';

const TOPIC = 'findings';

interface PubSub {
  subscribe(topic: string): Promise<AsyncIterable<unknown>>;
  publish(event: { readonly topic: string; readonly payload: { readonly findings: Finding } }): Promise<void>;
}

interface Fastify {
  register(plugin: unknown, options: object): unknown;
  listen(options: { readonly host: string; readonly port: number }): Promise<string>;
  readonly graphql: { readonly pubsub: PubSub };
}

// As documented; it is installed beside the benchmarks, and so are its types.
const app = (peer('fastify') as () => Fastify)();
app.register(peer('mercurius'), {
  schema: FINDINGS_SCHEMA,
  resolvers: {
    Subscription: {
      findings: {
        subscribe: (_: unknown, _args: unknown, { pubsub }: { readonly pubsub: PubSub }) =>
          pubsub.subscribe(TOPIC),
      },
    },
    Finding: FINDING_FIELDS,
  },
  subscription: true,
  path: '/graphql',
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
const publish = (index: number) =>
  app.graphql.pubsub.publish({ topic: TOPIC, payload: { findings: { seq: index, body: change(index) } } });
beMetered(url, publishing(publish));
