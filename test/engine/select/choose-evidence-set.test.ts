import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCover, checkNonRedundant } from '../../../engine/select/check-set.ts';
import { chooseEvidenceSet } from '../../../engine/select/choose-evidence-set.ts';
import type { SelectionArtefact, SelectionInput } from '../../../engine/select/evidence-set.ts';

const POLICY = { minPublishers: 1, repeatedPublisher: 200, minScore: 0.5 };

function artefact(id: string, publisher: string, claims: string, rest: Partial<SelectionArtefact> = {}) {
  const covers = [...claims].map((claim) => ({ claim, score: 1 }));
  return { id, hash: `h-${id}`, publisher, penalty: 0, independent: true, covers, ...rest };
}

function input(
  claims: string,
  artefacts: SelectionArtefact[],
  rest: Partial<SelectionInput> = {},
): SelectionInput {
  return {
    claims: [...claims].map((id) => ({ id, demand: 1 })),
    artefacts,
    policy: POLICY,
    nodeBudget: 10_000,
    ...rest,
  };
}

/** Cost, count, then sorted hashes: the order in which sets are preferred, spelt out anew. */
function rank(of: SelectionInput, chosen: readonly string[]) {
  const members = of.artefacts.filter(({ id }) => chosen.includes(id));
  const repeats = members.length - new Set(members.map(({ publisher }) => publisher)).size;
  const cost = members.reduce(
    (sum, { penalty }) => sum + 1000 + penalty,
    repeats * of.policy.repeatedPublisher,
  );
  return { cost, count: members.length, hashes: members.map(({ hash }) => hash).sort() };
}

function bruteForce(of: SelectionInput): string[] {
  let best: string[] = of.artefacts.map(({ id }) => id);
  for (let mask = 0; mask < 2 ** of.artefacts.length; mask += 1) {
    const chosen = of.artefacts.filter((_, index) => (mask >> index) & 1).map(({ id }) => id);
    if (checkCover(of, chosen).length > 0) continue;
    const [a, b] = [rank(of, chosen), rank(of, best)];
    const order = a.cost - b.cost || a.count - b.count || (a.hashes.join() < b.hashes.join() ? -1 : 1);
    if (order < 0) best = chosen;
  }
  return best;
}

const instances = fc
  .record({
    artefacts: fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 0, max: 99 }).map((number) => `a${number}`),
        hash: fc.constant(''),
        publisher: fc.constantFrom('p', 'q', 'r', 's'),
        penalty: fc.constantFrom(0, 0, 0, 100, 300, 999),
        independent: fc.constant(true),
        covers: fc.array(
          fc.record({ claim: fc.constantFrom('a', 'b', 'c', 'd', 'e'), score: fc.constantFrom(1, 1, 0.4) }),
          { maxLength: 4 },
        ),
      }),
      { selector: ({ id }) => id, maxLength: 10 },
    ),
    mirrors: fc.uniqueArray(fc.nat(9), { maxLength: 2 }),
    demands: fc.array(fc.constantFrom(1, 1, 2), { minLength: 5, maxLength: 5 }),
    repeatedPublisher: fc.constantFrom(0, 200, 999),
    minPublishers: fc.constantFrom(1, 1, 2),
  })
  .map(({ artefacts, mirrors, demands, repeatedPublisher, minPublishers }) => ({
    claims: [...'abcde'].map((id, index) => ({ id, demand: demands[index] ?? 1 })),
    artefacts: artefacts.map((one, index) => ({
      ...one,
      hash: `h${(Number(one.id.slice(1)) * 37) % 101}`.padEnd(4, '0'),
      independent: !mirrors.includes(index),
    })),
    policy: { minPublishers, repeatedPublisher, minScore: 0.5 },
    nodeBudget: 10_000,
  }))
  .filter(({ artefacts }) => new Set(artefacts.map(({ hash }) => hash)).size === artefacts.length);

describe('chooseEvidenceSet', () => {
  it('takes one artefact that covers all over two that share the work', () => {
    const set = chooseEvidenceSet(
      input('xy', [
        artefact('1', 'a', 'x'),
        artefact('2', 'b', 'y'),
        artefact('3', 'c', 'xy', { penalty: 500 }),
      ]),
    );
    expect(set).toMatchObject({
      chosen: ['3'],
      optimality: 'proved',
      cost: 1500,
      bound: 1500,
      uncovered: [],
    });
    expect(set.taken).toEqual([{ id: '3', claims: ['x', 'y'] }]);
    expect(set.dropped).toEqual([
      { id: '1', reason: 'not_needed' },
      { id: '2', reason: 'not_needed' },
    ]);
  });

  it('finds the set that greed misses', () => {
    const set = chooseEvidenceSet(
      input('abcdef', [artefact('1', 'p', 'abcd'), artefact('2', 'q', 'abe'), artefact('3', 'r', 'cdf')]),
    );
    expect(set.chosen).toEqual(['2', '3']);
  });

  it('prefers another publisher to a second artefact of one', () => {
    const artefacts = [
      artefact('1', 'p', 'x'),
      artefact('2', 'p', 'y'),
      artefact('3', 'q', 'y', { penalty: 199 }),
    ];
    expect(chooseEvidenceSet(input('xy', artefacts)).chosen).toEqual(['1', '3']);
  });

  it('breaks ties by the sorted hashes', () => {
    const artefacts = [
      artefact('4', 'p', 'y'),
      artefact('3', 'q', 'x'),
      artefact('2', 'r', 'y'),
      artefact('1', 's', 'x'),
    ];
    expect(chooseEvidenceSet(input('xy', artefacts)).chosen).toEqual(['1', '2']);
  });

  it('breaks ties of artefacts that hold the same bytes by their ids', () => {
    const artefacts = ['3', '1', '2'].map((id) => artefact(id, `p${id}`, 'x', { hash: 'same' }));
    expect(chooseEvidenceSet(input('x', artefacts)).chosen).toEqual(['1']);
    const ofOnePublisher = artefacts.map((one) => ({ ...one, publisher: 'p' }));
    expect(chooseEvidenceSet(input('x', ofOnePublisher)).chosen).toEqual(['1']);
  });

  it('never takes a mirror, a weak support or an artefact of no claim, and says why', () => {
    const set = chooseEvidenceSet(
      input('x', [
        artefact('1', 'p', 'x', { independent: false }),
        artefact('2', 'q', '', { covers: [{ claim: 'x', score: 0.49 }] }),
        artefact('3', 'r', 'z'),
      ]),
    );
    expect(set.chosen).toEqual([]);
    expect(set.uncovered).toEqual([{ claim: 'x', demand: 1, available: 0 }]);
    expect(set.dropped.map(({ reason }) => reason)).toEqual(['not_independent', 'no_cover', 'no_cover']);
  });

  it('counts publishers, not artefacts, towards a demand and meets what is available', () => {
    const artefacts = [
      artefact('1', 'p', 'x'),
      artefact('2', 'p', 'x'),
      artefact('3', 'q', 'x', { penalty: 900 }),
    ];
    const twice = input('x', artefacts, { claims: [{ id: 'x', demand: 2 }] });
    expect(chooseEvidenceSet(twice)).toMatchObject({ chosen: ['1', '3'], uncovered: [] });
    const thrice = input('x', artefacts, { claims: [{ id: 'x', demand: 3 }] });
    expect(chooseEvidenceSet(thrice)).toMatchObject({
      chosen: ['1', '3'],
      uncovered: [{ claim: 'x', demand: 3, available: 2 }],
    });
  });

  it('chooses nothing for no claims', () => {
    expect(chooseEvidenceSet(input('', [artefact('1', 'p', 'x')]))).toMatchObject({
      chosen: [],
      optimality: 'proved',
      cost: 0,
      bound: 0,
    });
  });

  it('equals brute force on every small instance', () => {
    fc.assert(
      fc.property(instances, (instance) => {
        const set = chooseEvidenceSet(instance);
        expect(set.optimality).toBe('proved');
        expect(rank(instance, set.chosen)).toEqual(rank(instance, bruteForce(instance)));
        expect(set.cost).toBe(rank(instance, set.chosen).cost);
        expect(checkNonRedundant(instance, set.chosen)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('does not depend on the order of its input', () => {
    fc.assert(
      fc.property(instances, (instance) => {
        const reversed = {
          ...instance,
          claims: instance.claims.toReversed(),
          artefacts: instance.artefacts.toReversed(),
        };
        expect(chooseEvidenceSet(reversed).chosen).toEqual(chooseEvidenceSet(instance).chosen);
      }),
      { numRuns: 50 },
    );
  });

  it('accounts for every artefact once', () => {
    fc.assert(
      fc.property(instances, (instance) => {
        const { chosen, dropped } = chooseEvidenceSet(instance);
        const accounted = [...chosen, ...dropped.map(({ id }) => id)].sort();
        expect(accounted).toEqual(instance.artefacts.map(({ id }) => id).sort());
      }),
      { numRuns: 50 },
    );
  });

  describe('on a large instance', () => {
    const claims = Array.from({ length: 30 }, (_, index) => ({ id: `c${index}`, demand: 1 }));
    const artefacts = Array.from({ length: 300 }, (_, index) => ({
      ...artefact(`a${index}`, `p${(index * 7) % 60}`, ''),
      hash: `${(index * 7919) % 1009}`.padStart(4, '0'),
      penalty: (index * 131) % 400,
      covers: [1, 5, 11].map((step) => ({ claim: `c${(index * step + (index >> 3)) % 30}`, score: 1 })),
    }));
    const large = { claims, artefacts, policy: POLICY, nodeBudget: 10_000 };

    it('proves its set, none of which is redundant', () => {
      const set = chooseEvidenceSet(large);
      expect(set.optimality).toBe('proved');
      expect(set.bound).toBe(set.cost);
      expect(checkCover(large, set.chosen)).toEqual([]);
      expect(checkNonRedundant(large, set.chosen)).toEqual([]);
    });

    it('gives a cover with its bound when the budget ends', () => {
      const proved = chooseEvidenceSet(large);
      for (const nodeBudget of [0, 1, 5]) {
        const set = chooseEvidenceSet({ ...large, nodeBudget });
        expect(set.nodesExplored).toBeLessThanOrEqual(nodeBudget);
        expect(set.optimality).toBe('bounded');
        expect(set.bound).toBeLessThanOrEqual(proved.cost);
        expect(set.cost).toBeGreaterThanOrEqual(proved.cost);
        expect(checkCover(large, set.chosen)).toEqual([]);
        expect(checkNonRedundant(large, set.chosen)).toEqual([]);
      }
    });
  });

  it('stays within its budget on an instance without structure', () => {
    const claims = Array.from({ length: 200 }, (_, index) => ({ id: `c${index}`, demand: 1 + (index % 3) }));
    const artefacts = Array.from({ length: 1000 }, (_, index) => ({
      ...artefact(`a${index}`, `p${index % 400}`, ''),
      covers: Array.from({ length: 8 }, (_, n) => ({
        claim: `c${(index * 13 + n * n * 29 + 7 * n) % 200}`,
        score: 1,
      })),
    }));
    const set = chooseEvidenceSet({ claims, artefacts, policy: POLICY, nodeBudget: 20 });
    expect(set.nodesExplored).toBeLessThanOrEqual(20);
    expect(checkCover({ claims, artefacts, policy: POLICY }, set.chosen)).toEqual([]);
  }, 20_000);

  it.each([
    ['257 claims', { claims: Array.from({ length: 257 }, (_, index) => ({ id: `c${index}`, demand: 1 })) }],
    [
      '2,049 artefacts',
      { artefacts: Array.from({ length: 2049 }, (_, index) => artefact(`${index}`, 'p', 'x')) },
    ],
    ['a demand of 0', { claims: [{ id: 'x', demand: 0 }] }],
    ['a demand of 17', { claims: [{ id: 'x', demand: 17 }] }],
    ['a penalty of 1,000', { artefacts: [artefact('1', 'p', 'x', { penalty: 1000 })] }],
    ['a penalty that is no integer', { artefacts: [artefact('1', 'p', 'x', { penalty: 0.5 })] }],
    ['a negative penalty', { artefacts: [artefact('1', 'p', 'x', { penalty: -1 })] }],
    [
      'one claim twice',
      {
        claims: [
          { id: 'x', demand: 1 },
          { id: 'x', demand: 1 },
        ],
      },
    ],
    ['one id twice', { artefacts: [artefact('1', 'p', 'x'), artefact('1', 'p', 'x', { hash: 'h-2' })] }],
  ])('refuses %s', (_, rest) => {
    expect(() => chooseEvidenceSet(input('x', [], rest))).toThrow(RangeError);
  });
});
