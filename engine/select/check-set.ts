/** An auditor's checks of a set, written independently of the search so that an error there shows here. */
import type { SelectionInput } from './evidence-set.ts';

type Checked = Pick<SelectionInput, 'claims' | 'artefacts' | 'policy'>;

/** A claim that has fewer independent publishers in the set than it asks for and could have. */
export interface MissingCover {
  readonly claim: string;
  readonly wanted: number;
  readonly found: number;
}

/**
 * Claims that the set leaves without cover; empty when the set is a cover.
 * Ids that name no artefact of the input support nothing, so a set of withdrawn artefacts is seen.
 */
export function checkCover(input: Checked, chosen: readonly string[]): MissingCover[] {
  const inSet = new Set(chosen);
  const available = publishersOfClaims(input, () => true);
  const found = publishersOfClaims(input, (id) => inSet.has(id));
  return input.claims.flatMap(({ id, demand }) => {
    const exists = available.get(id)?.size ?? 0;
    const wanted = Math.min(Math.max(demand, input.policy.minPublishers), exists);
    const has = found.get(id)?.size ?? 0;
    return has < wanted ? [{ claim: id, wanted, found: has }] : [];
  });
}

/** Artefacts of the set that can be left out without losing cover; empty when none is redundant. */
export function checkNonRedundant(input: Checked, chosen: readonly string[]): string[] {
  const missing = checkCover(input, chosen).length;
  return chosen.filter((id) => {
    const without = chosen.filter((other) => other !== id);
    return checkCover(input, without).length === missing && !lowersCover(input, chosen, without);
  });
}

/** For a set that is no cover to begin with: whether a claim that lacked publishers now lacks more. */
function lowersCover(input: Checked, before: readonly string[], after: readonly string[]): boolean {
  const found = new Map(checkCover(input, before).map((one) => [one.claim, one.found]));
  return checkCover(input, after).some((one) => one.found < (found.get(one.claim) ?? one.wanted));
}

function publishersOfClaims(
  { artefacts, policy }: Checked,
  counts: (id: string) => boolean,
): Map<string, Set<string>> {
  const publishers = new Map<string, Set<string>>();
  for (const { id, independent, publisher, covers } of artefacts) {
    if (!independent || !counts(id)) continue;
    for (const { claim, score } of covers) {
      if (score < policy.minScore) continue;
      const known = publishers.get(claim) ?? new Set();
      publishers.set(claim, known.add(publisher));
    }
  }
  return publishers;
}
