import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeLexically } from '../../../engine/stance/judge-lexically.ts';
import { CONTRADICTIONS, SUPPORTED, TRAPS } from './statements.ts';

const judge = (claim: string, sentence: string, title = '') => judgeLexically({ claim, title, sentence });

describe('traps of decisions §9 are no contradictions, whichever side speaks first', () => {
  for (const [trap, pairs] of Object.entries(TRAPS)) {
    test.each(pairs)(`${trap}: %s | %s`, (claim, sentence) => {
      expect(judge(claim, sentence).stance).not.toBe('CONTRADICT');
      expect(judge(sentence, claim).stance).not.toBe('CONTRADICT');
    });
  }
});

describe('contradictions are named', () => {
  for (const [feature, pairs] of Object.entries(CONTRADICTIONS)) {
    test.each(pairs)(`${feature}: %s | %s`, (claim, sentence) => {
      const verdict = judge(claim, sentence);
      expect(verdict.stance).toBe('CONTRADICT');
      expect(verdict.reasons.map((reason) => reason.feature)).toContain(feature);
    });
  }
});

test.each(SUPPORTED)('says that the same in other words supports: %s | %s', (claim, sentence) => {
  expect(judge(claim, sentence).stance).toBe('SUPPORT');
});

test('rests a reason on words of both sides', () => {
  const claim = 'The Tal viaduct has 17 arches of brick.';
  const sentence = 'Opened long ago, the Tal viaduct has 21 arches of brick.';
  const [reason] = judge(claim, sentence).reasons;
  expect(reason?.feature).toBe('count_mismatch');
  expect(claim.slice(reason?.claim?.start, reason?.claim?.end)).toBe('17');
  expect(sentence.slice(reason?.evidence?.start, reason?.evidence?.end)).toBe('21');
  expect(reason?.score).toBe(1);
});

test('takes the title for what the sentence leaves out', () => {
  const sentence = 'It was designed by a German engineer.';
  expect(judge('The Tal viaduct was designed by a French engineer.', sentence, 'Tal viaduct').stance).toBe(
    'CONTRADICT',
  );
});

test.each([
  ['', ''],
  ['', 'The bridge has 12 arches.'],
  ['The bridge has 12 arches.', ''],
  ['12', '13'],
  ['!!! ??? ...', '--- ///'],
  ['\u0000\u0001', '\ud800'],
  ['😀 😀 😀', '😀'],
  ['橋には十二のアーチがある。', '橋には十三のアーチがある。'],
  ['not not not', 'never never'],
])('says nothing of %j and %j', (claim, sentence) => {
  expect(judge(claim, sentence)).toEqual({ stance: 'NONE', confidence: 0, reasons: [] });
});

const HOSTILE = {
  words: 'word ',
  digits: '9',
  numbers: '12 ',
  denials: 'not ',
  names: 'Aa ',
  commas: ', ',
  initials: 'A.',
  apostrophes: "a'",
  marks: '\u0301',
  spaces: ' ',
};

test.each(Object.entries(HOSTILE))('is soon done with 100 kB of %s', (_, part) => {
  const long = part.repeat(Math.ceil(100_000 / part.length));
  const began = performance.now();
  for (let round = 0; round < 5; round += 1) {
    expect(judge(long, long).stance).not.toBe('CONTRADICT');
    expect(judge('The bridge has 12 arches.', long).stance).toBe('NONE');
  }
  expect(performance.now() - began).toBeLessThan(2_000);
});

test('never contradicts a statement by itself, and never throws', () => {
  const words = fc.constantFrom(
    ...'the a is was not never 12 13 1990 more less than red blue German France May June only no increases reduces'.split(
      ' ',
    ),
    'Porto',
    'bridge',
    'arches',
    ',',
    '.',
  );
  const statement = fc.array(words, { maxLength: 30 }).map((list) => list.join(' '));
  fc.assert(
    fc.property(fc.oneof(statement, fc.string({ unit: 'binary' })), (text) => {
      expect(judge(text, text).stance).not.toBe('CONTRADICT');
    }),
  );
});

test('gives the same verdict each time', () => {
  const texts = Object.values(CONTRADICTIONS).flat();
  const first = texts.map(([claim, sentence]) => judge(claim, sentence));
  expect(texts.map(([claim, sentence]) => judge(claim, sentence))).toEqual(first);
});
