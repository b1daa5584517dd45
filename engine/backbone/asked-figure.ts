/** A figure that a yes-or-no question puts forward ("is the limit 70 km/h?"), against the one that a clause states. */
import type { Span } from '../../graph/claim.ts';
import { agree, disjoint, type Interval, intervalOf } from '../claims/intervals.ts';
import type { Question } from '../question/question.ts';
import { readWords } from '../question/stems.ts';
import { findQuantities, type QuantityMention } from '../text/quantities.ts';
import type { SentenceReading } from './sentence-reading.ts';

/** "more than", "as many as": what makes a figure a bound. */
const BOUND =
  /^(?:more|less|fewer|most|least|over|under|above|below|exceed|exceeds|up|many|much|only|exactly|about)$/;
const BOUND_WORDS = 3;

/** What a question asks of a figure, with the words that state it. */
export interface AskedFigure {
  readonly quantity: QuantityMention;
  readonly words: readonly string[];
}

/** The figure that the question puts forward; null where it has none or more than one. */
export function askedFigure(question: Question): AskedFigure | null {
  const words = readWords(question.text, question.lang);
  const named = question.names.flatMap((name) => name.words);
  const found = findQuantities(question.text, words).filter(
    ({ ordinal, unit, fromToken }) =>
      // A number without a unit identifies: "version 3.6", "bus 27".
      !ordinal && unit !== '' && !named.includes(words[fromToken]?.norm ?? ''),
  );
  const [quantity] = found;
  if (quantity === undefined || found.length > 1) return null;
  const bound = words.slice(Math.max(0, quantity.fromToken - BOUND_WORDS), quantity.fromToken);
  const stated = words.slice(quantity.fromToken, quantity.toToken);
  const own = [...bound.filter(({ norm }) => BOUND.test(norm)), ...stated];
  return { quantity, words: own.map(({ norm }) => norm) };
}

/** Whether the clause's figure of that kind fits the asked one; null where it has none, or they cannot be told apart. */
export function matchFigure(
  { quantity }: AskedFigure,
  reading: SentenceReading,
  span: Span,
): 'agrees' | 'differs' | null {
  const asked = intervalOf({ kind: 'quantity', ...quantity });
  const stated = reading.quantities
    .filter((one) => !one.ordinal && one.start >= span.start && one.end <= span.end)
    .filter((one) => isOfKind(quantity, one))
    .map((one) => intervalOf({ kind: 'quantity', ...one }));
  if (stated.some((one) => lies(one, asked))) return 'agrees';
  const [only] = stated;
  return only !== undefined && stated.length === 1 && disjoint(only, asked) ? 'differs' : null;
}

/** The same dimension, or the same counted noun; a bare number takes over the unit that is asked. */
function isOfKind(asked: QuantityMention, stated: QuantityMention): boolean {
  if (stated.unit === '' || stated.unit === asked.unit) return true;
  if (stated.dimension !== asked.dimension) return false;
  return asked.dimension !== 'count' || headOf(stated.unit) === headOf(asked.unit);
}

function headOf(unit: string): string {
  return unit.split('/')[0]?.split(' ').at(-1) ?? unit;
}

/** "more than 100" holds of 120: the stated interval lies inside the asked one. */
function lies(stated: Interval, asked: Interval): boolean {
  if (asked.min !== null && asked.max !== null) return agree(stated, asked);
  const open = { ...asked, min: asked.min ?? stated.min, max: asked.max ?? stated.max };
  return !disjoint(stated, open) && (asked.min !== null || asked.max !== null);
}
