/** The corpus of an envelope where the operation named none. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../engine/engine.ts';
import type { GatewayConfig } from './gateway-config.ts';
import { corpusOf } from './reply.ts';

/** How long a refusal waits for it, where the store has just not answered. */
const SHORT_MS = 250;

/** Of a store without a corpus, or where the corpus cannot be read. */
export const NO_CORPUS = { name: '', snapshot: '' };

interface CorpusReader {
  readonly engine: Engine;
  readonly config: Pick<GatewayConfig, 'onFault'>;
}

/** The corpus that the query names, else the one that reads use without a name. */
export async function envelopeCorpus(
  { engine, config }: CorpusReader,
  query: URLSearchParams,
): Promise<{ readonly name: string; readonly snapshot: string }> {
  try {
    const named = await engine.resolveCorpus(query.get('corpus'), null);
    const meant = named.ok ? named : await engine.resolveCorpus(null, null);
    return meant.ok ? corpusOf(meant.value) : NO_CORPUS;
  } catch (fault) {
    config.onFault(fault);
    return NO_CORPUS;
  }
}

/** The same, and `NO_CORPUS` where that takes long: a refusal by a store that does not answer is not held up by it once more. */
export async function envelopeCorpusSoon(
  reader: CorpusReader,
  query: URLSearchParams,
): Promise<typeof NO_CORPUS> {
  const found = new AbortController();
  const late = sleep(SHORT_MS, NO_CORPUS, { signal: found.signal });
  try {
    return await Promise.race([envelopeCorpus(reader, query), late]);
  } finally {
    found.abort();
  }
}
