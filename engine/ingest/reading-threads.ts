/**
 * Reads files, and what documents state, on threads of their own: it takes most of the CPU that needs no store, and a large file
 * would hold the thread that serves.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { nextIteration } from '../../graph/event-loop.ts';
import { isReadable } from './readers/file-kind.ts';
import { MAX_FILE_BYTES, type ReadResult } from './readers/read-document.ts';
import type { ReadingReply, ReadingRequest, ReadingTask } from './reading-worker.ts';
import { type NamedDocument, type StatedClaim, statedClaims } from './stated-claims.ts';

/** A thread could not read, or ended. */
export class ReadingFailed extends Error {
  override readonly name = 'ReadingFailed';
}

type Stated = readonly (readonly StatedClaim[])[];

/** A file in bytes, or a text in UTF-16 code units, that is read in an event-loop slice of the caller's thread. */
const SMALL = 8_192;
/** What is read on the caller's thread in all: a thread takes half a second of CPU to start. */
const FEW = 65_536;
/** With more threads they would wait for the thread that writes, which has a core of its own. */
const MAX_THREADS = 8;

interface Waiting extends PromiseWithResolvers<readonly unknown[]> {
  readonly items: unknown[];
}

/** The threads start with the first large file or text, or with many small ones, and end when it is disposed. */
export class ReadingThreads implements AsyncDisposable {
  readonly #module: URL;
  readonly #waiting = new Map<number, Waiting>();
  #workers: Worker[] | null = null;
  /** Why nothing is read any more: a request to a thread that has ended would never be answered. */
  #fault: ReadingFailed | null = null;
  #readHere = 0;
  #last: Promise<unknown> = Promise.resolve();
  #asked = 0;

  /** @param module what the threads run; another one stands in for it in tests of what goes wrong */
  constructor(module: URL = new URL('./reading-worker.ts', import.meta.url)) {
    this.#module = module;
  }

  /** The documents of a file and what of it is refused, in their order. Rejects with `ReadingFailed` where a thread fails. */
  async file(name: string, bytes: Uint8Array): Promise<readonly ReadResult[]> {
    // Refused unread, however large it is.
    const isRefused = !isReadable(name) || bytes.length > MAX_FILE_BYTES;
    if (!isRefused && !this.#isReadHere([bytes.length])) {
      // What is sent is copied with the whole buffer that it lies in, and a `slice` of a Buffer lies in the same.
      return this.#ask({ kind: 'file', name, bytes: new Uint8Array(bytes) });
    }
    // With the first source: a start does not wait for the parsers.
    const { readFile } = await import('./readers/read-file.ts');
    return this.#slices(readFile(name, bytes));
  }

  /** What each document states, in their order. Rejects with `ReadingFailed` where a thread fails. */
  async stated(corpus: string, documents: readonly NamedDocument[]): Promise<Stated> {
    if (!this.#isReadHere(documents.map(({ text }) => text.length))) {
      return this.#ask({ kind: 'stated', corpus, documents: documents.map(withoutBytes) });
    }
    return this.#slices(documents.values().map((one) => statedClaims(one, corpus)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#fail(new ReadingFailed('nothing is read any more'));
    await Promise.all((this.#workers ?? []).map((worker) => worker.terminate()));
  }

  #isReadHere(lengths: readonly number[]): boolean {
    if (this.#workers !== null || lengths.some((length) => length > SMALL)) return false;
    this.#readHere += lengths.reduce((sum, length) => sum + length, 0);
    return this.#readHere <= FEW;
  }

  /** Each item in an event-loop iteration of its own, behind what is read here already. */
  #slices<T>(items: Iterable<T>): Promise<readonly T[]> {
    const read = this.#last.then(async () => {
      const results: T[] = [];
      for (const item of items) {
        results.push(item);
        await nextIteration();
      }
      return results;
    });
    this.#last = read.catch(() => undefined);
    return read;
  }

  async #ask<T>(task: ReadingTask): Promise<readonly T[]> {
    if (this.#fault !== null) throw this.#fault;
    this.#workers ??= this.#start();
    const id = this.#asked++;
    const reply: Waiting = { ...Promise.withResolvers<readonly unknown[]>(), items: [] };
    this.#waiting.set(id, reply);
    const request: ReadingRequest = { id, task };
    this.#workers[id % this.#workers.length]?.postMessage(request);
    // The border: `itemsOf` in the thread gives for each kind of task what its caller here names.
    return (await reply.promise) as readonly T[];
  }

  #start(): Worker[] {
    const threads = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1));
    return Array.from({ length: threads }, () => {
      const worker = new Worker(this.#module);
      worker.on('message', (reply: ReadingReply) => this.#take(reply));
      worker.on('error', (cause) => this.#fail(new ReadingFailed(`a thread failed: ${cause}`, { cause })));
      worker.on('exit', (code) => this.#fail(new ReadingFailed(`a thread ended with code ${code}`)));
      return worker;
    });
  }

  #take(reply: ReadingReply): void {
    const waiting = this.#waiting.get(reply.id);
    if (waiting === undefined) return;
    if ('items' in reply) for (const item of reply.items) waiting.items.push(item);
    if ('items' in reply && !reply.isLast) return;
    this.#waiting.delete(reply.id);
    if ('items' in reply) waiting.resolve(waiting.items);
    else waiting.reject(new ReadingFailed(`a document was not read: ${reply.fault}`));
  }

  /** Which of the requests a thread has lost is not known: all of them fail. */
  #fail(fault: ReadingFailed): void {
    this.#fault ??= fault;
    for (const { reject } of this.#waiting.values()) reject(fault);
    this.#waiting.clear();
  }
}

/** What is sent is copied: a document's bytes are not read again. */
function withoutBytes({ docId, title, text, layout, lang, published }: NamedDocument): NamedDocument {
  return { docId, title, text, layout, lang, published };
}
