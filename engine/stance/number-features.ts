/** Numbers of a claim against those of a sentence: counts, ranks, years and days that cannot both hold. Pure. */
import { type Amount, amountsOf, areApart } from './amounts.ts';
import { type Feature, type FeatureName, featureAt } from './feature.ts';
import type { Pairing } from './pairing.ts';

const NAMES = {
  count: 'count_mismatch',
  rank: 'rank_mismatch',
  year: 'year_mismatch',
  decade: 'year_mismatch',
  day: 'day_mismatch',
} as const satisfies Record<Amount['kind'], FeatureName>;

/** Every number of the claim that the sentence contradicts, and no number of the same unit agrees with. */
export function numberFeatures(pairing: Pairing): Feature[] {
  const [claimed, found] = [amountsOf(pairing.claim), amountsOf(pairing.evidence)];
  return claimed.flatMap((amount) => {
    const sameKind = found.filter(
      (other) => isTime(other) === isTime(amount) && (isTime(amount) || other.kind === amount.kind),
    );
    if (sameKind.some((one) => !areApart(amount, one))) return [];
    const comparable = sameKind.filter((other) => isComparable(amount, other));
    const free = comparable.filter(
      (other) => !claimed.some((one) => one.kind === other.kind && !areApart(one, other)),
    );
    const [other] = free;
    // Of several figures for the same unit none is known to be the one that was meant.
    if (other === undefined || free.some((one) => areApart(one, other))) return [];
    return [featureAt(pairing, NAMES[amount.kind], amount.at, other.at)];
  });
}

function isComparable(a: Amount, b: Amount): boolean {
  if (a.named || b.named) return false;
  if (isTime(a) || isTime(b)) return isTime(a) && isTime(b);
  if (a.kind !== b.kind || a.part !== b.part) return false;
  if (a.kind === 'day') return true;
  return a.unit.some((word) => b.unit.includes(word));
}

function isTime({ kind }: Amount): boolean {
  return kind === 'year' || kind === 'decade';
}
