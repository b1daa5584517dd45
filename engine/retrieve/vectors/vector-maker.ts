/** Takes the steps that make vectors on a thread: training takes seconds to minutes, and others are served meanwhile. */
import { Worker } from 'node:worker_threads';
import { type StepName, takeStep, VectorSteps } from './vector-steps.ts';
import type { StepCall, StepReply } from './vector-worker.ts';

/** The vectors could not be made; the existing ones and the text index stay in use. */
export class VectorsFailed extends Error {
  override readonly name = 'VectorsFailed';
  readonly code = 'vectors_failed';
}

/** Takes a step, on this thread or another. Rejects with `VectorsFailed` where it fails. */
export type TakeStep = <Step extends StepName>(
  step: Step,
  ...input: Parameters<VectorSteps[Step]>
) => Promise<ReturnType<VectorSteps[Step]>>;

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

  /**
   * Does work that takes steps one after another. Rejects with what the work rejects with, with `VectorsFailed`, also where
   * the maker is closed meanwhile, and with the signal's reason.
   * @param isSmall whether the steps take less time than the start of a thread
   */
  async run<R>(isSmall: boolean, work: (take: TakeStep) => Promise<R>, signal?: AbortSignal): Promise<R> {
    signal?.throwIfAborted();
    if (this.closed) throw new VectorsFailed('no vectors are made any more');
    if (isSmall) return work(takeHere());
    const thread = new VectorThread(this.#module);
    const aborted = () => thread.end(signal?.reason);
    const closed = () => thread.end(new VectorsFailed('no vectors are made any more'));
    signal?.addEventListener('abort', aborted);
    this.#closing.signal.addEventListener('abort', closed);
    try {
      return await work(thread.take);
    } finally {
      signal?.removeEventListener('abort', aborted);
      this.#closing.signal.removeEventListener('abort', closed);
      await thread.close();
    }
  }

  /** Ends the threads; whose work needs one gets `VectorsFailed`. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
  }
}

function takeHere(): TakeStep {
  const steps = new VectorSteps();
  return async (step, ...input) => {
    try {
      return takeStep(steps, step, input);
    } catch (cause) {
      throw failed(cause);
    }
  };
}

class VectorThread {
  readonly #worker: Worker;
  #ended: { readonly reason: unknown } | null = null;
  #waiting: PromiseWithResolvers<unknown> | null = null;

  constructor(module: URL) {
    this.#worker = new Worker(module);
    this.#worker.on('message', (reply: StepReply) => {
      if ('output' in reply) this.#waiting?.resolve(reply.output);
      else this.#waiting?.reject(failed(reply.fault));
    });
    this.#worker.on('error', (cause) => this.end(failed(cause)));
    this.#worker.on('exit', (code) => this.end(failed(`the thread ended with code ${code}`)));
  }

  /** One step at a time. */
  readonly take: TakeStep = async (step, ...input) => {
    if (this.#ended !== null) throw this.#ended.reason;
    this.#waiting = Promise.withResolvers();
    const call: StepCall = { step, input };
    this.#worker.postMessage(call);
    // The thread replies with what the step gives.
    return (await this.#waiting.promise) as ReturnType<VectorSteps[typeof step]>;
  };

  /** The step at hand and all later ones reject. The first reason stays. */
  end(reason: unknown): void {
    this.#ended ??= { reason };
    this.#waiting?.reject(this.#ended.reason);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

function failed(cause: unknown): VectorsFailed {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new VectorsFailed(`the vectors of the corpus were not made: ${message.split('\n', 1)[0]}`, {
    cause,
  });
}
