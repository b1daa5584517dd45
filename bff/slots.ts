/**
 * A bulkhead: limits how many calls run at once, of one visitor, of one address and in all. A call without a slot waits; the
 * queues are served one visitor after another, so that a long queue of one visitor delays nobody else.
 */
import { BffRefusal } from './refusal.ts';

export interface Bounds {
  readonly visitor: number;
  readonly address: number;
  readonly all: number;
}

export interface SlotOptions {
  readonly running: Bounds;
  readonly waiting: Bounds;
  /** A call that waits longer is refused. */
  readonly maxWaitMs: number;
}

export interface SlotCaller {
  readonly counted: string;
  /** Null: not counted by address. */
  readonly network: string | null;
}

interface Waiting {
  readonly caller: SlotCaller;
  readonly enter: (slot: Disposable) => void;
}

const RETRY_AFTER_MS = 1_000;

export class Slots {
  readonly #options: SlotOptions;
  readonly #running = new Counts();
  readonly #waiting = new Counts();
  /** By visitor; the first queue is served next. */
  readonly #lines = new Map<string, Waiting[]>();

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  /** A slot until it is disposed. @throws {BffRefusal} 429 `limited:concurrency` past the queue's length or the longest wait */
  async take(caller: SlotCaller): Promise<Disposable> {
    const { running, waiting } = this.#options;
    const isFirst = !this.#lines.has(caller.counted);
    if (isFirst && this.#running.hasRoom(caller, running)) return this.#enter(caller);
    if (!this.#waiting.hasRoom(caller, waiting)) throw busy();
    return this.#wait(caller);
  }

  #enter(caller: SlotCaller): Disposable {
    this.#running.add(caller, 1);
    let isFree = false;
    return {
      [Symbol.dispose]: () => {
        if (isFree) return;
        isFree = true;
        this.#running.add(caller, -1);
        this.#serveNext();
      },
    };
  }

  #wait(caller: SlotCaller): Promise<Disposable> {
    const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
    const line = this.#lines.get(caller.counted) ?? [];
    const leave = () => {
      clearTimeout(timer);
      line.splice(line.indexOf(waiting), 1);
      if (line.length === 0) this.#lines.delete(caller.counted);
      this.#waiting.add(caller, -1);
    };
    const waiting: Waiting = {
      caller,
      enter: (slot) => {
        leave();
        resolve(slot);
      },
    };
    const timer = setTimeout(() => {
      leave();
      reject(busy());
    }, this.#options.maxWaitMs);
    line.push(waiting);
    this.#lines.set(caller.counted, line);
    this.#waiting.add(caller, 1);
    return promise;
  }

  /** Serves the queues whose visitor may run more, until there is none; a queue that was served moves to the end. */
  #serveNext(): void {
    for (const [counted, [next]] of [...this.#lines]) {
      if (next === undefined || !this.#running.hasRoom(next.caller, this.#options.running)) continue;
      next.enter(this.#enter(next.caller));
      const line = this.#lines.get(counted);
      if (line === undefined) continue;
      this.#lines.delete(counted);
      this.#lines.set(counted, line);
    }
  }
}

/** Counts calls per visitor, per address and in all. */
class Counts {
  readonly #visitors = new Map<string, number>();
  readonly #addresses = new Map<string, number>();
  #all = 0;

  hasRoom({ counted, network }: SlotCaller, bounds: Bounds): boolean {
    const ofVisitor = this.#visitors.get(counted) ?? 0;
    const ofAddress = network === null ? 0 : (this.#addresses.get(network) ?? 0);
    return this.#all < bounds.all && ofVisitor < bounds.visitor && ofAddress < bounds.address;
  }

  add({ counted, network }: SlotCaller, by: 1 | -1): void {
    this.#all += by;
    change(this.#visitors, counted, by);
    if (network !== null) change(this.#addresses, network, by);
  }
}

/** An entry goes with its last slot, so that the map holds active callers only. */
function change(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}

function busy(): BffRefusal {
  return new BffRefusal({
    status: 429,
    kind: 'RateLimited',
    reason: 'limited:concurrency',
    message: 'Too much is under way for you at this moment.',
    next_step: 'Wait until something of it has finished, then try again.',
    retry_after_ms: RETRY_AFTER_MS,
  });
}
