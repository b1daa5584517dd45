/** Filters by belief where beliefs are folded claim by claim: the store is asked without them, and then with the claims that pass. */
import type { ClaimAddr } from '../../graph/address.ts';
import { ANY_CLAIM, type Between, type ClaimFilter, isOfBelief } from '../../graph/store/filters.ts';
import type { ListedBelief } from './belief-tables.ts';

const NO_CLAIM: ClaimFilter = { ...ANY_CLAIM, addr: [] };

/** Passes whatever the filter passes, and asks for no belief. */
export function relaxed(filter: ClaimFilter): ClaimFilter {
  const { and, or, not } = filter;
  return {
    ...filter,
    ...{ belief: null, confidence: null },
    ...{ and: and.map(relaxed), or: or.map(relaxed), not: not && narrowed(not) },
  };
}

/** Passes nothing that the filter does not pass, and asks for no belief. */
function narrowed(filter: ClaimFilter): ClaimFilter {
  const { belief, confidence, and, or, not } = filter;
  if (belief !== null || confidence !== null) return NO_CLAIM;
  return { ...filter, and: and.map(narrowed), or: or.map(narrowed), not: not && relaxed(not) };
}

/** The same of claims whose beliefs are known. */
export function pinned(
  filter: ClaimFilter,
  beliefs: ReadonlyMap<ClaimAddr, Pick<ListedBelief, 'state' | 'confidence'>>,
): ClaimFilter {
  if (!isOfBelief(filter)) return filter;
  const { belief, confidence, and, or, not } = filter;
  const inner = (one: ClaimFilter) => pinned(one, beliefs);
  const isPassing = (one: Pick<ListedBelief, 'state' | 'confidence'>) =>
    (belief === null || belief.includes(one.state)) &&
    (confidence === null || isIn(confidence, one.confidence));
  const own =
    belief === null && confidence === null
      ? []
      : [{ ...ANY_CLAIM, addr: [...beliefs].flatMap(([addr, one]) => (isPassing(one) ? [addr] : [])) }];
  return {
    ...filter,
    ...{ belief: null, confidence: null },
    ...{ and: [...and.map(inner), ...own], or: or.map(inner), not: not && inner(not) },
  };
}

/** A claim without evidence has no confidence. */
function isIn({ from, to }: Between<number>, confidence: number): boolean {
  return confidence >= Math.max(0, from ?? 0) && (to === null || confidence <= to);
}
