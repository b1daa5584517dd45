/** What changed between two answers to one question. Pure. */
import type { ComparedAnswer, TurnKind } from './question-records.ts';

type Compared = Pick<ComparedAnswer, 'summary' | 'findings_state'>;

/** Null: nothing that a reader would notice. The same words from other documents are the same answer. */
export function turnKindOf(before: Compared, now: Compared): Exclude<TurnKind, 'restored'> | null {
  if (before.summary !== now.summary) {
    if (before.summary === '') return 'gap_closed';
    return now.summary === '' ? 'gap_opened' : 'changed';
  }
  // Of an answer that was not evaluated yet nothing is known, so nothing has changed.
  if (before.findings_state === 'UNKNOWN' || now.findings_state === 'UNKNOWN') return null;
  return before.findings_state === now.findings_state ? null : 'verdict';
}
