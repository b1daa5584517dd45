/** What a field searches a corpus for, and what a search is worth. */
import { refusalError } from '../../refusal-error.ts';

const MAX_LENGTH = 2_000;
/** What the argument says of itself. */
export const QUESTION_LENGTH = `1 to ${MAX_LENGTH} characters.`;
/** Fields that one search counts for. */
export const SEARCH_COMPLEXITY = 1_000;

/** @throws {GraphQLError} `invalid:query` */
export function readQuestion(text: string): string {
  const q = text.trim();
  if (q !== '' && q.length <= MAX_LENGTH) return q;
  throw refusalError({ reason: 'invalid:query', message: `q has 1 to ${MAX_LENGTH} characters` });
}
