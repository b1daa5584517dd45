/**
 * What a command has read of that which the appends of its group may change. Commands that are drafted together all see the state
 * before the group: a draft stands where nothing that it has read was changed by those before it.
 */
import type { RangeKind, RangeQuery } from '../store/ranges.ts';
import type { RecordId, RecordKind } from '../store/records.ts';
import type { TransactionReader } from '../store/store.ts';
import type { LogEntry } from './entry.ts';

/** Names of what evidence and keys change; null: anything may have changed. */
export type Changed = Set<string> | null;

/** A reader that notes what is read. */
export interface NotedReads {
  readonly reader: TransactionReader;
  /** Whether what was read is as it was. */
  isUntouched(changed: Changed): boolean;
}

const ledgerOf = (claim: string) => `ledger ${claim}`;
const eventOf = (id: string) => `event ${id}`;
const onceOf = (key: string) => `once ${key}`;

/** Kinds of records that the entries below change, with the names of what an id reads. The other kinds they leave alone. */
const RECORDS: { readonly [K in RecordKind]?: (id: RecordId<K>) => string } = {
  events: eventOf,
  ledgerHeads: ledgerOf,
  ledgerEntries: ({ claim }) => ledgerOf(claim),
  latestByActor: ({ claim }) => ledgerOf(claim),
  idempotency: onceOf,
};
/** Kinds of ranges, and of records, that they change in ways that are not followed. */
const UNFOLLOWED: ReadonlySet<RangeKind | RecordKind> = new Set([
  'ledger',
  'evidence',
  'predecessors',
  'corpora',
  'entries',
]);

export function notedReads(over: TransactionReader): NotedReads {
  const names = new Set<string>();
  let readsAll = false;
  const all = <A extends unknown[], T>(read: (...args: A) => Promise<T>) => {
    return (...args: A) => {
      readsAll = true;
      return read(...args);
    };
  };
  const reader: TransactionReader = {
    ...over,
    head: all(over.head),
    entries: all(over.entries),
    merkleNodes: all(over.merkleNodes),
    corpora: all(over.corpora),
    records: <K extends RecordKind>(kind: K, ids: readonly RecordId<K>[]) => {
      readsAll ||= UNFOLLOWED.has(kind);
      const nameOf = RECORDS[kind];
      if (nameOf !== undefined) for (const id of ids) names.add(nameOf(id));
      return over.records(kind, ids);
    },
    ranges: <K extends RangeKind>(kind: K, query: RangeQuery<K>) => {
      readsAll ||= UNFOLLOWED.has(kind);
      return over.ranges(kind, query);
    },
  };
  const isUntouched = (changed: Changed) => {
    if (changed === null) return false;
    return changed.size === 0 || (!readsAll && names.isDisjointFrom(changed));
  };
  return { reader, isUntouched };
}

/** What `changed` is once the entry is written too. */
export function changedBy(changed: Changed, { body }: Pick<LogEntry, 'body'>): Changed {
  if (changed === null) return null;
  if (body.type === 'evidence.appended') {
    const { entry, idempotency } = body;
    changed.add(ledgerOf(entry.claim)).add(eventOf(entry.event_id));
    return idempotency === null ? changed : changed.add(onceOf(idempotency.key));
  }
  return body.type === 'idempotency.kept' ? changed.add(onceOf(body.idempotency.key)) : null;
}
