/** What a reader thread does with the requests that it is sent: all at once, each slice by slice, as long as it is waited for. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { MessagePort } from 'node:worker_threads';
import { countingLooks } from '../../caller.ts';
import type { GraphReader } from '../../store/store.ts';
import type { Connection } from '../connection.ts';
import { type FromReader, type ReadRequest, type ToReader, toSent } from './messages.ts';

class Ended extends Error {}

const requests = new AsyncLocalStorage<Int32Array>();

/** Throws where nobody waits any more for the read under way. */
export function throwIfEnded(): void {
  const ended = requests.getStore();
  if (ended !== undefined && Atomics.load(ended, 0) === 1) throw new Ended('nobody waits for this read');
}

/** Reads over the connection until the port says close. */
export function answerRequests(port: MessagePort | null, connection: Connection, reads: GraphReader): void {
  port?.on('message', async (message: ToReader) => {
    if (message !== 'close') {
      port.postMessage(await answer(reads, message));
      return;
    }
    connection.close();
    port.close();
  });
}

function answer(reads: GraphReader, { id, name, args, ended }: ReadRequest): Promise<FromReader> {
  // `ReaderThreads` is called as the read of that name is.
  const read = reads[name] as (...args: readonly unknown[]) => Promise<unknown>;
  const looks = { rows: 0 };
  return requests.run(new Int32Array(ended), () =>
    countingLooks(looks, () => read(...args)).then(
      (value) => ({ id, value, looks: looks.rows }),
      (fault) => ({ id, fault: toSent(fault), looks: looks.rows }),
    ),
  );
}
