/** GraphQL as benchmarks serve it: without keys and limits of rate; a fault ends the run. */
import type { GraphqlConfig } from '../gateway/graphql/config.ts';
import { ANY_DOCUMENT } from '../gateway/graphql/transport/documents.ts';

export const GRAPHQL_CONFIG: GraphqlConfig = {
  enforce: 'enforce',
  engineAuth: 'open',
  ratePerMinute: null,
  answersTo: null,
  stubsLifecycle: true,
  version: 'bench',
  allowedOrigins: [],
  introspection: 'on',
  documents: ANY_DOCUMENT,
  onFault: (fault) => {
    throw fault;
  },
};
