import { sha256Hex } from '../../graph/digest.ts';

const DIGEST_DIGITS = 16;

/** What filters that ask the same have in common. Their members stand in one order, also where nothing was given. */
export function digestOf(filter: unknown): string {
  return sha256Hex(Buffer.from(JSON.stringify(filter))).slice(0, DIGEST_DIGITS);
}
