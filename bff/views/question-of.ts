/** The question that a statement answers, in the statement's own language. */
import type { ReadClaim, ShownStatement } from './statements.ts';

/** Null for a statement that no sentence can be made of without grammar that is not known here. */
export function questionOf({ lang, statement }: Pick<ReadClaim, 'lang' | 'statement'>): string | null {
  if (statement === null || !lang.startsWith('en')) return null;
  const { subject, attribute } = statement;
  if (attribute.dimension === 'count') return countQuestion(statement);
  const names = mentions(subject.text, attribute.name);
  const thing = withoutCapital(subject.text);
  return names ? `What is ${thing}?` : `What is the ${attribute.name} of ${thing}?`;
}

function countQuestion({ subject, attribute }: ShownStatement): string {
  return `How many ${plural(attribute.name)} does ${withoutCapital(subject.text)} have?`;
}

function mentions(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase());
}

/** `The capital of Kazakhstan` within a sentence. */
function withoutCapital(subject: string): string {
  return subject.replace(/^The /, 'the ');
}

function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
