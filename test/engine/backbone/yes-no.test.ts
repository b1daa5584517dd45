import { describe, expect, it } from 'vitest';
import type { CandidateSentence } from '../../../engine/backbone/candidate.ts';
import { composeSummary } from '../../../engine/backbone/compose-summary.ts';
import { rankSentences } from '../../../engine/backbone/rank-sentences.ts';
import { readQuestion } from '../../../engine/question/read-question.ts';

function document(texts: readonly string[], published: string, title = ''): CandidateSentence[] {
  return texts.map((text, i) => ({
    id: `${published}:${i}`,
    artefact: published,
    title,
    text,
    before: texts.slice(Math.max(0, i - 4), i),
    heading: null,
    lang: 'en',
    effectiveAt: `${published}T09:00:00.000Z`,
    retrieval: 1,
    publisher: `${published}.example`,
  }));
}

function answer(q: string, ...candidates: readonly CandidateSentence[]): string {
  const question = readQuestion(q, 'en');
  return composeSummary(question, rankSentences(question, candidates)).text;
}

/** What the answer opens with: "Yes", "No", "quoted" without either, or "nothing". */
function verdict(q: string, text: string): string {
  const said = answer(q, ...document([text], '2024-03-01'));
  if (said === '') return 'nothing';
  return /^(?:Yes|No)(?=\.\s)/.exec(said)?.[0] ?? 'quoted';
}

describe('a question that wraps a statement', () => {
  it.each([
    ['Is it true that the Harl Tunnel is closed?', 'The Harl Tunnel is closed.', 'Yes'],
    ['Is it true that the Harl Tunnel is closed?', 'The Harl Tunnel is open again.', 'No'],
    [
      'Is it correct that Oren Vale has never climbed Mount Sarn?',
      'Oren Vale has never climbed Mount Sarn.',
      'Yes',
    ],
    ['Is it the case that trams no longer serve Pelm?', 'Trams no longer serve Pelm.', 'Yes'],
    ['Is it true that trams no longer serve Pelm?', 'Trams serve Pelm again.', 'No'],
    [
      'Is it true that nobody was killed in the Pelm landslide?',
      'Nobody was killed in the Pelm landslide.',
      'Yes',
    ],
    [
      'Is it true that nobody was killed in the Pelm landslide?',
      'Two people were killed in the Pelm landslide.',
      'No',
    ],
    ['Is it false that the Harl Tunnel is closed?', 'The Harl Tunnel is closed.', 'No'],
    ['The Harl Tunnel is closed, right?', 'The Harl Tunnel is closed.', 'Yes'],
    ["Isn't the Harl Tunnel closed?", 'The Harl Tunnel is closed.', 'Yes'],
    ['Do you know whether the Harl Tunnel is closed?', 'The Harl Tunnel is not closed.', 'No'],
  ])('%s %s', (q, text, expected) => {
    expect(verdict(q, text)).toBe(expected);
  });

  it('gives no word that could be understood either way', () => {
    expect(verdict('Is the Harl Tunnel not closed?', 'The Harl Tunnel is not closed.')).toBe('quoted');
  });
});

describe('a denial', () => {
  it.each([
    ['Does the Sorrel 5 have a headphone socket?', 'The Sorrel 5 has no headphone socket.', 'No'],
    ['Does the Sorrel 5 have a headphone socket?', 'The Sorrel 5 comes without a headphone socket.', 'No'],
    ['Did anyone survive the wreck of the Alder?', 'Nobody survived the wreck of the Alder.', 'No'],
    ['Was the Bellmar theatre rebuilt?', 'The Bellmar theatre was never rebuilt.', 'No'],
    ['Is there still a toll on Orrin Bridge?', 'The toll on Orrin Bridge was abolished in 2019.', 'No'],
    [
      'Do steam engines still run on the Calder line?',
      'Steam engines ran on the Calder line until 1968.',
      'No',
    ],
    ['Is Marl wool still exported?', 'Marl wool used to be exported.', 'No'],
    ['Is admission to the Fell Museum free?', 'Admission to the Fell Museum costs 6 euros.', 'No'],
    ['Is admission to the Fell Museum free?', 'Admission to the Fell Museum is free.', 'Yes'],
    [
      'May visitors take photographs in the Fell Museum?',
      'Visitors may not take photographs in the Fell Museum.',
      'No',
    ],
    [
      'May visitors take photographs in the Fell Museum?',
      'Visitors may take photographs in the Fell Museum.',
      'Yes',
    ],
    ['Do ships keep to the left in the Arn Strait?', 'Ships keep to the right in the Arn Strait.', 'No'],
    ['Are horses allowed on Sandry Beach?', 'Dogs are allowed on Sandry Beach; horses are not.', 'No'],
    ['Are dogs allowed on Sandry Beach?', 'Dogs are allowed on Sandry Beach; horses are not.', 'Yes'],
    ['Has Oren Vale ever played chess?', 'Oren Vale has never played chess.', 'No'],
    [
      'Can the Pelm crater be seen without binoculars?',
      'The Pelm crater can be seen without binoculars.',
      'Yes',
    ],
    [
      'Can the Pelm crater be seen without binoculars?',
      'The Pelm crater cannot be seen without binoculars.',
      'No',
    ],
  ])('%s %s', (q, text, expected) => {
    expect(verdict(q, text)).toBe(expected);
  });

  it.each([
    [
      'of something else',
      'Was Orrin Bridge opened in 1990?',
      'Orrin Bridge, which does not carry trains, was opened in 1990.',
    ],
    [
      'that affirms',
      'Does the Calder line serve Pelm?',
      'The Calder line serves not only Pelm but also Harl.',
    ],
    ['of a late date only', 'Was Orrin Bridge opened?', 'Orrin Bridge was not opened until 1990.'],
    ['of the opposite', 'Is the Harl Tunnel open?', 'The Harl Tunnel is not closed.'],
  ])('does not count %s', (_name, q, text) => {
    expect(verdict(q, text)).toBe('Yes');
  });

  it('says neither where only a wish is denied', () => {
    const text = 'The owner does not want the Bellmar theatre to be rebuilt.';
    expect(verdict('Was the Bellmar theatre rebuilt?', text)).not.toMatch(/Yes|No/);
  });
});

describe('an affirmation', () => {
  it.each([
    ['of what was once so', 'Is Orrin Castle open to the public?', 'Orrin Castle was open to the public.'],
    [
      'of less than was asked',
      'Is the Pelm pool open to guests?',
      'The Pelm pool is open only to guests of the hotel.',
    ],
    ['of a plan', 'Does the Calder line serve Pelm?', 'The Calder line will serve Pelm.'],
    ['of another subject', 'Are cats allowed on Sandry Beach?', 'Dogs are allowed on Sandry Beach.'],
    ['of another thing', 'Does the Sorrel 5 support wireless charging?', 'The Sorrel 5 supports two cards.'],
  ])('does not say yes %s', (_name, q, text) => {
    expect(verdict(q, text)).not.toBe('Yes');
  });

  it('is not taken from a sentence about something else in the same passage', () => {
    const page = document(
      [
        'The gallery is open to visitors.',
        'Admission to the gallery is 9 euros.',
        'The road is closed on Mondays.',
      ],
      '2024-03-01',
      'Your visit',
    );
    expect(answer('Is the gallery open to visitors on Mondays?', ...page)).not.toMatch(/^(?:Yes|No)/);
  });
});

describe('days and months', () => {
  it.each([
    ['Is the Fell Museum open on Mondays?', 'The Fell Museum is open from Tuesday to Sunday.', 'No'],
    ['Is the Fell Museum open on Thursdays?', 'The Fell Museum is open from Tuesday to Sunday.', 'Yes'],
    ['Is the Fell Museum open on Mondays?', 'The Fell Museum is open daily except Mondays.', 'No'],
    ['Is the Fell Museum open on Fridays?', 'The Fell Museum is open daily except Mondays.', 'Yes'],
    [
      'Is the Fell Museum open on Mondays?',
      'The Fell Museum is open from May to July and closed on Mondays.',
      'No',
    ],
    ['Does the Pelm ferry run in January?', 'The Pelm ferry runs from April to October.', 'No'],
    ['Does the Pelm ferry run in January?', 'The Pelm ferry runs from November to March.', 'Yes'],
    ['Is the Fell Museum open on Sundays?', 'The Fell Museum is closed at weekends.', 'No'],
    ['Does the Pelm ferry run on Sundays?', 'The Pelm ferry runs on weekdays.', 'No'],
  ])('%s %s', (q, text, expected) => {
    expect(verdict(q, text)).toBe(expected);
  });

  it('does not conclude from the days on which it is closed that it is open on the others', () => {
    expect(verdict('Is the Fell Museum open on Fridays?', 'The Fell Museum is closed on Mondays.')).toBe(
      'quoted',
    );
  });

  it('lets the document say who "we" are', () => {
    const page = document(
      [
        'When are we open?',
        'From Tuesday to Saturday; we are closed on Sundays.',
        'Admission to the aquarium is 9 euros.',
      ],
      '2024-03-01',
      'Plan your visit',
    );
    expect(answer('Is the aquarium open on Sundays?', ...page)).toMatch(
      /^No\. .*we are closed on Sundays\.$/,
    );
    expect(answer('Is the library open on Sundays?', ...page)).toBe('');
  });
});

describe('figures', () => {
  it.each([
    ['Is the speed limit in Pelm 50 km/h?', 'The speed limit in Pelm is 30 km/h.', 'No'],
    ['Is the speed limit in Pelm 50 km/h?', 'The speed limit in Pelm is 50 km/h.', 'Yes'],
    ['Does the Arn Assembly have 40 seats?', 'The Arn Assembly has 44 seats.', 'No'],
    ['Does the Arn Assembly have more than 40 seats?', 'The Arn Assembly has 44 seats.', 'Yes'],
    ['Does the Arn Assembly have more than 50 seats?', 'The Arn Assembly has 44 seats.', 'No'],
    ['Is Lake Orm more than 100 metres deep?', 'Lake Orm is 0.2 km deep.', 'Yes'],
  ])('%s %s', (q, text, expected) => {
    expect(verdict(q, text)).toBe(expected);
  });

  it('does not take the number of a version for a figure', () => {
    expect(verdict('Is version 3.6 of Quillon supported?', 'Version 3.6 of Quillon is supported.')).toBe(
      'Yes',
    );
  });
});

describe('the newest statement', () => {
  it.each([
    ['Is the Harl Tunnel still open?', 'The Harl Tunnel is open.', 'The Harl Tunnel is closed.', 'No'],
    ['Do trams still serve Pelm?', 'Trams no longer serve Pelm.', 'Trams serve Pelm again.', 'Yes'],
    ['Does Arn use the crown?', 'Arn uses the crown.', 'Arn no longer uses the crown.', 'No'],
  ])('decides: %s', (q, older, newer, expected) => {
    const said = answer(q, ...document([older], '2010-01-01'), ...document([newer], '2020-01-01'));
    expect(said).toBe(`${expected}. ${newer}`);
  });
});

describe('a permission for one place only', () => {
  it.each([
    ['Is fishing allowed in the Orly pond?', 'Fishing is allowed in the Orly pond only.', 'Yes'],
    ['Are dogs allowed on the Dorn beach?', 'Dogs are allowed only on the Dorn beach.', 'Yes'],
    [
      'Are fires permitted in the yard of Kell House?',
      'At Kell House, fires are permitted in the yard only.',
      'Yes',
    ],
  ])('is a yes for that place: %s', (q, text, expected) => {
    expect(verdict(q, text)).toBe(expected);
  });

  it.each([
    ['Is fishing allowed in the Orly pond?', 'Fishing is allowed in the Orly pond only in winter.'],
    ['Are dogs allowed on the Dorn beach?', 'Dogs are allowed on the Dorn beach only on a lead.'],
    ['Are fires permitted at Kell House?', 'At Kell House, fires are permitted in the yard only.'],
    ['Is the Orly pond open to anglers?', 'The Orly pond is open only to anglers with a licence.'],
  ])('is none beyond it: %s', (q, text) => {
    expect(verdict(q, text)).not.toBe('Yes');
  });
});
