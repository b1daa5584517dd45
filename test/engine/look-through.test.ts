/** What a page looks at, where few rows pass: a bounded number, and where it ended. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lookThrough, narrowedStretch, rowsOf } from '../../engine/look-through.ts';
import type { PageCut, Stretch } from '../../graph/store/ranges.ts';

/** Rows 0 to 999. */
const ROWS = 1_000;

function reading() {
  const read = { rows: 0, calls: 0 };
  const page = async (cut: Stretch & PageCut) => {
    const { after, before, limit, newestFirst } = cut;
    const all = Array.from({ length: ROWS }, (_, n) => n).filter((n) => n > after && n < (before ?? ROWS));
    const rows = (newestFirst ? all.toReversed() : all).slice(0, limit);
    read.rows += rows.length;
    read.calls += 1;
    return rowsOf(rows, cut);
  };
  return { read, page };
}

const FIRST = { after: -1, before: null, limit: 5, newestFirst: false } as const;
const self = (n: number) => n;

it('reads no more than a page where every row passes', async () => {
  const { read, page } = reading();
  const looking = { ...FIRST, most: 500, read: page, seqOf: self, isWanted: () => true };
  expect(await lookThrough(looking)).toEqual({ records: [0, 1, 2, 3, 4], stoppedAt: null });
  expect(read).toEqual({ rows: 5, calls: 1 });
});

it.each([
  [false, 499],
  [true, 500],
])('stops after so many rows where none passes (newest first: %s)', async (newestFirst, stoppedAt) => {
  const { read, page } = reading();
  const looking = { ...FIRST, newestFirst, most: 500, read: page, seqOf: self, isWanted: () => false };
  expect(await lookThrough(looking)).toEqual({ records: [], stoppedAt });
  expect(read.rows).toBe(500);
});

it('says that a list ends where its last row is the last that is looked at but one', async () => {
  const looking = { ...FIRST, read: reading().page, seqOf: self, isWanted: () => false };
  expect(await lookThrough({ ...looking, most: ROWS + 1 })).toEqual({ records: [], stoppedAt: null });
  expect(await lookThrough({ ...looking, most: ROWS })).toEqual({ records: [], stoppedAt: ROWS - 1 });
});

it('goes on where a reading gives fewer rows than it read, and counts what was read', async () => {
  let reads = 0;
  const read = async ({ after }: Stretch & PageCut) => {
    reads += 1;
    return { rows: [after + 1], more: after + 1 < ROWS, count: 100 };
  };
  const looking = { ...FIRST, read, seqOf: self, isWanted: () => false };
  expect(await lookThrough({ ...looking, most: 500 })).toEqual({ records: [], stoppedAt: 4 });
  expect(reads).toBe(5);
});

it('gives each row that passes once, whatever a page holds and looks at', async () => {
  const drawn = fc.record({
    limit: fc.integer({ min: 1, max: 50 }),
    most: fc.integer({ min: 1, max: 700 }),
    every: fc.integer({ min: 1, max: 400 }),
    newestFirst: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ every, ...cut }) => {
      const found: number[] = [];
      for (let stretch: Stretch = { after: -1, before: null }; ; ) {
        const { records, stoppedAt } = await lookThrough({
          ...{ ...stretch, ...cut, read: reading().page, seqOf: self },
          isWanted: (n) => n % every === 0,
        });
        found.push(...records);
        const place = stoppedAt ?? records.at(-1) ?? null;
        if (place === null) break;
        stretch = cut.newestFirst ? { ...stretch, before: place } : { ...stretch, after: place };
      }
      const all = Array.from({ length: ROWS }, (_, n) => n).filter((n) => n % every === 0);
      expect(found).toEqual(cut.newestFirst ? all.toReversed() : all);
    }),
    { numRuns: 40 },
  );
});

it('narrows a stretch by a range, whose ends belong to it', () => {
  const whole = { after: -1, before: null };
  expect(narrowedStretch(whole, null)).toEqual(whole);
  expect(narrowedStretch(whole, { from: 3, to: 9 })).toEqual({ after: 2, before: 10 });
  expect(narrowedStretch({ after: 5, before: 7 }, { from: 3, to: 9 })).toEqual({ after: 5, before: 7 });
  expect(narrowedStretch(whole, { from: null, to: 0 })).toEqual({ after: -1, before: 1 });
});
