/**
 * A shared subscription as server-sent events, in the distinct connections mode (graphql-sse), with positions as ids. Only
 * one that is over says `complete`: where the server goes the stream just ends, and clients come back for the rest.
 */
import { GraphQLError } from 'graphql';
import { deliver } from '../fan-out/deliver.ts';
import type { Payload } from '../fan-out/payload.ts';
import type { SharedSubscription } from '../fan-out/shared-subscription.ts';
import type { Subscriber } from '../fan-out/subscriber.ts';

/** Between two comments of a stream: proxies cut connections on which nothing moves. */
const HEARTBEAT_MS = 12_000;
/** Bytes that wait for a client beyond what the system takes, besides the subscription's queue. */
const MAX_BUFFERED_BYTES = 65_536;

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'content-encoding': 'none',
};

const encoder = new TextEncoder();
const COMMENT = encoder.encode(':\n\n');

/** @param after the position of `Last-Event-ID`, null where the client sends none */
export function eventStream(subscription: SharedSubscription, after: number | null): Response {
  let subscriber: Subscriber<Payload> | null = null;
  let heartbeat: NodeJS.Timeout | undefined;
  let isLeft = false;
  let resume = () => {};
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const isReady = () => (controller.desiredSize ?? 0) > 0;
    // Some browsers take a response for begun only with its first bytes.
    controller.enqueue(COMMENT);
    heartbeat = setInterval(() => isReady() && controller.enqueue(COMMENT), HEARTBEAT_MS).unref();
    subscriber = deliver((consumer) => subscription.open(consumer, after), {
      get isReady() {
        return isReady();
      },
      write: (payload) => controller.enqueue(payload.block),
      whenReady: (callback) => {
        resume = callback;
      },
      end: (fault) => {
        clearInterval(heartbeat);
        if (isLeft) return;
        if (fault !== null) controller.enqueue(lastEvents(fault));
        controller.close();
      },
    });
  };
  const events = new ReadableStream<Uint8Array>(
    {
      start,
      pull: () => resume(),
      cancel: () => {
        isLeft = true;
        subscriber?.end(null);
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_BUFFERED_BYTES }),
  );
  return new Response(events, { headers: HEADERS });
}

/** The error as a result and the end. The empty id makes a browser come back without a position. */
function lastEvents(fault: Error): Uint8Array {
  const errors = [fault instanceof GraphQLError ? fault.toJSON() : { message: fault.message }];
  return encoder.encode(
    `event: next\nid:\ndata: ${JSON.stringify({ errors })}\n\nevent: complete\ndata:\n\n`,
  );
}
