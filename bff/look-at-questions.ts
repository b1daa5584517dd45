/**
 * Looks at watched questions as their corpora move (ADR 79). A commit asks nothing: it makes the questions of its corpus due,
 * each once, and as many are asked as this process may ask in a minute. Several processes share what is due by claims in the
 * records; who starts anew goes on with what is due there.
 */
// SQLite's driver lets no requests in between two transactions: the next slice does.
import { setImmediate as nextSlice, setTimeout as pause } from 'node:timers/promises';
import { AdduceError } from '../gateway/client/adduce-error.ts';
import type { BffContext } from './bff-context.ts';
import { lookAt } from './look-at.ts';
import type { ClaimedQuestions, WatchedQuestion } from './question-records.ts';
import { USER_ENDS_MS } from './session.ts';
import { readCorpusSizes } from './views/corpus-sizes.ts';

/** Questions that are looked at at once: a reader's own question never waits for more. */
const AT_ONCE = 2;
/** Questions that one transaction marks, some 70 µs each, and how many transactions a corpus gets in one round. */
const MARKED_AT_ONCE = 100;
const MARKS_PER_ROUND = 25;
/** Visitors whose session has ended, and whose questions one round forgets. */
const FORGOTTEN_PER_ROUND = 10;
/** What a process may do at once after a rest. */
const MAX_SAVED_UP = 10;
const NOTHING_DUE: ClaimedQuestions = { claimed: [], putOff: 0 };

/** Until the signal aborts. Whatever fails is tried again. */
export async function lookAtQuestions(bff: BffContext, signal: AbortSignal): Promise<void> {
  const looks = new Looks(bff, signal);
  while (!signal.aborted) {
    try {
      await looks.round();
    } catch {
      // The records or the engine are out of reach: what is due stays due.
    }
    await pause(bff.lookTiming.look, undefined, { signal }).catch(() => {});
  }
}

class Looks {
  readonly #bff: BffContext;
  readonly #signal: AbortSignal;
  readonly #budget: Budget;
  /** Corpora of which everything is marked, with the size at which it was. */
  readonly #marked = new Map<string, number>();

  constructor(bff: BffContext, signal: AbortSignal) {
    this.#bff = bff;
    this.#signal = signal;
    this.#budget = new Budget(bff.limits.looksPerMinute);
  }

  async round(): Promise<void> {
    const { records } = this.#bff;
    if (!(await records.hasQuestions())) return;
    await this.#forgetAbsent();
    const sizes = await this.#sizes();
    if (sizes === null) return;
    for (const [corpus, size] of sizes) {
      if (this.#marked.get(corpus) !== size) await this.#mark(corpus, size);
    }
    while (!this.#signal.aborted && this.#bff.looking.awaySince === null) {
      const { claimed, putOff } = await this.#claim();
      if (claimed.length + putOff === 0) return;
      await Promise.all(claimed.map((question) => this.#look(question, sizes)));
      await nextSlice();
    }
  }

  async #forgetAbsent(): Promise<void> {
    const { records, now } = this.#bff;
    for (let count = 0; count < FORGOTTEN_PER_ROUND && !this.#signal.aborted; count += 1) {
      if (!(await records.forgetAbsent(now() - USER_ENDS_MS))) return;
      await nextSlice();
    }
  }

  async #sizes(): Promise<ReadonlyMap<string, number> | null> {
    const { looking, now } = this.#bff;
    try {
      const sizes = await readCorpusSizes(this.#bff, this.#signal);
      looking.awaySince = null;
      return sizes;
    } catch (error) {
      if (!this.#signal.aborted) looking.awaySince ??= now();
      if (error instanceof AdduceError) return null;
      throw error;
    }
  }

  async #mark(corpus: string, size: number): Promise<void> {
    const { records, now, lookTiming } = this.#bff;
    const { again: againMs, pace: paceMs } = lookTiming;
    for (let round = 0; round < MARKS_PER_ROUND && !this.#signal.aborted; round += 1) {
      const moved = { corpus, size, at: now(), limit: MARKED_AT_ONCE, againMs, paceMs };
      if ((await records.markMoved(moved)) < MARKED_AT_ONCE) {
        this.#marked.set(corpus, size);
        return;
      }
      await nextSlice();
    }
  }

  async #claim(): Promise<ClaimedQuestions> {
    const { records, now, lookTiming } = this.#bff;
    const limit = Math.min(AT_ONCE, this.#budget.left());
    if (limit === 0) return NOTHING_DUE;
    const at = now();
    const due = await records.claimQuestions({
      at,
      until: at + lookTiming.claim,
      limit,
      againMs: lookTiming.again,
      visitedSince: at - lookTiming.absent,
    });
    this.#budget.spend(due.claimed.length);
    return due;
  }

  async #look(question: WatchedQuestion, sizes: ReadonlyMap<string, number>): Promise<void> {
    const { records, looking, now, newId } = this.#bff;
    const { outcome, isAway } = await lookAt(this.#bff, question, sizes, this.#signal);
    if (this.#signal.aborted) return;
    if (isAway) looking.awaySince ??= now();
    await records.settleQuestion(question.id, question.due_at, { outcome, at: now(), turnId: newId() });
    // The corpus may have moved while it was asked.
    this.#marked.delete(question.corpus);
  }
}

/** Fills evenly, so that a minute's questions are not asked in its first second. */
class Budget {
  readonly #perMinute: number;
  #saved = 1;
  /** Of `performance.now`: wall clocks jump. */
  #filledAt = performance.now();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  left(): number {
    const now = performance.now();
    const filled = this.#saved + ((now - this.#filledAt) / 60_000) * this.#perMinute;
    this.#saved = Math.min(MAX_SAVED_UP, filled);
    this.#filledAt = now;
    return Math.floor(this.#saved);
  }

  spend(count: number): void {
    this.#saved -= count;
  }
}
