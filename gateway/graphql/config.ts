/** The configuration of the GraphQL surface. */
import type { GatewayConfig } from '../operations/gateway-config.ts';
import type { Introspection } from './session/introspection.ts';

/** Documents that an operator lists. */
export interface DocumentPolicy {
  /** Texts by the SHA-256 of their UTF-8, 64 hex digits. */
  readonly listed: ReadonlyMap<string, string>;
  /** Whether any other text is refused. */
  readonly only: boolean;
}

/** `onFault` gets the faults that clients see masked. */
export interface GraphqlConfig extends GatewayConfig {
  /** Origins of pages that may call, beside the server's own, such as `https://adduce.example`. */
  readonly allowedOrigins: readonly string[];
  readonly introspection: Introspection;
  readonly documents: DocumentPolicy;
}
