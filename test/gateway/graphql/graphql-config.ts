/** The configuration of a GraphQL surface under test. */
import type { GraphqlConfig } from '../../../gateway/graphql/config.ts';
import { ANY_DOCUMENT } from '../../../gateway/graphql/transport/documents.ts';

/** Open to everybody, without limits of rate; faults are ignored. */
export function graphqlConfig(parts: Partial<GraphqlConfig> = {}): GraphqlConfig {
  return {
    enforce: 'enforce',
    engineAuth: 'open',
    ratePerMinute: null,
    answersTo: null,
    stubsLifecycle: true,
    version: '0.0.0-test',
    onFault: () => undefined,
    allowedOrigins: [],
    introspection: 'on',
    documents: ANY_DOCUMENT,
    ...parts,
  };
}
