/** GraphQL Yoga with graphql-ws and its own pub-sub, as their documentation starts them, as a child of a benchmark. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionArgs } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { createPubSub, createSchema, createYoga } from 'graphql-yoga';
import { WebSocketServer } from 'ws';
import { FINDING_FIELDS, FINDINGS_SCHEMA, type Finding } from './findings-schema.ts';
import { beMetered } from './metered.ts';
import { change, publishing } from './published.ts';

const pubSub = createPubSub<{ findings: [Finding] }>();
const yoga = createYoga({
  logging: false,
  schema: createSchema({
    typeDefs: FINDINGS_SCHEMA,
    resolvers: {
      Subscription: {
        findings: { subscribe: () => pubSub.subscribe('findings'), resolve: (finding: Finding) => finding },
      },
      Finding: FINDING_FIELDS,
    },
  }),
});

/** What Yoga's documentation puts between the two. */
type Enveloped = ExecutionArgs & {
  readonly rootValue: Pick<ReturnType<typeof yoga.getEnveloped>, 'execute' | 'subscribe'>;
};

const server = createServer((incoming, outgoing) => void yoga(incoming, outgoing));
useServer(
  {
    execute: (args) => (args as Enveloped).rootValue.execute(args),
    subscribe: (args) => (args as Enveloped).rootValue.subscribe(args),
    onSubscribe: async (ctx, _id, params) => {
      const { schema, execute, subscribe, contextFactory, parse, validate } = yoga.getEnveloped({
        ...ctx,
        req: ctx.extra.request,
        socket: ctx.extra.socket,
        params,
      });
      const args = {
        schema,
        operationName: params.operationName,
        document: parse(params.query),
        variableValues: params.variables,
        contextValue: await contextFactory(),
        rootValue: { execute, subscribe },
      };
      const errors = validate(args.schema, args.document);
      return errors.length > 0 ? errors : args;
    },
  },
  new WebSocketServer({ server, path: '/graphql' }),
);

server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const publish = (index: number) => pubSub.publish('findings', { seq: index, body: change(index) });
  beMetered(`http://127.0.0.1:${port}`, publishing(publish));
});
