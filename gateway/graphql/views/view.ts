/** Which corpus a field reads, and as of when. */
import { createContextCache } from '@pothos/core';
import type { Engine } from '../../../engine/engine.ts';
import type { CorpusView } from '../../../engine/view.ts';
import type { View } from '../../../graph/store/rows.ts';
import { endOfAsOf } from '../../../graph/time.ts';
import type { GraphqlContext } from '../context.ts';
import { refusalError } from '../refusal-error.ts';

/** What `asOf` means where answers and their verdicts are read: the log holds when they came about. */
export const AS_OF_VERDICT =
  'A date or timestamp: answers that had been given by then, with their verdicts of then; by default the present.';

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

const views = createContextCache((_: GraphqlContext) => new Map<string, Promise<View | null>>());

/**
 * The log as it stood at a time, looked for once a request.
 * @param asOf as `readAsOf` gives it
 * @returns null: the present
 */
export function viewAt(asOf: string | null, context: GraphqlContext): Promise<View | null> {
  if (asOf === null) return Promise.resolve(null);
  const known = views(context).get(asOf) ?? context.engine.viewAt(asOf);
  views(context).set(asOf, known);
  return known;
}
