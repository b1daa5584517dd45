/**
 * A statement's parameters go to the server as one map, `$p`. The server plans a text anew for each combination of its parameters'
 * types, null among them, and of the lengths of their texts and lists (0, 1, to 10, to 100 …); of a map it looks at neither (ADR 100).
 */
import { type BoltParams, toBolt } from './bolt-values.ts';

/** What a driver runs. */
export interface BoltStatement {
  readonly text: string;
  readonly parameters: { readonly p: unknown };
}

const PARAMETER = /\$(?=[a-z])/gi;

/** @param cypher names each member of `params` as `$name`, and has `$` nowhere else before a letter */
export function boltStatement(cypher: string, params: BoltParams): BoltStatement {
  return { text: cypher.replace(PARAMETER, '$p.'), parameters: { p: toBolt(params) } };
}
