import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFacets } from '../../../eval/measure/claim-facets.ts';
import { coverClaim } from '../../../eval/measure/cover-claim.ts';

/** Sentences of a document that has more to say than what is claimed. */
const OTHERS = [
  'The village lies at the foot of a hill.',
  'Its inhabitants keep sheep and bees.',
  'A market takes place on every first Monday.',
  'Buses go to the coast twice a day.',
  'The school was closed for lack of pupils.',
  'Many houses are built of grey stone.',
  'A brook drives two mills.',
  'The inn has been empty for years.',
];

function chosenFor(claim: string, sentences: readonly string[]): readonly number[] {
  return coverClaim(claim, sentences).sentences;
}

describe('coverClaim', () => {
  it('takes the one sentence that says it all', () => {
    const sentences = [
      ...OTHERS,
      'Hilda Brenner was an architect.',
      'The tower opened in 1911.',
      'Hilda Brenner designed the tower, which opened in 1911.',
    ];
    expect(chosenFor('Hilda Brenner designed the tower that opened in 1911.', sentences)).toEqual([10]);
  });

  it('takes two sentences of which each says a part', () => {
    const sentences = [
      'Hilda Brenner designed the lighthouse of Norby.',
      ...OTHERS,
      'Lightning destroyed it in August 1934, and Emil Vasko rebuilt it.',
    ];
    const claim =
      'Hilda Brenner designed the lighthouse of Norby, which Emil Vasko rebuilt after August 1934.';
    expect(chosenFor(claim, sentences)).toEqual([0, 9]);
  });

  it('leaves out what one common word more is not worth', () => {
    const sentences = [
      'Hilda Brenner designed the lighthouse of Norby in 1911.',
      ...OTHERS,
      'The village is famous.',
    ];
    expect(chosenFor('Hilda Brenner designed the famous lighthouse of Norby in 1911.', sentences)).toEqual([
      0,
    ]);
  });

  it('prefers the number of the claim to an ordinary word of it', () => {
    const sentences = [...OTHERS, 'The tower opened to visitors.', 'All changed in 1911.'];
    expect(chosenFor('Visitors 1911', sentences)).toEqual([9]);
  });

  it('prefers words that stand together to the same words apart', () => {
    const sentences = [
      ...OTHERS,
      'Brenner came late and the Norby council waited.',
      'Vasko left early.',
      'Vasko came late, and Brenner met the council.',
      'Norby waited.',
    ];
    expect(chosenFor('Vasko met Brenner', sentences)).toEqual([10]);
  });

  it('takes a sentence rather than the heading that says the same', () => {
    const sentences = [
      '# Brenner designed the Norby lighthouse',
      ...OTHERS,
      'Brenner designed the Norby lighthouse.',
    ];
    expect(chosenFor('Brenner designed the Norby lighthouse.', sentences)).toEqual([9]);
  });

  it('takes the heading where nothing else says it', () => {
    const sentences = ['# Brenner designed the Norby lighthouse', ...OTHERS];
    expect(chosenFor('Brenner designed the Norby lighthouse.', sentences)).toEqual([0]);
  });

  it('takes the earlier of two equal sentences', () => {
    const sentences = [...OTHERS, 'Brenner designed it.', 'Brenner designed it.'];
    expect(chosenFor('Brenner designed it.', sentences)).toEqual([8]);
  });

  it('takes the closest sentence where none is worth its price', () => {
    const sentences = [...OTHERS, 'A tower fell.', 'A tower stands on the hill.'];
    expect(chosenFor('The tower', sentences)).toEqual([8]);
  });

  it.each([
    ['a document without sentences', 'Brenner designed it.', []],
    ['a document that shares no term with the claim', 'Brenner designed it.', ['The inn is empty.']],
    ['an empty claim', '', OTHERS],
    ['a claim of stop words', 'It is what it was.', OTHERS],
    ['a claim of marks', '… — ?!', OTHERS],
    ['empty sentences', 'Brenner', ['', ' ']],
  ])('takes nothing of %s', (_, claim, sentences) => {
    expect(chosenFor(claim, sentences)).toEqual([]);
  });

  it('is not misled by words that objects have as members', () => {
    const sentences = [...OTHERS, 'constructor and __proto__ and toString are names.'];
    expect(chosenFor('constructor __proto__ toString', sentences)).toEqual([8]);
  });

  it('takes a claim of 2,000 characters and 4,096 sentences, and refuses one more', () => {
    const claim = 'Brenner'.padEnd(2_000, '.');
    const sentences = Array.from({ length: 4_096 }, (_, index) => `Brenner met visitor ${index}.`);
    expect(chosenFor(claim, sentences)).toHaveLength(1);
    expect(() => chosenFor(`${claim}.`, sentences)).toThrow(RangeError);
    expect(() => chosenFor(claim, [...sentences, 'One more.'])).toThrow(RangeError);
  });

  it('comes to an end on the longest claim, with sentences that overlap in many ways', () => {
    const words = Array.from({ length: 500 }, (_, index) => `w${index.toString(36)}`);
    const claim = words.join(' ').slice(0, 2_000);
    const sentences = Array.from({ length: 1_000 }, (_, index) =>
      Array.from({ length: 40 }, (_, n) => words[(index * 7 + n * n * 31) % 500]).join(' '),
    );
    expect(chosenFor(claim, sentences).length).toBeGreaterThan(1);
  });

  const word = fc.constantFrom(
    'Brenner',
    'tower',
    'tall',
    'Norby',
    '1911',
    'opened',
    'the',
    'built',
    'of',
    'moor',
  );
  const phrase = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
  const documents = fc.array(phrase, { maxLength: 20 });

  it('takes no sentence that could be left out without losing a facet', () => {
    fc.assert(
      fc.property(phrase, documents, (claim, sentences) => {
        const chosen = chosenFor(claim, sentences);
        const { facets } = readFacets(claim, sentences);
        const facetsOf = (set: readonly number[]) =>
          facets.filter((facet) => facet.sentences.some((index) => set.includes(index))).length;
        for (const one of chosen)
          expect(facetsOf(chosen.filter((index) => index !== one))).toBeLessThan(facetsOf(chosen));
        expect(chosen.toSorted((a, b) => a - b)).toEqual(chosen);
        expect(chosen.length > 0).toBe(facets.length > 0);
      }),
    );
  });

  it('reads any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.array(fc.string({ unit: 'binary' })),
        (claim, all) => {
          for (const index of chosenFor(claim, [claim, ...all]))
            expect(index).toBeLessThanOrEqual(all.length);
        },
      ),
    );
  });
});
