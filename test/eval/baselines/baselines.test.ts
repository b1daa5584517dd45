import { describe, expect, it } from 'vitest';
import { answerBySentences } from '../../../eval/baselines/answer-by-sentences.ts';
import { bm25Scorer, cosineScorer } from '../../../eval/baselines/rank-sentences.ts';
import { sourceSentences } from '../../../eval/baselines/source-sentences.ts';
import type { GoldenQuestion } from '../../../eval/golden-file.ts';

const DOCUMENTS = [
  {
    id: 'lib',
    title: 'Harbour Library',
    text: '# Library\n\nIt is old. It holds 45,000 books.\n\n| Day | Hours |\n|---|:-:|\n| Sunday | 13:00 |\n- closed',
    observedAt: '2020-01-01T00:00:00.000Z',
  },
  {
    id: 'sea',
    title: 'Ships',
    text: 'Ships pass. Each ship holds many books!',
    observedAt: '2023-01-01T12:00:00.000Z',
  },
  { id: 'late', title: 'Undated', text: 'Books are everywhere here.', observedAt: null },
];
const SENTENCES = sourceSentences(DOCUMENTS);

function question(q: string, asOf: string | null = null): GoldenQuestion {
  return { q, asOf, want: ['x'], never: [], evidence: null, kind: 'value', style: 'sentence', all: null };
}

describe('sentences of a source', () => {
  it('are its lines, divided where sentences end, without the rules of tables and single words', () => {
    expect(SENTENCES.map(({ text }) => text)).toEqual([
      'It is old.',
      'It holds 45,000 books.',
      '| Day | Hours |',
      '| Sunday | 13:00 |',
      'Ships pass.',
      'Each ship holds many books!',
      'Books are everywhere here.',
    ]);
  });
});

describe('BM25 over sentences', () => {
  it('counts words of the title half, and nothing for sentences without a word of the question', async () => {
    const scores = await bm25Scorer(SENTENCES)('the books of the library');
    const best = Array.from(scores).indexOf(Math.max(...Array.from(scores)));
    expect(SENTENCES[best]?.text).toBe('It holds 45,000 books.');
    expect(scores[0]).toBeGreaterThan(0);
    expect(scores[4]).toBe(0);
  });

  it('of no sentences is no scores', async () => {
    expect(await bm25Scorer([])('anything')).toEqual([]);
  });
});

describe('cosine over sentences', () => {
  it('is of the question with the title and the sentence', async () => {
    const asked: string[] = [];
    const embed = async (texts: readonly string[], use: 'query' | 'passage') => {
      asked.push(...texts.map((text) => `${use}: ${text}`));
      return texts.map((text) =>
        Float32Array.of(text.includes('ship') ? 1 : 0, text.includes('Sunday') ? 1 : 0),
      );
    };
    const score = await cosineScorer(SENTENCES, embed);
    expect(Array.from(await score('a ship'))).toEqual([0, 0, 0, 0, 0, 1, 0]);
    expect(asked[0]).toBe('passage: Harbour Library. It is old.');
    expect(asked.at(-1)).toBe('query: a ship');
  });
});

describe('an answer by sentences', () => {
  const score = bm25Scorer(SENTENCES);

  it('is the best one, or the best three, quoted', async () => {
    const outputs = await answerBySentences([question('many books')], SENTENCES, score, [1, 3]);
    expect(outputs[1]).toEqual([
      {
        q: 'many books',
        as_of: null,
        summary: 'Each ship holds many books!',
        citations: [{ document: 'sea', quote: 'Each ship holds many books!' }],
        verdict: null,
      },
    ]);
    expect(outputs[3][0]?.citations.map(({ document }) => document)).toEqual(['sea', 'late', 'lib']);
  });

  it('knows documents of its time only, and those without a date', async () => {
    const asked = [question('many books', '2022-12-31'), question('many books', '2023-01-01')];
    const [before, that] = (await answerBySentences(asked, SENTENCES, score, [3]))[3];
    expect(before?.citations.map(({ document }) => document)).toEqual(['late', 'lib']);
    expect(that?.citations[0]?.document).toBe('sea');
  });

  it('is empty where no word fits', async () => {
    const [none] = (await answerBySentences([question('zzz')], SENTENCES, score, [1]))[1];
    expect(none).toMatchObject({ summary: '', citations: [] });
  });
});
