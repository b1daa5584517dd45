/** Queries of the explorer to the engine's graph, in the scope of their visitor. */
import { z } from 'zod';
import type { GraphqlReply } from '../../gateway/client/create-client.ts';
import { asOf } from '../../gateway/wire/scalars.ts';
import { type BffContext, callFor, type Visitor } from '../bff-context.ts';
import type { EngineUse } from '../limits.ts';
import { callsWorth } from '../query-cost.ts';
import { refuse } from '../refusal.ts';
import { firstError, graphRefusal } from '../views/graph-refusal.ts';
import { dataOf, type GraphRead } from '../views/read-graph.ts';
import { edgeKind } from './graph-parts.ts';

/** What part of the graph is looked at. */
export const scope = z.object({
  corpus: z.string().min(1).max(63).optional(),
  as_of: asOf.optional(),
  /** Absent: all. */
  kinds: z.array(edgeKind).min(1).max(edgeKind.options.length).optional(),
});
export type Scope = z.infer<typeof scope>;

export function scopeVariables({ corpus, as_of, kinds }: Scope) {
  return { corpus, asOf: as_of, kinds: kinds?.map((kind) => kind.toUpperCase()) };
}

/** Asks the graph within the place that the limits give, as often as is needed. */
export type AskGraph = <T>(read: GraphRead<T>) => Promise<T>;

/**
 * Runs a use case of the explorer. What its queries cost is counted as of any query of a visitor.
 * @throws {AdduceError} what the engine refuses @throws {BffRefusal} 429, 502 for what the engine should not send
 */
export function withGraph<T>(
  bff: BffContext,
  visitor: Visitor,
  use: Extract<EngineUse, 'graphql' | 'view'>,
  run: (ask: AskGraph) => Promise<T>,
): Promise<T> {
  const call = callFor(bff, visitor);
  return bff.limits.engine(visitor, use, () =>
    run(async ({ query, variables, data }) => {
      const reply = await bff.client.graphql({ query, variables }, call);
      if (use === 'graphql') await bff.limits.charge(visitor, callsWorth(reply));
      checkErrors(reply);
      return dataOf(reply.data, data);
    }),
  );
}

export function missingNode() {
  const message = 'There is no such claim or document here, as of that day.';
  return refuse(404, 'NotFound', 'missing:node', message, 'Begin with a search, or choose another day.');
}

/** A query that is refused replies with 200 and its reason. @throws {AdduceError} in the engine's words */
function checkErrors(reply: GraphqlReply): void {
  const error = firstError(reply);
  if (error === undefined) return;
  throw error.extensions.code === 'invalid:addr' ? missingNode() : graphRefusal(error);
}
