import { describe, expect, it } from 'vitest';
import type { CandidateSentence } from '../../../engine/backbone/candidate.ts';
import { coversQuestion } from '../../../engine/search/covers-question.ts';
import { queryTerms, terms } from '../../../graph/terms.ts';

/** What a search would have found: one document a text. */
function found(...texts: string[]) {
  const sentences = texts.map((text, index): CandidateSentence => {
    const id = `a${index}`;
    return {
      id,
      artefact: id,
      title: 'Notes',
      text,
      before: [],
      heading: null,
      lang: 'en',
      effectiveAt: '2026-01-01T00:00:00.000Z',
      retrieval: 0,
      publisher: 'a.example',
    };
  });
  return { sentences, sections: texts.map((text) => ({ terms: new Set(terms(text, 'en')) })) };
}

function covers(q: string, ...texts: string[]): boolean {
  return coversQuestion({ q, lang: 'en', terms: new Set(queryTerms(q, 'en')) }, found(...texts));
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
    ['another value', 'When was Lake Vell mapped?', [DEPTH]],
    ['all of its words without an answer', 'How deep is Lake Vell?', ['How deep Lake Vell is nobody knows.']],
  ])('is not covered by %s', (_, q, texts) => {
    expect(covers(q, ...texts)).toBe(false);
  });
});

describe('key words', () => {
  it('are covered by a section that says more than two thirds of them', () => {
    expect(covers('vell depth survey report', 'The survey report names the depth of a lake.')).toBe(true);
    expect(covers('Arden Tower Lift', 'The arden tower has no lift.')).toBe(true);
  });

  it('are not covered by two thirds of them', () => {
    expect(covers('Vell survey report', 'The survey report is late.')).toBe(false);
  });
});

describe('a query without words', () => {
  it.each(['', ' ', '?!', '—'])('leaves no gap: %j', (q) => {
    expect(covers(q)).toBe(true);
  });
});
