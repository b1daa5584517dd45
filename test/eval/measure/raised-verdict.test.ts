import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../bin/cli/settings.ts';
import { LEXICAL_JUDGE } from '../../../engine/stance/lexical-judge.ts';
import { openEvalStore } from '../../../eval/measure/eval-store.ts';
import { judgeStance } from '../../../eval/measure/judge-stance.ts';
import { raisedVerdict } from '../../../eval/measure/raised-verdict.ts';

const CLAIM = 'The Harbour Library holds 45,000 books.';
const pair = (evidence: string) => ({
  id: '1',
  claim: CLAIM,
  title: '',
  evidence: [evidence],
  truth: 'NONE' as const,
});

describe('the judge', () => {
  it.each([
    ['The Harbour Library holds 52,000 books.', 'CONTRADICT'],
    ['The Harbour Library holds 45,000 books.', 'SUPPORT'],
    ['The City Library holds 52,000 books.', 'NONE'],
    ['The Harbour Library holds at least 40,000 books.', 'NONE'],
    ['', 'NONE'],
    ['The Harbour Library never holds 45,000 books.', 'CONTRADICT'],
  ])('says of %j: %s', async (evidence, stance) => {
    expect(await judgeStance(LEXICAL_JUDGE, pair(evidence))).toMatchObject({ stance });
  });

  it('says CONTRADICT where any sentence does, and what that rests on', async () => {
    const evidence = ['The library was built in stages.', 'The Harbour Library does not hold 45,000 books.'];
    const judged = await judgeStance(LEXICAL_JUDGE, { ...pair(''), evidence });
    expect(judged).toEqual({ stance: 'CONTRADICT', features: ['denial'] });
  });
});

describe('the verdict that a pair raises', () => {
  it('is WARN for a contradiction, never FAIL, and none for what agrees or is about something else', async () => {
    await using store = await openEvalStore(readSettings({}));
    const verdict = (corpus: string, evidence: string) => raisedVerdict(store.engine, corpus, pair(evidence));
    expect(await verdict('pair-0', 'The Harbour Library holds 52,000 books.')).toBe('WARN');
    expect(await verdict('pair-1', 'The Harbour Library holds 45,000 books.')).toBe('PASS');
    expect(await verdict('pair-2', 'The City Library holds 52,000 books.')).toBe('PASS');
  });
});
