/** Entries of the claims' ledgers as they are appended, and the beliefs that they move. */
import { type ClaimAddr, claimCorpusOf, type EventId } from '../../../graph/address.ts';
import type { LedgerEntry } from '../../../graph/evidence.ts';
import type { LogReader } from '../../../graph/store/log.ts';
import type { RangeReader } from '../../../graph/store/ranges.ts';
import type { RecordReader } from '../../../graph/store/records.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';
import type { Topic, TopicEvent } from './topic.ts';

const SCHEME = 'wx://';

type Reader = LogReader & RecordReader & RangeReader;

/** What an entry of one claim's ledger moves: the belief in that claim, and in those that it would succeed. */
export interface BeliefChange {
  readonly entry: LedgerEntry;
  /** The entry's own claim first. */
  readonly claims: readonly ClaimAddr[];
}

/**
 * Ledger entries; a claim's address is a key, and the name of a corpus is one for all of its claims. Each is of a subject of
 * its own: none is a later state of another, so that a reader who is too slow for all of them is closed and misses none.
 */
export function ledgerTopic(store: Reader): Topic<LedgerEntry> {
  return evidenceTopic(store, 'ledger', async (entries) =>
    entries.map((entry): TopicEvent<LedgerEntry> => {
      const { claim, event_id, log } = entry;
      return { seq: log.seq, subject: event_id, keys: [claim, claimCorpusOf(claim)], value: entry };
    }),
  );
}

/** What moves beliefs; keys are the addresses of claims. */
export function beliefTopic(store: Reader): Topic<BeliefChange> {
  return evidenceTopic(store, 'belief', async (entries) => {
    const predecessors = await store.ranges('predecessors', { by: entries.map(({ claim }) => claim) });
    return entries.map((entry, index): TopicEvent<BeliefChange> => {
      const claims = [...new Set([entry.claim, ...(predecessors[index] ?? [])])];
      return { seq: entry.log.seq, subject: entry.claim, keys: claims, value: { entry, claims } };
    });
  });
}

function evidenceTopic<T>(
  store: Reader,
  name: string,
  eventsOf: (entries: readonly LedgerEntry[]) => Promise<readonly TopicEvent<T>[]>,
): Topic<T> {
  return {
    name,
    type: 'evidence.appended',
    concerns: () => true,
    after: async (seq, keys, limit) => {
      const page = await store.entries({ after: seq, limit, types: ['evidence.appended'] });
      const ids = page.flatMap(({ entry }) =>
        entry.body.type === 'evidence.appended' ? [entry.body.entry.event_id] : [],
      );
      const events = await eventsOf(await readEvents(store, ids));
      return {
        events: keys === null ? events : withAnyKey(events, new Set(keys)),
        upTo: page.at(-1)?.entry.seq ?? seq,
        more: page.length === limit,
      };
    },
    standing: async (keys) => {
      const claims = (keys ?? []).filter(isClaim);
      const heads = await store.records('ledgerHeads', claims);
      const entries = heads.filter((entry) => entry !== null);
      return eventsOf(entries.toSorted((a, b) => a.log.seq - b.log.seq));
    },
  };
}

/** All of them: a skipped one would never be sent. @throws {StoreUnavailable} where one cannot be read now */
async function readEvents(store: Reader, ids: readonly EventId[]): Promise<LedgerEntry[]> {
  const entries = await store.records('events', ids);
  const found = entries.filter((entry) => entry !== null);
  if (found.length < ids.length) throw new StoreUnavailable('evidence that the log has is not there yet');
  return found;
}

function withAnyKey<T>(events: readonly TopicEvent<T>[], wanted: ReadonlySet<string>): TopicEvent<T>[] {
  return events.filter((event) => event.keys.some((key) => wanted.has(key)));
}

function isClaim(key: string): key is ClaimAddr {
  return key.startsWith(SCHEME);
}
