import { describe, expect, it } from 'vitest';
import { readAsked } from '../../../../engine/reading/rank/asked.ts';
import type { Candidate } from '../../../../engine/reading/rank/candidate.ts';
import {
  confidenceOf,
  SIGNALS,
  SIGNALS_OF_ONE_WORD,
  SIGNALS_OF_YES_NO,
  signalsFor,
} from '../../../../engine/reading/rank/confidence.ts';
import { FEATURES } from '../../../../engine/reading/rank/features.ts';
import { type RankedView, rankViews } from '../../../../engine/reading/rank/ranking.ts';
import { READING_POLICY, weightsFor } from '../../../../engine/reading/rank/reading-policy.ts';
import { candidate, viewsOf } from './candidates.ts';

const ALL = [...SIGNALS, ...SIGNALS_OF_ONE_WORD, ...SIGNALS_OF_YES_NO];

/** The first candidate is chosen, whatever the ranking says of it. */
function stateOf(question: string, first: Candidate, others: readonly Candidate[] = []) {
  const views = viewsOf(question, [first, ...others]);
  const { rank } = weightsFor(readAsked(question, 'en'), READING_POLICY.lexical);
  const ranking = rankViews(views, FEATURES, rank);
  const chosen = ranking.filter(({ view }) => view.read.candidate.id === first.id);
  return { ranking, chosen };
}

function signal(name: string, question: string, first: Candidate, others: readonly Candidate[] = []): number {
  const found = ALL.find((one) => one.name === name);
  if (found === undefined) throw new RangeError(`there is no signal ${name}`);
  return found.of(stateOf(question, first, others));
}

const PRICE = 'What does a temporary passport cost?';
const LAST = candidate('The last ferry leaves Skarholm at 21:40.');
const OTHERS = ['The first ferry leaves Skarholm.', 'A ferry takes bicycles.', 'No ferry waits.'].map(
  (text) => candidate(text),
);

/** What each signal tells apart: the first sentence has more of it than the second. */
const APART: readonly [string, string, string, string][] = [
  ['covered_with_context', PRICE, 'A temporary passport costs 80.', 'A passport costs 80.'],
  ['said_with_context', PRICE, 'A temporary passport costs 80.', 'A passport costs 80.'],
  ['kind', PRICE, 'A passport costs 80 euros.', 'A passport costs little.'],
  [
    'said_otherwise',
    'Where are bicycles made?',
    'Bicycles are manufactured in Dorn.',
    'Bicycles are made here.',
  ],
  ['rare_missing', PRICE, 'A passport costs 80.', 'A temporary passport costs 80.'],
  ['nouns_missing', PRICE, 'It costs 80 in Skarholm.', 'The passport costs 80 in Skarholm.'],
  [
    'unsaid',
    'Which painter was born in Skarholm?',
    'Skarholm has 80 houses.',
    'A painter was born in Skarholm.',
  ],
  ['last_missing', 'price of a passport', 'The price is 80.', 'The price of the passport is 80.'],
  [
    'other_names',
    'Who opened the library?',
    'The library was opened by Alma Weil.',
    'It opened the library.',
  ],
  ['other_label', PRICE, 'Passport, express | 100.00', 'Passport, temporary | 80.00'],
  ['other_label', PRICE, 'Identity card: 40.00', 'Identity cards cost 40.00'],
  ['denied', 'Which ferry does not carry bicycles?', 'This ferry carries bicycles.', 'A lorry brings bread.'],
  ['denied', 'Which ferry carries bicycles?', 'This ferry does not carry bicycles.', 'It carries bicycles.'],
  [
    'opposite',
    'What do larger boats carry in winter?',
    'Smaller boats carry bread in winter.',
    'Larger boats carry bread in winter.',
  ],
  [
    'other_name',
    'What did Alma Weil open in Skarholm?',
    'Jon Weil opened the library in Skarholm.',
    'Alma Weil opened the library in Skarholm.',
  ],
  [
    'other_rank',
    'When was the third bridge opened?',
    'The second bridge was opened in 1912.',
    'The third bridge was opened in 1912.',
  ],
  ['defines', 'What is Osterlake?', 'Osterlake is a quiet town.', 'The ferry to Osterlake is a quiet boat.'],
  ['defines', 'What is Osterlake?', 'Osterlake is a quiet town.', 'Osterlake is not a quiet town.'],
  ['opens', 'What is Osterlake?', 'Osterlake lies on the inlet.', 'A town beside the inlet is Osterlake.'],
  ['labelled', 'Osterlake', 'Osterlake: a town', 'Osterlake has a ferry'],
  ['length', 'Osterlake', 'Osterlake is a town on the inlet with a mill and a ferry.', 'Osterlake.'],
  ['says_no', 'Does the ferry carry cars?', 'The ferry does not carry cars.', 'The ferry carries cars.'],
  ['answers', 'Does the ferry carry cars?', 'No. It carries people.', 'No ferry carries cars.'],
  ['answers', 'Does the ferry carry cars?', 'Cars | on weekdays | yes, two', 'Cars | on weekdays | two'],
];

describe('the signals of the confidence', () => {
  it.each(APART)('%s: "%s" tells "%s" from "%s"', (name, question, more, less) => {
    const others = [candidate('The harbour has two piers.')];
    const [high, low] = [more, less].map((text) => signal(name, question, candidate(text), others));
    expect(high).toBeGreaterThan(low ?? 1);
  });

  it('common_missing counts a word that most other candidates say', () => {
    const question = 'Which ferry goes to Skarholm?';
    const lacking = candidate('Skarholm has a harbour.');
    expect(signal('common_missing', question, lacking, OTHERS)).toBeGreaterThan(0);
    expect(signal('common_missing', question, LAST, OTHERS)).toBe(0);
  });

  it('unsaid counts words that no candidate says, where something is asked for by name', () => {
    const first = candidate('The capital of Kazakhstan is Astana.');
    const rest = [candidate('A painter was born here.')];
    const question = 'Which painter was born in the capital of Kazakhstan?';
    expect(signal('unsaid', question, first)).toBeGreaterThan(0);
    expect(signal('unsaid', question, first, rest)).toBe(0);
    expect(signal('unsaid', 'How tall is the painter of Kazakhstan?', first)).toBe(0);
  });

  it('an older twin counts as far as the sentence has the words of the question', () => {
    const older = candidate('The capital of Kazakhstan is Almaty.', {
      effectiveAt: '1990-01-01T00:00:00.000Z',
    });
    const newer = candidate('The capital of Kazakhstan is Astana.');
    const twin = (question: string) => signal('older_twin', question, newer, [older]);
    const asked = twin('What is the capital of Kazakhstan?');
    const beside = twin('Which painter was born in the capital of Kazakhstan?');
    expect(beside).toBeGreaterThan(0);
    expect(beside).toBeLessThan(asked / 2);
  });

  it('margin says nothing for a lone sentence, which is ahead of none', () => {
    expect(signal('margin', 'last ferry', LAST)).toBe(0);
    expect(signal('margin', 'last ferry', LAST, [candidate('Bread is baked before dawn.')])).toBeGreaterThan(
      0,
    );
  });

  it('several and share grow with the sentences that were chosen', () => {
    const { ranking } = stateOf('last ferry', LAST, OTHERS);
    const values = (chosen: readonly RankedView[]) =>
      ['several', 'share'].map(
        (name) => SIGNALS.find((one) => one.name === name)?.of({ ranking, chosen }) ?? -1,
      );
    const [one, two] = [values(ranking.slice(0, 1)), values(ranking.slice(0, 2))];
    expect(one[0]).toBe(0);
    expect(two[0]).toBe(0.5);
    expect(two[1]).toBeGreaterThan(one[1] ?? 1);
  });

  it('are finite numbers for a lone candidate, an empty question and a label without words', () => {
    for (const question of ['', '?', '???', 'Is it?', '…|: ', PRICE])
      for (const text of ['x', '| | |', '::: |', '—', 'A: ', 'not'])
        for (const { of } of ALL) expect(of(stateOf(question, candidate(text)))).toSatisfy(Number.isFinite);
  });

  it('say nothing of a ranking without a sentence', () => {
    expect(() => SIGNALS.map(({ of }) => of({ ranking: [], chosen: [] }))).toThrow(RangeError);
  });

  it('have different names, each with a weight of the policy', () => {
    const { lexical, vectors } = READING_POLICY;
    for (const [signals, { confidence }] of [
      [SIGNALS, lexical.several_words],
      [SIGNALS_OF_ONE_WORD, lexical.one_word],
      [SIGNALS_OF_YES_NO, lexical.yes_no],
      [SIGNALS, vectors.several_words],
      [SIGNALS_OF_ONE_WORD, vectors.one_word],
      [SIGNALS_OF_YES_NO, vectors.yes_no],
    ] as const) {
      const names = signals.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(Object.keys(confidence.weights)).toEqual(names);
    }
  });
});

describe('the confidence', () => {
  it('is a half without weights, and grows with the bias', () => {
    const state = stateOf(PRICE, LAST);
    expect(confidenceOf({ bias: 0, weights: {} }, state)).toBe(0.5);
    expect(confidenceOf({ bias: 2, weights: {} }, state)).toBeGreaterThan(0.8);
  });

  it('goes by signals of its own where one word is asked for, or none', () => {
    const signals = (question: string) => signalsFor(readAsked(question, 'en'));
    for (const question of ['What is a ferry?', 'ferry', '', 'What is it?', 'the last ferry'])
      expect(signals(question), question).toBe(SIGNALS_OF_ONE_WORD);
    expect(signals('the ferry to Skarholm')).toBe(SIGNALS);
  });

  it('goes by signals of its own where yes or no is asked for, whatever the length', () => {
    for (const question of ['Is it a ferry?', 'Does the ferry to Skarholm carry cars?'])
      expect(signalsFor(readAsked(question, 'en')), question).toBe(SIGNALS_OF_YES_NO);
  });

  it('is lower where a thing is mentioned than where it is said what it is', () => {
    const confidence = (text: string) =>
      confidenceOf(
        READING_POLICY.lexical.one_word.confidence,
        stateOf('What is Osterlake?', candidate(text), OTHERS),
      );
    expect(confidence('Put the key of the shed into the box beside the sign to Osterlake.')).toBeLessThan(
      confidence('Osterlake is a quiet town on the other side of the inlet.'),
    );
  });

  it('is lower where the answer is of another kind of passport', () => {
    const confidence = (text: string) =>
      confidenceOf(READING_POLICY.lexical.several_words.confidence, stateOf(PRICE, candidate(text)));
    expect(confidence('Passport, express | 100.00')).toBeLessThan(confidence('Passport, temporary | 80.00'));
  });
});
