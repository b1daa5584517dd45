/** From a subscriber to its connection: as fast as the connection takes it, and nothing waits in between. */
import type { Rendered } from './group.ts';
import type { Consumer, Subscriber } from './subscriber.ts';

/** The way to one client. */
export interface Sink<T> {
  /** Whether it takes another one now. */
  readonly isReady: boolean;
  write(value: T): void;
  /** Calls once when it takes more. */
  whenReady(resume: () => void): void;
  /** Nothing more comes: with a fault it is told, without one the subscription was left. */
  end(fault: Error | null): void;
}

/** Starts what `open` gives; ending that ends the delivery. */
export function deliver<T>(open: (consumer: Consumer<T>) => Subscriber<T>, sink: Sink<T>): Subscriber<T> {
  let isWaiting = false;
  const resume = () => {
    isWaiting = false;
    pass();
  };
  const pass = () => {
    while (!isWaiting) {
      if (!sink.isReady) {
        isWaiting = true;
        sink.whenReady(resume);
        return;
      }
      const item = subscriber.take();
      if (item === undefined) return;
      sink.write(item.value);
    }
  };
  const accept = ({ value }: Rendered<T>) => {
    if (isWaiting || !sink.isReady) return false;
    sink.write(value);
    return true;
  };
  const subscriber = open({ accept, available: pass, ended: (fault) => sink.end(fault) });
  subscriber.start();
  return subscriber;
}
