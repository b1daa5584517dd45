/** `coverage` of a search (docs/spec/contract.md#ap-envelope): what was looked at, and what it leaves open. */

import type { FoundItems, Gap, SearchCoverage } from '../../engine/search/items.ts';
import { unavailableNote } from '../../engine/unavailable-model.ts';
import type { Coverage } from '../wire/envelope.ts';

/** Lanes and documents in view, and in `note` a model that failed. */
export function coverageOf(coverage: SearchCoverage): Coverage {
  return withNotes(coverage, []);
}

function withNotes({ lanes, documents, unavailable }: SearchCoverage, first: readonly string[]): Coverage {
  const notes = [...first, ...unavailableNote(unavailable)];
  return { lanes: [...lanes], doc_count: documents, ...(notes.length > 0 && { note: notes.join('; ') }) };
}

/**
 * The same, and in `note` a gap that the search leaves: `gap: stub_…` with what to do, where an annotation can close it.
 * No other text of a note matches the form of a stub's id.
 * @param namesStubs whether annotations close gaps here; else a gap has no name
 */
export function coverageWithGap(
  { coverage, gap }: Pick<FoundItems, 'coverage' | 'gap'>,
  namesStubs: boolean,
): Coverage {
  return withNotes(coverage, gap === null ? [] : [noteOf(gap, namesStubs)]);
}

function noteOf({ stub, closure }: Gap, namesStubs: boolean): string {
  if (!namesStubs) return 'gap: nothing that was found covers this question';
  if (closure === null) {
    return `gap: ${stub} nothing that was found covers this question; a cited annotation that names this stub closes it`;
  }
  // Without its target: a caller wrote it, and it may have the form of a stub's id.
  return `gap closed: annotation wx://${closure.corpus}/annotation/${closure.annotation_id} covers this question`;
}
