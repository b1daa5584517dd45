/** What every procedure of the page (tRPC) is made of: its context, its stream, and how refusals reach the page. */
import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
import { kindOfStatus } from '../gateway/client/adduce-error.ts';
import type { BffContext, Visitor } from './bff-context.ts';
import { inputFault } from './input-fault.ts';
import { BffRefusal, type RefusalView, refusalOf } from './refusal.ts';

export interface Context {
  readonly bff: BffContext;
  readonly visitor: Visitor;
}

const SSE_PING_MS = 5_000;
/** A page that receives nothing for so long connects anew. */
const SSE_SILENCE_MS = 15_000;

const CODES = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
} as const;

const t = initTRPC.context<Context>().create({
  isDev: false,
  sse: {
    ping: { enabled: true, intervalMs: SSE_PING_MS },
    client: { reconnectAfterInactivityMs: SSE_SILENCE_MS },
  },
  errorFormatter: ({ shape, error }) => {
    const refusal = viewOf(error, shape.data.httpStatus);
    // What refuses within a stream has passed the procedures' middleware: tRPC takes it for a fault of its own.
    const of = error.cause instanceof BffRefusal ? codesOf(refusal.status) : {};
    return { ...shape, data: { ...shape.data, ...of, refusal } };
  },
});

/** Refusals reach the page with its own messages; an unforeseen fault shows nothing of its cause. */
export const procedure = t.procedure.use(async ({ ctx, next }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  const refusal =
    cause instanceof z.ZodError
      ? new BffRefusal(inputFault(cause), cause)
      : refusalOf(cause, ctx.bff.client.circuit().openForMs);
  throw new TRPCError({ code: codeOf(refusal.view.status), message: refusal.message, cause: refusal });
});

export const router = t.router;

/** A refusal by tRPC itself (a batch, a wrong method), in the shape of a caller's other faults. */
function viewOf({ cause, message }: TRPCError, status: number): RefusalView {
  if (cause instanceof BffRefusal) return cause.view;
  if (cause instanceof z.ZodError) return inputFault(cause);
  const next_step = 'Call one procedure a request, as the description of this API says.';
  return { status, kind: kindOfStatus(status), reason: 'invalid:request', message, next_step };
}

function codesOf(httpStatus: number) {
  return { code: codeOf(httpStatus), httpStatus };
}

function codeOf(status: number): (typeof CODES)[keyof typeof CODES] | 'INTERNAL_SERVER_ERROR' {
  return CODES[status as keyof typeof CODES] ?? 'INTERNAL_SERVER_ERROR';
}
