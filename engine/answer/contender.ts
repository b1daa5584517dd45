/**
 * A ranked sentence with the claims that it states, and the choice of the leading sentence by the ledgers of these
 * claims.
 */
import type { ClaimAddr } from '../../graph/address.ts';
import type { ClaimOccurrence, Span } from '../../graph/claim.ts';
import { clusterOf } from '../../graph/cluster.ts';
import type { ClaimBelief } from '../belief/read-beliefs.ts';
import type { StatedSentence } from './read-sentences.ts';

export interface Contender {
  readonly stated: StatedSentence;
  /** The part of the sentence that is shown. */
  readonly shown: Span;
  readonly claims: readonly ClaimAddr[];
}

/** What the ledgers say of the contenders' claims. */
export interface ContenderBeliefs {
  readonly beliefs: ReadonlyMap<ClaimAddr, ClaimBelief>;
  /** The cluster of each claim. */
  readonly clusters: ReadonlyMap<ClaimAddr, string>;
  /** Contradictions known of each claim. */
  readonly rivals: ReadonlyMap<ClaimAddr, readonly ClaimAddr[]>;
}

export function contenderOf(stated: StatedSentence, shown = wholeOf(stated)): Contender {
  return { stated, shown, claims: claimsIn(stated, shown) };
}

export function wholeOf({ read }: StatedSentence): Span {
  return { start: 0, end: read.text.length };
}

/** The narrowest claims within the shown words; the sentence's first one where none lies there. */
function claimsIn({ span: sentence, occurrences }: StatedSentence, shown: Span): ClaimAddr[] {
  const [start, end] = [sentence.start + shown.start, sentence.start + shown.end];
  const isWhole = lengthOf(shown) === lengthOf(sentence);
  const inside = occurrences.filter(({ span }) => span.start < end && start < span.end);
  if (isWhole || inside.length === 0) return occurrences.map(({ claim }) => claim);
  const narrowest = Math.min(...inside.map(({ span }) => lengthOf(span)));
  return inside.filter(({ span }) => lengthOf(span) === narrowest).map(({ claim }) => claim);
}

/**
 * Puts first what leads (docs/spec/decisions.md#4.10, #9-cluster): of the best contender and those that contradict it
 * or state its successor, one that nothing has superseded, then the newest day, then the better believed. The rest keep
 * their order.
 */
export function leadFirst(contenders: readonly Contender[], ledgers: ContenderBeliefs): readonly Contender[] {
  const [first] = contenders;
  if (first === undefined) return contenders;
  const against = new Set(first.claims.flatMap((claim) => ledgers.rivals.get(claim) ?? []));
  const successors = clustersOfSuccessors(first, ledgers);
  const isRival = ({ claims }: Contender) =>
    claims.some(
      (claim) =>
        against.has(ledgers.beliefs.get(claim)?.claim ?? claim) ||
        successors.has(ledgers.clusters.get(claim) ?? ''),
    );
  const rivals = [first, ...contenders.filter((one) => one !== first && isRival(one))];
  const [lead] = rivals.toSorted(
    (a, b) =>
      Number(isSuperseded(a, ledgers)) - Number(isSuperseded(b, ledgers)) ||
      compareDays(b, a) ||
      confidenceOf(b, ledgers) - confidenceOf(a, ledgers) ||
      rivals.indexOf(a) - rivals.indexOf(b),
  );
  if (lead === undefined || lead === first) return contenders;
  return [lead, ...contenders.filter((one) => one !== lead)];
}

function lengthOf({ start, end }: Pick<ClaimOccurrence['span'], 'start' | 'end'>): number {
  return end - start;
}

function isSuperseded({ claims }: Contender, { beliefs }: ContenderBeliefs): boolean {
  return claims.some((claim) => (beliefs.get(claim)?.fold?.acceptedSuccessor ?? null) !== null);
}

function clustersOfSuccessors({ claims }: Contender, { beliefs }: ContenderBeliefs): ReadonlySet<string> {
  const successors = claims.flatMap((claim) => beliefs.get(claim)?.fold?.acceptedSuccessor ?? []);
  return new Set(successors.map(clusterOf));
}

function confidenceOf({ claims }: Contender, { beliefs }: ContenderBeliefs): number {
  return Math.min(...claims.map((claim) => beliefs.get(claim)?.fold?.confidence ?? 0.5));
}

function compareDays(a: Contender, b: Contender): number {
  const [left, right] = [a, b].map(({ stated }) => stated.read.effectiveAt.slice(0, 10));
  if (left === right) return 0;
  return (left ?? '') < (right ?? '') ? -1 : 1;
}
