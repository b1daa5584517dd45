/** What the envelope of a write says of its corpus (docs/spec/contract.md#ap-envelope). */
import type { CorpusView } from '../../engine/view.ts';
import type { Call } from './operation.ts';
import { corpusOf } from './reply.ts';

/**
 * The snapshot that holds what was written; the one before it where the store has become unavailable since: a stored
 * write is acknowledged.
 */
export async function corpusAfter(
  { engine, config }: Call,
  before: CorpusView,
): Promise<ReturnType<typeof corpusOf>> {
  try {
    const now = await engine.resolveCorpus(before.corpus, null);
    return corpusOf(now.ok ? now.value : before);
  } catch (fault) {
    config.onFault(fault);
    return corpusOf(before);
  }
}
