import { describe, expect, it } from 'vitest';
import { openEvalStore } from '../../../../bin/cli/eval/eval-store.ts';
import { judgeStance } from '../../../../bin/cli/eval/judge-stance.ts';
import { raisedVerdict } from '../../../../bin/cli/eval/raised-verdict.ts';
import { readSettings } from '../../../../bin/cli/settings.ts';

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
  ])('says of %j: %s', (evidence, stance) => {
    expect(judgeStance(pair(evidence))).toBe(stance);
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
