/** Makes a corpus' latent vectors on a thread of their own: training takes seconds to minutes, and others are served meanwhile. */
import { setImmediate as othersFirst } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type MadeVectors, makeVectors, type VectorWork } from './make-vectors.ts';
import type { VectorMessage, VectorReply } from './vector-worker.ts';

/** The vectors could not be made; those that there are, and the text index, go on as before. */
export class VectorsFailed extends Error {
  override readonly name = 'VectorsFailed';
  readonly code = 'vectors_failed';
}

/** So few are done before a thread has started. */
const FEW_SECTIONS = 16;
/** Sections of one message: copying them keeps everybody waiting. */
const SECTIONS_A_MESSAGE = 200;

/** Each work has a thread, which ends with it. */
export class VectorMaker implements AsyncDisposable {
  readonly #module: URL;
  readonly #closing = new AbortController();

  /** @param module what the threads run; another one stands in for it in tests of what goes wrong */
  constructor(module: URL = new URL('./vector-worker.ts', import.meta.url)) {
    this.#module = module;
  }

  /** Whether it was closed: its work has ended, and nothing more is made. */
  get closed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Rejects with `VectorsFailed`, also where it is closed meanwhile, and with the signal's reason. */
  async make(work: VectorWork, signal?: AbortSignal): Promise<MadeVectors> {
    signal?.throwIfAborted();
    if (this.closed) throw new VectorsFailed('no vectors are made any more');
    if (work.sections.length > FEW_SECTIONS) return this.#onThread(work, signal);
    try {
      return makeVectors(work);
    } catch (cause) {
      throw failed(cause);
    }
  }

  /** Ends the threads; whoever waits for one hears that. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
  }

  async #onThread(work: VectorWork, signal: AbortSignal | undefined): Promise<MadeVectors> {
    const worker = new Worker(this.#module);
    const reply = Promise.withResolvers<MadeVectors>();
    // Who sends may hear of it only later.
    reply.promise.catch(() => undefined);
    worker.on('message', (message: VectorReply) => {
      if ('made' in message) reply.resolve(message.made);
      else reply.reject(failed(message.fault));
    });
    worker.on('error', (cause) => reply.reject(failed(cause)));
    worker.on('exit', (code) => reply.reject(failed(`the thread ended with code ${code}`)));
    const aborted = () => reply.reject(signal?.reason);
    const closed = () => reply.reject(new VectorsFailed('no vectors are made any more'));
    signal?.addEventListener('abort', aborted);
    this.#closing.signal.addEventListener('abort', closed);
    try {
      await send(worker, work, () => signal?.aborted === true || this.closed);
      return await reply.promise;
    } finally {
      signal?.removeEventListener('abort', aborted);
      this.#closing.signal.removeEventListener('abort', closed);
      await worker.terminate();
    }
  }
}

async function send(worker: Worker, { sections, ...rest }: VectorWork, ended: () => boolean): Promise<void> {
  const post = (message: VectorMessage) => worker.postMessage(message);
  for (let start = 0; start < sections.length && !ended(); start += SECTIONS_A_MESSAGE) {
    post({ sections: sections.slice(start, start + SECTIONS_A_MESSAGE) });
    await othersFirst();
  }
  if (!ended()) post({ rest });
}

function failed(cause: unknown): VectorsFailed {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new VectorsFailed(`the vectors of the corpus were not made: ${message.split('\n', 1)[0]}`, {
    cause,
  });
}
