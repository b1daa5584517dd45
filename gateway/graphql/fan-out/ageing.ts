/**
 * Answers that leave their freshness window, or come back into it as their corpus is observed again. Neither is an event of
 * the log: a timer waits for the end of each window, and commits are looked at only while an answer is out of its own.
 */
import type { AnswerView } from '../../../engine/answer/answer.ts';
import { AnswerDamaged } from '../../../engine/answer/answer-damaged.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { AnswerId } from '../../../graph/address.ts';
import { forEverybody } from '../../../graph/caller.ts';

/** The longest that a timer of Node waits. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** The shortest: a clock may be slower than timers are. */
const MIN_TIMER_MS = 10;
/** After a read that failed. */
const RETRY_MS = 1_000;
/** Answers of one read. */
const READ_TOGETHER = 100;

export interface AgeingOptions {
  readonly engine: Pick<Engine, 'store' | 'clock' | 'answers'>;
  readonly tenant: string;
  /** Gets reads that failed; they are made again. */
  readonly onFault: (fault: unknown) => void;
}

/** When corpora were last observed, by their names. */
type Observed = ReadonlyMap<string, string | null>;

/** An answer that somebody watches. */
interface WatchedAnswer {
  readonly id: AnswerId;
  readonly turned: () => void;
  /** Null until it was read. */
  corpus: string | null;
  isAged: boolean;
  isEnded: boolean;
  /** Takes it out of where it waits. */
  leave: () => void;
}

/** Aged answers of a corpus. */
interface AgedAnswers {
  /** What was known of the corpus before they were read; undefined where they were read at different times. */
  observedAt: string | null | undefined;
  readonly answers: Set<WatchedAnswer>;
}

/** Answers that are to be read at one instant. */
interface Window {
  readonly answers: Set<WatchedAnswer>;
  readonly timer: NodeJS.Timeout;
}

const NOTHING = () => undefined;

export class Ageing {
  readonly #options: AgeingOptions;
  /** To be read. */
  readonly #due = new Set<WatchedAnswer>();
  /** Answers within their windows, by the instant, in Unix milliseconds, at which they are to be read again. */
  readonly #windows = new Map<number, Window>();
  readonly #aged = new Map<string, AgedAnswers>();
  #watched = 0;
  #stop: (() => void) | null = null;
  #reading: Promise<void> | null = null;
  #committing: Promise<void> | null = null;
  #again = false;

  constructor(options: AgeingOptions) {
    this.#options = options;
  }

  /** Calls whenever the answer has left its window or has come back into it, until the returned function is called. */
  watch(id: AnswerId, turned: () => void): () => void {
    const watched = { id, turned, corpus: null, isAged: false, isEnded: false, leave: NOTHING };
    this.#watched += 1;
    this.#stop ??= this.#options.engine.store.onCommit(() => this.#committed());
    this.#look([watched]);
    return () => this.#end(watched);
  }

  #end(watched: WatchedAnswer): void {
    if (watched.isEnded) return;
    watched.isEnded = true;
    watched.leave();
    this.#due.delete(watched);
    this.#watched -= 1;
    if (this.#watched > 0) return;
    this.#stop?.();
    this.#stop = null;
  }

  /** One read gives all corpora of aged answers; only of those observed since are the answers read. */
  #committed(): void {
    if (this.#aged.size === 0) return;
    this.#again = true;
    this.#committing ??= forEverybody(() => this.#lookAtAged());
  }

  async #lookAtAged(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const observed = await readObserved(this.#options, new Set(this.#aged.keys()));
      for (const [corpus, { observedAt, answers }] of this.#aged) {
        if (observed === null || observed.get(corpus) !== observedAt) this.#look([...answers]);
      }
    }
    // In the same turn as the last look at `#again`: no commit can fall in between.
    this.#committing = null;
  }

  /** Who began to watch may be gone when an answer is read. */
  #look(answers: readonly WatchedAnswer[]): void {
    for (const watched of answers) this.#due.add(watched);
    this.#reading ??= forEverybody(() => this.#readDue());
  }

  async #readDue(): Promise<void> {
    while (this.#due.size > 0) {
      const answers = [...this.#due].slice(0, READ_TOGETHER);
      for (const watched of answers) this.#due.delete(watched);
      try {
        await this.#read(answers);
      } catch (fault) {
        this.#options.onFault(fault);
        for (const watched of answers) this.#wait(watched, Date.now() + RETRY_MS, RETRY_MS);
      }
    }
    // In the same turn as the last look at `#due`.
    this.#reading = null;
  }

  async #read(answers: readonly WatchedAnswer[]): Promise<void> {
    const { engine, tenant } = this.#options;
    // Before the answers: what is observed in between is found by its commit.
    const corpora = new Set(answers.flatMap(({ corpus }) => corpus ?? []));
    const observed = corpora.size === 0 ? null : await readObserved(this.#options, corpora);
    const ids = answers.map(({ id }) => id);
    const found = await engine.answers(ids, tenant, null);
    for (const [index, watched] of answers.entries()) {
      const view = found[index] ?? null;
      // What cannot be read does not age, nor what has no window.
      if (view === null || view instanceof AnswerDamaged || view.freshUntil === undefined) continue;
      if (!watched.isEnded) this.#judge(watched, view, { freshUntil: view.freshUntil, observed });
    }
  }

  #judge(
    watched: WatchedAnswer,
    { answer, trust }: AnswerView,
    { freshUntil, observed }: { readonly freshUntil: string; readonly observed: Observed | null },
  ): void {
    const isFirst = watched.corpus === null;
    const wasAged = watched.isAged;
    watched.corpus = answer.corpus.name;
    watched.isAged = trust.reasons.some(({ code }) => code === 'snapshot_stale');
    if (!watched.isAged) this.#awaitEnd(watched, Date.parse(freshUntil) + 1);
    // Only now is it known of which corpus something must be known.
    else if (isFirst) this.#look([watched]);
    else this.#awaitObservation(watched, watched.corpus, observed?.get(watched.corpus) ?? null);
    if (!isFirst && wasAged !== watched.isAged) watched.turned();
  }

  #awaitEnd(watched: WatchedAnswer, instant: number): void {
    this.#wait(watched, instant, instant - Date.parse(this.#options.engine.clock.now()));
  }

  /** Answers that leave their windows at one instant have one timer, and are read together. */
  #wait(watched: WatchedAnswer, instant: number, ms: number): void {
    watched.leave();
    if (watched.isEnded) return;
    const window = this.#windows.get(instant) ?? this.#openWindow(instant, ms);
    window.answers.add(watched);
    watched.leave = () => {
      window.answers.delete(watched);
      if (window.answers.size === 0) this.#closeWindow(instant, window);
    };
  }

  #openWindow(instant: number, ms: number): Window {
    const answers = new Set<WatchedAnswer>();
    const end = () => {
      this.#closeWindow(instant, window);
      this.#look([...answers]);
    };
    const timer = setTimeout(end, Math.min(Math.max(ms, MIN_TIMER_MS), MAX_TIMER_MS)).unref();
    const window = { answers, timer };
    this.#windows.set(instant, window);
    return window;
  }

  #closeWindow(instant: number, window: Window): void {
    clearTimeout(window.timer);
    if (this.#windows.get(instant) === window) this.#windows.delete(instant);
  }

  #awaitObservation(watched: WatchedAnswer, corpus: string, observedAt: string | null): void {
    watched.leave();
    const aged = this.#aged.get(corpus) ?? { observedAt, answers: new Set() };
    if (aged.observedAt !== observedAt) aged.observedAt = undefined;
    aged.answers.add(watched);
    this.#aged.set(corpus, aged);
    watched.leave = () => {
      aged.answers.delete(watched);
      if (aged.answers.size === 0 && this.#aged.get(corpus) === aged) this.#aged.delete(corpus);
    };
  }
}

/** Null where it cannot be read now. */
async function readObserved(
  { engine, onFault }: AgeingOptions,
  names: ReadonlySet<string>,
): Promise<Observed | null> {
  try {
    const found = await engine.store.records('corpora', [...names]);
    return new Map(found.flatMap((one) => (one === null ? [] : [[one.name, one.observedAt]])));
  } catch (fault) {
    onFault(fault);
    return null;
  }
}
