import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../../engine/reading/rank/candidate.ts';
import { FEATURES, FEATURES_WITH_VECTORS } from '../../../../engine/reading/rank/features.ts';
import { READING_POLICY } from '../../../../engine/reading/rank/reading-policy.ts';
import { candidate, valuesOf, viewsOf } from './candidates.ts';

const FERRY = 'When does the last ferry to Skarholm leave?';
const LAST = candidate('The last ferry leaves Skarholm at 21:40.');
const FIRST = candidate('The first tram leaves at 5:10.');
const OTHER = candidate('Dogs are welcome.');
const MADE = 'Where are the bicycles made?';
const BOOKS = 'How many books does the library of Dorn hold?';
const HELD = candidate('The library of Dorn holds 45,000 books.');

/** What each feature tells apart: the first sentence has more of it than the second. */
const APART: readonly [string, string, Candidate, Candidate][] = [
  ['match', FERRY, LAST, OTHER],
  ['match_in_window', FERRY, candidate('At 21:40.', { before: LAST.text }), OTHER],
  ['covered_with_context', FERRY, candidate('At 21:40.', { headings: ['Last ferry to Skarholm'] }), FIRST],
  ['covered_with_before', FERRY, candidate('It goes at 21:40.', { before: LAST.text }), FIRST],
  ['covered_by_before', FERRY, candidate('It goes at 21:40.', { before: LAST.text }), LAST],
  ['said', MADE, candidate('Bicycles are manufactured in Dorn.'), candidate('Bicycles are ridden in Dorn.')],
  [
    'said_otherwise',
    MADE,
    candidate('Bicycles are manufactured in Dorn.'),
    candidate('Bicycles are made in Dorn.'),
  ],
  [
    'said_with_context',
    MADE,
    candidate('In Dorn.', { title: 'How bicycles are manufactured' }),
    candidate('In Dorn.'),
  ],
  ['heading_asked', FERRY, candidate('At 21:40.', { headings: ['Last ferry'] }), LAST],
  ['opens', 'What is Skarholm?', candidate('Skarholm is an island.'), candidate('A ferry goes to Skarholm.')],
  ['opens', 'What is Skarholm?', candidate('A ferry goes to Skarholm.'), OTHER],
  ['first_in_section', 'Skarholm', candidate('It is an island.'), candidate('It is far.', { before: 'Go.' })],
  [
    'defines',
    'What is Skarholm?',
    candidate('Skarholm is a small island.'),
    candidate('Skarholm lies far off.'),
  ],
  [
    'defines',
    'What is Skarholm?',
    candidate('Skarholm is a small island.'),
    candidate('Skarholm is not a small island.'),
  ],
  [
    'defines',
    'What is Skarholm?',
    candidate('Skarholm is a small island.'),
    candidate('The Skarholm ferry line is a small firm.'),
  ],
  ['labelled', 'What is Skarholm?', candidate('Skarholm: an island'), candidate('Skarholm has a pier')],
  ['labelled', 'What is Skarholm?', candidate('Skarholm | island'), candidate('Ferry to Skarholm | 21:40')],
  ['length', FERRY, LAST, candidate('At 21:40.')],
  ['adjacent', FERRY, LAST, candidate('The ferry that was last seen near Skarholm.')],
  ['new_words', FERRY, LAST, candidate('Last ferry to Skarholm.')],
  ['kind', FERRY, LAST, OTHER],
  ['kind_stated', BOOKS, HELD, candidate('The library of Dorn holds few books, and 12 of them are old.')],
  ['figure_asked', FERRY, LAST, OTHER],
  ['figure_for_keywords', 'last ferry skarholm', LAST, OTHER],
  ['item', FERRY, candidate('At 21:40.', { kind: 'item' }), LAST],
  ['row', FERRY, candidate('Skarholm | 21:40', { kind: 'row' }), LAST],
  ['code', FERRY, candidate('ferry --last', { kind: 'code' }), LAST],
  ['asks', FERRY, candidate('When does the ferry leave?'), LAST],
  ['position', FERRY, candidate('At 21:40.', { position: 0.9 }), LAST],
  ['retrieval', FERRY, LAST, candidate('At 21:40.', { retrieval: 0.2 })],
  ['section_retrieval', FERRY, LAST, candidate('At 21:40.', { sectionRetrieval: 0.2 })],
  ['recent', FERRY, LAST, candidate('At 20:10.', { effectiveAt: '2020-01-01T00:00:00.000Z' })],
  [
    'newer_twin',
    FERRY,
    candidate('The last ferry leaves Skarholm at 20:10.', { effectiveAt: '2020-01-01T00:00:00.000Z' }),
    LAST,
  ],
  [
    'older_twin',
    FERRY,
    LAST,
    candidate('The last ferry leaves Skarholm at 20:10.', { effectiveAt: '2020-01-01T00:00:00.000Z' }),
  ],
  [
    'replaced',
    BOOKS,
    candidate('The library of Dorn holds 38,000 books.', { effectiveAt: '2020-01-01T00:00:00.000Z' }),
    HELD,
  ],
  [
    'replaces',
    BOOKS,
    HELD,
    candidate('The library of Dorn holds 38,000 books.', { effectiveAt: '2020-01-01T00:00:00.000Z' }),
  ],
];

describe('the features', () => {
  it.each(APART)('%s tells two sentences apart', (name, question, more, less) => {
    const [high = 0, low = 0] = valuesOf(name, question, [more, less]);
    expect(high).toBeGreaterThan(low);
  });

  it('similarity comes from the vectors, and from nothing where there are none', () => {
    expect(valuesOf('similar', FERRY, [LAST, OTHER], [0.7, 0.1])).toEqual([0.7, 0.1]);
    expect(valuesOf('similar', FERRY, [LAST, OTHER])).toEqual([0, 0]);
    const [best, far] = valuesOf('most_similar', FERRY, [LAST, OTHER], [0.7, 0.1]);
    expect([best, far]).toEqual([1, 0]);
  });

  it('a section is as near as the nearest of its sentences', () => {
    const beside = { ...OTHER, section: LAST.section };
    const apart = { ...OTHER, id: 'apart', section: 'another' };
    expect(valuesOf('section_similar', FERRY, [LAST, beside, apart], [0.7, 0.1, 0.2])).toEqual([1, 1, 0]);
    expect(valuesOf('section_similar', FERRY, [LAST, beside, apart])).toEqual([0, 0, 0]);
  });

  it('each tells something apart in a test', () => {
    const tested = new Set(APART.map(([name]) => name));
    expect(FEATURES.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
  });

  it('are the ones that the policy has weights for, by name', () => {
    const { lexical, vectors } = READING_POLICY;
    for (const { rank } of [lexical.one_word, lexical.several_words])
      expect(Object.keys(rank)).toEqual(FEATURES.map(({ name }) => name));
    for (const { rank } of [vectors.one_word, vectors.several_words])
      expect(Object.keys(rank)).toEqual(FEATURES_WITH_VECTORS.map(({ name }) => name));
  });

  it('are numbers from 0 to 1 of whatever text', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    const made = fc.record({
      text,
      title: text,
      before: fc.option(text),
      leadIn: fc.option(text),
      headings: fc.array(text, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(
        text,
        fc.uniqueArray(made, { selector: (one) => one.text, minLength: 1, maxLength: 5 }),
        (q, all) => {
          const views = viewsOf(
            q,
            all.map(({ text: words, ...rest }) => candidate(words, rest)),
          );
          for (const view of views) {
            for (const { name, of } of FEATURES) {
              const value = of(view);
              expect(value, name).toBeGreaterThanOrEqual(0);
              expect(value, name).toBeLessThanOrEqual(1 + 1e-9);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
