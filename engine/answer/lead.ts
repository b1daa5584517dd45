/** Which of the sentences that answer leads, given what the ledgers say of their claims (decisions §4.10, §9). */
import type { ClaimAddr } from '../../graph/address.ts';
import type { ClaimOccurrence } from '../../graph/claim.ts';
import type { Ranked } from '../backbone/candidate.ts';
import { RECENCY_WINDOW } from '../backbone/recency.ts';
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

/** What the ledgers say of the contenders' claims. */
export interface LedgerView {
  readonly beliefs: ReadonlyMap<ClaimAddr, ClaimBelief>;
  /** The cluster of each claim. */
  readonly clusters: ReadonlyMap<ClaimAddr, string>;
  /** Contradictions known of each claim. */
  readonly rivals: ReadonlyMap<ClaimAddr, readonly ClaimAddr[]>;
}

/**
 * Puts first the sentence that leads: one that nothing has superseded, then the newest day, then on the same day the
 * better believed value. It is sought among the sentences close to the best and, wherever they rank, among those that
 * contradict the first one or state its successor. The rest keep their order.
 * @param window how close to the best, as a share of its score (`recencyWindow`)
 */
export function leadFirst(
  contenders: readonly Contender[],
  ledgers: LedgerView,
  window = RECENCY_WINDOW,
): readonly Contender[] {
  const best = Math.max(0, ...contenders.map(({ ranked }) => ranked.score));
  const close = contenders.filter(({ ranked }) => ranked.score >= best * window);
  const [first] = close;
  if (first === undefined) return contenders;
  const ends = supersededUntil(contenders, ledgers);
  const isOver = (one: Contender) =>
    one.ranked.candidate.effectiveAt <= (ends.get(one.ranked.value.key) ?? '');
  const against = new Set(first.claims.flatMap((claim) => ledgers.rivals.get(claim) ?? []));
  const others = contenders.filter(
    (one) =>
      (close.includes(one) && one.ranked.value.key !== first.ranked.value.key) ||
      one.claims.some((claim) => against.has(claim)),
  );
  const rivals = [first, ...others, ...(isOver(first) ? stateSuccessor(contenders, ledgers) : [])];
  const [lead] = rivals.toSorted(
    (a, b) =>
      Number(isOver(a)) - Number(isOver(b)) ||
      compareDays(b, a) ||
      confidenceOf(b, ledgers) - confidenceOf(a, ledgers) ||
      rivals.indexOf(a) - rivals.indexOf(b),
  );
  if (lead === undefined || lead === first) return contenders;
  return [lead, ...contenders.filter((one) => one !== lead)];
}

function lengthOf({ span }: ClaimOccurrence): number {
  return span.end - span.start;
}

/**
 * Values that a ledger calls superseded, with the time of the successor's newest support: an older sentence that
 * gives the same value in words that no structure was read from is superseded with it; a later one may be a return.
 */
function supersededUntil(contenders: readonly Contender[], ledgers: LedgerView): Map<string, string> {
  const ends = new Map<string, string>();
  for (const { ranked, claims } of contenders) {
    for (const successor of successorsOf(claims, ledgers)) {
      const own = ranked.candidate.effectiveAt;
      const support = ledgers.beliefs.get(successor)?.fold?.newestSupport ?? own;
      const end = support > own ? support : own;
      if ((ends.get(ranked.value.key) ?? '') < end) ends.set(ranked.value.key, end);
    }
  }
  return ends;
}

function stateSuccessor(contenders: readonly Contender[], ledgers: LedgerView): Contender[] {
  const successors = contenders.flatMap(({ claims }) => successorsOf(claims, ledgers));
  const clusters = new Set(successors.map((claim) => `cl_${claim.slice(claim.lastIndexOf('/') + 1)}`));
  return contenders.filter(({ claims }) =>
    claims.some((claim) => clusters.has(ledgers.clusters.get(claim) ?? '')),
  );
}

function successorsOf(claims: readonly ClaimAddr[], { beliefs }: LedgerView): ClaimAddr[] {
  return claims.flatMap((claim) => beliefs.get(claim)?.fold?.acceptedSuccessor ?? []);
}

function confidenceOf({ claims }: Contender, { beliefs }: LedgerView): number {
  return Math.min(...claims.map((claim) => beliefs.get(claim)?.fold?.confidence ?? 0.5));
}

function compareDays(a: Contender, b: Contender): number {
  const [left, right] = [a, b].map(({ ranked }) => ranked.candidate.effectiveAt.slice(0, 10));
  if (left === right) return 0;
  return (left ?? '') < (right ?? '') ? -1 : 1;
}
