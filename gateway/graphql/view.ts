/** Which corpus a field reads, and as of when. */
import type { Engine } from '../../engine/engine.ts';
import type { CorpusView } from '../../engine/view.ts';
import { endOfAsOf } from '../../graph/time.ts';
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

/**
 * Whether what took effect then is seen as of a time.
 * @param asOf an instant or a day; null: the present, where everything is
 */
export function holdsAt(asOf: string | null, effectiveAt: string): boolean {
  return asOf === null || effectiveAt <= (endOfAsOf(asOf) ?? asOf);
}

/** An argument `asOf` that no corpus is read with, as an instant. @throws {GraphQLError} `invalid:query` */
export function readAsOf(asOf: string | null): string | null {
  const until = asOf === null ? null : endOfAsOf(asOf);
  if (asOf === null || until !== null) return until;
  const message = `asOf: ${asOf} is neither an ISO 8601 date nor a timestamp`;
  throw refusalError({ reason: 'invalid:query', message });
}
