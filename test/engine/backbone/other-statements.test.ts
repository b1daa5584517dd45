import { describe, expect, it } from 'vitest';
import type { CandidateSentence } from '../../../engine/backbone/candidate.ts';
import { composeSummary } from '../../../engine/backbone/compose-summary.ts';
import { rankSentences } from '../../../engine/backbone/rank-sentences.ts';
import { readQuestion } from '../../../engine/question/read-question.ts';

/** One document a day, each of one sentence or of a sentence with its context. */
function documents(...texts: readonly (string | readonly string[])[]): CandidateSentence[] {
  return texts.flatMap((text, day) => {
    const sentences = typeof text === 'string' ? [text] : text;
    return sentences.map((sentence, i) => ({
      id: `${day}:${i}`,
      artefact: `a${day}`,
      title: '',
      text: sentence,
      before: sentences.slice(0, i),
      heading: null,
      lang: 'en',
      effectiveAt: `2020-06-0${day + 1}T00:00:00.000Z`,
      retrieval: 1,
      publisher: 'a.example',
    }));
  });
}

function summary(q: string, ...texts: readonly (string | readonly string[])[]): string {
  const question = readQuestion(q, 'en');
  return composeSummary(question, rankSentences(question, documents(...texts))).text;
}

describe('what else a sentence says of its subject', () => {
  it.each([
    [
      'Who is the mayor of Orly?',
      'Otto Weiss was sworn in as mayor of Orly.',
      'Orly has a new mayor: Ana Reis, a former postwoman, who succeeds Otto Weiss.',
      'Orly has a new mayor: Ana Reis, a former postwoman.',
    ],
    [
      'Who manages Orly Rovers?',
      'The manager of Orly Rovers is Otto Weiss.',
      'Ana Reis, once captain, is the manager of Orly Rovers until June.',
      'Ana Reis, once captain, is the manager of Orly Rovers until June.',
    ],
    [
      'Who is the head teacher of Tarn School?',
      'Otto Weiss was head teacher of Tarn School.',
      'Mrs Ana Reis, head teacher of Tarn School, is to retire next summer.',
      'Mrs Ana Reis, head teacher of Tarn School, is to retire next summer.',
    ],
    [
      'How much does an adult pay at the Orly baths?',
      'Children swim free of charge on Sundays.',
      [
        'The Orly baths reopened on Saturday.',
        'Adults will have seen the new sign: a swim costs them £4.75.',
      ],
      'Adults will have seen the new sign: a swim costs them £4.75.',
    ],
  ])('is neither a former state nor a plan of what is asked: %s', (q, older, newer, shown) => {
    expect(summary(q, older, newer)).toContain(shown);
  });

  it.each([
    [
      'a state left long ago',
      'Who is the captain of Orly Rovers?',
      'Ana Reis, once captain, is the manager of Orly Rovers.',
    ],
    [
      'a plan',
      'Who is the chief executive of Corvid?',
      'Ana Reis is to succeed Otto Weiss as chief executive of Corvid.',
    ],
    [
      'another office',
      'Who is the chief executive of Corvid?',
      'Ana Reis is the chief financial officer of Corvid.',
    ],
    [
      'the other half of a kind',
      "Who holds the women's sprint record?",
      "Otto Weiss holds the record in the men's sprint.",
    ],
    [
      'another discipline',
      'What is the world record in the long jump?',
      'Ana Reis jumped 2.10 metres and took the high jump world record.',
    ],
    [
      'a discipline that is not there',
      'What is the world record in the long jump?',
      'It had long been over when Otto Weiss raised the world record in the pole vault to 6.25 metres.',
    ],
  ])('leaves unanswered what only %s could answer', (_name, q, text) => {
    expect(summary(q, text)).toBe('');
  });
});

describe('who held an office and who holds it', () => {
  it.each([
    ['Ana Reis, who was mayor of Orly until 2010, has died.', 'Otto Weiss is mayor of Orly.'],
    [
      "Orly's mayor is now Ana Reis, who used to run the bakery.",
      "Orly's mayor is now Ana Reis, who used to run the bakery.",
    ],
    [
      'Ana Reis, who was elected mayor of Orly on Monday, is 40.',
      'Ana Reis, who was elected mayor of Orly on Monday, is 40.',
    ],
  ])('%s', (newer, shown) => {
    expect(summary('Who is the mayor of Orly?', 'Otto Weiss is mayor of Orly.', newer)).toBe(shown);
  });

  it('names the deputy who was asked for', () => {
    const text = 'Ana Reis, deputy mayor of Orly, opened the fair.';
    expect(summary('Who is the deputy mayor of Orly?', text)).toBe(text);
  });
});

describe('an answer in ordinary words', () => {
  it.each([
    [
      'How old is Ana Reis?',
      'Ana Reis, 83, raised £6,250; her sister Edith, who is 79, raised £2,100.',
      'Ana Reis, 83, raised £6,250.',
    ],
    [
      'On which day are the bins emptied in Orly?',
      "Orly's bins are now emptied on Fridays rather than Thursdays.",
      "Orly's bins are now emptied on Fridays.",
    ],
    [
      'When are the bins collected in Tarn?',
      'In Tarn the bins are emptied on Tuesdays, in Orly on Thursdays.',
      'In Tarn the bins are emptied on Tuesdays.',
    ],
    [
      'When are the bins collected in Tarn?',
      'In Tarn the bins are emptied on Mondays and Thursdays.',
      'In Tarn the bins are emptied on Mondays and Thursdays.',
    ],
    [
      'How many children go to Tarn School?',
      'Tarn School has 212 pupils in nine classes.',
      'Tarn School has 212 pupils in nine classes.',
    ],
    [
      'How many judges sit on the Norland Supreme Court?',
      'Nine justices, appointed for life, sit on the Norland Supreme Court.',
      'Nine justices, appointed for life, sit on the Norland Supreme Court.',
    ],
    [
      'How fast may one drive on motorways in Norland?',
      'The speed limit on motorways in Norland is 120 km/h.',
      'The speed limit on motorways in Norland is 120 km/h.',
    ],
    [
      'How high is VAT in Norland?',
      'VAT in Norland is charged at a standard rate of 20%.',
      'VAT in Norland is charged at a standard rate of 20%.',
    ],
    [
      'Can I take my dog into Weir Park?',
      'Dogs are no longer allowed in Weir Park.',
      'No. Dogs are no longer allowed in Weir Park.',
    ],
    [
      'Which driver has the most wins in Formula One?',
      'Nobody has won more Formula One races than Otto Weiss.',
      'Nobody has won more Formula One races than Otto Weiss.',
    ],
    [
      'Who is the top scorer in league history?',
      'Ana Reis is the leading scorer in league history.',
      'Ana Reis is the leading scorer in league history.',
    ],
    [
      'What is the world record in the pole vault?',
      'The world record in the pole vault is 6.18 metres, one week after his 6.17 in Torun.',
      'The world record in the pole vault is 6.18 metres.',
    ],
    [
      'How many people does Corvid Foods employ?',
      'Corvid Foods has cut its workforce from 3,400 to 2,650.',
      'Corvid Foods has cut its workforce from 3,400 to 2,650.',
    ],
    [
      'Who is the world chess champion?',
      'Ana Reis of Norland became world chess champion in Tarn, defeating Otto Weiss in the tie-break.',
      'Ana Reis of Norland became world chess champion in Tarn.',
    ],
  ])('%s', (q, text, shown) => {
    expect(summary(q, text)).toBe(shown);
  });

  it.each([
    ['How old is Ana Reis?', 'Ana Reis is 83.', 'Ana Reis is 83.'],
    [
      'How old is Ana Reis?',
      'Ana Reis celebrated her 84th birthday.',
      'Ana Reis celebrated her 84th birthday.',
    ],
    [
      'How much is parking at Holm Beach?',
      'Motorists now pay £4 to park at Holm Beach.',
      'Motorists now pay £4 to park at Holm Beach.',
    ],
    [
      'Are dogs allowed on Holm Beach?',
      'Dogs may not be taken onto Holm Beach.',
      'No. Dogs may not be taken onto Holm Beach.',
    ],
    [
      'When was the Sula bridge built?',
      'The Sula bridge dates from 1887.',
      'The Sula bridge dates from 1887.',
    ],
    [
      'Who designed the Dorn tower?',
      'The Dorn tower is the work of the architect Ivo Lang.',
      'The Dorn tower is the work of the architect Ivo Lang.',
    ],
    [
      'Who runs the Crown Inn?',
      'The new landlady of the Crown Inn is Ana Reis.',
      'The new landlady of the Crown Inn is Ana Reis.',
    ],
    [
      'How many animals live at Orly Zoo?',
      'Orly Zoo is home to 340 animals.',
      'Orly Zoo is home to 340 animals.',
    ],
    ['Who founded Corvid Ltd?', 'Corvid Ltd was set up by Ana Reis.', 'Corvid Ltd was set up by Ana Reis.'],
    [
      'Who invented the Zell lamp?',
      'The Zell lamp was the invention of Ana Reis.',
      'The Zell lamp was the invention of Ana Reis.',
    ],
    [
      'Where does the Dorn Festival take place?',
      'The Dorn Festival is held in Tarn.',
      'The Dorn Festival is held in Tarn.',
    ],
    [
      'What is the entrance fee of the Fell Museum?',
      'Entry to the Fell Museum is free.',
      'Entry to the Fell Museum is free.',
    ],
    [
      'How much does it cost to visit the Fell Museum?',
      'Entry to the Fell Museum costs £9.',
      'Entry to the Fell Museum costs £9.',
    ],
    [
      'Is there a bank in Brill?',
      'The last bank in Brill has closed.',
      'No. The last bank in Brill has closed.',
    ],
    [
      'How many spectators fit into the Orly Stadium?',
      'The Orly Stadium seats 18,400.',
      'The Orly Stadium seats 18,400.',
    ],
    [
      'Can I bring my dog to the Crown Inn?',
      'Dogs are welcome at the Crown Inn.',
      'Yes. Dogs are welcome at the Crown Inn.',
    ],
    ['How old is Ana Reis?', 'Eighty-three-year-old Ana Reis won.', 'Eighty-three-year-old Ana Reis won.'],
    [
      'How long does the flight from Orly to Tarn last?',
      'The flight from Orly to Tarn lasts three and a half hours.',
      'The flight from Orly to Tarn lasts three and a half hours.',
    ],
  ])('says the same with another part of speech: %s %s', (q, text, shown) => {
    expect(summary(q, text)).toBe(shown);
  });

  it.each([
    ['How old is Ana Reis?', 'Ana Reis is the 84th mayor of Orly.'],
    ['How old is Ana Reis?', 'Ana Reis, 3,400 votes ahead, won.'],
    ['How old is Edith Reis?', 'Ana Reis, 83, knits with Edith Reis.'],
    ['What is the entrance fee of the Fell Museum?', 'Entry to the Fell Museum is free on Sundays.'],
    ['How many visitors does the Fell Museum have?', 'The Fell Museum has 3 entrances.'],
    ['Who founded Corvid Ltd?', 'Corvid Ltd set Ana Reis a task.'],
    ['Are dogs allowed on Holm Beach?', 'Dogs may like Holm Beach.'],
    ['How much is parking at Holm Beach?', 'Rovers pay £4 million for a striker from Holm Beach.'],
  ])('takes nothing for an answer that only looks alike: %s %s', (q, text) => {
    expect(summary(q, text)).toBe('');
  });

  it('takes no rate for a height', () => {
    expect(summary('How high is the Orly Tower?', 'The Orly Tower is 20% let.')).toBe('');
  });
});
