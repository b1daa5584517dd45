/**
 * Which claims several publishers state. Whether they do depends on the view, so the column `by_several` says no more than that in
 * some view they do: 1 where two of the claim's places are of different publishers. The list itself decides (`filter-sql.ts`).
 */
import type { ListOrder } from '../store/selection.ts';
import type { Changes } from '../store/store.ts';
import type { Connection } from './connection.ts';

/** Once the artefacts, the claims and the places are saved, for new places of claims that have others. */
export function markSeveral(connection: Connection, occurrences: Changes['occurrences']): void {
  for (const { claim, seq, artefact } of occurrences) connection.run(MARK, { claim, seq, artefact });
}

/** The same for claims that may have been saved behind their places. */
export function markSaved(connection: Connection, claims: Changes['claims']): void {
  for (const { addr } of claims) connection.run(MARK_SAVED, { addr });
}

/** The same for artefacts that `withMovedPlaces` gave. */
export function markStated(connection: Connection, artefacts: Changes['artefacts']): void {
  for (const { record } of artefacts) connection.run(MARK_STATED, { artefact: record.artefact_id });
}

/**
 * Artefacts of which places were saved before themselves, or with another publisher. Looked up before the artefacts are saved, all in
 * one statement.
 */
export function withMovedPlaces(
  connection: Connection,
  artefacts: Changes['artefacts'],
): Changes['artefacts'] {
  const keys = artefacts.map(({ record }) => [record.artefact_id, record.publisher]);
  const found = connection.rowsPerKey(HAS_MOVED, keys);
  return artefacts.filter((_, index) => found[index]?.length === 1);
}

const HAS_MOVED = `
  SELECT k.key AS i FROM json_each(@keys) k
  WHERE NOT EXISTS (SELECT 1 FROM artefacts WHERE id = k.value ->> 0 AND publisher = k.value ->> 1)
    AND EXISTS (SELECT 1 FROM occurrences WHERE artefact = k.value ->> 0)`;

/** Of a claim that has no mark, all earlier places are of one publisher: one of them is enough to compare with. */
const MARK = `
  UPDATE claims SET by_several = 1
  WHERE addr = @claim AND by_several = 0 AND (SELECT publisher FROM artefacts WHERE id = @artefact) <> (
    SELECT a.publisher FROM occurrences o CROSS JOIN artefacts a ON a.id = o.artefact
    WHERE o.claim = @claim AND o.seq <> @seq ORDER BY o.seq LIMIT 1
  )`;

const PLACES = 'occurrences o CROSS JOIN artefacts a ON a.id = o.artefact WHERE o.claim = c.addr';
const IS_OF_SEVERAL = `EXISTS (
    SELECT 1 FROM ${PLACES} AND a.publisher <> (SELECT a.publisher FROM ${PLACES} LIMIT 1)
  )`;

const MARK_SAVED = `
  UPDATE claims AS c SET by_several = 1
  WHERE c.addr = @addr AND c.by_several = 0 AND ${IS_OF_SEVERAL}`;

const MARK_STATED = `
  UPDATE claims AS c SET by_several = 1
  WHERE c.addr IN (SELECT claim FROM occurrences WHERE artefact = @artefact) AND c.by_several = 0
    AND ${IS_OF_SEVERAL}`;

/** Of those claims, in an order; their mark has to be among the conditions. */
export function severalSource(by: ListOrder = 'seq'): string {
  if (by === 'confidence') throw new RangeError('claims of several publishers have no index by confidence');
  return `claims c INDEXED BY claims_of_several_${{ seq: 'seq', effective_at: 'effective_at', id: 'addr' }[by]}`;
}

export const IS_MARKED = 'AND c.by_several = 1';
