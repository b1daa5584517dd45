import { describe, expect, it } from 'vitest';
import { coversQuestion } from '../../../engine/search/covers-question.ts';
import { queryTerms } from '../../../graph/terms.ts';
import { candidate } from '../reading/rank/candidates.ts';

function covers(q: string, ...texts: string[]): boolean {
  const found = texts.map((text) => candidate(text, { title: 'Notes', document: text }));
  return coversQuestion({ q, lang: 'en', terms: new Set(queryTerms(q, 'en')) }, found);
}

const DEPTH = 'Lake Vell is 212 metres deep.';
const OTHERS = [
  'The Arden Tower is tall.',
  'Rain fell in Orland.',
  'A boat lay at the pier.',
  'Snow came late.',
];

describe('a question', () => {
  it('is covered by the sentence that answers it, first or last of what was found', () => {
    expect(covers('How deep is Lake Vell?', DEPTH, ...OTHERS)).toBe(true);
    expect(covers('How deep is Lake Vell?', ...OTHERS, DEPTH)).toBe(true);
  });

  it.each([
    ['nothing was found', 'How deep is Lake Vell?', []],
    ['another name', 'How deep is Lake Moor?', [DEPTH]],
  ])('is not covered by %s', (_, q, texts) => {
    expect(covers(q, ...texts)).toBe(false);
  });
});

describe('key words', () => {
  it('are covered by a sentence that says them', () => {
    expect(covers('vell depth', DEPTH, ...OTHERS)).toBe(true);
    expect(covers('arden tower lift', 'The Arden Tower has no lift.', ...OTHERS)).toBe(true);
  });

  it('are not covered by a sentence that says none of them, or of another name', () => {
    expect(covers('vell survey report', ...OTHERS)).toBe(false);
    expect(covers('depth of Lake Moor', DEPTH)).toBe(false);
  });
});

describe('a query without words', () => {
  it.each(['', ' ', '?!', '—'])('leaves no gap: %j', (q) => {
    expect(covers(q)).toBe(true);
  });
});
