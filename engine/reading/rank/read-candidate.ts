/** A candidate with its words read once. */
import { terms } from '../../../graph/terms.ts';
import { memoizeBy } from '../../memoize.ts';
import { type Candidate, contextWords } from './candidate.ts';

export interface ReadCandidate {
  readonly candidate: Candidate;
  /** Search terms of the sentence, repeats included. */
  readonly terms: readonly string[];
  readonly own: ReadonlySet<string>;
  /** Of headings, lead-in and head row. */
  readonly context: ReadonlySet<string>;
  /** Of the nearest heading. */
  readonly heading: ReadonlySet<string>;
  readonly title: ReadonlySet<string>;
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Reads candidates: what they share, such as the title of their document, is read once. */
export function readCandidates(candidates: readonly Candidate[]): ReadCandidate[] {
  return candidates.map((candidate) => {
    const { text, title, headings, lang, before, after } = candidate;
    const above = contextWords(candidate).slice(1).join('\n');
    return {
      candidate,
      ...termsOf({ text, lang }),
      context: setOf(above, lang),
      heading: setOf(headings.at(-1) ?? null, lang),
      title: setOf(title, lang),
      before: setOf(before, lang),
      after: setOf(after, lang),
    };
  });
}

function setOf(text: string | null, lang: string): ReadonlySet<string> {
  return text === null || text === '' ? NOTHING : termsOf({ text, lang }).own;
}

/** A pool has some hundred sentences, each beside its neighbours. */
const termsOf = memoizeBy(
  ({ text, lang }: Pick<Candidate, 'text' | 'lang'>) => `${lang}\n${text}`,
  ({ text, lang }): Pick<ReadCandidate, 'terms' | 'own'> => {
    const all = terms(text, lang);
    return { terms: all, own: new Set(all) };
  },
  4_096,
);
