/** The configuration of the GraphQL surface. */
import type { RestConfig } from '../rest/rest-config.ts';
import type { DocumentPolicy } from './transport/documents.ts';
import type { Introspection } from './transport/introspection.ts';

/** `onFault` gets the faults that clients see masked. */
export interface GraphqlConfig extends RestConfig {
  /** Origins of pages that may call, beside the server's own, such as `https://adduce.example`. */
  readonly allowedOrigins: readonly string[];
  readonly introspection: Introspection;
  readonly documents: DocumentPolicy;
}
