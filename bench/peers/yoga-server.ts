/** GraphQL Yoga as its documentation starts it, with our schema and resolvers, as a child of a benchmark. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createYoga } from 'graphql-yoga';
import { schema } from '../../gateway/graphql/schema.ts';
import { openContext } from './graphql-context.ts';
import { beMetered } from './metered.ts';

const context = await openContext();
const yoga = createYoga({ schema, context, logging: false });
const server = createServer((incoming, outgoing) => void yoga(incoming, outgoing));
// A server that listens on a port has an address of this form.
server.listen(0, '127.0.0.1', () => beMetered(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
