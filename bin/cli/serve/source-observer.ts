/**
 * Observes the sources that the log names, at the start and every twelve hours, so that a corpus does not become
 * stale. Of the processes on a store the one that has the lease does so.
 */
import { stat } from 'node:fs/promises';
import type { Engine } from '../../../engine/engine.ts';
import { type Fence, fenced, LeaseLost } from '../../../graph/lease/lease.ts';
import type { LogReader } from '../../../graph/store/log.ts';
import { type IngestSource, ingestSource } from '../ingest-source.ts';
import { findFiles } from '../source-files.ts';
import { observeUnchanged } from '../source-state.ts';
import { pathsOf } from '../sources.ts';

/** PT12H. */
const EVERY_MS = 12 * 60 * 60 * 1_000;
const PAGE = 1_000;

export interface ObserverOptions {
  readonly engine: Engine;
  /** Of the lease under which it looks. */
  readonly fence: Fence;
  /** A source that could not be observed; the others are. */
  readonly onFault: (fault: unknown) => void;
  /** A source that is no longer at any of its paths. */
  readonly onGone: (source: IngestSource) => void;
}

export class SourceObserver {
  readonly #options: ObserverOptions;
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ObserverOptions) {
    this.#options = options;
  }

  /** Observes every source now and resolves when that is done. Then repeats until `stop`. */
  start(): Promise<void> {
    this.#timer = setInterval(() => void this.#look(), EVERY_MS);
    return this.#look();
  }

  /** Ends the observation under way: the log does not record it. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#closing.abort();
    await this.#running;
  }

  #look(): Promise<void> {
    this.#running = this.#running.then(() => this.#observeAll());
    return this.#running;
  }

  async #observeAll(): Promise<void> {
    const { engine, onFault } = this.#options;
    try {
      for (const source of await knownSources(engine.store)) await this.#observe(source);
    } catch (fault) {
      if (!this.#closing.signal.aborted && !(fault instanceof LeaseLost)) onFault(fault);
    }
  }

  async #observe(source: IngestSource): Promise<void> {
    const { engine, fence, onFault, onGone } = this.#options;
    const { signal } = this.#closing;
    if (signal.aborted) return;
    if (!(await isThere(source))) return onGone(source);
    try {
      const files = await findFiles(source.paths);
      if (await observeUnchanged(engine.store, fenced(engine.writer, fence), source, files)) return;
      await ingestSource(engine, source, { onProgress: () => undefined, signal, fence });
    } catch (fault) {
      // Nothing of the other sources could be written either.
      if (fault instanceof LeaseLost) throw fault;
      if (!signal.aborted) onFault(fault);
    }
  }
}

/** Every source of every corpus, in the order in which the log first names them. */
async function knownSources(reader: LogReader): Promise<IngestSource[]> {
  const found = new Map<string, IngestSource>();
  for (let after = -1; ; ) {
    const page = await reader.entries({ after, limit: PAGE, types: ['corpus.observed'] });
    for (const { entry } of page) {
      const { body, corpus } = entry;
      if (body.type !== 'corpus.observed' || corpus === null) continue;
      const { source: name } = body;
      found.set(`${corpus}\n${name}`, { corpus, name, paths: pathsOf(name) });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return [...found.values()];
    after = last.entry.seq;
  }
}

async function isThere({ paths }: IngestSource): Promise<boolean> {
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => null)));
  return found.every((one) => one !== null);
}
