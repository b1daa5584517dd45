import { expect, test } from 'vitest';
import type { DocumentPair } from '../../../eval/document-pairs.ts';
import { holdsValue, statesPair } from '../../../eval/measure/states-values.ts';

test.each([
  ['The library holds 45,000 books.', '45000', true],
  ['Nine people have been injured.', '9', true],
  ['Each further vehicle | 120.00', '120.00', true],
  ['Each further vehicle |120.00', 'vehicle | 120.00', true],
  ['The **annual** pass', 'annual pass', true],
  ['It is open.', 'true', true],
  ['From 6:30 on', '30', false],
  ['Version 1.30', '30', false],
  ['It costs 1200.', '120', false],
  ['The libraries', 'library', false],
])('%s states %s: %s', (sentence, value, expected) => {
  expect(holdsValue(sentence, value)).toBe(expected);
});

test('a pair is stated either way round, each value by its own document', () => {
  const pair: DocumentPair = { relation: 'conflict', documents: ['a', 'b'], values: ['14', '9'], note: '' };
  const [a, b] = [
    { document: 'a', text: 'There are 14 arches.' },
    { document: 'b', text: 'There are 9 arches.' },
  ];
  expect(statesPair(pair, a, b)).toBe(true);
  expect(statesPair(pair, b, a)).toBe(true);
  expect(statesPair(pair, { ...a, document: 'b' }, { ...b, document: 'a' })).toBe(false);
  expect(statesPair(pair, a, { ...b, document: 'c' })).toBe(false);
});
