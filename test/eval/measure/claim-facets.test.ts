import { describe, expect, it } from 'vitest';
import { readFacets } from '../../../eval/measure/claim-facets.ts';

const SENTENCES = [
  'Towers of stone.',
  'Norby has a stone tower.',
  'Stone by stone.',
  'In 1911 all was stone.',
];

const worthOf = (claim: string) => readFacets(claim, SENTENCES).facets[0]?.worth ?? 0;

describe('readFacets', () => {
  it('finds terms whatever their form, and only where they are', () => {
    expect(readFacets('tower', SENTENCES).facets).toMatchObject([{ sentences: [0, 1] }]);
    expect(readFacets('castle', SENTENCES)).toEqual({ facets: [], total: 0 });
  });

  it('values what is rare above what is everywhere, and everything above nothing', () => {
    expect(worthOf('tower')).toBeGreaterThan(worthOf('stone'));
    expect(worthOf('stone')).toBeGreaterThan(0);
  });

  it('values names and numbers half as much again, but not the capital that begins the claim', () => {
    const [named] = readFacets('castle Norby', SENTENCES).facets;
    expect(named?.worth).toBeCloseTo(1.5 * worthOf('norby'), 12);
    expect(worthOf('Norby')).toBe(worthOf('norby'));
    expect(worthOf('1911')).toBeCloseTo(1.5 * worthOf('norby'), 12);
  });

  it('adds pairs of terms that stand within two of each other, where one sentence has both', () => {
    const { facets, total } = readFacets('the tower of stone in norby', SENTENCES);
    expect(facets.map(({ sentences }) => sentences)).toEqual([[0, 1], [0, 1, 2, 3], [1], [0, 1], [1], [1]]);
    const [tower, stone, norby, first] = facets.map(({ worth }) => worth);
    expect(total).toBeCloseTo((tower ?? 0) + (stone ?? 0) + (norby ?? 0), 12);
    expect(first).toBeCloseTo((0.25 * ((tower ?? 0) + (stone ?? 0))) / 2, 12);
  });

  it('reads a term that occurs twice once, by its best spelling', () => {
    expect(readFacets('norby Norby', SENTENCES).facets).toHaveLength(1);
    expect(worthOf('norby Norby')).toBeCloseTo(1.5 * worthOf('norby'), 12);
  });
});
