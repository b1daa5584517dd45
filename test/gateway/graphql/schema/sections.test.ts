/** Sections of an artefact that pass a filter: each is looked at, and others are served meanwhile. */
import { expect, it } from 'vitest';
import {
  passingSections,
  readSectionFilter,
} from '../../../../gateway/graphql/schema/sections/section-filter.ts';

const MANY = 6_001;
const sections = Array.from({ length: MANY }, (_, n) => ({
  addr: `wx://moons/sec/s1${n}` as const,
  heading: n % 3 === 0 ? `STRASSE ${n}` : `Straße ${n}`,
  span: { start: n, end: n + (n % 5) },
}));

/** How often the event loop goes round while something is done. */
async function turnsOf<T>(work: Promise<T>): Promise<{ readonly result: T; readonly turns: number }> {
  let turns = 0;
  const next = () => {
    turns += 1;
    timer = setImmediate(next);
  };
  let timer = setImmediate(next);
  const result = await work;
  clearImmediate(timer);
  return { result, turns };
}

it('takes some thousand sections in an event-loop slice, and keeps their order', async () => {
  const filter = readSectionFilter({
    or: [
      { heading: 'straße', length: { from: 4 } },
      { place: { from: MANY - 1 } },
      { addr: ['wx://moons/sec/s13'] },
    ],
    not: { addr: ['wx://moons/sec/s14', 'wx://moons/sec/s13000'] },
  });
  const { result, turns } = await turnsOf(passingSections(sections, filter));
  const expected = sections.filter(({ addr }, n) => {
    const isNamed = (n % 3 !== 0 && n % 5 === 4) || n === MANY - 1 || n === 3;
    return isNamed && addr !== 'wx://moons/sec/s14' && addr !== 'wx://moons/sec/s13000';
  });
  expect(result).toEqual(expected);
  expect(turns).toBeGreaterThanOrEqual(3);
});

it('gives all of them without a filter', async () => {
  expect(await passingSections(sections, readSectionFilter(null))).toEqual(sections);
});
