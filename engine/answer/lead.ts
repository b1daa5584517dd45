/** Which of the sentences that answer leads, given what the ledgers say of their claims (decisions §4.10, §9). */
import type { ClaimAddr } from '../../graph/address.ts';
import type { ClaimOccurrence } from '../../graph/claim.ts';
import type { Ranked } from '../backbone/candidate.ts';
import { RECENCY_WINDOW } from '../backbone/rank-sentences.ts';
import type { ClaimBelief } from '../belief/read-beliefs.ts';
import type { StatedSentence } from './read-sentences.ts';

/** A ranked sentence with the claims that its answering words state. */
export interface Contender {
  readonly ranked: Ranked;
  readonly stated: StatedSentence;
  readonly claims: readonly ClaimAddr[];
}

/** The claims of the sentence that the answering value carries; the whole sentence's where none does. */
export function claimsOfValue(ranked: Ranked, stated: StatedSentence): ClaimAddr[] {
  const start = stated.span.start + ranked.value.start;
  const end = stated.span.start + ranked.value.end;
  const touching = stated.occurrences.filter(({ span }) => span.start < end && start < span.end);
  const narrowest = touching.toSorted((a, b) => lengthOf(a) - lengthOf(b))[0];
  if (narrowest === undefined) return stated.occurrences.map(({ claim }) => claim).slice(0, 1);
  return touching.filter((one) => lengthOf(one) === lengthOf(narrowest)).map(({ claim }) => claim);
}

/**
 * Puts first the sentence that leads: of those close to the best, one that nothing has superseded, then the newest
 * day, then on the same day the better believed value. The rest keep their order.
 */
export function leadFirst(
  contenders: readonly Contender[],
  beliefs: ReadonlyMap<ClaimAddr, ClaimBelief>,
): readonly Contender[] {
  const best = Math.max(0, ...contenders.map(({ ranked }) => ranked.score));
  const close = contenders.filter(({ ranked }) => ranked.score >= best * RECENCY_WINDOW);
  const [first] = close;
  if (first === undefined) return contenders;
  const rivals = close.filter((one) => one === first || one.ranked.value.key !== first.ranked.value.key);
  const [lead] = rivals.toSorted(
    (a, b) =>
      Number(isSuperseded(a, beliefs)) - Number(isSuperseded(b, beliefs)) ||
      compareDays(b, a) ||
      confidenceOf(b, beliefs) - confidenceOf(a, beliefs) ||
      close.indexOf(a) - close.indexOf(b),
  );
  if (lead === undefined || lead === first) return contenders;
  return [lead, ...contenders.filter((one) => one !== lead)];
}

function lengthOf({ span }: ClaimOccurrence): number {
  return span.end - span.start;
}

function isSuperseded({ claims }: Contender, beliefs: ReadonlyMap<ClaimAddr, ClaimBelief>): boolean {
  return claims.some((claim) => beliefs.get(claim)?.fold?.state === 'superseded');
}

function confidenceOf({ claims }: Contender, beliefs: ReadonlyMap<ClaimAddr, ClaimBelief>): number {
  return Math.min(...claims.map((claim) => beliefs.get(claim)?.fold?.confidence ?? 0.5));
}

function compareDays(a: Contender, b: Contender): number {
  const [left, right] = [a, b].map(({ ranked }) => ranked.candidate.effectiveAt.slice(0, 10));
  if (left === right) return 0;
  return (left ?? '') < (right ?? '') ? -1 : 1;
}
