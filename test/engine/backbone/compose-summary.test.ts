import { describe, expect, it } from 'vitest';
import type { CandidateSentence } from '../../../engine/backbone/candidate.ts';
import { composeSummary, type Summary } from '../../../engine/backbone/compose-summary.ts';
import { rankSentences } from '../../../engine/backbone/rank-sentences.ts';
import { readQuestion } from '../../../engine/question/read-question.ts';

function sentence(id: string, text: string, before: readonly string[] = []): CandidateSentence {
  const fixed = {
    artefact: id,
    title: '',
    heading: null,
    lang: 'en',
    retrieval: 1,
    publisher: `${id}.example`,
  };
  return { ...fixed, id, text, before, effectiveAt: '2024-01-01T00:00:00.000Z' };
}

function summary(q: string, ...candidates: readonly CandidateSentence[]): Summary {
  const question = readQuestion(q, 'en');
  return composeSummary(question, rankSentences(question, candidates));
}

describe('composeSummary', () => {
  it('is empty where nothing supports an answer', () => {
    expect(summary('How deep is Lake Superior?', sentence('s', 'Baikal is deep.'))).toEqual({
      text: '',
      sentences: [],
    });
  });

  it.each([
    [
      'What is the price of a first-class stamp?',
      'A first-class stamp costs £1.65, while a second-class stamp remains at 85p.',
      'A first-class stamp costs £1.65.',
    ],
    [
      'What is the price of a second-class stamp?',
      'A first-class stamp costs £1.65, while a second-class stamp remains at 85p.',
      'A second-class stamp remains at 85p.',
    ],
    [
      'What is the wage in Norland?',
      'The wage in Norland is 12 euros, up from 10 euros.',
      'The wage in Norland is 12 euros.',
    ],
    [
      'How many people live in Orly?',
      'Orly is home to 900 people, of whom 140 live in tents.',
      'Orly is home to 900 people.',
    ],
    [
      'How many books does the library hold?',
      'The library holds 45 books and 30 journals.',
      'The library holds 45 books.',
    ],
    [
      'How much does Mei weigh?',
      'Mei weighs 98 kilograms and eats 14 kilograms of bamboo.',
      'Mei weighs 98 kilograms.',
    ],
  ])('shows the clause that answers "%s"', (q, text, shown) => {
    expect(summary(q, sentence('s', text)).text).toBe(shown);
  });

  it.each([
    ['How deep is Lake Baikal?', 'Lake Baikal has a depth of 1,642 m, or 5,387 feet.'],
    ['How many teachers does Orly School have?', 'At Orly School 34 teachers look after 512 pupils.'],
    ['How many seats has the hall?', 'The number of seats in the hall rose from 179 to 199.'],
    ['Who is the mayor of Orly?', 'Ana Reis is the mayor of Orly, and she has 3 cats and 2 dogs.'],
  ])('keeps the whole sentence where no clear boundary parts the values: %s', (q, text) => {
    expect(summary(q, sentence('s', text)).text).toBe(text);
  });

  it('shows words of the sentence, at the span that it states', () => {
    const text = 'Kilimanjaro is 5,895 m high; Mount Kenya is 5,199 m high.';
    const [shown] = summary('How high is Mount Kenya?', sentence('s', text)).sentences;
    expect(shown?.text).toBe('Mount Kenya is 5,199 m high.');
    expect(text.slice(shown?.shown.start, shown?.shown.end)).toBe('Mount Kenya is 5,199 m high.');
  });

  it('says yes or no on an explicit cue', () => {
    const open = sentence('s', 'The pool is open on Sundays.');
    const shut = sentence('s', 'The pool is no longer open on Sundays.');
    expect(summary('Is the pool open on Sundays?', open).text).toBe('Yes. The pool is open on Sundays.');
    expect(summary('Is the pool open on Sundays?', shut).text).toBe(
      'No. The pool is no longer open on Sundays.',
    );
  });

  it('quotes both sides of one day where the cue is not clear', () => {
    const one = sentence('a', 'Pluto is a dwarf planet.');
    const other = { ...sentence('b', 'Pluto may be a planet.'), publisher: 'a.example' };
    const { text, sentences } = summary('Is Pluto a planet?', one, other);
    expect(sentences).toHaveLength(
      sentences.map(({ text: shown }) => shown).filter((shown) => text.includes(shown)).length,
    );
    expect(text.startsWith('Yes') || text.startsWith('No')).toBe(false);
  });

  it('puts the antecedent before a sentence that opens with a pronoun', () => {
    const { text, sentences } = summary(
      'How many titles does the Harrow Press publish?',
      sentence('s', 'It now publishes 45 titles.', ['The Harrow Press moved to York.']),
    );
    expect(text).toBe('The Harrow Press moved to York. It now publishes 45 titles.');
    expect(sentences[0]?.antecedent).toBe(0);
  });

  it('names the newcomer that a sentence of change only calls "it"', () => {
    const change =
      'Measuring 57 km, it has overtaken the Seikan Tunnel as the longest railway tunnel in the world.';
    const { text } = summary(
      'What is the longest railway tunnel in the world?',
      {
        ...sentence('a', 'The Seikan Tunnel is the longest railway tunnel in the world.'),
        effectiveAt: '2001-01-01',
      },
      sentence('b', change, ['The Gotthard Base Tunnel was opened in June.']),
    );
    expect(text).toBe(`The Gotthard Base Tunnel was opened in June. ${change}`);
  });

  it('keeps an antecedent with another value of the kind out of the words, not out of the citation', () => {
    const { text, sentences } = summary(
      'How many moons does Saturn have?',
      sentence('s', 'It now has 145 moons.', ['Saturn had 82 moons in 2020.']),
    );
    expect(text).toBe('It now has 145 moons.');
    expect(sentences[0]?.antecedent).toBe(0);
  });
});
