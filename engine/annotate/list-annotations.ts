/** Reading what was annotated on a target (docs/spec/contract.md#ap-annotations-list). */
import type { AnnotationId } from '../../graph/address.ts';
import type { AnnotationRecord } from '../../graph/annotation.ts';
import type { ListReader } from '../../graph/store/lists.ts';
import { type RangeReader, readRange } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import { type CorpusView, within } from '../view.ts';

/** Read at once, however many there are: some 3 MB where strangers wrote the longest that they may. */
export const MAX_ANNOTATIONS_PAGE = 64;

export interface AnnotationsRequest {
  readonly target: string;
  readonly view: CorpusView;
  /** Only annotations behind this one; null starts at the oldest. */
  readonly after: AnnotationId | null;
}

export interface AnnotationsPage {
  /** Oldest first, by the log's order; at most 64. The caller trims the newest end. */
  readonly annotations: readonly AnnotationRecord[];
  /** How many the view holds behind them. */
  readonly left: number;
}

/** `invalid:query` for an `after` that is no annotation of the target. */
export async function listAnnotations(
  reader: RecordReader & RangeReader & ListReader,
  { target, view: { view }, after }: AnnotationsRequest,
): Promise<Outcome<AnnotationsPage>> {
  const [known = null] = after === null ? [] : await reader.records('annotations', [after]);
  if (after !== null && known?.record.target !== target) {
    return refused('invalid:query', `after: ${after} is not an annotation of this target`);
  }
  const behind = known?.seq ?? -1;
  const found = await readRange(
    reader,
    'annotations',
    { target, after: behind, before: null },
    { limit: MAX_ANNOTATIONS_PAGE, newestFirst: false },
  );
  const page = found.filter((one) => within(view, one));
  // An annotation holds from when it was written, so that whatever S holds T does too.
  const isLast = found.length < MAX_ANNOTATIONS_PAGE;
  const end = page.at(-1)?.seq ?? behind;
  const left = isLast ? 0 : await reader.countAnnotations({ target, after: end, upTo: view.seq });
  return done({ annotations: page.map(({ record }) => record), left });
}
