/** A shared subscription as an operation of a socket. */
import { Buffer } from 'node:buffer';
import type { ExecutionResult } from 'graphql';
import { deliver, type Sink } from '../fan-out/deliver.ts';
import type { Payload } from '../fan-out/payload.ts';
import type { SharedSubscription } from '../fan-out/shared-subscription.ts';
import type { Subscriber } from '../fan-out/subscriber.ts';
import type { FrameWriter } from './frame-writer.ts';

/**
 * Its results go to the socket as frames, and none through this iterable: graphql-ws learns from it only when the operation
 * ends, and ends the operation by it.
 */
export class SocketDelivery implements AsyncIterableIterator<ExecutionResult>, Sink<Payload> {
  readonly #end = Promise.withResolvers<IteratorResult<ExecutionResult>>();
  readonly #writer: FrameWriter;
  readonly #id: Uint8Array;
  /** Until it is started: what comes of it needs nothing more of the operation. */
  #subscription: SharedSubscription | null;
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
    const subscription = this.#subscription;
    this.#subscription = null;
    if (subscription !== null) this.#subscriber = deliver((consumer) => subscription.open(consumer), this);
    return this.#end.promise;
  }

  /**
   * Its client has completed it, or its socket has closed: then `next` never settles, since graphql-ws would say of the id
   * that it has ended, and that may be another operation's by now.
   */
  return(): Promise<IteratorResult<ExecutionResult>> {
    this.#subscription = null;
    this.#isLeft = true;
    this.#subscriber?.end(null);
    return Promise.resolve({ done: true, value: undefined });
  }

  get isReady(): boolean {
    return this.#writer.isReady;
  }

  write(payload: Payload): void {
    payload.writeFrame(this.#id, this.#writer);
  }

  whenReady(resume: () => void): void {
    this.#writer.whenReady(resume);
  }

  end(fault: Error | null): void {
    if (this.#isLeft) return;
    if (fault === null) this.#end.resolve({ done: true, value: undefined });
    else this.#end.reject(fault);
  }
}
