/**
 * One subscription: first what was missed (or the standing state), then what comes, in order, none twice.
 *
 * It joins the tail before its last read of the past. Whatever commits before that read is in it, whatever commits
 * after the join is in the queue, and what is in both is dropped by position: so the hand-over loses nothing.
 */
import { GraphQLError } from 'graphql';
import type { AnswerId } from '../../graph/address.ts';
import type { FindingRecord } from '../../graph/store.ts';
import { FindingsQueue, type QueuedFinding } from './findings-queue.ts';

/** What a subscriber asks for. */
export interface FindingsRequest {
  readonly tenant: string;
  /** Only transitions with position > after; null: the latest of each answer first. */
  readonly after: number | null;
  /** Null: every answer of the tenant. */
  readonly answers: readonly AnswerId[] | null;
}

/** Where the past is read, and how the subscriber gets to and from the tail. */
export interface FindingsPast {
  readonly standing: () => Promise<readonly FindingRecord[]>;
  /** At most `pageSize` transitions with position > after; fewer mean that there are no more. */
  readonly after: (seq: number) => Promise<readonly FindingRecord[]>;
  readonly pageSize: number;
  /** Resolves once the tail offers every transition behind a position that is not ahead of the log. */
  readonly join: () => Promise<void>;
  readonly leave: () => void;
}

type Phase = 'new' | 'catching-up' | 'handing-over' | 'live';

const DONE = { done: true, value: undefined } as const;

/**
 * Written by hand, not as a generator: `return` must end a pending `next` at once, or a socket that closes would
 * leave its subscription behind until the next transition.
 */
export class FindingsSubscriber implements AsyncIterableIterator<FindingRecord> {
  readonly #request: FindingsRequest;
  readonly #past: FindingsPast;
  readonly #answers: ReadonlySet<string> | null;
  readonly #queue = new FindingsQueue();
  #page: readonly FindingRecord[] = [];
  #pageIndex = 0;
  #cursor: number;
  #phase: Phase = 'new';
  #ended: { readonly fault: Error | null } | null = null;
  #wake: (() => void) | null = null;
  #onDrained: (() => void)[] = [];
  readonly #whenEnded = Promise.withResolvers<void>();

  constructor(request: FindingsRequest, past: FindingsPast) {
    this.#request = request;
    this.#past = past;
    this.#answers = request.answers === null ? null : new Set(request.answers);
    this.#cursor = request.after ?? -1;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Position of the last transition that was taken: it moves while the subscriber does. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Not called again before it has settled: transports send one transition, then ask for the next. */
  async next(): Promise<IteratorResult<FindingRecord, undefined>> {
    while (this.#ended === null) {
      const record = this.#take();
      if (record !== undefined) return { done: false, value: record };
      if (this.#queue.overflowed) this.end(slowConsumer(this.#cursor));
      else if (this.#phase === 'live') await this.#woken();
      else await this.#readPast().catch((fault: unknown) => this.end(asError(fault)));
    }
    return this.#finish();
  }

  return(): Promise<IteratorResult<FindingRecord, undefined>> {
    this.end(null);
    return Promise.resolve(DONE);
  }

  /** A transition of the tenant, from the tail. */
  offer(item: QueuedFinding): void {
    if (this.#ended !== null || item.record.seq <= this.#cursor) return;
    if (this.#answers !== null && !this.#answers.has(item.record.body.answer_id)) return;
    this.#queue.push(item);
    this.#wake?.();
  }

  /** Resolves when everything offered so far was taken, or nobody will take it. */
  drained(): Promise<void> {
    if (this.#queue.size === 0 || this.#ended !== null) return Promise.resolve();
    return new Promise((resolve) => this.#onDrained.push(resolve));
  }

  /** Resolves when the subscription has ended, however that came. */
  get ended(): Promise<void> {
    return this.#whenEnded.promise;
  }

  /** Ends the subscription: with a fault the consumer gets it once, without one it just ends. */
  end(fault: Error | null): void {
    if (this.#ended !== null) return;
    this.#ended = { fault };
    this.#past.leave();
    this.#queue.clear();
    this.#settleDrained();
    this.#whenEnded.resolve();
    this.#wake?.();
  }

  #finish(): IteratorResult<FindingRecord, undefined> {
    const fault = this.#ended?.fault ?? null;
    this.#ended = { fault: null };
    if (fault !== null) throw fault;
    return DONE;
  }

  #take(): FindingRecord | undefined {
    const past = this.#page[this.#pageIndex];
    if (past !== undefined) {
      this.#pageIndex += 1;
      this.#cursor = Math.max(this.#cursor, past.seq);
      return past;
    }
    // The queue waits until the past is told to its end: its transitions are later ones.
    if (this.#phase !== 'live') return undefined;
    for (let record = this.#queue.take(); record !== undefined; record = this.#queue.take()) {
      if (record.seq <= this.#cursor) continue;
      this.#cursor = record.seq;
      return record;
    }
    this.#settleDrained();
    return undefined;
  }

  /** One read of the past; each phase ends in the next one. */
  async #readPast(): Promise<void> {
    const { after } = this.#request;
    if (this.#phase === 'new' && after !== null) {
      this.#phase = 'catching-up';
      return;
    }
    if (this.#phase === 'new') {
      await this.#past.join();
      this.#setPage(await this.#past.standing());
      this.#phase = 'live';
      return;
    }
    const page = await this.#past.after(this.#cursor);
    this.#setPage(page);
    // Who has left in the meantime must not join.
    if (page.length >= this.#past.pageSize || this.#ended !== null) return;
    if (this.#phase === 'handing-over') {
      this.#phase = 'live';
      return;
    }
    await this.#past.join();
    this.#phase = 'handing-over';
  }

  #setPage(page: readonly FindingRecord[]): void {
    this.#page = page;
    this.#pageIndex = 0;
  }

  async #woken(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = null;
  }

  #settleDrained(): void {
    for (const resolve of this.#onDrained.splice(0)) resolve();
  }
}

function slowConsumer(lastSeq: number): GraphQLError {
  return new GraphQLError('this subscriber reads too slowly; subscribe again after the last position', {
    extensions: { code: 'limited:slow_consumer', last_seq: lastSeq },
  });
}

function asError(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error('reading the findings failed', { cause: fault });
}
