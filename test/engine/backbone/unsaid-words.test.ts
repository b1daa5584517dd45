/** Words of a question that a sentence leaves to the one before, to its own verb or to the name of a country. */
import { describe, expect, it } from 'vitest';
import { answer } from './one-document.ts';

describe('a sentence that leaves words of the question unsaid', () => {
  it.each([
    [
      'the counted noun stands in the sentence before',
      'How many bridges are there in Orly?',
      ['Dorn has 41 bridges.', 'Orly comes second with 27.'],
      '27',
    ],
    [
      'it is found, so it is there',
      'How many caves have been found on Marn?',
      ['Marn has 31 caves.'],
      '31 caves',
    ],
    ['it goes round, so it is there', 'How many moons go round Marn?', ['Marn has 14 moons.'], '14 moons'],
    [
      'all that are known of',
      'How many caves does Marn have?',
      ['On Marn, 62 of its caves are now known.'],
      '62',
    ],
    [
      'whoever counts the named things',
      'How many Kestrel vans does the recall cover?',
      ['Holm Motors is recalling 5,200 Kestrel vans.'],
      '5,200 Kestrel vans',
    ],
    [
      'the largest of them',
      'What is the largest lake in Norland called?',
      ['Norland has 30 lakes.', 'The biggest of them is Lake Ferrin.'],
      'Lake Ferrin',
    ],
    [
      'what is told of it',
      'When will the Corvid probe get to Marn?',
      ['The Corvid probe is late.', 'The agency now expects it to reach Marn in 2029.'],
      '2029',
    ],
    [
      'what is joined on has a verb of its own',
      'How many employees does Holm Motors have?',
      ['Holm Motors has 210 employees and expects to have 300 next year.'],
      '210 employees',
    ],
    [
      'measured from end to end',
      'How long is the Orm glacier?',
      ['The Orm glacier measures 6 kilometres from source to mouth.'],
      '6 kilometres',
    ],
    ['how far it extends', 'How big is Velm?', ['Velm is 9 kilometres across.'], '9 kilometres'],
    [
      'a country by its adjective',
      'How many hours do nurses in Sweden work?',
      ['Swedish nurses work 36 hours a week.'],
      '36 hours a week',
    ],
    [
      'what is spoken of through another sentence',
      'How much did it cost to build the Marn lighthouse?',
      ['The Marn lighthouse opened in May.', 'It stands on a rock.', 'The bill came to 3 million euros.'],
      '3 million euros',
    ],
    [
      'set aside and described',
      'How wide is the Orm Sound?',
      ['Boats come into the harbour by the Orm Sound, which is 80 metres wide.'],
      '80 metres',
    ],
    [
      'which person is who',
      'Which person serves as bursar at Orly College?',
      ['Ana Reis is the bursar of Orly College.'],
      'Ana Reis',
    ],
    [
      'the asked rank',
      'Which van came last in the Holm test?',
      ['In the Holm test the Kestrel came last.'],
      'Kestrel',
    ],
    [
      'until when it holds',
      'How far can I drive the Kestrel before I have to fill it up?',
      ['The Kestrel goes 300 kilometres on a full tank.'],
      '300 kilometres',
    ],
    [
      'a question behind a statement',
      'I am new here. How much does a swim cost?',
      ['A swim costs 4 euros.'],
      '4 euros',
    ],
  ])('answers: %s', (_name, q, texts, expected) => {
    expect(answer(q, ...texts)).toBe(expected);
  });

  it.each([
    [
      'a number that counts something else',
      'How many bridges are there in Orly?',
      ['Dorn has 41 bridges.', 'Orly has 27 churches.'],
    ],
    [
      'another that stands by itself',
      'How many bridges are there in Orly?',
      ['Dorn has 41 bridges.', 'Tarn comes second with 27.'],
    ],
    [
      'a sentence before that counts nothing asked',
      'How many bridges are there in Orly?',
      ['Dorn has 41 churches.', 'Orly comes second with 27.'],
    ],
    ['what was broken is not found', 'How many windows have been broken in Orly?', ['Orly has 40 windows.']],
    [
      'what is expected',
      'How many employees does Holm Motors have?',
      ['Holm Motors expects to have 300 employees.'],
    ],
    [
      'a plan for the value itself',
      'How many beds does Orly Hospital have?',
      ['Orly Hospital plans and expects to have 600 beds.'],
    ],
    ['a distance', 'How long is Tarrow Island?', ['Tarrow Island lies 35 km from the coast.']],
    ['how far another thing extends', 'How big is Velm?', ['The lake on Velm is 9 kilometres across.']],
    [
      'a figure of anything',
      'How much sugar is there in a jar of honey?',
      ['Adults should eat no more than 30 grams of sugar a day.'],
    ],
    [
      'what another thing is beside the named one',
      'How wide is the Orm Sound?',
      ['The pier by the Orm Sound is 8 metres wide.'],
    ],
    ['another rank', 'Which van came last?', ['In our test the Kestrel came fourth.']],
    [
      'a length where a range is asked',
      'How far can I drive the Kestrel before I have to fill it up?',
      ['The Kestrel is 4 metres long.'],
    ],
    ['another country', 'How many hours do nurses in Sweden work?', ['Danish nurses work 36 hours a week.']],
    ['a people that is a common word', 'How tall is the mast in Poland?', ['The pole is 30 metres tall.']],
  ])('stays empty for %s', (_name, q, texts) => {
    expect(answer(q, ...texts)).toBeNull();
  });
});
