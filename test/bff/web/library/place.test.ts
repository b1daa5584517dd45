import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  filterOf,
  isNewestFirst,
  LIBRARY,
  LISTS,
  type LibraryPlace,
  libraryAddress,
  readLibraryPlace,
  SORTS,
  VERDICTS,
} from '../../../../bff/web/library/place.ts';

const words = fc.string().filter((text) => text !== '');
const id = fc.stringMatching(/^ans_[a-z0-9]{1,26}$/);
const place: fc.Arbitrary<LibraryPlace> = fc.record({
  corpus: fc.option(words),
  list: fc.constantFrom(...LISTS),
  find: fc.string(),
  verdict: fc.option(fc.constantFrom(...VERDICTS)),
  changed: fc.option(fc.constantFrom('yes', 'no')),
  folder: fc.option(words),
  tag: fc.option(words),
  asked: fc.option(fc.string()),
  day: fc.option(
    fc
      .date({ min: new Date('1000-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  ),
  sort: fc.constantFrom(...SORTS),
  isDown: fc.boolean(),
  page: fc.integer({ min: 1 }),
  compared: fc.option(fc.tuple(id, id)),
});

const read = (address: string) => readLibraryPlace(new URL(address, 'http://page.invalid').search);

describe('the address of the library', () => {
  it('holds every place', () => {
    fc.assert(
      fc.property(place, (one) => {
        expect(read(libraryAddress(one))).toEqual(one);
      }),
    );
  });

  it('says nothing of what is as at the beginning', () => {
    expect(libraryAddress(LIBRARY)).toBe('/library');
    expect(libraryAddress({ ...LIBRARY, sort: 'title', isDown: false })).toBe('/library?sort=title');
  });

  it('has no part by which the page would ask a question or open an answer', () => {
    fc.assert(
      fc.property(place, (one) => {
        const query = new URL(libraryAddress(one), 'http://page.invalid').searchParams;
        for (const name of ['q', 'answer', 'before', 'view']) expect(query.has(name)).toBe(false);
      }),
    );
  });

  it.each([
    ['an unknown verdict', '?verdict=MAYBE'],
    ['an unknown column', '?sort=summary'],
    ['an unknown order', '?order=sideways'],
    ['an unknown list', '?show=lost'],
    ['a day that is none', '?day=2026-02-30'],
    ['a day with a time', '?day=2026-02-03T00:00:00.000Z'],
    ['a day in words', '?day=yesterday'],
    ['a page before the first', '?page=0'],
    ['a page past every number', '?page=1e99'],
    ['one answer to compare', '?compare=ans_a'],
    ['three answers to compare', '?compare=ans_a~ans_b~ans_c'],
    ['markup to compare', '?compare=<b>~ans_b'],
    ['an answer without a name', '?compare=~ans_b'],
    ['an empty folder and tag', '?folder=&tag='],
  ])('with %s is as at the beginning', (_, search) => {
    expect(readLibraryPlace(search)).toEqual(LIBRARY);
  });

  it('keeps the empty corpus, which is the first one', () => {
    expect(readLibraryPlace('?asked=').asked).toBe('');
    expect(filterOf(readLibraryPlace('?asked='))).toEqual({ corpus: '' });
  });
});

describe('what the server is asked for', () => {
  it('is nothing at the beginning', () => {
    expect(filterOf(LIBRARY)).toEqual({});
    expect(isNewestFirst(LIBRARY)).toBe(true);
    expect(isNewestFirst({ ...LIBRARY, isDown: false })).toBe(false);
  });

  it('is every narrowing, a day as its two midnights', () => {
    const search =
      '?find=+moons+&verdict=FAIL&changed=no&folder=Sky&tag=a&asked=sky&day=2024-02-29&sort=title&page=3';
    expect(filterOf(readLibraryPlace(search))).toEqual({
      q: 'moons',
      verdict: 'FAIL',
      changed: false,
      folder: 'Sky',
      tag: 'a',
      corpus: 'sky',
      from: '2024-02-29',
      to: '2024-03-01',
    });
  });
});
