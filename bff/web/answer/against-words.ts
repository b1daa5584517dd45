/** What counts against an answer, in the reader's words. */
import { sayAnswer } from '../catalogues/answer.ts';
import { plain } from '../words.ts';

export function disagreementWords(reason: string): string {
  return sayAnswer.known(`disagrees.${reason}`) ?? plain(reason);
}

export function droppedWords(reason: string): string {
  return sayAnswer.known(`dropped.${reason}`) ?? `${plain(reason)}.`;
}

export function searchWords(kind: string): string {
  return sayAnswer.known(`search.${kind}`) ?? plain(kind);
}

/** How far the search for what disagrees went: "4 searches, 14 sentences, nothing disagrees". */
export function checkedWords(
  { searches, sentences }: { readonly searches: readonly unknown[]; readonly sentences: number },
  against: number,
): string {
  return sayAnswer('checked', {
    searches: sayAnswer('searches', { count: searches.length }),
    sentences: sayAnswer('sentences', { count: sentences }),
    found: against === 0 ? sayAnswer('nothingDisagrees') : sayAnswer('disagree', { count: against }),
  });
}
