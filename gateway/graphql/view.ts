/** Which corpus a field reads, and as of when. */
import type { Engine } from '../../engine/engine.ts';
import type { CorpusView } from '../../engine/view.ts';
import { refusalError } from './refusal-error.ts';

/** @throws {GraphQLError} `invalid:corpus_unknown` or `invalid:query` */
export async function resolveView(
  engine: Engine,
  corpus: string | null,
  asOf: string | null,
): Promise<CorpusView> {
  const outcome = await engine.resolveCorpus(corpus, asOf);
  if (!outcome.ok) throw refusalError(outcome.refusal);
  return outcome.value;
}
