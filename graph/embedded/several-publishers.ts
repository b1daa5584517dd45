/**
 * Which claims several publishers state. Whether they do depends on the view, so the column `by_several` says no more than that in
 * some view they do: 1 where two of the claim's places are of different publishers. The list itself decides (`filter-sql.ts`).
 */
import type { ClaimFilter } from '../store/filters.ts';
import type { ListOrder } from '../store/selection.ts';
import type { Changes } from '../store/store.ts';
import type { Connection } from './connection.ts';

/** Once the artefacts, the claims and the places are saved. */
export function markSeveral(connection: Connection, occurrences: Changes['occurrences']): void {
  for (const { claim, seq, artefact } of occurrences) connection.run(MARK, { claim, seq, artefact });
}

/** Of a claim that has no mark, all earlier places are of one publisher: one of them is enough to compare with. */
const MARK = `
  UPDATE claims SET by_several = 1
  WHERE addr = @claim AND by_several = 0 AND (SELECT publisher FROM artefacts WHERE id = @artefact) <> (
    SELECT a.publisher FROM occurrences o CROSS JOIN artefacts a ON a.id = o.artefact
    WHERE o.claim = @claim AND o.seq <> @seq ORDER BY o.seq LIMIT 1
  )`;

/** Whether all that pass are of several publishers: then the indexes of these claims find them. */
export function isOfSeveral({ sources, and }: ClaimFilter): boolean {
  return sources === 'several' || and.some(isOfSeveral);
}

/** Of those claims, in an order; their mark has to be among the conditions. */
export function severalSource(by: ListOrder = 'seq'): string {
  if (by === 'confidence') throw new RangeError('claims of several publishers have no index by confidence');
  return `claims c INDEXED BY claims_of_several_${{ seq: 'seq', effective_at: 'effective_at', id: 'addr' }[by]}`;
}

export const IS_MARKED = 'AND c.by_several = 1';
