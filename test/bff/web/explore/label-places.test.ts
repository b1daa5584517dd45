import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LabelBox, type LabelledNode, labelPlaces } from '../../../../bff/web/explore/label-places.ts';

const VIEW = { width: 600, height: 400 };

const node = (x: number, y: number, more: Partial<LabelledNode> = {}): LabelledNode => ({
  x,
  y,
  radius: 5,
  width: 200,
  isMarked: false,
  ...more,
});

const overlap = (a: LabelBox, b: LabelBox) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

describe('labels of the drawing', () => {
  it('stand to the right of their nodes where there is room', () => {
    expect(labelPlaces([node(100, 100)], VIEW)).toEqual([{ left: 110, top: 91, right: 310, bottom: 109 }]);
  });

  it('change the side at the right edge, and stand above where neither side has room', () => {
    const [left] = labelPlaces([node(590, 100)], VIEW);
    expect(left).toMatchObject({ left: 380, right: 580 });
    const [above] = labelPlaces([node(150, 100)], { width: 300, height: 400 });
    expect(above).toMatchObject({ left: 50, bottom: 90 });
  });

  it('never cover a node that stands beside theirs', () => {
    const [box] = labelPlaces([node(300, 100), node(400, 100, { width: 0 })], VIEW);
    expect(box).toMatchObject({ left: 90, right: 290 });
  });

  it('leave out a node of which every place is taken, unless it is marked', () => {
    const around = [node(300, 100), node(360, 100), node(240, 100), node(300, 84), node(300, 116)];
    expect(labelPlaces(around, VIEW)[0]).toBeNull();
    const [first, ...others] = around;
    if (first === undefined) throw new Error('there is a first one');
    expect(labelPlaces([{ ...first, isMarked: true }, ...others], VIEW)[0]).not.toBeNull();
  });

  it('of a marked node begin in the view even where they are wider than it', () => {
    const [box] = labelPlaces([node(20, 100, { isMarked: true, width: 900 })], VIEW);
    expect(box?.left).toBe(0);
  });

  it('are in the view, and of unmarked nodes cover no label and no node', () => {
    const unmarked = fc.record({
      x: fc.integer({ min: 0, max: VIEW.width }),
      y: fc.integer({ min: 0, max: VIEW.height }),
      radius: fc.integer({ min: 1, max: 20 }),
      width: fc.integer({ min: 1, max: 400 }),
      isMarked: fc.constant(false),
    });
    fc.assert(
      fc.property(fc.array(unmarked, { maxLength: 30 }), (nodes) => {
        const boxes = labelPlaces(nodes, VIEW).filter((box) => box !== null);
        for (const [at, box] of boxes.entries()) {
          expect(box.left >= 0 && box.top >= 0).toBe(true);
          expect(box.right <= VIEW.width && box.bottom <= VIEW.height).toBe(true);
          expect(boxes.slice(at + 1).some((other) => overlap(box, other))).toBe(false);
          for (const { x, y, radius } of nodes) {
            const square = { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
            expect(overlap(box, square)).toBe(false);
          }
        }
      }),
    );
  });
});
