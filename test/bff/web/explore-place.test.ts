import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BELIEFS,
  EDGE_KINDS,
  EXPLORE,
  type ExplorePlace,
  exploreAddress,
  exploreFrom,
  MAX_OPENED,
  readExplorePlace,
} from '../../../bff/web/explore-place.ts';

const id = fc.stringMatching(/^[ac]1[a-z0-9]{1,26}$/);
const words = fc.string().filter((text) => text !== '');
const place: fc.Arbitrary<ExplorePlace> = fc.record({
  corpus: fc.option(words),
  asOf: fc.option(words),
  start: fc.option(words),
  find: fc.string(),
  kinds: fc.subarray([...EDGE_KINDS]),
  opened: fc.array(id, { maxLength: 20 }),
  selected: fc.option(id),
  from: fc.option(id),
  to: fc.option(id),
  shape: fc.constantFrom('graph', 'table'),
  only: fc.constantFrom('all', 'claim', 'artefact'),
  belief: fc.option(fc.constantFrom(...BELIEFS)),
});

const read = (address: string) => readExplorePlace(address.slice(address.indexOf('?') + 1));

describe('the address of the explorer', () => {
  it('holds every place', () => {
    fc.assert(
      fc.property(place, (one) => {
        const address = exploreAddress(one);
        expect(address === '/explore' ? EXPLORE : read(address)).toEqual(one);
      }),
    );
  });

  it('is the path alone at the beginning', () => {
    expect(exploreAddress(EXPLORE)).toBe('/explore');
    expect(readExplorePlace('')).toEqual(EXPLORE);
  });

  it.each([
    ['kinds=states~likes', 'kinds', ['states']],
    ['kinds=mirrors~states~states', 'kinds', ['states', 'mirrors']],
    ['open=c1a~javascript:alert(1)~a1b~', 'opened', ['c1a', 'a1b']],
    ['node=<script>', 'selected', null],
    ['from=c1', 'from', null],
    ['as=picture', 'shape', 'graph'],
    ['only=people', 'only', 'all'],
    ['belief=true', 'belief', null],
    ['start=', 'start', null],
  ])('reads of %s what it knows', (search, part, value) => {
    expect(readExplorePlace(search)).toEqual({ ...EXPLORE, [part]: value });
  });

  it(`has ${MAX_OPENED} steps and not one more`, () => {
    const steps = (count: number) => `open=${Array(count).fill('c1a').join('~')}`;
    expect(readExplorePlace(steps(MAX_OPENED)).opened).toHaveLength(MAX_OPENED);
    expect(readExplorePlace(steps(MAX_OPENED + 1)).opened).toHaveLength(MAX_OPENED);
  });

  it('begins at a node by its id, whether that or its address is given', () => {
    for (const node of ['wx://sky/claim/c1abc', 'c1abc']) {
      expect(read(exploreFrom('sky', '2024-05-31', node))).toEqual({
        ...EXPLORE,
        corpus: 'sky',
        asOf: '2024-05-31',
        start: 'c1abc',
        selected: 'c1abc',
      });
    }
  });
});
