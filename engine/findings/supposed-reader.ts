/** A store as it would be after some entries, for who asks what they would change. Nothing is written. */
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { LedgerEntry } from '../../graph/evidence.ts';
import { loadForProjection } from '../../graph/log/load-for-projection.ts';
import { type Projection, project } from '../../graph/project.ts';
import type { GraphReader, StoredEntry } from '../../graph/store.ts';

/**
 * Reads as the store would after `stored` entries that say something of artefacts or of ledgers. What they would add in
 * other ways, such as claims and sections, is not seen.
 */
export async function supposedReader(
  reader: GraphReader,
  stored: readonly StoredEntry[],
): Promise<GraphReader> {
  const projection = project(await loadForProjection(reader, stored, new Map()), stored);
  return { ...reader, ...artefactReads(reader, projection), ...ledgerReads(reader, projection.ledger) };
}

type ArtefactReads = Pick<GraphReader, 'corpora' | 'corpus' | 'artefacts' | 'versions' | 'artefactsOf'>;

function artefactReads(reader: GraphReader, { corpora, artefacts }: Projection): ArtefactReads {
  const states = new Map(artefacts.map((state) => [state.record.artefact_id, state]));
  const records = new Map(corpora.map((corpus) => [corpus.name, corpus]));
  return {
    corpora: async () => (await reader.corpora()).map((corpus) => records.get(corpus.name) ?? corpus),
    corpus: async (name) => records.get(name) ?? reader.corpus(name),
    artefacts: async (ids) => {
      const found = await reader.artefacts(ids);
      return found.map((state, index) => states.get(ids[index] ?? 'a1') ?? state);
    },
    versions: async (corpus, docIds) => {
      const found = await reader.versions(corpus, docIds);
      return found.map((versions) => versions.map((state) => states.get(state.record.artefact_id) ?? state));
    },
    artefactsOf: async (corpus, after, limit) => {
      const found = await reader.artefactsOf(corpus, after, limit);
      return found.map((state) => states.get(state.record.artefact_id) ?? state);
    },
  };
}

type LedgerReads = Pick<
  GraphReader,
  'ledger' | 'ledgerPages' | 'ledgerAt' | 'ledgerHeads' | 'latestBy' | 'events' | 'predecessors'
>;

function ledgerReads(reader: GraphReader, added: readonly LedgerEntry[]): LedgerReads {
  const on = (claim: string | undefined) => added.filter((entry) => entry.claim === claim);
  return {
    ledger: async (query) => {
      const found = await reader.ledger(query);
      const more = on(query.claim).filter(({ seq }) => seq > query.after);
      return [...found, ...more].slice(0, query.limit ?? undefined);
    },
    ledgerPages: async (places, limit) => {
      const found = await reader.ledgerPages(places, limit);
      return found.map((entries, index) => {
        const more = on(places[index]?.claim).filter(({ seq }) => seq > (places[index]?.after ?? -1));
        return [...entries, ...more].slice(0, limit);
      });
    },
    ledgerAt: async (places) => {
      const found = await reader.ledgerAt(places);
      return places.map(
        ({ claim, seq }, index) => on(claim).find((entry) => entry.seq === seq) ?? found[index] ?? null,
      );
    },
    ledgerHeads: async (addrs) => {
      const found = await reader.ledgerHeads(addrs);
      return found.map((head, index) => on(addrs[index]).at(-1) ?? head);
    },
    latestBy: async (pairs) => {
      const found = await reader.latestBy(pairs);
      const by = ({ claim, actorRoot }: (typeof pairs)[number]) =>
        on(claim).findLast(({ actor_root }) => actor_root === actorRoot);
      return pairs.map((pair, index) => by(pair) ?? found[index] ?? null);
    },
    events: async (ids) => {
      const found = await reader.events(ids);
      return found.map(
        (event, index) => event ?? added.find(({ event_id }) => event_id === ids[index]) ?? null,
      );
    },
    predecessors: async (addrs) => {
      const found = await reader.predecessors(addrs);
      return found.map((claims, index) => {
        const proposed = added.filter(({ successor }) => successor === addrs[index]);
        return [...new Set([...claims, ...proposed.map(({ claim }) => claim).toSorted(byCodeUnit)])];
      });
    },
  };
}
