import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CitedItem } from '../../../graph/belief/cited-item.ts';
import { Ranking } from '../../../graph/belief/ranking.ts';
import { shareOut } from '../../../graph/belief/shares.ts';
import { Tally } from '../../../graph/belief/tally.ts';

interface Weighed {
  readonly citation: CitedItem;
  readonly weight: number;
}

function cite(actor: string, hash: string, weight: number, domain = actor): Weighed {
  const item = { ref: 'r', hash, kind: 'source', check: 'match', domain } as const;
  return { citation: { item, hash, actor, domain, baseNano: 0, halfLifeDays: 1460, originDay: 0 }, weight };
}

const anyCitation = fc
  .tuple(
    fc.constantFrom('a', 'b', 'c', 'd'),
    fc.constantFrom('h1', 'h2', 'h3', 'h4', 'h5'),
    fc.integer({ min: 0, max: 2_000_000 }),
    fc.constantFrom('x', 'y', 'z'),
  )
  .map(([actor, hash, weight, domain]) => cite(actor, hash, weight, domain));

function massOf(items: readonly Weighed[]): number {
  const tally = new Tally();
  for (const { citation, weight } of items) tally.add(citation, weight);
  return tally.mass;
}

describe('a mass', () => {
  it.each<[string, Weighed[], number]>([
    ['nothing', [], 0],
    ['one item', [cite('a', 'h1', 700_000)], 700_000],
    ['two voices', [cite('a', 'h1', 700_000), cite('b', 'h2', 700_000)], 1_400_000],
    ['one actor twice', [cite('a', 'h1', 700_000, 'x'), cite('a', 'h2', 700_000, 'y')], 875_000],
    ['one domain twice', [cite('a', 'h1', 700_000, 'x'), cite('b', 'h2', 700_000, 'x')], 875_000],
    ['a mirror', [cite('a', 'h1', 700_000), cite('b', 'h1', 700_000)], 700_000],
    ['a lighter mirror', [cite('a', 'h1', 700_000), cite('b', 'h1', 500_000)], 700_000],
    ['one artefact cited twice by its actor', [cite('a', 'h1', 5), cite('a', 'h1', 7)], 7],
    // Without the mirror: 875,000. But b alone with h1 beside a with h2 is 1,400,000, and more support never weighs less.
    [
      'a second artefact',
      [cite('a', 'h1', 700_000), cite('a', 'h2', 700_000), cite('b', 'h1', 700_000)],
      1_400_000,
    ],
    [
      'three of one voice, rounded down each',
      [cite('a', 'h1', 10), cite('a', 'h2', 7), cite('a', 'h3', 10)],
      12,
    ],
  ])('of %s', (_name, items, mass) => {
    expect(massOf(items)).toBe(mass);
  });

  it('only grows by a citation, and falls back when the citation is taken out', () => {
    fc.assert(
      fc.property(fc.array(anyCitation, { maxLength: 30 }), anyCitation, (items, more) => {
        const tally = new Tally();
        for (const { citation, weight } of items) tally.add(citation, weight);
        const before = tally.mass;
        tally.add(more.citation, more.weight);
        expect(tally.mass).toBeGreaterThanOrEqual(before);
        tally.remove(more.citation, more.weight);
        expect(tally.mass).toBe(before);
      }),
      { numRuns: 2000 },
    );
  });

  it('equals a fresh sum after any additions and removals, and what its shares add up to', () => {
    const changes = fc.array(fc.tuple(anyCitation, fc.boolean()), { maxLength: 40 });
    fc.assert(
      fc.property(changes, (all) => {
        const tally = new Tally();
        for (const [{ citation, weight }] of all) tally.add(citation, weight);
        for (const [{ citation, weight }, stays] of all) if (!stays) tally.remove(citation, weight);
        const left = all.filter(([, stays]) => stays).map(([item]) => item);
        expect(tally.mass).toBe(massOf(left));
        expect(tally.actors).toBe(new Set(left.map(({ citation }) => citation.actor)).size);
        expect(tally.domains).toBe(new Set(left.map(({ citation }) => citation.domain)).size);
        expect(shareOut(left).reduce((sum, share) => sum + share.contribution, 0)).toBe(tally.mass);
      }),
      { numRuns: 1000 },
    );
  });

  it('ignores the removal of a citation it never held', () => {
    const tally = new Tally();
    tally.remove(cite('a', 'h1', 1).citation, 1);
    expect(tally.mass).toBe(0);
  });
});

describe('a ranking', () => {
  it('never passes 1.645 times its best weight', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 1 }), (weights) => {
        const ranking = new Ranking();
        for (const weight of weights) ranking.add(weight);
        expect(ranking.top).toBe(Math.max(...weights));
        expect(ranking.mass).toBeLessThanOrEqual(1.645 * ranking.top);
      }),
    );
  });

  it('takes in items behind the last rank that weighs anything without forgetting them', () => {
    const ranking = new Ranking();
    for (let n = 0; n < 5; n += 1) ranking.add(4);
    expect(ranking.mass).toBe(5);
    ranking.remove(4);
    ranking.remove(4);
    ranking.remove(4);
    ranking.remove(4);
    expect([ranking.mass, ranking.size]).toEqual([4, 1]);
  });
});
