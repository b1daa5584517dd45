/** Pronouns behind a verb: unlike a subject, no reader of clauses looks for what they stand for. */
import { isPronoun } from '../text/coreference.ts';
import type { Token } from '../text/token.ts';
import type { Clause } from './clauses.ts';

const POSSESSIVE = /^(?:its|their|his|her)$/;

/**
 * Whether the first clause has an object that is a pronoun: "a path around it". The clause's own subject is something
 * else, and nothing stands before it that the sentence could mean.
 */
export function hasOpenPronoun([first]: readonly Clause[]): boolean {
  return first !== undefined && [first.fronted, first.rest, first.tail].some(hasObjectPronoun);
}

function hasObjectPronoun(tokens: readonly Token[]): boolean {
  return tokens.some(({ norm }, at) => {
    if (!isPronoun(norm) || POSSESSIVE.test(norm)) return false;
    return at === 0 || tokens[at - 1]?.pos === 'ADP';
  });
}
