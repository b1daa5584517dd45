/** Whether two sentences are those that a listed pair of documents means. Pure. */
import { readWords } from '../../engine/reading/relate/words.ts';
import type { DocumentPair } from '../document-pairs.ts';

/** A sentence and the document that states it. */
export interface StatingSentence {
  readonly document: string;
  readonly text: string;
}

/** Whether the two state the values of the pair, either way round. */
export function statesPair(
  { documents: [d1, d2], values: [v1, v2] }: DocumentPair,
  a: StatingSentence,
  b: StatingSentence,
): boolean {
  const says = (one: StatingSentence, document: string, value: string) =>
    one.document === document && holdsValue(one.text, value);
  return (says(a, d1, v1) && says(b, d2, v2)) || (says(a, d2, v2) && says(b, d1, v1));
}

/** Whether a sentence has the value as whole words, or as a number in words. A yes or no may be worded in any way. */
export function holdsValue(sentence: string, value: string): boolean {
  const [text = '', wanted = ''] = [sentence, value].map(foldWords);
  if (wanted === 'true' || wanted === 'false') return true;
  const escaped = wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_]|\\d[.,:])${escaped}(?![\\p{L}\\p{N}_]|[.,:]\\d)`, 'u');
  return (
    whole.test(text) ||
    (/^\d+$/.test(wanted) && readWords(sentence).some((word) => `${word.value}` === wanted))
  );
}

function foldWords(text: string): string {
  return text
    .replace(/(?<=\d),(?=\d)/g, '')
    .replace(/[*_`]/g, '')
    .replace(/\s*\|\s*/g, ' | ')
    .toLowerCase()
    .trim();
}
