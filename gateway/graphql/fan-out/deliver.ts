/** From a subscriber to its connection: as fast as the connection takes it, and nothing waits in between. */
import type { Rendered } from './event-queue.ts';
import type { Consumer, Subscriber } from './subscriber.ts';

/** The way to one client. */
export interface Sink<T> {
  /** Whether it takes another one now. */
  readonly isReady: boolean;
  write(value: T): void;
  /** Calls once when it takes more. */
  whenReady(resume: () => void): void;
  /** Nothing more comes: with a fault, the consumer gets it; without one, it has unsubscribed. */
  end(fault: Error | null): void;
}

/** Starts what `open` gives; ending that ends the delivery. */
export function deliver<T>(open: (consumer: Consumer<T>) => Subscriber<T>, sink: Sink<T>): Subscriber<T> {
  const delivery = new Delivery(sink);
  const subscriber = open(delivery);
  delivery.from(subscriber);
  return subscriber;
}

/** Of which there are thousands, each used once for every event: so without functions of its own. */
class Delivery<T> implements Consumer<T> {
  readonly #sink: Sink<T>;
  #subscriber: Subscriber<T> | null = null;
  #isWaiting = false;

  constructor(sink: Sink<T>) {
    this.#sink = sink;
  }

  from(subscriber: Subscriber<T>): void {
    this.#subscriber = subscriber;
    subscriber.start();
  }

  accept({ value }: Rendered<T>): boolean {
    if (this.#isWaiting || !this.#sink.isReady) return false;
    this.#sink.write(value);
    return true;
  }

  available(): void {
    while (!this.#isWaiting && this.#sink.isReady) {
      const item = this.#subscriber?.take();
      if (item === undefined) return;
      this.#sink.write(item.value);
    }
    this.#wait();
  }

  ended(fault: Error | null): void {
    this.#sink.end(fault);
  }

  #wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#sink.whenReady(() => {
      this.#isWaiting = false;
      this.available();
    });
  }
}
