import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLAIM_FEATURES } from '../../../../engine/reading/claims/claim-policy.ts';
import type { ReadSentence } from '../../../../engine/reading/claims/claim-sentence.ts';
import { BLOCK_KINDS } from '../../../../engine/reading/document/layout.ts';
import { sentence } from './sentences.ts';

/** By feature: a sentence that shows it, and one that nearly does. */
const SHOWN: Readonly<Record<string, readonly [shown: ReadSentence, not: ReadSentence]>> = {
  'ends-with-stop': [sentence('The pier is long.[2]'), sentence('The pier is long')],
  'ends-as-question': [sentence('Is the pier long?'), sentence('The pier is long.')],
  'ends-as-exclamation': [sentence('Mind the step!'), sentence('Mind the step.')],
  'ends-open': [sentence('You need:'), sentence('Note: you need a rope.')],
  length: [sentence('The pier is long.'), sentence('')],
  code: [sentence('Set server.port now'), sentence('Set the port now.')],
  'labelled-constant': [sentence("Default: 'north'"), sentence('Related: harbour.depth')],
  'small-label': [sentence('fix: mooring of barges'), sentence('Fix: mooring of barges')],
  'title-case': [sentence('About Harbour Guide'), sentence('About the harbour guide')],
  cut: [sentence('the pier (built in'), sentence('the pier (built in 1900)')],
  'kind-item': [sentence('Piers', { kind: 'item' }), sentence('Piers')],
  'kind-row': [sentence('Pier | 4', { kind: 'row' }), sentence('Pier')],
  'empty-cells': [sentence('North | | –', { kind: 'row' }), sentence('North | 5 | 4', { kind: 'row' })],
  'row-under-header': [
    sentence('North | 4 m', { kind: 'row', header: ['Pier', 'Depth'] }),
    sentence('North | 4 m', { kind: 'row', header: ['Pier', 'Depth', 'Berths'] }),
  ],
  'constant-under-name': [
    sentence('Default: 4', { headings: ['pier.depth'] }),
    sentence('Default: 4', { headings: ['How deep it is'] }),
  ],
  'completes-lead-in': [
    sentence('a rope', { kind: 'item', leadIn: 'You need:' }),
    sentence('a rope', { kind: 'item', leadIn: 'You need these.' }),
  ],
  'names-title': [sentence('This guide is free.'), sentence('This book is free.')],
  'after-statement': [
    sentence('It is long.', { before: 'The pier is old.' }),
    sentence('It is long.', { before: 'The pier' }),
  ],
  'main-verb': [sentence('A pier that leaks is closed.'), sentence('The pier that leaks.')],
  'clause-subject': [sentence('The pier closes at six.'), sentence('For a rope, ask the office.')],
  instruction: [sentence('Set the depth to four.'), sentence('The hatch opens.')],
  request: [sentence('Check out the guide for more.'), sentence('Place names follow the chart.')],
  'begins-with-inflected-verb': [sentence('Called when the last boat leaves.'), sentence('Set the depth.')],
  'later-instruction': [sentence('If it leaks, raise the hatch.'), sentence('If it leaks, the hatch opens.')],
  'addresses-reader': [sentence('You can moor here.'), sentence('Boats can moor here.')],
  'pronoun-subject': [sentence('It has two cranes.'), sentence('The pier has two cranes.')],
  demonstrative: [sentence('This is the oldest pier.'), sentence('It is the oldest pier.')],
  'definite-subject': [sentence('The depth is 4 metres.'), sentence('The Skarrow ferry is late.')],
  'begins-with-name': [sentence('Skarrow has two piers.'), sentence('The town has two piers.')],
  'named-subject': [sentence('In 1900 Skarrow had two piers.'), sentence('In 1900 the town had two piers.')],
  names: [sentence('From Skarrow to Haverby'), sentence('From the town to the pier')],
  verbs: [sentence('It closes and opens.'), sentence('The north pier.')],
};

describe('a feature of a sentence', () => {
  it('has a test here, and a name of its own', () => {
    const names = CLAIM_FEATURES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.toSorted()).toEqual(Object.keys(SHOWN).toSorted());
  });

  it.each(CLAIM_FEATURES)('$name: $meaning', ({ name, of }) => {
    const [shown, not] = SHOWN[name] ?? [];
    expect(of(shown!)).toBeGreaterThan(0);
    expect(of(not!)).toBe(0);
  });

  it('lies between 0 and 1 whatever the words', () => {
    const place = fc.record({
      kind: fc.constantFrom(...BLOCK_KINDS),
      lang: fc.constantFrom('en', 'de', 'zh'),
      before: fc.option(fc.string()),
      leadIn: fc.option(fc.string()),
      header: fc.option(fc.array(fc.string(), { maxLength: 4 })),
      headings: fc.array(fc.string(), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), place, (text, at) => {
        const read = sentence(text, at);
        for (const { of } of CLAIM_FEATURES) {
          expect(of(read)).toBeGreaterThanOrEqual(0);
          expect(of(read)).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 300 },
    );
  });
});
