/** A shared subscription as an operation of a socket. */
import { Buffer } from 'node:buffer';
import type { ExecutionResult } from 'graphql';
import { deliver } from './fan-out/deliver.ts';
import type { Payload } from './fan-out/payload.ts';
import type { SharedSubscription } from './fan-out/shared-subscription.ts';
import type { Subscriber } from './fan-out/subscriber.ts';
import type { FrameWriter } from './frame-writer.ts';

/**
 * Its results go to the socket as frames, and none through this iterable: graphql-ws learns from it only when the operation
 * ends, and ends the operation by it.
 */
export class SocketDelivery implements AsyncIterableIterator<ExecutionResult> {
  readonly #end = Promise.withResolvers<IteratorResult<ExecutionResult>>();
  readonly #subscription: SharedSubscription;
  readonly #writer: FrameWriter;
  readonly #id: Uint8Array;
  #subscriber: Subscriber<Payload> | null = null;
  #isLeft = false;

  /** @param id the operation's, of the client's choice */
  constructor(subscription: SharedSubscription, writer: FrameWriter, id: string) {
    this.#subscription = subscription;
    this.#writer = writer;
    this.#id = Buffer.from(JSON.stringify(id));
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<ExecutionResult>> {
    if (this.#subscriber === null && !this.#isLeft) this.#start();
    return this.#end.promise;
  }

  return(): Promise<IteratorResult<ExecutionResult>> {
    this.#isLeft = true;
    this.#subscriber?.end(null);
    this.#end.resolve({ done: true, value: undefined });
    return Promise.resolve({ done: true, value: undefined });
  }

  #start(): void {
    const writer = this.#writer;
    const id = this.#id;
    const write = (frame: Uint8Array) => writer.write(frame);
    this.#subscriber = deliver((consumer) => this.#subscription.open(consumer), {
      get isReady() {
        return writer.isReady;
      },
      write: (payload) => payload.writeFrame(id, write),
      whenReady: (resume) => writer.whenReady(resume),
      end: (fault) => {
        if (fault === null) this.#end.resolve({ done: true, value: undefined });
        else this.#end.reject(fault);
      },
    });
  }
}
