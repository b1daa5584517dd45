/** Queries of the explorer to the engine's graph, in the scope of their visitor. */
import { z } from 'zod';
import { AdduceError, kindOfStatus } from '../../gateway/client/adduce-error.ts';
import { asOf } from '../../gateway/wire/scalars.ts';
import { type BffContext, callFor, type Visitor } from '../bff-context.ts';
import type { EngineUse } from '../limits.ts';
import { callsWorth } from '../query-cost.ts';
import { refuse } from '../refusal.ts';
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

const failed = z.object({
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }) })).min(1),
});
const STATUS: Readonly<Record<string, number>> = { missing: 404, denied: 403, invalid: 400, limited: 429 };

/** A query that is refused replies with 200 and its reason. @throws {AdduceError} in the engine's words */
function checkErrors(reply: unknown): void {
  const { data } = failed.safeParse(reply);
  const [error] = data?.errors ?? [];
  if (error === undefined) return;
  const { message, extensions } = error;
  const reason = extensions.code;
  if (reason === 'invalid:addr') throw missingNode();
  const status = STATUS[reason.slice(0, reason.indexOf(':'))] ?? 502;
  throw new AdduceError({ status, kind: kindOfStatus(status), reason, message });
}
