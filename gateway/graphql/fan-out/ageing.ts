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

export interface AgeingOptions {
  readonly engine: Pick<Engine, 'store' | 'clock' | 'answers'>;
  readonly tenant: string;
  /** Gets reads that failed; they are made again. */
  readonly onFault: (fault: unknown) => void;
}

/** When corpora were last observed, by their names. */
type Observed = ReadonlyMap<string, string | null>;

export class Ageing {
  readonly #options: AgeingOptions;
  readonly #watched = new Set<WatchedAnswer>();
  #stop: (() => void) | null = null;
  #looking: Promise<void> | null = null;
  #again = false;

  constructor(options: AgeingOptions) {
    this.#options = options;
  }

  /** Calls whenever the answer has left its window or has come back into it, until the returned function is called. */
  watch(answer: AnswerId, turned: () => void): () => void {
    const watched = new WatchedAnswer(this.#options, answer, turned);
    this.#watched.add(watched);
    this.#stop ??= this.#options.engine.store.onCommit(() => this.#committed());
    watched.look();
    return () => {
      watched.end();
      this.#watched.delete(watched);
      if (this.#watched.size > 0) return;
      this.#stop?.();
      this.#stop = null;
    };
  }

  /** One read tells of all corpora of answers that are out of their windows. */
  #committed(): void {
    this.#again = true;
    this.#looking ??= forEverybody(() => this.#look());
  }

  async #look(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const out = [...this.#watched].filter(({ corpusOfAged }) => corpusOfAged !== null);
      if (out.length === 0) break;
      const observed = await readObserved(
        this.#options,
        new Set(out.flatMap((one) => one.corpusOfAged ?? [])),
      );
      for (const one of out) if (observed === null || !one.knows(observed)) one.look();
    }
    // In the same turn as the last look at `#again`: no commit can fall in between.
    this.#looking = null;
  }
}

class WatchedAnswer {
  readonly #options: AgeingOptions;
  readonly #answer: AnswerId;
  readonly #turned: () => void;
  /** Null until it was read. */
  #corpus: string | null = null;
  #isAged = false;
  /** What was known of its corpus before it was read. */
  #observedAt: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #again = false;
  #isEnded = false;

  constructor(options: AgeingOptions, answer: AnswerId, turned: () => void) {
    this.#options = options;
    this.#answer = answer;
    this.#turned = turned;
  }

  /** Null for an answer within its window. */
  get corpusOfAged(): string | null {
    return this.#isAged ? this.#corpus : null;
  }

  knows(observed: Observed): boolean {
    return this.#corpus === null || observed.get(this.#corpus) === this.#observedAt;
  }

  /** Who began to watch may be gone when it is read. */
  look(): void {
    this.#again = true;
    if (this.#looking || this.#isEnded) return;
    this.#looking = true;
    void forEverybody(() => this.#lookOn());
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  async #lookOn(): Promise<void> {
    try {
      while (this.#again && !this.#isEnded) {
        this.#again = false;
        await this.#read();
      }
    } catch (fault) {
      this.#options.onFault(fault);
      this.#wait(RETRY_MS);
    } finally {
      this.#looking = false;
    }
  }

  async #read(): Promise<void> {
    const { engine, tenant } = this.#options;
    if (this.#corpus !== null) {
      // Before the answer: what is observed in between is found by its commit.
      const observed = await readObserved(this.#options, new Set([this.#corpus]));
      this.#observedAt = observed?.get(this.#corpus) ?? null;
    }
    const [found = null] = await engine.answers([this.#answer], tenant, null);
    // What cannot be read does not age, nor what has no window.
    if (found === null || found instanceof AnswerDamaged || found.freshUntil === undefined) return;
    this.#judge(found, found.freshUntil);
  }

  #judge({ answer, trust }: AnswerView, freshUntil: string): void {
    const isFirst = this.#corpus === null;
    const wasAged = this.#isAged;
    this.#corpus = answer.corpus.name;
    this.#isAged = trust.reasons.some(({ code }) => code === 'snapshot_stale');
    if (!this.#isAged) this.#wait(Date.parse(freshUntil) - Date.parse(this.#options.engine.clock.now()) + 1);
    // Only now is it known of which corpus something must be known.
    else if (isFirst) this.look();
    if (!isFirst && wasAged !== this.#isAged && !this.#isEnded) this.#turned();
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isEnded) return;
    this.#timer = setTimeout(() => this.look(), Math.min(Math.max(ms, MIN_TIMER_MS), MAX_TIMER_MS)).unref();
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
