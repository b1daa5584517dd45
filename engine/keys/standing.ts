/** How much weight a key that anybody could mint for themselves has (decisions §4.9). Pure. */
import { addMilliseconds } from '../../graph/time.ts';

/** Per mille. */
const NEW_KEY = 100;
const AGED_KEY = 250;
const AGING_MS = 7 * 24 * 60 * 60 * 1_000;

/** @param issuedAt and `now` are instants */
export function selfMintedStanding(issuedAt: string, now: string): number {
  return now < addMilliseconds(issuedAt, AGING_MS) ? NEW_KEY : AGED_KEY;
}
