import { describe, expect, it } from 'vitest';
import { areAntonyms } from '../../../../engine/reading/relate/antonyms.ts';
import vocabulary from '../../../../engine/reading/relate/vocabulary.json' with { type: 'json' };
import lexicon from '../../../../engine/reading/words/lexicon.json' with { type: 'json' };
import { sidesOf } from '../../../../engine/text/rows.ts';
import { stem } from '../../../../graph/stemming.ts';

const antonyms = (a: string, b: string) => areAntonyms(stem(a, 'en'), stem(b, 'en'));
const pairOf = (a: string, b: string) => [stem(a, 'en'), stem(b, 'en')].sort().join(' ');

function pairsOf(row: string): string[] {
  const [left = [], right = []] = sidesOf(row).map((side) => side.filter((entry) => !entry.includes(' ')));
  return left.flatMap((a) => right.map((b) => pairOf(a, b)));
}

describe('areAntonyms', () => {
  it.each([
    ['natural', 'artificial'],
    ['formed', 'disbanded'],
    ['enhances', 'attenuated'],
    ['impedes', 'promote'],
    ['deactivates', 'activating'],
    ['up', 'down'],
    ['with', 'without'],
    ['accurate', 'inaccurate'],
    ['dependent', 'independent'],
  ])('sets %s against %s, either way round', (a, b) => {
    expect([antonyms(a, b), antonyms(b, a)]).toEqual([true, true]);
  });

  it.each([
    ['up', 'falls'],
    ['over', 'less'],
    ['land', 'sea'],
    ['comes', 'goes'],
    ['rise', 'grow'],
    ['it', 'unit'],
    ['constructor', 'toString'],
    ['', ''],
  ])('does not set %j against %j', (a, b) => {
    expect([antonyms(a, b), antonyms(b, a)]).toEqual([false, false]);
  });
});

describe('vocabulary.opposites', () => {
  const listed = new Set(lexicon.opposites.flatMap(pairsOf));

  it.each(vocabulary.opposites)('says what the lexicon does not: %s', (row) => {
    expect(sidesOf(row)).toHaveLength(2);
    expect(pairsOf(row).filter((pair) => !listed.has(pair)).length).toBeGreaterThan(0);
  });
});
