/**
 * Reads that look through a store, on threads of their own (docs/adr/0049-…): the serving thread waits for them and runs none
 * of their statements. A read begins after every commit that was acknowledged before it was asked for, and sees it: each of its
 * statements begins on the newest commit of the file.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { addLooks, callerSignal } from '../../caller.ts';
import { StoreUnavailable } from '../../store/store.ts';
import { type FromReader, fromSent, type ReaderStart, type ReadName, type ToReader } from './messages.ts';

/** Reads under way; one more is refused. */
export const MAX_READS = 4_096;
/** How long a read that nobody waits for may go on: then its thread is given up, and others read in its place. */
const GRACE_MS = 1_000;
/** How long closing waits for a thread that is within a statement. */
const CLOSE_MS = 1_000;

interface Read {
  readonly id: number;
  readonly name: ReadName;
  readonly args: readonly unknown[];
  readonly ended: Int32Array;
  settle(reply: FromReader): void;
  fail(fault: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  readonly reads: Map<number, Read>;
}

export interface ReaderThreadsOptions extends ReaderStart {
  /** Most threads; each starts when all before it are at work. */
  readonly count: number;
  /** What the threads run; another module stands in for it in tests of what goes wrong. */
  readonly module?: URL;
  readonly graceMs?: number;
}

export class ReaderThreads implements AsyncDisposable {
  readonly #options: ReaderThreadsOptions;
  #threads: Thread[] = [];
  #last = 0;
  #closed = false;

  constructor(options: ReaderThreadsOptions) {
    this.#options = options;
  }

  /** Reads under way. */
  get size(): number {
    return this.#threads.reduce((sum, { reads }) => sum + reads.size, 0);
  }

  /** Rejects as the read does, and with the reason where its caller leaves. */
  async read(name: ReadName, args: readonly unknown[]): Promise<unknown> {
    const left = callerSignal();
    left?.throwIfAborted();
    if (this.#closed) throw new StoreUnavailable('the store is closed');
    if (this.size >= MAX_READS) throw new StoreUnavailable(`more than ${MAX_READS} reads wait`);
    const { promise, resolve, reject } = Promise.withResolvers<FromReader>();
    this.#last += 1;
    const ended = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const read: Read = { id: this.#last, name, args, ended, settle: resolve, fail: reject };
    const leave = () => this.#abandon(read, left?.reason);
    left?.addEventListener('abort', leave, { once: true });
    this.#send(read);
    try {
      const reply = await promise;
      addLooks(reply.looks);
      if ('fault' in reply) throw fromSent(reply.fault);
      return reply.value;
    } finally {
      left?.removeEventListener('abort', leave);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    const threads = this.#threads.splice(0);
    for (const { reads } of threads) {
      for (const read of reads.values()) end(read, new StoreUnavailable('the store is closed'));
    }
    await Promise.all(threads.map(({ worker }) => close(worker)));
  }

  #send(read: Read): void {
    const thread = this.#freeThread();
    thread.reads.set(read.id, read);
    thread.worker.ref();
    const { id, name, args, ended } = read;
    // The types say that the view is over the shared memory that it was made with.
    post(thread.worker, { id, name, args, ended: ended.buffer as SharedArrayBuffer });
  }

  /** The one with the fewest reads; a new one where all have some and there may be more. */
  #freeThread(): Thread {
    const [first, ...others] = this.#threads;
    if (first === undefined) return this.#start();
    const freest = others.reduce((a, b) => (b.reads.size < a.reads.size ? b : a), first);
    return freest.reads.size > 0 && this.#threads.length < this.#options.count ? this.#start() : freest;
  }

  #start(): Thread {
    const { file, cacheKib, module = new URL('./reader-thread.ts', import.meta.url) } = this.#options;
    const start: ReaderStart = { file, cacheKib };
    const worker = new Worker(module, { workerData: start });
    const thread: Thread = { worker, reads: new Map() };
    worker.on('message', (reply: FromReader) => this.#settle(thread, reply));
    worker.on('error', (cause) => this.#lose(thread, cause));
    worker.on('exit', (code) => this.#lose(thread, `it ended with code ${code}`));
    this.#threads.push(thread);
    return thread;
  }

  #settle({ worker, reads }: Thread, reply: FromReader): void {
    reads.get(reply.id)?.settle(reply);
    reads.delete(reply.id);
    // A thread at rest keeps no process alive.
    if (reads.size === 0) worker.unref();
  }

  #lose(thread: Thread, cause: unknown): void {
    this.#threads = this.#threads.filter((one) => one !== thread);
    for (const read of thread.reads.values())
      end(read, new StoreUnavailable('a reader thread of the store has ended', { cause }));
    thread.reads.clear();
  }

  /** The statement that it is within ends at its next row; where it does not, its thread does. */
  #abandon(read: Read, reason: unknown): void {
    end(read, reason);
    const timer = setTimeout(() => this.#replace(read), this.#options.graceMs ?? GRACE_MS);
    timer.unref();
  }

  /** What the thread has not answered is read again by others: reads change nothing. */
  #replace(read: Read): void {
    const stuck = this.#threads.find(({ reads }) => reads.has(read.id));
    if (stuck === undefined) return;
    this.#threads = this.#threads.filter((one) => one !== stuck);
    const waiting = [...stuck.reads.values()].filter(({ ended }) => Atomics.load(ended, 0) === 0);
    stuck.reads.clear();
    stuck.worker.terminate();
    for (const one of waiting) this.#send(one);
  }
}

function end(read: Read, reason: unknown): void {
  Atomics.store(read.ended, 0, 1);
  read.fail(reason);
}

async function close(worker: Worker): Promise<void> {
  worker.ref();
  const exited = once(worker, 'exit');
  post(worker, 'close');
  const late = setTimeout(() => worker.terminate(), CLOSE_MS);
  await exited.catch(() => undefined);
  clearTimeout(late);
}

function post(worker: Worker, message: ToReader): void {
  worker.postMessage(message);
}
