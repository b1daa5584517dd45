import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_KINDS, type Block } from '../../../../engine/reading/document/layout.ts';
import { encodeLayout, LayoutError, readLayout } from '../../../../engine/reading/document/layout-blob.ts';
import { encodeCanonical } from '../../../../graph/canonical.ts';

/** Blocks as a reader may give them, from arbitrary numbers. */
const layouts = fc
  .array(fc.tuple(fc.nat(8), fc.nat(3), fc.integer({ min: 1, max: 5_000 }), fc.nat(6), fc.nat(), fc.nat()))
  .map((rows) => {
    const blocks: Block[] = [];
    for (const [kindAt, gap, length, level, under, after] of rows) {
      const start = (blocks.at(-1)?.end ?? 0) + gap;
      const headings = blocks.flatMap(({ kind }, index) => (kind === 'heading' ? [index] : []));
      const heading = headings.length === 0 ? -1 : (headings[under % headings.length] ?? -1);
      const leadIn = (after % (blocks.length + 1)) - 1;
      const kind = BLOCK_KINDS[kindAt] ?? 'paragraph';
      blocks.push({ kind, start, end: start + length, level, heading, leadIn });
    }
    return blocks;
  });

describe('readLayout', () => {
  it('reads what encodeLayout wrote, whatever the blocks', () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        expect(readLayout(encodeLayout(layout))).toEqual(layout);
      }),
    );
  });

  it('reads the layout of no blocks', () => {
    expect(readLayout(encodeLayout([]))).toEqual([]);
  });

  it('stores a block in few bytes', () => {
    const rows = Array.from({ length: 1_000 }, (_, index): Block => {
      return { kind: 'row', start: index * 90, end: index * 90 + 88, level: 0, heading: -1, leadIn: -1 };
    });
    expect(encodeLayout(rows).length).toBeLessThan(8_000);
  });

  it.each([
    ['no CBOR', Uint8Array.of(0xff)],
    ['a text', encodeCanonical('layout')],
    ['an empty list', encodeCanonical([])],
    ['another format', encodeCanonical([2])],
    ['part of a block', encodeCanonical([1, 0, 0, 5, 0, 0])],
    ['a negative number', encodeCanonical([1, 0, 0, 5, 0, 0, -1])],
    ['a fraction', encodeCanonical([1, 0, 0.5, 5, 0, 0, 0])],
    ['an unknown kind', encodeCanonical([1, 9, 0, 5, 0, 0, 0])],
    ['an empty block', encodeCanonical([1, 0, 0, 0, 0, 0, 0])],
    ['a level beyond all', encodeCanonical([1, 0, 0, 5, 1_001, 0, 0])],
    ['a place beyond all', encodeCanonical([1, 0, 1, Number.MAX_SAFE_INTEGER, 0, 0, 0])],
    ['a heading before the first block', encodeCanonical([1, 1, 0, 5, 0, 1, 0])],
    ['a lead-in before the first block', encodeCanonical([1, 1, 0, 5, 0, 0, 1])],
    ['a heading that is none', encodeCanonical([1, 1, 0, 5, 0, 0, 0, 1, 0, 5, 0, 1, 0])],
    ['bytes that are not canonical', Uint8Array.of(0x81, 0x18, 0x01)],
  ])('refuses %s', (_, bytes) => {
    expect(() => readLayout(bytes)).toThrow(LayoutError);
  });
});
