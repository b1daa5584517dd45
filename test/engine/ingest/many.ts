import { manyDocuments } from '../../../bench/many-documents.ts';
import { type IngestReport, ingest } from '../../../engine/ingest/ingest.ts';
import { Opinions } from '../../../engine/ingest/opinions.ts';
import { DEFAULT_TRUST_POLICY } from '../../../engine/select/trust-policy.ts';
import { LEXICAL_JUDGE } from '../../../engine/stance/lexical-judge.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import type { GraphStore } from '../../../graph/store/store.ts';

/** More than are read without threads. */
export const MANY = 160;
const NOW = '2026-10-01T12:00:00.000Z';

/** Ingests the same documents at the same time in every test. */
export function ingestMany(
  store: GraphStore,
  onProgress: (done: number) => void = () => undefined,
  [from, count]: readonly [number, number] = [0, MANY],
): Promise<IngestReport> {
  return ingest(new LogWriter(store, () => NOW), store, [manyDocuments(from, count)], {
    ...{ corpus: 'places', source: 'test', policy: DEFAULT_TRUST_POLICY, onProgress },
    opinions: new Opinions(LEXICAL_JUDGE, () => undefined),
  });
}
