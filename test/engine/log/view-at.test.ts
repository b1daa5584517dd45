import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { viewAt } from '../../../engine/log/view-at.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import { substituted } from '../../../graph/store/by-kind.ts';
import type { View } from '../../../graph/store/rows.ts';
import { StoreCorrupted } from '../../../graph/store/store.ts';
import { addMilliseconds } from '../../../graph/time.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { TestClock } from '../test-engine.ts';

const START = '2026-10-01T12:00:00.000Z';
const BEFORE = '2026-10-01T11:59:59.999Z';

interface Group {
  readonly gapMs: number;
  readonly entries: number;
}

/** A log whose groups of entries are committed so many milliseconds after each other. */
async function logOf(groups: readonly Group[]) {
  const { store, dispose } = await openEmptyEmbedded();
  const clock = new TestClock(START);
  const writer = new LogWriter(store, () => clock.now());
  const times: string[] = [];
  for (const { gapMs, entries } of groups) {
    clock.set(addMilliseconds(clock.now(), gapMs));
    await writer.append(async () => ({
      entries: Array.from({ length: entries }, () => ({
        corpus: 'moons',
        tenant: null,
        effectiveAt: null,
        body: { type: 'corpus.observed', source: 'test', documents: 0, manifest_hash: '' },
      })),
      result: () => null,
    }));
    for (let index = 0; index < entries; index += 1) times.push(clock.now());
  }
  return { store, dispose, times };
}

describe('the log as it stood at a time', () => {
  it('holds whatever was committed by then, and nothing else', async () => {
    const group = fc.record({
      gapMs: fc.integer({ min: 0, max: 3 }),
      entries: fc.integer({ min: 1, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(group, { maxLength: 12 }), async (groups) => {
        const { store, dispose, times } = await logOf(groups);
        const last = 3 * groups.length + 1;
        for (let ms = -1; ms <= last; ms += 1) {
          const until = addMilliseconds(START, ms);
          const expected: View = { seq: times.filter((at) => at <= until).length - 1, until };
          expect(await viewAt(store, until)).toEqual(expected);
        }
        await dispose();
      }),
      { numRuns: 15 },
    );
  });

  it('is found in four reads among 3,000 entries', async () => {
    const { store, dispose } = await logOf(Array.from({ length: 100 }, () => ({ gapMs: 1, entries: 30 })));
    onTestFinished(dispose);
    for (let ms = 0; ms < 100; ms += 7) {
      let reads = 0;
      const counting = substituted(store, {
        records: {
          entries: (seqs) => {
            reads += 1;
            return store.records('entries', seqs);
          },
        },
      });
      expect((await viewAt(counting, addMilliseconds(START, ms))).seq).toBe(30 * ms - 1);
      expect(reads).toBeLessThanOrEqual(ms === 0 ? 1 : 4);
    }
  });

  it('is empty before the first entry, and of an empty log', async () => {
    const { store, dispose } = await logOf([]);
    onTestFinished(dispose);
    expect(await viewAt(store, START)).toEqual({ seq: -1, until: START });
    const filled = await logOf([{ gapMs: 0, entries: 3 }]);
    onTestFinished(filled.dispose);
    expect(await viewAt(filled.store, BEFORE)).toEqual({ seq: -1, until: BEFORE });
  });

  it('names the position of an entry that the log should have and has not', async () => {
    const { store, dispose } = await logOf([
      { gapMs: 0, entries: 2 },
      { gapMs: 5, entries: 2 },
    ]);
    onTestFinished(dispose);
    const broken = substituted(store, { records: { entries: async () => [null, null, null] } });
    await expect(viewAt(broken, START)).rejects.toThrow(StoreCorrupted);
    await expect(viewAt(broken, START)).rejects.toMatchObject({ seq: 0 });
  });
});
