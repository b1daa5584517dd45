/** Errors of the engine's graph, which come beside data with the status 200. */
import { z } from 'zod';
import { AdduceError, kindOfStatus } from '../../gateway/client/adduce-error.ts';
import type { GraphqlReply } from '../../gateway/client/create-client.ts';
import { ERROR_REASONS } from '../../gateway/wire/error.ts';

const graphError = z.object({
  message: z.string(),
  extensions: z.object({ code: z.string(), retryAfterMs: z.number().optional() }),
});
type GraphError = z.infer<typeof graphError>;

/** The first error of a reply; undefined where there is none, or none of the engine's. */
export function firstError({ errors = [] }: Pick<GraphqlReply, 'errors'>): GraphError | undefined {
  return graphError.safeParse(errors[0]).data;
}

/** A refusal as it would have come alone; 502 for a reason that is not of the engine's list. */
export function graphRefusal({ message, extensions }: GraphError): AdduceError {
  const { code: reason, retryAfterMs = null } = extensions;
  const known = new Map(Object.entries(ERROR_REASONS)).get(reason);
  const status = known?.status ?? 502;
  return new AdduceError({
    status,
    kind: known?.kind ?? kindOfStatus(status),
    reason,
    message,
    retryAfterMs,
  });
}
