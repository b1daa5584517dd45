import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { askInput } from '../../bff/ask.ts';
import { inputFault } from '../../bff/input-fault.ts';
import { saveInput } from '../../bff/saved.ts';

function faultOf(schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value);
  if (error === undefined) throw new Error('nothing is wrong with it');
  const { message, next_step, ...rest } = inputFault(error);
  expect(rest).toEqual({ status: 400, kind: 'BadRequest', reason: 'invalid:body' });
  return `${message} ${next_step}`;
}

const saved = { answer_id: 'ans_1', title: 'Moons' };

describe('a fault of the input', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['no question', askInput, { q: '' }, 'The question is empty. Please fill it in.'],
    [
      'a long question',
      askInput,
      { q: 'a'.repeat(2_001) },
      'The question is too long: at most 2000 characters are allowed. Please shorten it.',
    ],
    ['a question that is no text', askInput, { q: 7 }, 'The question cannot be read. Please check it.'],
    [
      'no date',
      askInput,
      { q: 'q', as_of: 'yesterday' },
      'The day of “as known” is not a date. Give it as year-month-day, such as 2024-05-31.',
    ],
    [
      'a long corpus',
      askInput,
      { q: 'q', corpus: 'a'.repeat(64) },
      'The name of the corpus is too long: at most 63 characters are allowed. Please shorten it.',
    ],
    [
      'too many tags',
      saveInput,
      { ...saved, tags: Array.from({ length: 17 }, (_, n) => `t${n}`) },
      'An answer has at most 16 tags. Please remove some of them.',
    ],
    [
      'a long tag',
      saveInput,
      { ...saved, tags: ['ok', 'a'.repeat(65)] },
      'The tag is too long: at most 64 characters are allowed. Please shorten it.',
    ],
    ['a blank title', saveInput, { ...saved, title: ' ' }, 'The title is empty. Please fill it in.'],
    [
      'what only a program sends',
      saveInput,
      { ...saved, answer_id: '' },
      'answer_id: Too small: expected string to have >=1 characters. If a page sent this, please reload it: it may be older than the server.',
    ],
  ])('names %s', (_, schema, value, expected) => {
    expect(faultOf(schema, value)).toBe(expected);
  });

  it('names the first of several', () => {
    expect(faultOf(saveInput, { answer_id: 'ans_1', title: '', folder: '' })).toMatch(/^The title/);
  });
});
