/** The documents of a lake, a question about it, and engines over a store that read them, on any store. */
import { onTestFinished } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import type { Outcome } from '../../engine/refusal.ts';
import { DEFAULT_TRUST_POLICY } from '../../engine/select/trust-policy.ts';
import type { ArtefactId } from '../../graph/address.ts';
import { ingestInto, jsonLines, type TestDocument } from '../engine/documents.ts';
import { createTestEngine, TestClock } from '../engine/test-engine.ts';
import type { OpenStore } from './graph-store/harness.ts';

export const DEPTH: TestDocument = {
  id: 'survey',
  text: 'Lake Vell is 212 metres deep. A quagga swam in it.',
  domain: 'survey.example',
  day: '2024-05-02',
};
export const ATLAS = {
  ...DEPTH,
  id: 'atlas',
  domain: 'atlas.example',
  text: 'Lake Vell is 212 metres deep.',
};
export const QUESTION = { corpus: 'lakes', q: 'How deep is Lake Vell?' };
/** A server on a loaded machine takes a while. */
export const TIMEOUT_MS = 120_000;

/** A store of one test, closed with it. */
export async function opened(open: OpenStore) {
  const { store, dispose } = await open();
  onTestFinished(() => dispose());
  return store;
}

/** An engine that has read the documents. */
export async function startLake(
  open: OpenStore,
  documents: readonly TestDocument[] = [DEPTH],
  policy = DEFAULT_TRUST_POLICY,
) {
  const store = await opened(open);
  const clock = new TestClock();
  const engine = createTestEngine(store, clock, null, policy);
  await ingestInto(engine, 'lakes', [jsonLines(documents)]);
  return { store, engine, clock };
}

export function granted<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.refusal.reason}: ${outcome.refusal.message}`);
  return outcome.value;
}

export async function idOf(engine: Engine, docId: string): Promise<ArtefactId> {
  const [versions = []] = await engine.store.ranges('versions', { corpus: 'lakes', by: [docId] });
  const state = versions.at(-1);
  if (state === undefined) throw new Error(`there is no ${docId}`);
  return state.record.artefact_id;
}
