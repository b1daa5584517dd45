import { describe, expect, it } from 'vitest';
import type { GoldenQuestion } from '../../../eval/golden-file.ts';
import { calibrationOf } from '../../../eval/judge/calibration.ts';
import type { OutputLine } from '../../../eval/judge/output-line.ts';
import { figuresOf, judgeAll } from '../../../eval/judge/score.ts';

const SOURCES = [
  {
    id: 'docs/a.md',
    title: 'Ports',
    text: '## Port\n\nThe **default** is `5173`.\n\n| Name | Value |\n|---|---|\n',
  },
];

function question(q: string, want: readonly string[] | null, kind = 'value'): GoldenQuestion {
  return { q, asOf: null, want, never: [], evidence: null, kind, style: 'keyword', all: null };
}

function answer(q: string, summary: string, quote: string, more: Partial<OutputLine> = {}): OutputLine {
  const citations = quote === '' ? [] : [{ document: 'a.md', quote }];
  return { q, as_of: null, summary, citations, verdict: null, ...more };
}

const GOLDEN = [
  question('port', ['5173']),
  question('host', ['localhost']),
  question('name', ['Vi']),
  question('colour', null, 'none'),
  question('age', null, 'none'),
];

describe('the figures of a corpus', () => {
  const judged = judgeAll(GOLDEN, [
    answer('port', 'The default is 5173.', 'The default is 5173.', { confidence: 0.9 }),
    answer('host', 'The default is now 5173.', 'The default is now 5173', { confidence: 0.6 }),
    answer('age', 'Seven.', 'seven', {
      confidence: 0.1,
      passages: [{ document: 'absent.md', quote: 'seven' }],
    }),
    answer('colour', '', '', { confidence: 0.3 }),
    answer('unasked', 'x', 'x'),
  ]);
  const figures = figuresOf(judged, SOURCES);

  it('count answerable and unanswerable questions apart, and miss none', () => {
    expect(figures).toMatchObject({
      questions: 5,
      answerable: 3,
      right: 1,
      wrong: 1,
      empty: 1,
      unanswerable: 2,
      unanswerable_empty: 1,
      right_share: 0.3333,
      precision: 0.3333,
      held: 1,
    });
    expect(figures.by_kind).toMatchObject({ value: { right: 1 }, none: { unanswerable_empty: 1 } });
    expect(judged[2]?.judgement.reason).toBe('no output: not among the outputs');
  });

  it('count quotes that their source does not show: of other words, or of no document', () => {
    expect(figures.quotes).toEqual({ checked: 4, not_verbatim: 3 });
  });

  it('count words of the summaries that are there', () => {
    expect(figures.words_per_summary).toEqual({ mean: 3.3333, longest: 5 });
  });

  it('take confidence of answers alone, those to the unanswerable being wrong', () => {
    expect(figures.calibration).toMatchObject({ answers: 3 });
    // |0.9 − 1| + |0.6 − 0| + |0.1 − 0|
    expect(figures.calibration?.ece).toBeCloseTo(0.8 / 3, 3);
  });
});

describe('the calibration', () => {
  it('is none where no answer says how sure it is', () => {
    expect(calibrationOf([])).toBeNull();
  });

  it('has ten bins, the last of which holds certainty', () => {
    const certain = calibrationOf([0, 0.1, 0.999, 1].map((confidence) => ({ confidence, isRight: true })));
    expect(certain?.bins.map(({ answers }) => answers)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
    expect(certain?.bins[9]).toEqual({ from: 0.9, to: 1, answers: 2, confidence: 0.9995, right: 1 });
  });

  it('has no error where the share that is right is the confidence', () => {
    const even = Array.from({ length: 10 }, (_, index) => ({ confidence: 0.3, isRight: index < 3 }));
    expect(calibrationOf(even)?.ece).toBe(0);
    expect(calibrationOf(even.map((one) => ({ ...one, isRight: false })))?.ece).toBe(0.3);
  });
});
