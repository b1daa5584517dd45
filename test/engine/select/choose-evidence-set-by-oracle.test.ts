import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCostOracle, PROOF_ALONE } from '../../../bench/peers/highs-cover.ts';
import { type InstanceSize, selectionInstance } from '../../../bench/selection-instances.ts';
import { checkCover, checkNonRedundant } from '../../../engine/select/check-set.ts';
import { chooseEvidenceSet } from '../../../engine/select/choose-evidence-set.ts';
import type { SelectionInput } from '../../../engine/select/evidence-set.ts';

const LARGEST: InstanceSize = { claims: 30, artefacts: 300 };

function instances(count: number, most: InstanceSize): SelectionInput[] {
  return Array.from({ length: count }, (_, seed) => selectionInstance(seed, most));
}

/** Another order of everything that has one. */
function shuffled(input: SelectionInput, ranks: readonly number[]): SelectionInput {
  const mix = <T>(list: readonly T[]) =>
    list
      .map((item, at) => ({ item, rank: ranks[at % ranks.length] ?? 0 }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item);
  const artefacts = mix(input.artefacts).map((one) => ({ ...one, covers: mix(one.covers) }));
  return { ...input, claims: mix(input.claims), artefacts };
}

describe('chooseEvidenceSet, held against HiGHS', () => {
  it.each([
    ['190 instances up to 12 claims and 80 artefacts', 190, { claims: 12, artefacts: 80 }],
    ['12 instances up to 30 claims and 300 artefacts', 12, LARGEST],
  ])(
    'finds the least cost of %s',
    async (_, count, most) => {
      const leastCost = await openCostOracle(PROOF_ALONE);
      const all = instances(count, most);
      expect(all.map((one) => chooseEvidenceSet(one).cost)).toEqual(all.map(leastCost));
    },
    300_000,
  );
});

describe('chooseEvidenceSet, on random realistic instances', () => {
  it('proves 99 of 100 and takes no redundant artefact', () => {
    const all = instances(100, LARGEST);
    const sets = all.map(chooseEvidenceSet);
    expect(sets.filter(({ optimality }) => optimality === 'proved').length).toBeGreaterThanOrEqual(99);
    for (const [at, { chosen }] of sets.entries()) {
      const input = all[at]!;
      expect(checkCover(input, chosen)).toEqual([]);
      expect(checkNonRedundant(input, chosen)).toEqual([]);
    }
  }, 120_000);

  it.each([
    ['a budget that suffices', 10_000],
    ['a budget that ends early', 7],
  ])(
    'chooses the same set without redundance whatever the order of its input, within %s',
    (_, nodeBudget) => {
      const seeds = fc.nat(10_000);
      const ranks = fc.array(fc.nat(1_000), { minLength: 7, maxLength: 31 });
      fc.assert(
        fc.property(seeds, ranks, (seed, order) => {
          const input = { ...selectionInstance(seed, { claims: 20, artefacts: 150 }), nodeBudget };
          const { taken, ...set } = chooseEvidenceSet(input);
          const { taken: again, ...other } = chooseEvidenceSet(shuffled(input, order));
          expect(other).toEqual(set);
          expect(checkNonRedundant(input, set.chosen)).toEqual([]);
          expect(again.map(({ id }) => id)).toEqual(taken.map(({ id }) => id));
        }),
        { numRuns: 40 },
      );
    },
  );
});
