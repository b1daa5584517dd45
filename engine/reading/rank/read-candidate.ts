/** A candidate with its words read once. */
import { terms } from '../../../graph/terms.ts';
import { memoize } from '../../memoize.ts';
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

/** Texts cached of each language. */
const MAX_TEXTS = 4_096;
const MAX_LANGUAGES = 8;
const NOTHING: ReadonlySet<string> = new Set();

/** Reads candidates: what they share, such as the title of their document, is read once. */
export function readCandidates(candidates: readonly Candidate[]): ReadCandidate[] {
  let last: { readonly candidate: Candidate; readonly context: ReadonlySet<string> } | null = null;
  return candidates.map((candidate) => {
    const { text, title, headings, lang, before, after } = candidate;
    const context: ReadonlySet<string> =
      last !== null && standUnderSame(last.candidate, candidate)
        ? last.context
        : setOf(contextWords(candidate).slice(1).join('\n'), lang);
    last = { candidate, context };
    return {
      candidate,
      ...termsOf(lang)(text),
      context,
      heading: setOf(headings.at(-1) ?? null, lang),
      title: setOf(title, lang),
      before: setOf(before, lang),
      after: setOf(after, lang),
    };
  });
}

/** Of one block: its sentences share their context. */
function standUnderSame(a: Candidate, b: Candidate): boolean {
  return a.headings === b.headings && a.leadIn === b.leadIn && a.header === b.header && a.lang === b.lang;
}

function setOf(text: string | null, lang: string): ReadonlySet<string> {
  return text === null || text === '' ? NOTHING : termsOf(lang)(text).own;
}

/** A pool has some hundred sentences, each beside its neighbours. By language and not by both, so that no key is put together. */
const termsOf = memoize(
  (lang: string) =>
    memoize((text: string): Pick<ReadCandidate, 'terms' | 'own'> => {
      const all = terms(text, lang);
      return { terms: all, own: new Set(all) };
    }, MAX_TEXTS),
  MAX_LANGUAGES,
);
