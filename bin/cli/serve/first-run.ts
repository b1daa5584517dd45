import type { Engine } from '../../../engine/engine.ts';
import { type IngestHooks, ingestSource, type SourceReport } from '../ingest-source.ts';
import { DEMO } from '../sources.ts';

/**
 * Ingests the demo corpus into a store that has no corpus, and again where an earlier first run did not reach its end.
 * Null where there was nothing to do.
 */
export async function firstRun(engine: Engine, hooks: IngestHooks): Promise<SourceReport | null> {
  const corpora = await engine.store.corpora();
  const begun = corpora.find(({ name }) => name === DEMO.corpus);
  const isDone = begun === undefined ? corpora.length > 0 : begun.observedAt !== null;
  return isDone ? null : ingestSource(engine, DEMO, hooks);
}
