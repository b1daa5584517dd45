/** Embedding in the background: follows the log, and embeds what an ingest has added. */
import type { GraphStore } from '../../../graph/store/store.ts';
import { type EmbedContext, type EmbedHooks, embedCorpus } from './embed-corpus.ts';

/** After a fault, such as an endpoint that does not answer. */
const REST_MS = 30_000;

export class EmbeddingWork {
  readonly #store: GraphStore;
  readonly #context: EmbedContext;

  constructor(store: GraphStore, context: Omit<EmbedContext, 'reader'>) {
    this.#store = store;
    this.#context = { ...context, reader: store };
  }

  /** Embeds what has no vector yet. Rejects with `EmbedderUnavailable` and the signal's reason. */
  async catchUp(hooks: EmbedHooks = {}): Promise<void> {
    for (const { name } of await this.#store.corpora()) await embedCorpus(this.#context, name, hooks);
  }

  /**
   * Follows the log until the returned function is called, which ends the work between two texts. Faults go to
   * `onFault`; after one the work rests for half a minute.
   */
  follow(onFault: (fault: unknown) => void): () => Promise<void> {
    const ending = new AbortController();
    let running: Promise<void> | null = null;
    let again = false;
    const nudge = () => {
      again = true;
      running ??= run();
    };
    const run = async () => {
      while (again && !ending.signal.aborted) {
        again = false;
        try {
          await this.catchUp({ signal: ending.signal });
        } catch (fault) {
          if (ending.signal.aborted) break;
          onFault(fault);
          again = true;
          await rest(ending.signal);
        }
      }
      // In the same event-loop slice as the last read of `again`, so that no nudge is lost between the two.
      running = null;
    };
    const stop = this.#store.onCommit(nudge);
    nudge();
    return async () => {
      stop();
      ending.abort(new Error('the service ends'));
      await running;
    };
  }
}

function rest(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, REST_MS);
    timer.unref();
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
