import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../eval/measure/golden-outcome.ts';

const QUESTION = { want: '£1.25', never: ['£1.65'] };

describe('the outcome of a golden question', () => {
  it.each([
    ['A stamp costs £1.25.', 'right'],
    ['A stamp costs £1.25, later £1.65.', 'wrong'],
    ['A stamp costs £1.65.', 'wrong'],
    ['Stamps are small.', 'wrong'],
    ['', 'empty'],
    ['  ', 'empty'],
  ])('%j is %s', (summary, outcome) => {
    expect(outcomeOf(QUESTION, summary)).toBe(outcome);
  });

  it('looks over the difference of capitals', () => {
    expect(outcomeOf({ want: 'astana', never: [] }, 'ASTANA it is.')).toBe('right');
    expect(outcomeOf({ want: 'Astana', never: ['nur-sultan'] }, 'Astana, once Nur-Sultan.')).toBe('wrong');
  });

  it('of a question that nothing supports is right only where it stays empty', () => {
    expect(outcomeOf({ want: null, never: [] }, '')).toBe('kept_empty');
    expect(outcomeOf({ want: null, never: [] }, 'Perhaps.')).toBe('wrong');
  });
});
