/** What a socket may say and ask: authentication, preparing and executing its operations (graphql-transport-ws). */
import type { IncomingMessage } from 'node:http';
import { type ExecutionArgs, GraphQLError, type GraphQLFormattedError } from 'graphql';
import {
  makeServer,
  type ServerOptions,
  type Context as SocketContext,
  type SubscribePayload,
} from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Outcome, Refusal } from '../../../engine/refusal.ts';
import { IN_PROCESS } from '../../http/connection.ts';
import { abortWith, DeadlineExceeded, withinDeadline } from '../../refusal/deadline.ts';
import { refusalOfFault } from '../../refusal/refusal-of-fault.ts';
import type { SharedContext } from '../context.ts';
import { Meter } from '../cost/meter.ts';
import { SharedSubscription } from '../fan-out/shared-subscription.ts';
import { rateError, refusalError } from '../refusal-error.ts';
import type { Credentials, Session } from '../session/session.ts';
import { documentOf } from './documents.ts';
import type { FrameWriter } from './frame-writer.ts';
import { type RunningOperations, unlessCompleted } from './running-operations.ts';
import { SocketDelivery } from './socket-delivery.ts';
import type { Yoga } from './yoga.ts';

/** Operations of one socket at a time. */
const MAX_OPERATIONS = 100;
/** graphql-transport-ws: Forbidden. */
const FORBIDDEN = 4_403;
/** RFC 6455's registry of close codes. */
const TRY_AGAIN_LATER = 1_013;

export interface OperationOptions {
  readonly yoga: Yoga;
  readonly context: SharedContext;
  readonly authenticate: (credentials: Credentials) => Promise<Outcome<Session>>;
  readonly onFault: (fault: unknown) => void;
}

/** A socket with what becomes known of it. */
export interface OpenedSocket {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  /** Of the caller, as `Connection` has it. */
  readonly remoteAddress: string | null;
  /** The way of subscriptions' results. */
  readonly writer: FrameWriter;
  /** Aborts when the socket has closed. */
  readonly gone: AbortController;
  readonly running: RunningOperations;
  session?: Session;
  release?: () => void;
}

type Params = Record<string, unknown> | undefined;
type Connection = SocketContext<Params, OpenedSocket>;

/** The protocol's state machine over these operations. */
export function createOperations(options: OperationOptions) {
  return makeServer<Params, OpenedSocket>(handlers(options));
}

function handlers(options: OperationOptions): ServerOptions<Params, OpenedSocket> {
  return {
    onConnect: async (connection) => connect(options, connection),
    onClose: ({ extra }) => {
      extra.gone.abort();
      extra.release?.();
    },
    onSubscribe: (connection, id, payload) => begin(options, connection, id, payload),
    execute: (args) => run(args, () => preparedOf(args).execute(args)),
    subscribe: (args) => run(args, () => subscribe(args)),
    onError: (_connection, _id, _payload, errors) => errors.map(formatted),
    onNext: (_connection, _id, _payload, _args, { errors, ...result }) =>
      errors === undefined ? undefined : { ...result, errors: errors.map(formatted) },
  };
}

/** An error as it is sent: what it says to HTTP is nothing to a socket. */
function formatted(error: GraphQLError): GraphQLFormattedError {
  const { extensions: { http: _, ...extensions } = {}, ...rest } = error.toJSON();
  return { ...rest, extensions };
}

/** False closes the socket; it has then been closed already with a code and a reason of its own. */
async function connect(options: OperationOptions, { extra, connectionParams }: Connection): Promise<boolean> {
  const named = connectionParams?.authorization ?? connectionParams?.Authorization;
  const authorization = typeof named === 'string' ? named : headerOf(extra.request, 'authorization');
  // A browser's and Node's own WebSocket send no headers.
  const narrowed = connectionParams?.['x-tenant'];
  const xTenant = headerOf(extra.request, 'x-tenant') ?? (typeof narrowed === 'string' ? narrowed : null);
  const session = await options.authenticate({ authorization, xTenant }).catch((fault: unknown) => {
    options.onFault(fault);
    return null;
  });
  if (session === null) extra.socket.close(TRY_AGAIN_LATER, 'upstream:unavailable');
  else if (!session.ok) forbid(extra.socket, session.refusal);
  // Who has gone in the meantime is not guarded: nobody would release it.
  if (!session?.ok || extra.socket.readyState !== extra.socket.OPEN) return false;
  extra.session = session.value;
  extra.release = options.context.sessions.guard(session.value, (refusal) => forbid(extra.socket, refusal));
  return true;
}

/** node:http joins what stands several times. */
function headerOf({ headers }: IncomingMessage, name: string): string | null {
  return headers[name] === undefined ? null : String(headers[name]);
}

function forbid(socket: WebSocket, { reason }: Refusal): void {
  socket.close(FORBIDDEN, reason);
}

/** What GraphQL Yoga made for one operation (its functions belong to that operation's context), and where it is from. */
interface Prepared extends Pick<ReturnType<Yoga['getEnveloped']>, 'execute' | 'subscribe'> {
  readonly id: string;
  readonly socket: OpenedSocket;
  /** Tells what it executes to stop. */
  readonly controller: AbortController;
}
const prepared = new WeakMap<object, Prepared>();

function preparedOf({ contextValue }: ExecutionArgs): Prepared {
  const found = prepared.get(contextValue as object);
  if (found === undefined) throw new RangeError('an operation was executed that was not prepared');
  return found;
}

async function subscribe(args: ExecutionArgs) {
  const { id, socket, ...made } = preparedOf(args);
  const result = await made.subscribe(args);
  return result instanceof SharedSubscription ? new SocketDelivery(result, socket.writer, id) : result;
}

function run<T>(args: ExecutionArgs, work: () => PromiseLike<T> | T) {
  return unlessCompleted(preparedOf(args).controller, inTime(args, work));
}

/**
 * Past the deadline the operation fails, not its socket, and what it reads is read no further. Its socket knows it only
 * meanwhile: execution leaves listeners behind, and with them everything that it has read.
 */
async function inTime<T>(args: ExecutionArgs, work: () => PromiseLike<T> | T) {
  const { id, controller, socket } = preparedOf(args);
  const letGo = abortWith(socket.gone.signal, controller);
  try {
    return await withinDeadline(work, controller);
  } catch (fault) {
    // Nobody hears what becomes of it.
    if (socket.gone.signal.aborted) return { errors: [] };
    if (!(fault instanceof DeadlineExceeded)) throw fault;
    return { errors: [refusalError(refusalOfFault(fault))] };
  } finally {
    letGo();
    socket.running.end(id, controller);
  }
}

async function begin(
  options: OperationOptions,
  connection: Connection,
  id: string,
  params: SubscribePayload,
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  const { running } = connection.extra;
  const controller = running.begin(id);
  const made = await unlessCompleted(controller, prepare(options, connection, { id, controller, params }));
  if ('length' in made) running.end(id, controller);
  return made;
}

interface Asked extends Pick<Prepared, 'id' | 'controller'> {
  readonly params: SubscribePayload;
}

async function prepare(
  { yoga, context }: OperationOptions,
  { extra, subscriptions }: Connection,
  { id, controller, params }: Asked,
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  if (extra.session === undefined) throw new RangeError('a socket has subscribed that was not acknowledged');
  if (Object.keys(subscriptions).length > MAX_OPERATIONS) {
    const message = `a socket has at most ${MAX_OPERATIONS} operations at a time`;
    return [refusalError({ reason: 'limited:rate', message })];
  }
  const connection = { ...IN_PROCESS, remoteAddress: extra.remoteAddress };
  const meter = new Meter(context.rate, extra.session, connection);
  const limited = await meter.admit();
  if (limited !== null) return [rateError(limited)];
  const { signal } = controller;
  const made = yoga.getEnveloped({ ...context, session: extra.session, connection, meter, signal, params });
  try {
    const document = made.parse(documentOf(context.config.documents, params) ?? '');
    const errors = made.validate(made.schema, document);
    if (errors.length > 0) return errors;
    const contextValue = await made.contextFactory();
    const { execute, subscribe } = made;
    prepared.set(contextValue, { execute, subscribe, id, socket: extra, controller });
    const { operationName, variables: variableValues } = params;
    return { schema: made.schema, document, operationName, variableValues, contextValue };
  } catch (error) {
    // A document past its bounds, or with a syntax error.
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}
