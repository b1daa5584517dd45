/** Whether the sentence holds a value of the kind that is asked for. */
import type { Feature } from '../features.ts';
import type { View } from '../view.ts';
import { coveredWithContext } from './word-features.ts';

export const KIND_FEATURES: readonly Feature[] = [
  { name: 'kind', means: 'holds a value of the asked kind', of: kindOf },
  {
    name: 'kind_covered',
    means: "the same, as far as it holds the question's words with its context",
    of: (view) => kindOf(view) * coveredWithContext(view),
  },
  { name: 'figure', means: 'holds a number', of: ({ values }) => Number(values.hasDigit) },
  {
    name: 'figure_asked',
    means: 'holds a number where an amount, a count or a time is asked for',
    of: ({ values, pool: { asked } }) => Number(values.hasDigit && ASKS_FIGURE.has(asked.form)),
  },
  {
    name: 'figure_for_keywords',
    means: 'holds a number where the question is no sentence',
    of: ({ values, pool: { asked } }) => Number(values.hasDigit && asked.form === 'open'),
  },
];

const ASKS_FIGURE: ReadonlySet<string> = new Set(['count', 'measure', 'date']);
/** Of a question that asks for no kind. */
const UNKNOWN = 0.5;
/** Of a number that may be what is asked for, written otherwise. */
const MAYBE = 0.5;

function kindOf({ values, pool: { asked } }: View): number {
  const { dimensions, hasDate, hasDigit, hasName, hasVersion } = values;
  const maybe = hasDigit ? MAYBE : 0;
  if (asked.form === 'date') return hasDate || dimensions.has('duration') ? 1 : maybe;
  if (asked.form === 'version') return hasVersion ? 1 : maybe;
  if (asked.form === 'entity') return hasName ? 1 : UNKNOWN / 2;
  if (!ASKS_FIGURE.has(asked.form)) return UNKNOWN;
  const isAsked = (one: string) => dimensions.has(one) || (one === 'any' && dimensions.size > 0);
  return asked.dimensions.some(isAsked) ? 1 : maybe;
}
