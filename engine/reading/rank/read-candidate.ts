/** A candidate with its words read once. */
import { terms } from '../../../graph/terms.ts';
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

/** Reads candidates of one question: what they share, such as the title of their document, is read once. */
export function readCandidates(candidates: readonly Candidate[]): ReadCandidate[] {
  const known = new Map<string, ReadonlySet<string>>();
  const setOf = (text: string | null, lang: string) => {
    if (text === null || text === '') return NOTHING;
    const key = `${lang}\n${text}`;
    const found = known.get(key) ?? new Set(terms(text, lang));
    known.set(key, found);
    return found;
  };
  return candidates.map((candidate) => {
    const { text, title, headings, lang, before, after } = candidate;
    const own = terms(text, lang);
    const above = contextWords(candidate).slice(1).join('\n');
    return {
      candidate,
      terms: own,
      own: new Set(own),
      context: setOf(above, lang),
      heading: setOf(headings.at(-1) ?? null, lang),
      title: setOf(title, lang),
      before: setOf(before, lang),
      after: setOf(after, lang),
    };
  });
}
