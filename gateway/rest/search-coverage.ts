/** `coverage` of a search (contract: EnvelopeV1): what was looked at, and what it leaves open. */
import type { FoundItems, Gap, SearchCoverage } from '../../engine/search/items.ts';
import type { Coverage } from '../wire/envelope.ts';

/** Lanes and documents in view. */
export function coverageOf({ lanes, documents }: SearchCoverage): Coverage {
  return { lanes: [...lanes], doc_count: documents };
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
  return { ...coverageOf(coverage), ...(gap !== null && { note: noteOf(gap, namesStubs) }) };
}

function noteOf({ stub, closure }: Gap, namesStubs: boolean): string {
  if (!namesStubs) return 'gap: nothing that was found covers this question';
  if (closure === null) {
    return `gap: ${stub} nothing that was found covers this question; a cited annotation that names this stub closes it`;
  }
  // Not its target, which is a stranger's words and may have the form of a stub's id.
  return `gap closed: annotation wx://${closure.corpus}/annotation/${closure.annotation_id} covers this question`;
}
