import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { functionWords } from '../../../../engine/reading/words/function-words.ts';
import { kinship } from '../../../../engine/reading/words/kinship.ts';
import { closeKin, looseKin } from '../../../../engine/reading/words/lexicon.ts';
import { areOpposite } from '../../../../engine/reading/words/opposition.ts';
import { askedWords, gradesOf, saidKeys } from '../../../../engine/reading/words/said-words.ts';
import { keyOf } from '../../../../engine/reading/words/stems.ts';

const kin = (asked: string, said: string) => kinship(keyOf(asked), new Set([keyOf(said)])) > 0;

/** Whether a sentence has something that can stand for every word of what is asked. */
function says(asked: string, sentence: string): boolean {
  return gradesOf(askedWords(asked, 'en'), saidKeys(sentence, 'en')).every((grade) => grade > 0);
}

describe('kinship', () => {
  it.each([
    ['manage', 'manager'],
    ['conduct', 'conductor'],
    ['edit', 'editor'],
    ['employ', 'employees'],
    ['govern', 'governor'],
    ['deep', 'depth'],
    ['cost', 'price'],
    ['own', 'acquire'],
    ['open', 'opened'],
    ['colour', 'color'],
    ['sell', 'sale'],
    ['choose', 'choice'],
    ['steal', 'theft'],
  ])('joins %s and %s', (a, b) => {
    expect(kin(a, b)).toBe(true);
    expect(kin(b, a)).toBe(true);
  });

  it.each([
    ['may', 'mayor'],
    ['port', 'portion'],
    ['state', 'station'],
    ['part', 'party'],
    ['count', 'county'],
    ['high', 'long'],
    ['deep', 'high'],
    ['president', 'precedent'],
    ['preside', 'mayor'],
    ['captain', 'chief executive'],
    ['captain', 'coach'],
    ['coach', 'goalkeeper'],
    ['chair', 'chief executive'],
    ['president', 'prime minister'],
    ['mayor', 'governor'],
    ['vicar', 'bishop'],
    ['judge', 'lawyer'],
    ['opened', 'started'],
    ['opened', 'founded'],
    ['opened', 'closed'],
    ['built', 'destroyed'],
    ['bought', 'sold'],
    ['lend', 'borrow'],
    ['mother', 'father'],
    ['brother', 'sister'],
    ['son', 'daughter'],
    ['height', 'width'],
    ['length', 'depth'],
    ['weight', 'height'],
    ['population', 'capacity'],
    ['wage', 'price'],
    ['arrive', 'depart'],
    ['win', 'lose'],
    ['teacher', 'pupil'],
    ['student', 'professor'],
    ['buyer', 'seller'],
    ['hot', 'cold'],
    ['import', 'export'],
    ['autumn', 'decrease'],
    ['supported', 'end of life'],
    ['toString', 'constructor'],
    ['', 'open'],
  ])('keeps %j and %j apart, either way round', (a, b) => {
    expect(kin(a, b)).toBe(false);
    expect(kin(b, a)).toBe(false);
  });

  it('takes an instance for the kind that is asked, and not the kind for the instance', () => {
    expect(kin('parent', 'mother')).toBe(true);
    expect(kin('mother', 'parent')).toBe(false);
    expect(kin('cost', 'euro')).toBe(true);
    expect(kin('euro', 'cost')).toBe(false);
  });

  it.each([
    ['set up', 'The firm was founded by two brothers.'],
    ['founded', 'Two brothers set up the firm.'],
    ['founded', 'Two brothers set it up in a barn.'],
    ['main office', 'Its headquarters stand in Torv.'],
    ['headquarters', 'The head office is in Torv.'],
    ['head of state', 'The president signs every law.'],
    ['in charge of', 'Ines Kolb manages the depot.'],
    ['director', 'Ines Kolb is at the helm of the depot.'],
    ['resigned', 'The minister stepped down on Friday.'],
    ['cancelled', 'The regatta was called off.'],
    ['demolished', 'The old mill was pulled down.'],
    ['grown-ups', 'Adults pay 4 euros.'],
    ['one-way', 'A single costs 4 euros.'],
    ['made of', 'The roof is built of slate.'],
    ['named after', 'It takes its name from a ferryman.'],
    ['farthest', 'It is the most distant lighthouse.'],
    ['take part', 'Forty boats competed.'],
    ['tongue', 'The language is spoken by 900 people.'],
    ['free of charge', 'Entry is free.'],
    ['voting age', 'Those who are 17 may vote.'],
  ])('hears %j in: %s', (asked, sentence) => {
    expect(says(asked, sentence)).toBe(true);
  });

  it.each([
    ['set up', 'The table was set for four.'],
    ['main office', 'The post van is in Torv.'],
    ['head of state', 'The coast has nine ports.'],
    ['in charge of', 'The minister stepped down.'],
    ['made of', 'They made a fortune.'],
    ['called off', 'The cat is called Bo.'],
    ['take place', 'Take the second road.'],
    ['prime minister', 'The president signs every law.'],
    ['named after', 'They met after the game.'],
  ])('does not hear %j in: %s', (asked, sentence) => {
    expect(says(asked, sentence)).toBe(false);
  });

  it('is reflexive', () => {
    fc.assert(fc.property(fc.string(), (word) => kinship(word, new Set([word])) === 1));
  });

  it('counts the exact word most, then one that means the same, then one that may', () => {
    const [exact, close, loose] = ['director', 'at the helm', 'take over'].map((said) =>
      kinship(keyOf('director'), new Set([keyOf(said)])),
    );
    const nearest = kinship(keyOf('director'), new Set(['take over', 'at the helm'].map(keyOf)));
    expect(nearest).toBe(close);
    expect(exact).toBe(1);
    expect(close).toBeLessThan(1);
    expect(loose).toBeLessThan(close ?? 0);
    expect(loose).toBeGreaterThan(0);
  });
});

describe('the lexicon', () => {
  const rows = [...closeKin, ...looseKin.flat()];

  it('lists no entry twice in a row and no row of one', () => {
    for (const row of closeKin) expect(row.length).toBeGreaterThan(1);
    for (const row of rows) expect(row).toEqual([...new Set(row)]);
  });

  it('joins no opposites', () => {
    const wrong = closeKin.flatMap((row) =>
      row.flatMap((a) => row.filter((b) => areOpposite(keyOf(a), keyOf(b))).map((b) => `${a} ~ ${b}`)),
    );
    expect(wrong).toEqual([]);
  });

  it('joins no word to one that stands in every sentence', () => {
    const kept = new Set(['people', 'take', 'hold', 'become', 'record', 'minister', 'office', 'son']);
    const single = closeKin.flat().filter((entry) => functionWords.has(entry) && !kept.has(entry));
    expect(single).toEqual([]);
  });
});
