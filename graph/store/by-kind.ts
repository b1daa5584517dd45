/** The port's methods that take a kind, over an adapter's reads for each kind. */
import type {
  CountedKind,
  CountReadsOf,
  GroupedKind,
  GroupReadsOf,
  ListKind,
  ListReader,
  ListReads,
  ListReadsOf,
} from './lists.ts';
import type { RangeReader, RangeReads } from './ranges.ts';
import type { RecordReader, RecordReads } from './records.ts';

export interface ReadsByKind {
  readonly records: RecordReads;
  readonly ranges: RangeReads;
  readonly lists: ListReads;
}

export type ReaderByKind = Pick<RecordReader, 'records'> &
  RangeReader &
  Pick<ListReader, 'list' | 'count' | 'groups'>;

export function readerByKind({ records, ranges, lists }: ReadsByKind): ReaderByKind {
  return {
    records: (kind, ids) => records[kind](ids),
    ranges: (kind, query) => ranges[kind](query),
    list: async (kind, selection, page) => readsOf(lists, kind).list(selection, page),
    count: async (kind, selection, lookAt) => countsOf(lists, kind).count(selection, lookAt),
    groups: async (kind, selection, by) => groupsOf(lists, kind).groups(selection, by),
  };
}

/** TypeScript does not look a kind up in reads that differ by kind. */
function readsOf<K extends ListKind>(lists: ListReads, kind: K): ListReadsOf<K> {
  return lists[kind] as unknown as ListReadsOf<K>;
}

function countsOf<K extends CountedKind>(lists: ListReads, kind: K): CountReadsOf<K> {
  return lists[kind] as unknown as CountReadsOf<K>;
}

function groupsOf<K extends GroupedKind>(lists: ListReads, kind: K): GroupReadsOf<K> {
  return lists[kind] as unknown as GroupReadsOf<K>;
}

/** What stands in for a reader, kind by kind. */
export interface Substitutes {
  readonly records?: Partial<RecordReads>;
  readonly ranges?: Partial<RangeReads>;
}

/** The same reader, where the substitutes read their kinds instead. */
export function substituted<R extends RecordReader & RangeReader>(
  reader: R,
  { records = {}, ranges = {} }: Substitutes,
): R {
  const byKind: Pick<RecordReader, 'records'> & RangeReader = {
    records: (kind, ids) => records[kind]?.(ids) ?? reader.records(kind, ids),
    ranges: (kind, query) => ranges[kind]?.(query) ?? reader.ranges(kind, query),
  };
  return { ...reader, ...byKind };
}
