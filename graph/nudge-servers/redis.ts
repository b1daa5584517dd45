/** Nudges over Redis: publish and subscribe, with a connection for each, since a subscribed one may send nothing else. */
import { createClient } from '@redis/client';
import { type Nudges, parseNudge } from '../nudge/nudges.ts';
import { FirstFault } from './first-fault.ts';

const CONNECT_MS = 2_000;
/** A connection on which nothing came back for so long is replaced. */
const SILENT_MS = 10_000;
const PING_MS = 3_000;
const MAX_RECONNECT_MS = 1_000;
const RECONNECT_STEP_MS = 100;

export function redisNudges(
  { server, channel }: { readonly server: URL; readonly channel: string },
  onFault: (fault: unknown) => void,
): Nudges {
  const faults = new FirstFault(onFault);
  const listeners = new Set<(size: number) => void>();
  const connect = () => {
    const client = createClient({
      url: server.href,
      // What cannot be sent now is of no use later.
      disableOfflineQueue: true,
      pingInterval: PING_MS,
      socket: {
        connectTimeout: CONNECT_MS,
        socketTimeout: SILENT_MS,
        reconnectStrategy: (retries) => Math.min(retries * RECONNECT_STEP_MS, MAX_RECONNECT_MS),
      },
    });
    client.on('error', (fault: unknown) => faults.report(server, fault));
    client.on('ready', () => faults.passed());
    const connected = client.connect().catch((fault: unknown) => faults.report(server, fault));
    return { client, connected };
  };
  const sending = connect();
  const receiving = connect();
  const receive = (message: string) => {
    const size = parseNudge(message);
    if (size !== null) for (const listener of listeners) listener(size);
  };
  // The client subscribes again where it has to connect again.
  void receiving.connected
    .then(() => receiving.client.subscribe(channel, receive))
    .catch((fault: unknown) => faults.report(server, fault));
  return {
    publish: async (size) => {
      await sending.client.publish(channel, String(size));
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    [Symbol.asyncDispose]: async () => {
      for (const { client } of [sending, receiving]) if (client.isOpen) client.destroy();
    },
  };
}
