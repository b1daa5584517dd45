/** Lets GraphQL Yoga hand subscriptions over to the fan-out: as server-sent events here, to sockets by their operations. */
import type { Plugin } from 'graphql-yoga';
import { refuse } from '../../refusal/refusals.ts';
import { type OperationArgs, openSource, SharedSubscription } from '../fan-out/shared-subscription.ts';
import { eventStream } from './event-stream.ts';
import { refusalResponse } from './http-refusal.ts';

/** What is accepted where events may be sent; without the header anything is. */
const EVENTS = /text\/event-stream|text\/\*|\*\/\*/i;
const POSITION = /^\d{1,15}$/;

export function shareSubscriptions(): Plugin {
  return {
    onSubscribe: ({ setSubscribeFn }) => {
      // The context is that of this gateway, for every caller.
      setSubscribeFn((args: unknown) => openSource(args as OperationArgs));
    },
    onResultProcess: ({ request, result, setResultProcessor }) => {
      if (!((result as unknown) instanceof SharedSubscription)) return;
      const subscription = result as unknown as SharedSubscription;
      setResultProcessor(() => respond(subscription, request.headers), 'text/event-stream');
    },
  };
}

const NOT_EVENTS = refuse(
  'invalid:accept',
  'a subscription is answered as text/event-stream, or on a WebSocket',
);

function respond(subscription: SharedSubscription, headers: Request['headers']): Response {
  if (!EVENTS.test(headers.get('accept') ?? '*/*')) {
    return refusalResponse(NOT_EVENTS.refusal);
  }
  const last = headers.get('last-event-id') ?? '';
  // Clients give back an id of ours, or none: any other text is not from here.
  return eventStream(subscription, POSITION.test(last) ? Number(last) : null);
}
