/** The page's procedures over HTTP: one call per request, so that limits count each call. */
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { BffContext, Visitor } from './bff-context.ts';
import { BffRefusal } from './refusal.ts';
import { REASON_HEADER } from './reply.ts';
import { appRouter } from './router.ts';

const RPC_PATH = '/api/trpc';

export function isRpc(pathname: string): boolean {
  return pathname.startsWith(`${RPC_PATH}/`);
}

export function serveRpc(bff: BffContext, visitor: Visitor, request: Request): Promise<Response> {
  return fetchRequestHandler({
    endpoint: RPC_PATH,
    req: request,
    router: appRouter,
    createContext: () => ({ bff, visitor }),
    allowBatching: false,
    responseMeta: ({ errors }) => ({ headers: { ...retryAfterOf(errors), ...reasonOf(errors) } }),
  });
}

type Errors = readonly { readonly cause?: unknown }[];

/** `Retry-After` (RFC 9110 §10.2.3), rounded up: never earlier than the limit allows. */
function retryAfterOf(errors: Errors): Record<string, string> {
  const waits = errors.flatMap(({ cause }) =>
    cause instanceof BffRefusal && cause.view.retry_after_ms !== undefined ? [cause.view.retry_after_ms] : [],
  );
  if (waits.length === 0) return {};
  return { 'retry-after': String(Math.ceil(Math.max(...waits) / 1_000)) };
}

function reasonOf(errors: Errors): Record<string, string> {
  const [first] = errors;
  if (first === undefined) return {};
  const reason = first.cause instanceof BffRefusal ? first.cause.view.reason : 'invalid:request';
  return { [REASON_HEADER]: reason };
}
