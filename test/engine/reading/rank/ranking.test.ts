import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../../engine/reading/rank/candidate.ts';
import { compose } from '../../../../engine/reading/rank/compose.ts';
import { FEATURES } from '../../../../engine/reading/rank/features.ts';
import { findNear, MAX_NEAR } from '../../../../engine/reading/rank/near.ts';
import { rankViews } from '../../../../engine/reading/rank/ranking.ts';
import { readSentences } from '../../../../engine/reading/rank/read.ts';
import {
  policyName,
  READING_POLICY,
  type ReadingPolicy,
} from '../../../../engine/reading/rank/reading-policy.ts';
import { shownClauses, wordsShown } from '../../../../engine/reading/rank/shown-clauses.ts';
import { candidate, viewsOf } from './candidates.ts';

const QUESTION = 'How much does a monthly pass cost?';
const PASS = candidate('The monthly pass costs 62.00.', { document: 'fares', section: 'fares:0' });
const DAY = candidate('A day ticket costs 7.10.', { document: 'fares', section: 'fares:0' });
const HARBOUR = candidate('The harbour has two piers.', { document: 'harbour' });
const NO_DOGS = candidate('The harbour bus does not carry dogs.', { document: 'bus' });
const DWARF = candidate('Orra is a dwarf planet.', { document: 'orra' });
const CAPITAL = candidate('Dorn is the former capital of Sell.', { document: 'dorn' });
const POOL = [HARBOUR, DAY, PASS];

function rank(question: string, pool: readonly Candidate[]) {
  return rankViews(viewsOf(question, pool), FEATURES, READING_POLICY.lexical.several_words.rank);
}

describe('the ranking', () => {
  it('puts the sentence that answers first', () => {
    expect(rank(QUESTION, POOL)[0]?.view.read.candidate.text).toBe(PASS.text);
  });

  it('is the same whatever the order of the candidates', () => {
    const idsOf = (pool: readonly Candidate[]) =>
      rank(QUESTION, pool).map(({ view, share }) => [view.read.candidate.id, share.toFixed(12)]);
    expect(idsOf(POOL.toReversed())).toEqual(idsOf(POOL));
  });

  it('gives shares that sum to 1', () => {
    const total = rank(QUESTION, POOL).reduce((sum, { share }) => sum + share, 0);
    expect(total).toBeCloseTo(1, 12);
    expect(rank(QUESTION, [])).toEqual([]);
  });

  it('prefers the newest of two twins', () => {
    const old = candidate('The monthly pass costs 58.00.', {
      document: 'old',
      effectiveAt: '2023-01-01T00:00:00.000Z',
    });
    expect(rank(QUESTION, [old, PASS])[0]?.view.read.candidate.text).toBe(PASS.text);
  });

  it('reads no more candidates closely than its bound', () => {
    const many = Array.from({ length: MAX_NEAR + 1 }, (_, i) =>
      candidate(`Pass number ${i} costs ${i}.00 a month.`),
    );
    expect(findNear(QUESTION, 'en', many).near).toHaveLength(MAX_NEAR);
  });

  it('takes an empty pool and an empty question', () => {
    expect(findNear(QUESTION, 'en', []).near).toEqual([]);
    expect(readSentences(findNear('?', 'en', []), null, READING_POLICY).answering).toEqual([]);
    expect(readSentences(findNear('?', 'en', POOL), null, READING_POLICY).passages).toEqual([]);
  });
});

describe('the composition', () => {
  const ranking = rank(QUESTION, POOL);

  it('takes no sentence of another document', () => {
    const documents = compose(ranking, { share: 0, figure_share: 0, most: 4 }).map(
      ({ view }) => view.read.candidate.document,
    );
    expect(new Set(documents)).toEqual(new Set(['fares']));
  });

  it('takes one sentence where no other is as likely', () => {
    expect(compose(ranking, { share: 0, figure_share: 1, most: 4 })).toHaveLength(1);
    expect(compose(ranking, { share: 0, figure_share: 0, most: 1 })).toHaveLength(1);
    expect(compose([], { share: 0, figure_share: 0, most: 1 })).toEqual([]);
  });

  it('takes no value of something else where one is asked for, and any sentence where none is', () => {
    const moons = [
      candidate('Sell has 274 known moons.', { document: 'sell' }),
      candidate('Orra has 95 known moons.', { document: 'sell' }),
    ];
    const textsOf = (question: string) =>
      compose(rank(question, moons), { share: 0, figure_share: 0, most: 4 }).map(
        ({ view }) => view.read.candidate.text,
      );
    expect(textsOf('How many moons does Sell have?')).toEqual([moons[0]?.text]);
    expect(textsOf('What is known of the moons of Sell?')).toHaveLength(2);
  });

  it('takes a value of what the sentence before names', () => {
    const of = { document: 'sell', title: 'Sell' };
    const pool = [
      candidate('Sell has 274 known moons.', of),
      candidate('It has 12 known moons of rock.', of),
    ];
    const composed = compose(rank('How many moons does Sell have?', pool), {
      share: 0,
      figure_share: 0,
      most: 4,
    });
    expect(composed).toHaveLength(2);
  });
});

describe('a reading', () => {
  const near = findNear(QUESTION, 'en', POOL);
  const sure = (bias: number, answer: number = READING_POLICY.least.answer): ReadingPolicy => ({
    ...READING_POLICY,
    least: { ...READING_POLICY.least, answer },
    lexical: {
      ...READING_POLICY.lexical,
      several_words: { rank: READING_POLICY.lexical.several_words.rank, confidence: { bias, weights: {} } },
      yes_no: { confidence: { bias, weights: {} } },
    },
  });

  it('answers at the least confidence, and not below it', () => {
    const { answering, confidence } = readSentences(near, null, sure(0, 0.5));
    expect(answering[0]).toEqual({ id: PASS.id, shown: { start: 0, end: PASS.text.length } });
    expect(confidence).toBe(0.5);
    expect(readSentences(near, null, sure(0, 0.5001))).toMatchObject({ answering: [], confidence: 0.5 });
  });

  it('shows at most five passages, the nearest first, none without a word of the question', () => {
    const many = Array.from({ length: 9 }, (_, i) => candidate(`A monthly pass for zone ${i} costs more.`));
    const { passages } = readSentences(findNear(QUESTION, 'en', [...many, HARBOUR]), null, sure(-9));
    expect(passages).toHaveLength(5);
    const shares = passages.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(passages.map(({ id }) => id)).not.toContain(HARBOUR.id);
  });

  const verdictOn = (
    question: string,
    text: string,
    policy: ReadingPolicy,
    more: Partial<Candidate> = {},
  ) => {
    const near = findNear(question, 'en', [HARBOUR, DAY, DWARF, CAPITAL, candidate(text, more)]);
    const { answering, verdict } = readSentences(near, null, policy);
    return { answers: answering.map(({ id }) => id === text), verdict };
  };

  it.each([
    ['yes', 'it says all of it', 'Does a monthly pass cost 62.00?', PASS.text],
    ['yes', 'it says that kind', 'Is Orra a dwarf planet?', DWARF.text],
    ['yes', 'what it allows may be done', 'Can the mask be washed?', 'The mask may be washed.'],
    ['yes', 'it answers by the word', 'Is it worth repeating PB-1020?', 'PB-1020 | 504 | yes, once'],
    [
      'no',
      'it answers by the word',
      'Is the wrist monitor recalled?',
      'No. The wrist monitor has another pump.',
    ],
    ['no', 'it denies it', 'Does the harbour bus carry dogs?', NO_DOGS.text],
    [
      'no',
      'it denies it in one of two clauses',
      'Does the bus carry dogs?',
      'The bus is free, but carries no dogs.',
    ],
    ['no', 'the last sentence is denied', 'I have dogs. Does the harbour bus carry dogs?', NO_DOGS.text],
    ['no', 'it has the opposite', 'Is the harbour bridge open?', 'The harbour bridge is closed.'],
    ['no', 'the question denies it', 'Is it true that the bus never carries dogs?', 'The bus carries dogs.'],
    [
      'yes',
      'a question expects it',
      "Doesn't the harbour tram carry dogs?",
      'The harbour tram carries dogs.',
    ],
    ['no', 'what a question expects is denied', "Doesn't the harbour bus carry dogs?", NO_DOGS.text],
    ['yes', 'its "No." is of a number', 'Is pump 3 isolated?', 'Pump No. 3 is isolated.'],
    ['no', 'it forbids', 'Can we store the pump in water?', "Don't store the pump in water."],
    ['yes', 'both deny it', 'Is it true that the harbour bus does not carry dogs?', NO_DOGS.text],
  ] as const)('says %s where %s: %s', (verdict, _, question, text) => {
    expect(verdictOn(question, text, sure(9))).toEqual({ answers: [true], verdict });
  });

  it.each([
    ['a kind of it', 'Is Orra a planet?', DWARF.text],
    ['what was it', 'Is Dorn the capital of Sell?', CAPITAL.text],
    ['what may be', 'Is the old bridge of Sell safe?', 'The old bridge of Sell may be safe.'],
    ['another amount', 'Does the bridge of Sell carry 5 kg?', 'The bridge of Sell carries 7 kg, not 5 g.'],
    ['another unit of it', 'Is the Sell bridge 5 kg heavier?', 'The Sell bridge is 5,100 g heavier.'],
    ['"No. 7"', 'Is room 7 of Sell heated?', 'No. 7 of Sell is a heated room.'],
    ['yes of one column and no of another', 'Is the LX5 waterproof?', 'LX5 | waterproof | yes | heated | no'],
    ['one of two that the question names', 'Is the Sell bus free or paid?', 'The Sell bus is free.'],
    ['another day', 'Is the Sell library open on Sundays?', 'The Sell library is open on Mondays.'],
  ] as const)('says neither where the sentence says %s: %s', (_, question, text) => {
    expect(verdictOn(question, text, sure(9)).verdict).toBeNull();
  });

  it('answers with neither where of two sentences of one document the one says yes and the other no', () => {
    const question = 'Does the conveyor bearing take lithium grease?';
    const [yes, no] = ['takes', 'takes no'].map((takes) =>
      candidate(`The conveyor bearing ${takes} lithium grease.`, { document: 'grease', section: 'grease:0' }),
    );
    const reads = (pool: readonly (Candidate | undefined)[]) =>
      readSentences(
        findNear(
          question,
          'en',
          pool.flatMap((one) => one ?? []),
        ),
        null,
        sure(9),
      );
    expect(reads([yes, no])).toMatchObject({ answering: [], verdict: null });
    expect([reads([yes]).verdict, reads([no]).verdict]).toEqual(['yes', 'no']);
  });

  it.each([
    ['de', 'Was kostet die Karte?', 'Die Karte kostet 5 Euro.'],
    ['es', 'Has visto el Guernica?', 'No. El Guernica no se ha visto.'],
  ])('says neither of a sentence in another language than English: %s', (lang, question, text) => {
    expect(verdictOn(question, text, sure(9), { lang }).verdict).toBeNull();
  });

  it.each([
    ['Is the quagga of Lake Vell blue?', 'The quagga of Lake Vell weighs 300 kilograms.', null],
    ['Is the quagga of Lake Vell blue?', 'The quagga of Lake Vell is blue.', 'yes'],
    ['Is the quagga of Lake Vell blue?', 'Yes. The quagga of Lake Vell has that colour.', 'yes'],
    ['Is the quagga of Lake Vell blue?', 'The quagga of Lake Vell has no colour.', 'no'],
  ] as const)('infers no yes without what the question ends with: %s %s', (question, text, verdict) => {
    const answers = verdict === null ? [] : [true];
    expect(verdictOn(question, text, sure(9))).toEqual({ answers, verdict });
  });

  it.each([
    ['of other things', 'Does the harbour ferry carry horses?', 'The harbour ferry carries cars.'],
    ['of another one', 'Is Tilda Varga a plumber?', 'Jon Weil is a plumber.'],
    ['that lacks most of it', 'Does a bus of the northern line carry dogs at night?', NO_DOGS.text],
  ])('takes no yes or no from a sentence %s: %s', (_, question, text) => {
    expect(verdictOn(question, text, READING_POLICY)).toEqual({ answers: [], verdict: null });
  });

  it.each([
    ['another name', 'How high is Mount Orra?', 'Mount Sell is 5,199 m high.'],
    ['another version', 'When does Ferry 20 end?', 'Ferry 18 ends in May 2025.'],
  ])('never answers with what is true of %s', (_, question, text) => {
    const near = findNear(question, 'en', [candidate(text)]);
    expect(readSentences(near, null, sure(9))).toMatchObject({ answering: [], confidence: 0 });
  });

  it.each([
    ['How many rings does Saturn have?', 'Saturn has 62 moons.', 0],
    ['How many moons does Saturn have?', 'Saturn has 7 rings.', 0],
    ['How many rings does Saturn have?', 'Saturn has seven rings.', 1],
    ['How many people live on Saturn?', 'Saturn has 62 inhabitants.', 1],
    ['Which rings does Saturn have?', 'Saturn has 62 moons.', 1],
    ['Saturn rings', 'Saturn has 62 moons.', 1],
  ])('answers how many with a number of the same things alone: %s %s', (question, text, answers) => {
    const near = findNear(question, 'en', [candidate(text, { headings: ['The rings and moons'] })]);
    const { answering, confidence } = readSentences(near, null, sure(9));
    expect(answering).toHaveLength(answers);
    expect(confidence > 0).toBe(answers > 0);
  });

  it.each([
    ['a head row names', 'Saturn | 274', { kind: 'row', header: ['Planet', 'Known moons'] }],
    ['a lead-in names', 'Saturn: 274', { kind: 'item', leadIn: 'Known moons by planet:' }],
  ] as const)('answers how many where %s what is counted, and not other things', (_, text, more) => {
    const answersTo = (question: string) =>
      readSentences(findNear(question, 'en', [candidate(text, more)]), null, sure(9)).answering.length;
    expect([
      answersTo('How many moons does Saturn have?'),
      answersTo('How many rings does Saturn have?'),
    ]).toEqual([1, 0]);
  });

  it('answers how many of a unit where its symbol stands', () => {
    const near = findNear('How many volts does the battery have?', 'en', [
      candidate('The battery has 12 V.'),
    ]);
    expect(readSentences(near, null, sure(9)).answering).toHaveLength(1);
  });

  it('of a Spanish question takes no word behind its first sign for a name', () => {
    for (const question of ['¿Quién pintó el Guernica?', 'Quién pintó el Guernica?']) {
      const near = findNear(question, 'es', [
        candidate('Picasso pintó el Guernica en 1937.', { lang: 'es' }),
      ]);
      expect(readSentences(near, null, sure(9)).answering, question).toHaveLength(1);
    }
  });

  it('is pinned by a name that changes with its numbers', () => {
    expect(policyName(READING_POLICY)).toMatch(/^reading\/4\/[0-9a-f]{32}$/);
    expect(policyName(sure(0, 0.41))).not.toBe(policyName(sure(0, 0.42)));
  });
});

describe('the words shown', () => {
  const shownOf = (question: string, ...texts: string[]) => {
    const pool = texts.map((text) => candidate(text));
    const [best] = rank(question, pool);
    const [clause] = best === undefined ? [] : shownClauses([best]);
    return wordsShown(best?.view.read.candidate.text ?? '', clause?.shown ?? { start: 0, end: 0 });
  };

  it.each([
    [
      'How many books does the library of Dorn hold?',
      'The library of Dorn holds 45,000 books and 3,000 journals.',
      'The library of Dorn holds 45,000 books.',
    ],
    [
      'How high is Mount Orra?',
      'Mount Orra is 5,895 m high; Mount Sell is 5,199 m high.',
      'Mount Orra is 5,895 m high.',
    ],
    [
      'How high is Mount Sell?',
      'Mount Orra is 5,895 m high; Mount Sell is 5,199 m high.',
      'Mount Sell is 5,199 m high.',
    ],
  ])('for %j are the clause that states the asked figure', (question, text, shown) => {
    expect(shownOf(question, text)).toBe(shown);
  });

  it.each([
    [
      'the sentence has no other figure',
      'How many books does the library of Dorn hold?',
      'The library of Dorn, a town by the sea, holds 45,000 books.',
    ],
    [
      'no figure is asked for',
      'Who runs the library of Dorn?',
      'Ada Lind runs the library of Dorn, which holds 45,000 books.',
    ],
    [
      'the clause of a figure lacks what is asked for',
      'How long may I work from abroad?',
      'Working from abroad is limited to 20 days a year and requires a notice of two weeks.',
    ],
    ['no form is understood', 'How many books are there in Dorn?', 'Books: 45,000; journals: 3,000 (Dorn)'],
  ])('are the whole sentence where %s', (_, question, text) => {
    expect(shownOf(question, text)).toBe(text);
  });
});
