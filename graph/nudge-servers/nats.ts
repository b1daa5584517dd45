/** Nudges over NATS (core, no stream: a nudge that nobody hears is of no use later). */
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { type Nudges, parseNudge } from '../nudge/nudges.ts';
import { FirstFault } from './first-fault.ts';

const CONNECT_MS = 2_000;
const RECONNECT_MS = 500;
/** Two of them without an answer end the connection, and another is made. */
const PING_MS = 3_000;
const NATS_PORT = '4222';

export function natsNudges(
  { server, channel }: { readonly server: URL; readonly channel: string },
  onFault: (fault: unknown) => void,
): Nudges {
  const faults = new FirstFault(onFault);
  const listeners = new Set<(size: number) => void>();
  const subject = `adduce.nudge.${channel}`;
  const closing = new AbortController();
  const { signal } = closing;
  let current: NatsConnection | null = null;
  /** The driver connects again by itself only where it was connected once. */
  const goOn = async () => {
    while (!signal.aborted) {
      try {
        current = await connect(optionsFor(server));
        if (signal.aborted) break;
        faults.passed();
        await follow(current, faults);
      } catch (fault) {
        faults.report(server, fault);
      }
      await sleep(RECONNECT_MS, undefined, { ref: false });
    }
    await current?.close();
  };
  const follow = async (nats: NatsConnection, faults: FirstFault) => {
    nats.subscribe(subject, {
      callback: (fault, message) => {
        const size = fault === null ? parseNudge(message.string()) : null;
        if (size !== null) for (const listener of listeners) listener(size);
      },
    });
    for await (const { type } of nats.status()) {
      if (type === 'reconnect') faults.passed();
      if (type === 'disconnect' && !signal.aborted) faults.report(server, 'disconnected');
    }
  };
  void goOn();
  return {
    publish: async (size) => {
      if (current === null) return;
      current.publish(subject, String(size));
      await current.flush();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await current?.close();
    },
  };
}

function optionsFor(server: URL): NodeConnectionOptions {
  return {
    servers: `${server.hostname}:${server.port || NATS_PORT}`,
    ...accountOf(server),
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
  };
}

function accountOf({ username, password }: URL): { user?: string; pass?: string; token?: string } {
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (name === '') return {};
  return secret === '' ? { token: name } : { user: name, pass: secret };
}
