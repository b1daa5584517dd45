import { describe, expect, it } from 'vitest';
import type { GoldenQuestion } from '../../../eval/golden-file.ts';
import { isHeld, isSameDocument, judgeAnswer } from '../../../eval/judge/judge-answer.ts';
import type { OutputLine } from '../../../eval/judge/output-line.ts';

const PRICE: GoldenQuestion = {
  q: 'Price of a further permit?',
  asOf: null,
  want: ['120.00', '120'],
  never: ['84.00'],
  evidence: [
    { document: 'bylaw', fragment: 'Each further vehicle | 120.00' },
    { document: 'faq', fragment: 'a second car costs 120' },
  ],
  kind: 'value',
  style: 'sentence',
  all: null,
};

function output(summary: string, ...quoted: (readonly [document: string, quote: string])[]): OutputLine {
  const citations = quoted.map(([document, quote]) => ({ document, quote }));
  return { q: PRICE.q, as_of: null, summary, citations, verdict: null };
}

const RIGHT = output('It costs 120.00.', ['bylaw', 'Each further vehicle | 120.00']);

describe('an answer with a value', () => {
  it('is right with an accepted value in the summary and in a quote of an accepted document', () => {
    expect(judgeAnswer(PRICE, RIGHT)).toMatchObject({ class: 'right', reason: '', evidence: true });
    const other = output('It costs 120.', ['faq', 'Nowadays a second car costs 120.']);
    expect(judgeAnswer(PRICE, other)).toMatchObject({ class: 'right', evidence: true });
  });

  it('may take the value from another sentence of an accepted document, which is no evidence', () => {
    const elsewhere = output('It costs 120.', ['faq', 'There are 120 places.']);
    expect(judgeAnswer(PRICE, elsewhere)).toMatchObject({ class: 'right', evidence: false });
  });

  it.each<[why: string, answered: OutputLine]>([
    ['no accepted value in the summary', output('It costs 1200.', ['bylaw', '120.00'])],
    ['no accepted value in the summary', output('Open till 6:120.', ['bylaw', '120.00'])],
    ['value in the summary but in no cited sentence', output('It costs 120.', ['bylaw', 'A fee is due.'])],
    ['value in the summary but in no cited sentence', output('It costs 120.')],
    ['value cited from a document that is no evidence', output('It costs 120.', ['news', 'It costs 120.'])],
    // The FAQ's fragment says 120, not 120.00.
    [
      'value cited from a document that is no evidence',
      output('It costs 120.00.', ['faq', 'It costs 120.00.']),
    ],
    ['contains "84.00", which must not be there', output('Once 84.00, now 120.', ['faq', 'costs 120'])],
  ])('is wrong: %s', (reason, answered) => {
    expect(judgeAnswer(PRICE, answered)).toMatchObject({ class: 'wrong', reason });
  });

  it('is accepted from any document where the golden file names none', () => {
    const golden = { ...PRICE, evidence: null };
    expect(judgeAnswer(golden, output('It costs 120.', ['news', 'It costs 120.'])).class).toBe('right');
    expect(judgeAnswer(golden, output('It costs 120.')).class).toBe('wrong');
  });

  it('is empty without a summary, and without an output at all', () => {
    expect(judgeAnswer(PRICE, output(' \n', ['bylaw', '120.00'])).class).toBe('empty');
    expect(judgeAnswer(PRICE, { ...RIGHT, error: 'stale' })).toMatchObject({ class: 'empty' });
  });
});

describe('a yes or no', () => {
  const golden: GoldenQuestion = { ...PRICE, want: ['No'], kind: 'yesno' };

  it('is judged by the verdict, whatever else is said', () => {
    expect(judgeAnswer(golden, { ...output('Dogs.'), verdict: false }).class).toBe('right');
    expect(judgeAnswer(golden, { ...output(''), verdict: ' FALSE ' }).class).toBe('right');
    expect(judgeAnswer(golden, output('No: dogs stay out. 84.00')).class).toBe('right');
    expect(judgeAnswer(golden, { ...output('No.'), verdict: 'yes' })).toMatchObject({
      reason: 'verdict yes',
    });
  });

  it('is not found in words that only begin like it', () => {
    for (const summary of ['Not on trams.', 'NOTE: ask.', 'Now they may.', 'Dogs: no.'])
      expect(judgeAnswer(golden, output(summary))).toMatchObject({ class: 'wrong', reason: 'no verdict' });
  });
});

describe('a question that nothing answers', () => {
  const golden: GoldenQuestion = { ...PRICE, want: null, kind: 'none' };

  it('is right where it stays empty, and wrong with a summary, a verdict or an error', () => {
    expect(judgeAnswer(golden, output('')).class).toBe('right');
    expect(judgeAnswer(golden, output('Perhaps.')).class).toBe('wrong');
    expect(judgeAnswer(golden, { ...output(''), verdict: true }).class).toBe('wrong');
    expect(judgeAnswer(golden, { ...output(''), error: 'stale' }).class).toBe('wrong');
  });

  it('may show passages, and is never held by them', () => {
    const shown = { ...output(''), passages: [{ document: 'bylaw', quote: '120.00' }] };
    const judgement = judgeAnswer(golden, shown);
    expect(judgement.class).toBe('right');
    expect(isHeld(golden, shown, judgement)).toBe(false);
  });
});

describe('lists and conflicts', () => {
  it('count the items that the summary shows', () => {
    const golden: GoldenQuestion = {
      ...PRICE,
      kind: 'list',
      all: [['120.00', 'a hundred and twenty'], ['84']],
    };
    expect(judgeAnswer({ ...golden, never: [] }, RIGHT).items).toEqual([1, 2]);
    expect(judgeAnswer(golden, output('84.00')).items).toBeNull();
    expect(judgeAnswer(PRICE, RIGHT).items).toBeNull();
  });

  it('show both sides only with values of two documents, each said and quoted', () => {
    const golden: GoldenQuestion = { ...PRICE, kind: 'conflict', want: ['120.00', '110.00'], never: [] };
    const conflict: GoldenQuestion = {
      ...golden,
      evidence: [
        { document: 'bylaw', fragment: '120.00' },
        { document: 'guide', fragment: '110.00' },
      ],
    };
    const both = output('120.00 or 110.00.', ['bylaw', 'Costs 120.00'], ['guide', 'Costs 110.00']);
    expect(judgeAnswer(conflict, both).both).toBe(true);
    expect(judgeAnswer(conflict, { ...both, summary: '120.00.' }).both).toBe(false);
    expect(judgeAnswer(conflict, { ...both, citations: both.citations.slice(1) }).both).toBe(false);
    expect(judgeAnswer(PRICE, RIGHT).both).toBeNull();
  });
});

describe('what is shown holds the answer', () => {
  const held = (golden: GoldenQuestion, line: OutputLine) => isHeld(golden, line, judgeAnswer(golden, line));

  it('where it is right, or a quote or passage of an accepted document has the value', () => {
    expect(held(PRICE, RIGHT)).toBe(true);
    expect(
      held(PRICE, { ...output(''), passages: [{ document: 'faq', quote: 'a second car costs 120' }] }),
    ).toBe(true);
    expect(held(PRICE, output('A fee is due.', ['bylaw', 'Each further vehicle | 120.00']))).toBe(true);
    expect(held(PRICE, { ...output(''), passages: [{ document: 'news', quote: 'costs 120' }] })).toBe(false);
    expect(held(PRICE, { ...output(''), passages: [{ document: 'faq', quote: 'costs 1200' }] })).toBe(false);
    expect(held(PRICE, output('120'))).toBe(false);
  });

  it('of a yes or no where the deciding fragment is shown', () => {
    const golden: GoldenQuestion = { ...PRICE, want: ['no'] };
    const passages = [{ document: 'faq', quote: 'Yes: **a second** car costs 120!' }];
    expect(held(golden, { ...output(''), passages })).toBe(true);
    expect(held(golden, output('A car costs 120.', ['faq', 'car costs 120']))).toBe(false);
  });
});

describe('ids of documents', () => {
  it.each([
    ['a.md', './a.md', true],
    ['docs/a.md', 'a.md', true],
    ['a.md', 'docs/a.md', true],
    ['ba.md', 'a.md', false],
    ['a.md', 'b.md', false],
  ])('%s and %s: %s', (a, b, isSame) => {
    expect(isSameDocument(a, b)).toBe(isSame);
  });
});
