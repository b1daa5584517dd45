/** How long something goes on, where "how long" may ask for a length or a time. */
import type { Question } from '../question/question.ts';
import type { QuantityMention } from '../text/quantities.ts';
import { meets, spokenOf } from './coverage.ts';
import type { SentenceReading } from './sentence-reading.ts';

const LASTING =
  /\b(?:is|are|lasts?|lasted|runs?|takes?|took|valid|good|(?:extend|lengthen|shorten|reduc|cut|increas|rais)\p{L}*)\b[^.;]*$/iu;

/** "a two-year warranty", "a term of two years", "the warranty runs for two years": how long the asked thing goes on. */
export function lasts(question: Question, reading: SentenceReading, quantity: QuantityMention): boolean {
  const things = question.terms.filter((term) => !term.impliedByUnit && term.role === 'other');
  const next = reading.words[quantity.toToken];
  if (next !== undefined && things.some((term) => meets(term, next))) return true;
  const [noun, of] = reading.words.slice(0, quantity.fromToken).slice(-2);
  if (of?.norm === 'of' && noun !== undefined && things.some((term) => meets(term, noun))) return true;
  const before = [...spokenOf(question, reading), ...reading.words.slice(0, quantity.fromToken)];
  const spoken = things.length > 0 && things.every((term) => before.some((word) => meets(term, word)));
  const aged = /^(?:old|away|late|ago)$/.test(next?.norm ?? '');
  return spoken && !aged && LASTING.test(reading.text.slice(0, quantity.start));
}
