/**
 * A GraphQL subscription whose results are shared: executed once per event for everybody who asks for the same and may
 * see the same, and written once (docs/spec/decisions.md#5-subscriptions; docs/adr/0025-…).
 */
import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type FormattedExecutionResult,
  GraphQLError,
} from 'graphql';
import type { Refusal } from '../../../engine/refusal.ts';
import { DeadlineExceeded, withinDeadline } from '../../refusal/deadline.ts';
import { refusalOfFault } from '../../refusal/refusal-of-fault.ts';
import type { GraphqlContext } from '../context.ts';
import { isLeaving, maskFault, refusalError } from '../refusal-error.ts';
import type { Rendered } from './event-queue.ts';
import { Payload } from './payload.ts';
import { sharingKey } from './sharing-key.ts';
import type { Consumer, Subscriber } from './subscriber.ts';
import { type TopicEvent, type TopicRequest, TopicSource } from './topic.ts';

/** Before the log's first position. */
const BEFORE_ALL = -1;

/** Arguments of an operation with the context of this gateway. */
export type OperationArgs = ExecutionArgs & { readonly contextValue: GraphqlContext };

export class SharedSubscription {
  readonly #args: OperationArgs;
  readonly #request: TopicRequest;

  constructor(args: OperationArgs, request: TopicRequest) {
    this.#args = args;
    this.#request = request;
  }

  /**
   * Ends with the session that it is under.
   * @param after a later position than the one asked for, such as `Last-Event-ID`; null: there is none
   * @throws {GraphQLError} `limited:rate` where there are too many
   */
  open(consumer: Consumer<Payload>, after: number | null = null): Subscriber<Payload> {
    const { contextValue: context } = this.#args;
    const request = resumed(this.#request, after);
    const shared = {
      key: sharingKey(this.#args, context.session),
      render: (event: TopicEvent) => renderEvent(this.#args, request, event),
      told: (fault: Error) => masked(fault, context.fanOut.onFault),
    };
    const subscriber = context.fanOut.subscribe(request, shared, consumer);
    const end = (refusal: Refusal) => subscriber.end(refusalError(refusal));
    subscriber.onEnd(context.sessions.guard(context.session, end));
    return subscriber;
  }
}

/** What GraphQL makes of a subscription: errors of its arguments, or what is to be followed. */
export async function openSource(args: OperationArgs): Promise<SharedSubscription | ExecutionResult> {
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  if (source instanceof TopicSource) {
    const after = sentAfter(args.contextValue);
    if (after instanceof GraphQLError) return { errors: [after] };
    return new SharedSubscription(args, resumed(source.request, after));
  }
  throw new RangeError('a subscription field gave something else than a topic');
}

/** @param after null: nothing is resumed */
function resumed(request: TopicRequest, after: number | null): TopicRequest {
  if (after === null || request.topic.isOfNow) return request;
  return { ...request, after: Math.max(after, request.after ?? after) };
}

/** The position that a client sends back, null for none; `invalid:query` for what cannot be one. */
function sentAfter({ params }: GraphqlContext): number | null | GraphQLError {
  const after = params?.extensions?.after ?? null;
  if (after === null) return null;
  if (typeof after === 'number' && Number.isSafeInteger(after) && after >= BEFORE_ALL) return after;
  return refusalError({ reason: 'invalid:query', message: 'extensions.after is a position of the log' });
}

/** Executed with a context of its own, so that nothing is cached from the event before. */
async function renderEvent(
  args: OperationArgs,
  { topic }: TopicRequest,
  { seq, subject, value }: TopicEvent,
): Promise<Rendered<Payload>> {
  const result = await inTime(args.contextValue.fanOut.onFault, (signal) =>
    execute({ ...args, rootValue: value, contextValue: { ...args.contextValue, signal } }),
  );
  const payload = new Payload(topic.isOfNow ? null : seq, result);
  return { seq, subject, bytes: payload.bytes, value: payload, hasErrors: result.errors !== undefined };
}

/** What subscribers get of it. */
function masked(fault: Error, onFault: (fault: unknown) => void): GraphQLError {
  const told = maskFault(fault);
  if (told !== fault && !isLeaving(fault)) onFault(fault);
  return told;
}

async function inTime(
  onFault: (fault: unknown) => void,
  work: (signal: AbortSignal) => PromiseLike<ExecutionResult> | ExecutionResult,
): Promise<FormattedExecutionResult> {
  try {
    const { data, errors } = await withinDeadline(work);
    return {
      ...(data !== undefined && { data }),
      ...(errors && { errors: errors.map((error) => masked(error, onFault).toJSON()) }),
    };
  } catch (fault) {
    if (!(fault instanceof DeadlineExceeded)) throw fault;
    return { errors: [refusalError(refusalOfFault(fault)).toJSON()] };
  }
}
