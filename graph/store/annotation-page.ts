/** Which positions of the log a page of annotations lies between, whatever the store. */
import { type AnnotationSelection, MAX_LISTED } from './lists.ts';
import type { ListPage } from './selection.ts';

/** Both exclusive. */
interface Positions {
  readonly after: number;
  readonly before: number;
}

/** @throws {RangeError} for a page that is too long */
export function positionsOf(
  { view }: AnnotationSelection,
  { descending, after, before, limit }: ListPage<'seq'>,
): Positions {
  if (limit > MAX_LISTED) throw new RangeError(`at most ${MAX_LISTED} annotations, not ${limit}`);
  const [low, high] = descending ? [before, after] : [after, before];
  const end = Number(high?.value ?? Number.MAX_SAFE_INTEGER);
  return { after: Number(low?.value ?? -1), before: view === null ? end : Math.min(end, view.seq + 1) };
}
