/** Drawn filters: conditions on fields, and what joins them. */
import fc from 'fast-check';
import type { Between, Joined } from '../../../graph/store/filters.ts';
import { at } from './records.ts';

/** Mostly nothing, else one of the values or two. */
export const oneOf = (...values: string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.subarray(values, { minLength: 1, maxLength: 2 }) },
  );
export const rangeOf = <T>(ends: fc.Arbitrary<T>): fc.Arbitrary<Between<T> | null> =>
  fc.option(
    fc.tuple(fc.option(ends), fc.option(ends)).map(([from, to]) => ({ from, to })),
    { freq: 3 },
  );
export const times = rangeOf(fc.integer({ min: 0, max: 61 }).map(at));
export const positions = rangeOf(fc.integer({ min: 0, max: 130 }));
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
/** Of the quantities of a world, with their ends. */
export const numbers = seldom(
  fc.record({
    unit: fc.constantFrom('', 'km', 'kg'),
    from: fc.option(fc.constantFrom(-1, 3, 7.5, 13.5, 13.6), { freq: 2 }),
    to: fc.option(fc.constantFrom(7.75, 8, 11.5, 25), { freq: 2 }),
  }),
);
export const days = seldom(
  fc.record({
    from: fc.option(fc.constantFrom('2020-01-01', '2020-01-05', '2020-01-06'), { freq: 2 }),
    to: fc.option(fc.constantFrom('2019-12-31', '2020-01-07', '2020-01-31'), { freq: 2 }),
  }),
);
/** Conditions, and joins of up to three of the same, two levels deep. */
export function joinedOf<F extends Joined<F>>(own: fc.Arbitrary<F>, any: F): fc.Arbitrary<F> {
  const joins = (inner: fc.Arbitrary<F>): fc.Arbitrary<F> => {
    const some = fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(inner, { minLength: 1, maxLength: 3 }) },
    );
    const one = fc.oneof(fc.constant(any), own);
    return fc
      .tuple(one, some, some, fc.option(inner, { freq: 2 }))
      .map(([filter, and, or, not]) => ({ ...filter, and, or, not }));
  };
  return joins(joins(own));
}
