/** Mercurius on Fastify with its just-in-time compiler on, with our schema and resolvers, as a child of a benchmark. */
import { schema } from '../../gateway/graphql/schema.ts';
import { openContext } from './graphql-context.ts';
import { peer } from './installed.ts';
import { beMetered } from './metered.ts';

interface Fastify {
  register(plugin: unknown, options: object): unknown;
  listen(options: { readonly host: string; readonly port: number }): Promise<string>;
}

// As documented; it is installed beside the benchmarks, and so are its types.
const app = (peer('fastify') as () => Fastify)();
app.register(peer('mercurius'), { schema, context: await openContext(), jit: 1, path: '/graphql' });
beMetered(await app.listen({ host: '127.0.0.1', port: 0 }));
