/** The page's procedures over HTTP: one call a request, so that every call is counted by itself. */
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Desk, Visitor } from './desk.ts';
import { BffRefusal } from './refusal.ts';
import { appRouter } from './router.ts';

const RPC_PATH = '/api/trpc';

export function isRpc(pathname: string): boolean {
  return pathname.startsWith(`${RPC_PATH}/`);
}

export function serveRpc(desk: Desk, visitor: Visitor, request: Request): Promise<Response> {
  return fetchRequestHandler({
    endpoint: RPC_PATH,
    req: request,
    router: appRouter,
    createContext: () => ({ desk, visitor }),
    allowBatching: false,
    responseMeta: ({ errors }) => retryAfterOf(errors),
  });
}

/** `Retry-After` (RFC 9110 §10.2.3), rounded up: never earlier than the limit allows. */
function retryAfterOf(errors: readonly { readonly cause?: unknown }[]): { headers?: Record<string, string> } {
  const waits = errors.flatMap(({ cause }) =>
    cause instanceof BffRefusal && cause.view.retry_after_ms !== undefined ? [cause.view.retry_after_ms] : [],
  );
  if (waits.length === 0) return {};
  return { headers: { 'retry-after': String(Math.ceil(Math.max(...waits) / 1_000)) } };
}
