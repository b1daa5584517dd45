/** One request: who asks, whether it is within its rate, and the shortest way to its reply, within its deadline. */

import type { HttpConnection } from '../../http/connection.ts';
import type { PlainPost, PlainReply } from '../../http/plain-post.ts';
import { abortWith, DeadlineExceeded, withinDeadline } from '../../refusal/deadline.ts';
import { refusalOfFault } from '../../refusal/refusal-of-fault.ts';
import { refuse } from '../../refusal/refusals.ts';
import { ONLY_QUERIES, OPERATIONS_HEADER } from '../../wire/only-queries.ts';
import { FastPath } from '../compiled/fast-path.ts';
import type { GraphqlContext, SharedContext } from '../context.ts';
import { Meter } from '../cost/meter.ts';
import { asksOnlyQueries } from '../only-queries.ts';
import { authenticate, type Credentials } from '../session/session.ts';
import { challengeResponse, refusalResponse } from './http-refusal.ts';
import type { Yoga } from './yoga.ts';

type Reply = PlainReply | Response;

/** The fast path, and the full one. */
interface Ways {
  readonly fast: FastPath;
  readonly yoga: Yoga;
}

interface Asking {
  readonly credentials: Credentials;
  readonly connection: HttpConnection;
  /** Aborts when the caller goes away. */
  readonly gone: AbortSignal;
}

/** A page's request among them: whether it may call has been asked before. */
export async function handleRequest(
  ways: Ways,
  shared: SharedContext,
  request: Request,
  connection: HttpConnection,
): Promise<Response> {
  const { headers } = request;
  const onlyQueries = asksOnlyQueries(headers);
  if (onlyQueries === null) {
    return refusalResponse(refuse('invalid:query', `${OPERATIONS_HEADER} takes ${ONLY_QUERIES}`).refusal);
  }
  const credentials = { authorization: headers.get('authorization'), xTenant: headers.get('x-tenant') };
  const asking = { credentials, connection, gone: request.signal };
  const reply = await replyTo(shared, asking, (signal, context) =>
    executeRequest(ways, request, { ...context, onlyQueries, signal }),
  );
  return reply instanceof Response ? reply : new Response(reply.body, reply);
}

/** The same for a post that `mayTake` says yes to: but for the `Request`, nothing differs. */
export function handlePost(
  ways: Ways,
  shared: SharedContext,
  post: PlainPost,
  connection: HttpConnection,
): Promise<Reply> {
  const credentials = { authorization: post.header('authorization'), xTenant: post.header('x-tenant') };
  return replyTo(shared, { credentials, connection, gone: post.gone }, async (signal, context) => {
    const own = { ...context, signal };
    const body = await post.text();
    const answered = await ways.fast.answer(post.header('accept'), body, own);
    return answered ?? ways.yoga.fetch(post.request(body, signal), own);
  });
}

/** No page's: a program's, which sends no `Origin`. Nor one that limits itself. */
export function mayTake(post: PlainPost): boolean {
  const header = (name: string) => post.header(name);
  const isOrdinary = header('origin') === null && header(OPERATIONS_HEADER) === null;
  return isOrdinary && FastPath.mayAnswer({ method: 'POST', path: post.target, header });
}

async function executeRequest({ fast, yoga }: Ways, request: Request, context: Executed): Promise<Reply> {
  const { url, method, headers } = request;
  const { signal } = context;
  const path = url.replace(/^[^/]*\/\/[^/]*/, '');
  const mayAnswer = FastPath.mayAnswer({ method, path, header: (name) => headers.get(name) });
  if (!mayAnswer) return yoga.fetch(new Request(request, { signal }), context);
  const body = await request.text();
  const answered = await fast.answer(headers.get('accept'), body, context);
  return answered ?? yoga.fetch(new Request(url, { method, headers, body, signal }), context);
}

type Executed = GraphqlContext & { readonly signal: AbortSignal };
type Execute = (signal: AbortSignal, context: Omit<GraphqlContext, 'signal'>) => Promise<Reply>;

async function replyTo(shared: SharedContext, asking: Asking, execute: Execute): Promise<Reply> {
  const { engineAuth, onFault } = shared.config;
  const { credentials, connection, gone } = asking;
  const controller = new AbortController();
  // For good: what begins to answer may go on, and a caller of HTTP is forgotten with its request.
  abortWith(gone, controller);
  try {
    return await withinDeadline(async (signal) => {
      const session = await authenticate(shared.engine, engineAuth, credentials);
      const meter = new Meter(shared.rate, session.ok ? session.value : null, connection);
      const limited = await meter.admit();
      if (limited !== null) return refusalResponse(limited, meter.headers);
      if (!session.ok) return challengeResponse(session.refusal, meter.headers);
      const reply = await execute(signal, { ...shared, session: session.value, connection, meter });
      return withHeaders(reply, meter.headers);
    }, controller);
  } catch (fault) {
    // A caller that has left does not learn the outcome, and one that is late was no fault.
    if (!gone.aborted && !(fault instanceof DeadlineExceeded)) onFault(fault);
    return refusalResponse(refusalOfFault(fault));
  }
}

function withHeaders(reply: Reply, headers: Readonly<Record<string, string>>): Reply {
  if (!(reply instanceof Response)) return { ...reply, headers: { ...reply.headers, ...headers } };
  for (const [name, value] of Object.entries(headers)) reply.headers.set(name, value);
  return reply;
}
