import { expect, onTestFinished, test } from 'vitest';
import type { GraphStore, GraphTransaction } from '../../../graph/store/store.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { ingestMany } from './many.ts';

const TIMEOUT_MS = 300_000;
const MEASURED = 40;
/** Sizes of the corpus before the documents that are counted. */
const [SMALL, LARGE] = [1_000, 2_000];
/** What a document may cost in the large corpus beside the small one: all that grows has a bound of its own. */
const MAX_RATIO = 1.2;

interface Counted {
  calls: number;
  /** Records that the store gave. */
  rows: number;
}

/** Counts what is asked of the store in transactions and outside, and what it gives. */
function counting(store: GraphStore, counted: Counted): GraphStore {
  const over = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name === 'transact') {
          return (work: (tx: GraphTransaction) => Promise<unknown>) => store.transact((tx) => work(over(tx)));
        }
        return async (...args: unknown[]) => {
          const given: unknown = await Reflect.apply(value, target, args);
          counted.calls += 1;
          counted.rows += rowsOf(given);
          return given;
        };
      },
    });
  return over(store);
}

function rowsOf(given: unknown): number {
  if (Array.isArray(given)) return given.reduce((sum: number, one) => sum + rowsOf(one), 0);
  return given === null || given === undefined ? 0 : 1;
}

test('a document costs a large corpus what it costs a small one, in calls and in records', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  const measure = async (from: number): Promise<Counted> => {
    const counted = { calls: 0, rows: 0 };
    await ingestMany(counting(store, counted), () => undefined, [from, MEASURED]);
    return counted;
  };
  await ingestMany(store, () => undefined, [0, SMALL]);
  const small = await measure(SMALL);
  await ingestMany(store, () => undefined, [SMALL + MEASURED, LARGE - SMALL - MEASURED]);
  const large = await measure(LARGE);
  expect(large.calls / small.calls).toBeLessThanOrEqual(MAX_RATIO);
  expect(large.rows / small.rows).toBeLessThanOrEqual(MAX_RATIO);
});
