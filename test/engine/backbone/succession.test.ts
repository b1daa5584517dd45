import { describe, expect, it } from 'vitest';
import type { CandidateSentence } from '../../../engine/backbone/candidate.ts';
import { rankSentences } from '../../../engine/backbone/rank-sentences.ts';
import { readQuestion } from '../../../engine/question/read-question.ts';

/** One text per year from 2010 on; each is a list of sentences, which are one another's context. */
function candidates(texts: readonly (readonly string[])[]): CandidateSentence[] {
  return texts.flatMap((sentences, year) =>
    sentences.map((text, i) => ({
      id: `${year}.${i}`,
      artefact: `${year}`,
      title: '',
      text,
      before: sentences.slice(0, i),
      heading: null,
      lang: 'en',
      effectiveAt: `${2010 + year}-06-01T00:00:00.000Z`,
      retrieval: 1,
      publisher: `${year}.example`,
    })),
  );
}

function value(q: string, ...texts: readonly (readonly string[])[]): string | null {
  return rankSentences(readQuestion(q, 'en'), candidates(texts))[0]?.value.text ?? null;
}

describe('who holds an office', () => {
  const elected = ['Odile Marsh was elected mayor of Penn Hollow in May.', 'She grew up on a farm.'];
  it.each([
    [
      'is the one who took it over',
      ['Odile Marsh has handed over to Piet Brandsma as mayor of Penn Hollow.'],
    ],
    [
      'is the one named by "his successor"',
      ['The mayor of Penn Hollow retired in May.', 'His successor is Piet Brandsma.'],
    ],
    [
      'is the one who took the place',
      ['Odile Marsh has resigned as mayor of Penn Hollow.', 'Her place was taken by Piet Brandsma.'],
    ],
    [
      'is the one the post went to',
      ['Penn Hollow was without a mayor for a month.', 'The post went to Piet Brandsma.'],
    ],
    ['is the one who was sworn in', ['Piet Brandsma was sworn in as mayor of Penn Hollow on Friday.']],
    [
      'is the one who beat the incumbent',
      ['Piet Brandsma beat the incumbent, Odile Marsh, and is the mayor of Penn Hollow.'],
    ],
    [
      'is not the one who swore the mayor in',
      ['Judge Alma Crewe has sworn in Piet Brandsma as mayor of Penn Hollow.'],
    ],
    [
      'is not the one who left',
      ['Following the resignation of Odile Marsh, the mayor of Penn Hollow is Piet Brandsma.'],
    ],
  ])('%s', (_name, text) => {
    expect(value('Who is the mayor of Penn Hollow?', elected, text)).toBe('Piet Brandsma');
  });

  it.each([
    'Who holds the office of mayor in Penn Hollow at present?',
    'Who fills the post of mayor of Penn Hollow these days?',
    'Who runs Penn Hollow as its mayor?',
    'Who is in office as mayor of Penn Hollow nowadays?',
    'Who is at the head of Penn Hollow, that is, its mayor?',
  ])('is found for "%s"', (q) => {
    expect(value(q, elected, ['Piet Brandsma became mayor of Penn Hollow last year.'])).toBe('Piet Brandsma');
  });

  it.each([
    ['an acting holder', ['Piet Brandsma is the acting mayor of Penn Hollow.']],
    ['a proposed holder', ['Piet Brandsma has been nominated as mayor of Penn Hollow.']],
    ['a candidate', ['Piet Brandsma is standing for mayor of Penn Hollow.']],
    ['a holder to come', ['Piet Brandsma will become mayor of Penn Hollow.']],
    ['a holder elsewhere', ['Piet Brandsma became mayor of Orford.']],
    [
      'a place taken in a text on something else',
      ['The bakery of Penn Hollow closed.', 'Its place was taken by Corvid Foods.'],
    ],
  ])('is not %s', (_name, text) => {
    expect(value('Who is the mayor of Penn Hollow?', elected, text)).toBe('Odile Marsh');
  });
});

describe('who came before', () => {
  it.each([
    'Who was captain of the Harriers immediately before Jo Vane?',
    'Whose successor as captain was Jo Vane?',
    'Whom did Jo Vane replace as captain?',
    "Who was Jo Vane's predecessor as captain?",
    'Who was the predecessor of Jo Vane as captain?',
    'Who was succeeded as captain by Jo Vane?',
  ])('is found for "%s"', (q) => {
    for (const text of [
      ['Jo Vane has taken over from Lev Stone as captain of the Harriers.'],
      ['Lev Stone handed over to Jo Vane as captain of the Harriers.'],
      ['Jo Vane became captain of the Harriers in May.', 'Her predecessor, Lev Stone, is a coach now.'],
      [
        'Jo Vane was made captain of the Harriers.',
        'Lev Stone, who had led the Harriers for years, did not stand again.',
      ],
    ]) {
      expect(value(q, text)).toBe('Lev Stone');
    }
  });

  it.each([
    ['the named one left', ['Jo Vane has handed over to Ida Lund as captain of the Harriers.']],
    ['nobody left', ['Jo Vane is the captain of the Harriers, and Ida Lund keeps the goal.']],
    ['another one came', ['Ida Lund has replaced Lev Stone as captain of the Harriers.']],
    ['somebody was met', ['Jo Vane, the captain, met Ida Lund in Dorn.']],
  ])('stays empty where %s', (_name, text) => {
    expect(value('Who was captain of the Harriers before Jo Vane?', text)).toBeNull();
  });

  it.each([
    ['Whom did Jo Vane beat in the final?', ['Jo Vane beat Ida Lund in the final.'], 'Ida Lund'],
    [
      'Which opponent did Jo Vane defeat?',
      ['Jo Vane defeated Ida Lund, an opponent of long standing.'],
      'Ida Lund',
    ],
    ['Whom did Jo Vane beat in the final?', ['Ida Lund beat Jo Vane in the final.'], null],
    ['Whom did Jo Vane beat in the final?', ['Jo Vane met Ida Lund in the final.'], null],
  ])('"%s" is answered by the one who lost', (q, text, loser) => {
    expect(value(q, text)).toBe(loser);
  });
});

describe('who came after', () => {
  it.each([
    'Who succeeded Lev Stone as captain?',
    "Who was Lev Stone's successor as captain?",
    'Who replaced Lev Stone as captain?',
    'Who took over from Lev Stone as captain?',
    'Whose predecessor as captain was Lev Stone?',
    'Who was Lev Stone succeeded by as captain?',
  ])('is found for "%s"', (q) => {
    for (const text of [
      ['Jo Vane has taken over from Lev Stone as captain of the Harriers.'],
      ['Lev Stone has handed over to Jo Vane as captain of the Harriers.'],
      ['Lev Stone has resigned as captain of the Harriers.', 'His successor is Jo Vane.'],
    ]) {
      expect(value(q, text)).toBe('Jo Vane');
    }
  });

  it.each([
    ['the named one came', ['Lev Stone has taken over from Ida Lund as captain of the Harriers.']],
    ['the named one stays', ['Lev Stone remains captain of the Harriers, and Ida Lund keeps the goal.']],
    [
      'only the firm that was left is named',
      ['Lev Stone, the captain, is leaving Corvid Rovers after a year.'],
    ],
    ['nobody came', ['Lev Stone has resigned as captain of the Harriers.']],
  ])('stays empty where %s', (_name, text) => {
    expect(value('Who succeeded Lev Stone as captain?', text)).toBeNull();
  });
});

describe('where something comes from', () => {
  it('is where a text says that it is, though it does not say "town"', () => {
    expect(value('In which town is the Alba Hall?', ['The Alba Hall is a theatre in Dorn.'])).toBe('Dorn');
    expect(value('In which town is the Alba Hall?', ['The Alba Hall was praised in Kell.'])).toBeNull();
  });

  it('is the name behind "from", when the question asks for it', () => {
    const text = ['The ferry Alba was ordered from Corvid Yards by Norland Lines.'];
    expect(value('Which yard was the ferry Alba ordered from?', text)).toBe('Corvid Yards');
  });

  it('is not the place that was left, when the question asks where something is', () => {
    const text = ['The museum of Orly has moved from Dorn to Kell.'];
    expect(value('Where is the museum of Orly?', text)).toBe('Kell');
  });
});
