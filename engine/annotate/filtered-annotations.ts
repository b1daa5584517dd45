/** Annotations of an address, or of a corpus, that pass a filter, page by page, in the order of the log. */
import type { AnnotationKind, AnnotationRecord } from '../../graph/annotation.ts';
import { foldText } from '../../graph/claim-facets.ts';
import {
  type Between,
  isBetween,
  isOneOf,
  type Joined,
  names,
  type RowCheck,
  rowCheck,
} from '../../graph/store/filters.ts';
import type { ListReader } from '../../graph/store/lists.ts';
import type { AnnotationCut, PageCut, Stretch } from '../../graph/store/ranges.ts';
import type { StoredAnnotation, View } from '../../graph/store/rows.ts';
import type { ListKey } from '../../graph/store/selection.ts';
import { type LookedThrough, lookThrough, narrowedStretch, rowsOf } from '../look-through.ts';
import { seenBefore } from '../view.ts';

/** Each null: anything. */
export interface AnnotationFilter extends Joined<AnnotationFilter> {
  readonly kind: readonly AnnotationKind[] | null;
  /** Names of writers. */
  readonly actor: readonly string[] | null;
  readonly check: readonly AnnotationRecord['check'][] | null;
  /** Part of the body, ignoring case. */
  readonly text: string | null;
  /** Of the writer, in per mille. */
  readonly standing: Between<number> | null;
  readonly createdAt: Between<string> | null;
  /** Position in the log. */
  readonly seq: Between<number> | null;
}

export const ANY_ANNOTATION: AnnotationFilter = {
  kind: null,
  actor: null,
  check: null,
  text: null,
  standing: null,
  createdAt: null,
  seq: null,
  and: [],
  or: [],
  not: null,
};

interface Filtered extends Stretch, PageCut {
  readonly filter: AnnotationFilter;
  /** Annotations that it sees by their position: one holds from when it was written. Null: all of now. */
  readonly view: View | null;
}

interface FilteredAnnotations extends Filtered {
  /** Those of the address, by kinds or of all. */
  readonly read: (page: Stretch & AnnotationCut) => Promise<readonly StoredAnnotation[]>;
  /** Whether the caller may see one; absent: every one. */
  readonly admits?: RowCheck<StoredAnnotation>;
}

interface CorpusAnnotations extends Filtered {
  readonly corpus: string;
  /** As of `FilteredAnnotations`. */
  readonly admits: RowCheck<StoredAnnotation>;
}

/** Annotations that one page looks at. */
export const MAX_ANNOTATIONS_LOOKED_AT = 2_000;

/**
 * Along the index of the kinds and positions that the filter itself names. At most `limit`; fewer although there are more where
 * `MAX_ANNOTATIONS_LOOKED_AT` were looked at.
 */
export function filteredAnnotations({
  filter,
  view,
  read,
  admits = () => true,
  limit,
  newestFirst,
  ...page
}: FilteredAnnotations): Promise<LookedThrough<StoredAnnotation>> {
  const { after, before } = narrowedStretch(page, filter.seq);
  const passes = rowCheck(filter, checkOf);
  const isOfText = names(filter, ['text']);
  return lookThrough<StoredAnnotation>({
    ...{ after, before: seenBefore(view, before), limit, newestFirst, most: MAX_ANNOTATIONS_LOOKED_AT },
    read: async (some) => rowsOf(await read({ ...some, kinds: filter.kind ?? undefined }), some),
    seqOf: ({ seq }) => seq,
    isWanted: (stored) =>
      passes({ ...stored, body: isOfText ? foldText(stored.record.body) : '' }) && admits(stored),
  });
}

/** The same of all annotations of a corpus. */
export function corpusAnnotations(
  reader: Pick<ListReader, 'list'>,
  { corpus, ...asked }: CorpusAnnotations,
): Promise<LookedThrough<StoredAnnotation>> {
  const { view } = asked;
  return filteredAnnotations({
    ...asked,
    read: async ({ after, before, limit, newestFirst, kinds = null }) => {
      const [first, last] = newestFirst ? [before, after] : [after, before];
      const page = { by: 'seq', descending: newestFirst, limit } as const;
      const ends = { after: keyAt(first), before: keyAt(last) };
      return (await reader.list('annotations', { corpus, kinds, view }, { ...page, ...ends })).rows;
    },
  });
}

/** A position is of one annotation. */
function keyAt(seq: number | null): ListKey | null {
  return seq === null ? null : { value: seq, id: '' };
}

interface Looked extends StoredAnnotation {
  /** Folded; empty where no filter asks for it. */
  readonly body: string;
}

function checkOf(filter: AnnotationFilter): RowCheck<Looked> {
  const [isKind, isActor, isCheck] = [isOneOf(filter.kind), isOneOf(filter.actor), isOneOf(filter.check)];
  const text = filter.text === null ? null : foldText(filter.text);
  return ({ record, seq, body }) =>
    isKind(record.kind) &&
    isActor(record.actor) &&
    isCheck(record.check) &&
    (text === null || body.includes(text)) &&
    isBetween(filter.standing, record.standing) &&
    isBetween(filter.createdAt, record.created_at) &&
    isBetween(filter.seq, seq);
}
