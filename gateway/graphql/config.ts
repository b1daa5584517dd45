/** What the GraphQL surface is told about itself. */
import type { RestConfig } from '../rest/rest-config.ts';

/** `onFault` gets the faults that clients see masked. */
export interface GraphqlConfig extends RestConfig {
  /** Origins of pages that may call, beside the server's own, such as `https://adduce.example`. */
  readonly allowedOrigins: readonly string[];
}
