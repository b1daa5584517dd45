/** Reads what documents state on threads of their own: it takes most of the CPU that needs no store. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ClaimReply, ClaimRequest } from './claim-worker.ts';
import { type NamedDocument, type StatedClaim, statedClaims } from './stated-claims.ts';

/** A thread could not read documents, or ended. */
export class ClaimsUnread extends Error {
  override readonly name = 'ClaimsUnread';
}

type Stated = readonly (readonly StatedClaim[])[];

/** Fewer documents are read before a thread has started. */
const FEW_DOCUMENTS = 64;
/** With more threads they would wait for the thread that writes, which has a core of its own. */
const MAX_THREADS = 8;

/** The threads start with the first of many documents, and end when it is disposed. */
export class ClaimReaders implements AsyncDisposable {
  readonly #corpus: string;
  readonly #module: URL;
  readonly #waiting = new Map<number, PromiseWithResolvers<Stated>>();
  #workers: Worker[] | null = null;
  #read = 0;
  #asked = 0;

  /** @param module what the threads run; another one stands in for it in tests of what goes wrong */
  constructor(corpus: string, module: URL = new URL('./claim-worker.ts', import.meta.url)) {
    this.#corpus = corpus;
    this.#module = module;
  }

  /** In the order of the documents. Rejects with `ClaimsUnread` where a thread fails. */
  async read(documents: readonly NamedDocument[]): Promise<Stated> {
    this.#read += documents.length;
    if (documents.length === 0) return [];
    if (this.#read <= FEW_DOCUMENTS) return documents.map((one) => statedClaims(one, this.#corpus));
    this.#workers ??= this.#start();
    const id = this.#asked++;
    const reply = Promise.withResolvers<Stated>();
    this.#waiting.set(id, reply);
    const request: ClaimRequest = { id, corpus: this.#corpus, documents: documents.map(withoutBytes) };
    this.#workers[id % this.#workers.length]?.postMessage(request);
    return reply.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#fail(new ClaimsUnread('nothing is read any more'));
    await Promise.all((this.#workers ?? []).map((worker) => worker.terminate()));
  }

  #start(): Worker[] {
    const threads = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1));
    return Array.from({ length: threads }, () => {
      const worker = new Worker(this.#module);
      worker.on('message', (reply: ClaimReply) => this.#take(reply));
      worker.on('error', (cause) => this.#fail(new ClaimsUnread(`a thread failed: ${cause}`, { cause })));
      worker.on('exit', (code) => this.#fail(new ClaimsUnread(`a thread ended with code ${code}`)));
      return worker;
    });
  }

  #take(reply: ClaimReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('stated' in reply) waiting?.resolve(reply.stated);
    else waiting?.reject(new ClaimsUnread(`a document was not read: ${reply.fault}`));
  }

  /** Which of the requests a thread has lost is not known: all of them fail. */
  #fail(fault: ClaimsUnread): void {
    for (const { reject } of this.#waiting.values()) reject(fault);
    this.#waiting.clear();
  }
}

/** What is sent is copied: a document's bytes are not read again. */
function withoutBytes({ docId, title, text, layout, lang, published }: NamedDocument): NamedDocument {
  return { docId, title, text, layout, lang, published };
}
