import type { Engine } from '../../../engine/engine.ts';
import type { ListReader } from '../../../graph/store/lists.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';
import { type IngestHooks, ingestSource, type SourceReport } from '../ingest-source.ts';
import { DEMO } from '../sources.ts';

/** Each waits for some seconds. */
const MAX_TRIES = 10;

/**
 * Ingests the demo corpus into a store that has no corpus, and again where an earlier first run did not reach its end.
 * Null where there was nothing to do.
 */
export async function firstRun(engine: Engine, hooks: IngestHooks): Promise<SourceReport | null> {
  const corpora = await engine.store.corpora();
  const begun = corpora.find(({ name }) => name === DEMO.corpus);
  const isDone = begun === undefined ? corpora.length > 0 : begun.observedAt !== null;
  if (isDone) return null;
  const report = await ingestSource(engine, DEMO, hooks);
  await readable(engine.store, report.corpus);
  return report;
}

/**
 * Waits until a graph store that follows the log has what was ingested; where it makes no progress, its reads fail.
 */
async function readable(store: ListReader, corpus: string): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      await store.counts(corpus);
      return;
    } catch (fault) {
      if (!(fault instanceof StoreUnavailable)) throw fault;
    }
  }
}
