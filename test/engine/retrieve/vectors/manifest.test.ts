import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeManifest,
  encodeManifest,
  joinedSegments,
  ManifestError,
  type Segment,
} from '../../../../engine/retrieve/vectors/manifest.ts';
import { encodeCanonical } from '../../../../graph/canonical.ts';

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const segment = fc.record({
  rows: hash,
  cells: fc.option(hash),
  count: fc.integer({ min: 1, max: 2_048 }),
});
const good = {
  format: 'adduce-vector-manifest/1',
  cells: null,
  celled: 0,
  segments: [['a', null, 1]],
  through: 4,
};
const sized = (count: number): Segment => ({ rows: `${count}`, cells: null, count });

describe('the list of the blobs of vectors', () => {
  it('gives back what was put in, and the same bytes again', () => {
    const manifest = fc.record({
      cells: fc.option(hash),
      celled: fc.nat(),
      segments: fc.array(segment),
      through: fc.integer({ min: -1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(manifest, (list) => {
        const bytes = encodeManifest(list);
        expect(decodeManifest(bytes)).toEqual(list);
        expect(encodeManifest(decodeManifest(bytes))).toEqual(bytes);
      }),
    );
  });

  it.each([
    ['another format', { ...good, format: 'adduce-vector-manifest/2' }],
    ['vectors', { format: 'adduce-vectors/1', ids: [], dimensions: 0, vectors: new Uint8Array() }],
    ['a segment without sections', { ...good, segments: [['a', null, 0]] }],
    ['half a section', { ...good, segments: [['a', null, 0.5]] }],
    ['a segment without a hash', { ...good, segments: [[null, null, 1]] }],
    ['a segment of two members', { ...good, segments: [['a', 1]] }],
    ['cells that are no hash', { ...good, cells: 1 }],
    ['no position', { ...good, through: null }],
  ])('refuses %s', (_, raw) => {
    expect(() => decodeManifest(encodeCanonical(raw))).toThrow(ManifestError);
  });

  it('leaves a dozen small segments at most, and writes a section a dozen times at most', () => {
    const most = 2_048;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 300 }), (ingests) => {
        let segments: Segment[] = [];
        let written = 0;
        for (const added of ingests) {
          const joined = joinedSegments(segments, added, most);
          expect(joined).toEqual(segments.slice(segments.length - joined.length));
          const count = joined.reduce((sum, one) => sum + one.count, added);
          segments = [...segments.slice(0, segments.length - joined.length), sized(count)];
          written += count;
        }
        const total = ingests.reduce((sum, added) => sum + added, 0);
        expect(segments.reduce((sum, { count }) => sum + count, 0)).toBe(total);
        expect(segments.every(({ count }) => count <= most)).toBe(true);
        expect(segments.filter(({ count }) => count < most / 2).length).toBeLessThanOrEqual(12);
        expect(written).toBeLessThanOrEqual(12 * total);
      }),
    );
  });

  it('joins what fits, and not one section more', () => {
    expect(joinedSegments([sized(5)], 5, 10)).toEqual([sized(5)]);
    expect(joinedSegments([sized(5)], 6, 10)).toEqual([]);
    expect(joinedSegments([sized(6)], 5, 100)).toEqual([]);
    expect(joinedSegments([], 5, 10)).toEqual([]);
  });
});
