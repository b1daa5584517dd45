/** A store as it would be after some entries, for who asks what they would change. Nothing is written. */
import type { ArtefactState } from '../../graph/artefact.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { LedgerEntry } from '../../graph/evidence.ts';
import { loadForProjection } from '../../graph/log/load-for-projection.ts';
import { project } from '../../graph/project.ts';
import { substituted } from '../../graph/store/by-kind.ts';
import type { StoredEntry } from '../../graph/store/log.ts';
import type { RangeReader, RangeReads } from '../../graph/store/ranges.ts';
import type { RecordReader, RecordReads } from '../../graph/store/records.ts';
import type { CorpusRecord } from '../../graph/store/rows.ts';
import type { GraphReader } from '../../graph/store/store.ts';

/**
 * Reads as the store would after `stored` entries that say something of artefacts or of ledgers. What they would add in
 * other ways, such as claims and sections, is not seen.
 */
export async function supposedReader(
  reader: GraphReader,
  stored: readonly StoredEntry[],
): Promise<GraphReader> {
  const { corpora, artefacts, ledger } = project(await loadForProjection(reader, stored, new Map()), stored);
  const names = new Map(corpora.map((corpus) => [corpus.name, corpus]));
  const ofArtefacts = artefactReads(reader, artefacts);
  const ofLedgers = ledgerReads(reader, ledger);
  return {
    ...substituted(reader, {
      records: { ...corpusReads(reader, names), ...ofArtefacts.records, ...ofLedgers.records },
      ranges: { ...ofArtefacts.ranges, ...ofLedgers.ranges },
    }),
    corpora: async () => (await reader.corpora()).map((corpus) => names.get(corpus.name) ?? corpus),
  };
}

function corpusReads(reader: RecordReader, names: ReadonlyMap<string, CorpusRecord>): RecordReads<'corpora'> {
  return {
    corpora: async (asked) => {
      const found = await reader.records('corpora', asked);
      return found.map((corpus, index) => names.get(asked[index] ?? '') ?? corpus);
    },
  };
}

function artefactReads(reader: RecordReader & RangeReader, artefacts: readonly ArtefactState[]) {
  const states = new Map(artefacts.map((state) => [state.record.artefact_id, state]));
  const supposed = (state: ArtefactState) => states.get(state.record.artefact_id) ?? state;
  const records: RecordReads<'artefacts'> = {
    artefacts: async (ids) => {
      const found = await reader.records('artefacts', ids);
      return found.map((state, index) => states.get(ids[index] ?? 'a1') ?? state);
    },
  };
  const ranges: RangeReads<'versions' | 'artefacts'> = {
    versions: async (query) => (await reader.ranges('versions', query)).map((list) => list.map(supposed)),
    artefacts: async (query) => (await reader.ranges('artefacts', query)).map((list) => list.map(supposed)),
  };
  return { records, ranges };
}

function ledgerReads(reader: RecordReader & RangeReader, added: readonly LedgerEntry[]) {
  const on = (claim: string | undefined) => added.filter((entry) => entry.claim === claim);
  return { records: ledgerRecords(reader, added, on), ranges: ledgerRanges(reader, added, on) };
}

type EntriesOn = (claim: string | undefined) => LedgerEntry[];

function ledgerRecords(
  reader: RecordReader,
  added: readonly LedgerEntry[],
  on: EntriesOn,
): RecordReads<'ledgerEntries' | 'ledgerHeads' | 'latestByActor' | 'events'> {
  return {
    ledgerEntries: async (places) => {
      const found = await reader.records('ledgerEntries', places);
      return places.map(
        ({ claim, seq }, index) => on(claim).find((entry) => entry.seq === seq) ?? found[index] ?? null,
      );
    },
    ledgerHeads: async (addrs) => {
      const found = await reader.records('ledgerHeads', addrs);
      return found.map((head, index) => on(addrs[index]).at(-1) ?? head);
    },
    latestByActor: async (pairs) => {
      const found = await reader.records('latestByActor', pairs);
      const by = ({ claim, actorRoot }: (typeof pairs)[number]) =>
        on(claim).findLast(({ actor_root }) => actor_root === actorRoot);
      return pairs.map((pair, index) => by(pair) ?? found[index] ?? null);
    },
    events: async (ids) => {
      const found = await reader.records('events', ids);
      return found.map(
        (event, index) => event ?? added.find(({ event_id }) => event_id === ids[index]) ?? null,
      );
    },
  };
}

function ledgerRanges(
  reader: RangeReader,
  added: readonly LedgerEntry[],
  on: EntriesOn,
): RangeReads<'ledger' | 'predecessors'> {
  return {
    ledger: async ({ by, limit }) => {
      const found = await reader.ranges('ledger', { by, limit });
      return found.map((entries, index) => {
        const more = on(by[index]?.claim).filter(({ seq }) => seq > (by[index]?.after ?? -1));
        return [...entries, ...more].slice(0, limit);
      });
    },
    predecessors: async ({ by }) => {
      const found = await reader.ranges('predecessors', { by });
      return found.map((claims, index) => {
        const proposed = added.filter(({ successor }) => successor === by[index]);
        return [...new Set([...claims, ...proposed.map(({ claim }) => claim).toSorted(byCodeUnit)])];
      });
    },
  };
}
