/** Whether the sentence holds a value of the kind that is asked for. */
import type { CandidateView, Feature } from '../view.ts';

export const KIND_FEATURES: readonly Feature[] = [
  { name: 'kind', means: 'holds a value of the asked kind', of: kindOf },
  {
    name: 'kind_stated',
    means: 'states a value of the asked kind in a form that is understood',
    of: ({ stated }) => Number(stated.ofKind),
  },
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

function kindOf({ values, pool: { asked } }: CandidateView): number {
  const { dimensions, hasDate, hasDigit, names, hasVersion } = values;
  const maybe = hasDigit ? MAYBE : 0;
  if (asked.form === 'date') return hasDate || dimensions.has('duration') ? 1 : maybe;
  if (asked.form === 'version') return hasVersion ? 1 : maybe;
  if (asked.form === 'name') return Number(names.some((name) => !isAsked(asked, name)));
  if (asked.form === 'entity') return names.length > 0 ? 1 : UNKNOWN / 2;
  if (!ASKS_FIGURE.has(asked.form)) return UNKNOWN;
  const isStated = (one: string) => dimensions.has(one) || (one === 'any' && dimensions.size > 0);
  return asked.dimensions.some(isStated) ? 1 : maybe;
}

/** A name of the question answers nothing. */
function isAsked({ text }: CandidateView['pool']['asked'], name: string): boolean {
  return text.toLowerCase().includes(name);
}
