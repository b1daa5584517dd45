/** The standing of a key that anybody may mint (docs/spec/decisions.md#4.9). Pure. */
import { addMilliseconds } from '../../graph/time.ts';

/** Per mille. */
const NEW_KEY = 100;
const AGED_KEY = 250;
const AGING_MS = 7 * 24 * 60 * 60 * 1_000;

/** When a self-minted key issued at that instant has aged. */
export function agesAt(issuedAt: string): string {
  return addMilliseconds(issuedAt, AGING_MS);
}

/** @param agedAt and `now` are instants */
export function selfMintedStanding(agedAt: string, now: string): number {
  return now < agedAt ? NEW_KEY : AGED_KEY;
}
