/**
 * The projection of beliefs: follows the log, and folds again what its entries move and what the days of its corpora make due, in
 * steps of some milliseconds (`docs/adr/0060-…`). Several may follow one store: a step that another was faster with is left.
 */

import type { ClaimAddr } from '../../../graph/address.ts';
import { utcDayOf } from '../../../graph/belief/utc-day.ts';
import { forEverybody } from '../../../graph/caller.ts';
import { canonicalClaim } from '../../../graph/cluster.ts';
import type { BeliefDay, BeliefPosition, LedgerBelief } from '../../../graph/store/beliefs.ts';
import type { StoredEntry } from '../../../graph/store/log.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { nextSlice } from '../../slices.ts';
import type { KeepingBounds } from '../kept-folds.ts';
import { Beliefs } from '../read-beliefs.ts';
import { daysOf, foldLedgers } from './fold-ledgers.ts';
import { MOVING, OBSERVING, touchedLedgers } from './touched-ledgers.ts';
import { BEGINNING, type Step, writeStep } from './write-step.ts';

/** Entries of a step. */
const PAGE = 128;
/** Ledgers of a step by days. */
const ROWS = 64;
/** Ledgers that are folded in one event-loop slice. */
const FOLDED = 16;
/** Ledgers of a transaction, at least: those of an ingest share it. */
const WRITTEN = 64;
/** Folds that are kept from step to step: of long ledgers alone, which are not to be folded anew for each entry. */
const KEEPING: KeepingBounds = { claims: 256, bytes: 128 * 1_048_576, least: 64 };
/** Between a commit and the step that follows it: appends that come meanwhile share a transaction. */
const LAG_MS = 1_000;
/** A day that has stood so long is worth folding every ledger at it; an ingest of past documents moves it each time. */
const QUIET_MS = 5_000;
/** Between two steps of that: others have the thread, the writer and the store. */
const PAUSE_MS = 20;
const RETRY_MS = 2_000;

type Work = 'log' | 'days';

export class BeliefProjection {
  readonly #store: GraphStore;
  readonly #beliefs: Beliefs;
  #running: Promise<boolean> | null = null;

  constructor(store: GraphStore) {
    this.#store = store;
    // A pass reads every ledger: that must not drive out the folds that are kept for readers.
    this.#beliefs = new Beliefs(store, KEEPING);
  }

  /** Follows the log until the returned function is called. Faults go to `onFault`, and it is tried again soon. */
  follow(onFault: (fault: unknown) => void): () => Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let isDue = true;
    let stopped = false;
    let days: readonly string[] = [];
    let quiet: NodeJS.Timeout | undefined;
    let isQuiet = false;
    const schedule = (ms: number) => {
      if (stopped || timer !== undefined) return;
      timer = setTimeout(run, ms).unref();
    };
    const watchDays = async () => {
      const now = (await this.#store.corpora()).map(({ newestEffectiveAt }) =>
        newestEffectiveAt.slice(0, 10),
      );
      if (now.length === days.length && now.every((day, index) => day === days[index])) return;
      days = now;
      isQuiet = false;
      clearTimeout(quiet);
      quiet = setTimeout(() => {
        isQuiet = true;
        isDue = true;
        schedule(0);
      }, QUIET_MS).unref();
    };
    const round = async () => {
      if (isDue) {
        isDue = false;
        while (!stopped && (await this.#once('log'))) await nextSlice();
        await watchDays();
      }
      // Behind the end nothing is left to do until a day moves.
      isQuiet &&= await this.#once('days');
      return isQuiet;
    };
    const run = () => {
      forEverybody(round)
        .then((more) => {
          timer = undefined;
          if (isDue) schedule(LAG_MS);
          else if (more) schedule(PAUSE_MS);
        })
        .catch((fault: unknown) => {
          timer = undefined;
          isDue = true;
          onFault(fault);
          schedule(RETRY_MS);
        });
    };
    let size = -1;
    const stop = this.#store.onCommit((grown) => {
      // Its own commits add no entry.
      if (grown === size) return;
      size = grown;
      isDue = true;
      schedule(LAG_MS);
    });
    schedule(0);
    return async () => {
      stopped = true;
      stop();
      clearTimeout(timer);
      clearTimeout(quiet);
      await this.#running?.catch(() => undefined);
    };
  }

  /** Follows the log and the days to their ends. */
  async catchUp(): Promise<void> {
    do {
      while (await this.#once('log')) await nextSlice();
    } while (await this.#once('days'));
  }

  /** One step; whether there may be more. */
  #once(work: Work): Promise<boolean> {
    const before = this.#running ?? Promise.resolve(false);
    const step = before
      .catch(() => false)
      .then(() => (work === 'log' ? this.#followLog() : this.#followDays()));
    this.#running = step;
    return step;
  }

  async #followLog(): Promise<boolean> {
    const head = await this.#store.head();
    if (head.replayedTo !== undefined) return false;
    const [from = BEGINNING] = await this.#store.beliefs('position', {});
    const entries = await this.#store.entries({ after: from.seq, limit: PAGE, types: MOVING });
    const seq = entries.at(-1)?.entry.seq;
    if (seq === undefined) return false;
    await nextSlice();
    let stands = from;
    let batch: FoldedBatch = { rows: [], pending: Math.max(seq, from.pending) };
    for await (const ledgers of touchedLedgers(this.#store, entries)) {
      if (batch.rows.length >= WRITTEN) {
        const to = { seq: from.seq, pending: batch.pending };
        const moved = await this.#write({ rows: batch.rows, asserted: [], from: stands, to });
        if (moved === null) return true;
        stands = moved;
        batch = { rows: [], pending: batch.pending };
        await nextSlice();
      }
      const { rows, pending } = await this.#fold(ledgers, seq, batch.pending);
      batch = { rows: [...batch.rows, ...rows], pending };
    }
    const to = { seq, pending: batch.pending };
    await this.#write({ rows: batch.rows, asserted: assertedBy(entries), from: stands, to });
    return true;
  }

  /** A fold sees every observation there is, also behind the entries that are followed: these are pending then. */
  async #fold(ledgers: readonly ClaimAddr[], seq: number, pending: number): Promise<FoldedBatch> {
    const rows: LedgerBelief[] = [];
    for (let start = 0; start < ledgers.length; start += FOLDED) {
      rows.push(
        ...(await foldLedgers(this.#store, this.#beliefs, ledgers.slice(start, start + FOLDED), seq)),
      );
      await nextSlice();
    }
    const [observed] = await this.#store.entries({ after: pending, limit: 1, types: OBSERVING });
    if (observed === undefined) return { rows, pending };
    return { rows, pending: (await this.#store.head()).size - 1 };
  }

  /** Corpora of which rows are of a later day than before say so. */
  async #write(step: Omit<Step, 'raised' | 'days'>): Promise<BeliefPosition | null> {
    const newest = new Map<string, number>();
    for (const { corpus, day } of step.rows) newest.set(corpus, Math.max(day, newest.get(corpus) ?? day));
    const raised: BeliefDay[] = [];
    for (const [corpus, day] of newest) {
      const [known] = await this.#store.beliefs('day', { corpus });
      if (known === undefined) raised.push({ corpus, day, confidentDay: -1, passed: '' });
      else if (known.day < day) raised.push({ ...known, day, passed: '' });
    }
    return writeStep(this.#store, { ...step, raised, days: raised });
  }

  async #followDays(): Promise<boolean> {
    const head = await this.#store.head();
    const [from] = await this.#store.beliefs('position', {});
    if (head.replayedTo !== undefined || from === undefined) return false;
    const names = (await this.#store.corpora()).map(({ name }) => name);
    for (const [corpus, until] of await daysOf(this.#store, names)) {
      const [known] = await this.#store.beliefs('day', { corpus });
      if (known === undefined || known.confidentDay === utcDayOf(until)) continue;
      await this.#followDay(known, utcDayOf(until), from);
      return true;
    }
    return false;
  }

  /** First what is due, then every ledger, by the ids of their clusters. */
  async #followDay(known: BeliefDay, day: number, from: BeliefPosition): Promise<void> {
    const { corpus } = known;
    const passed = known.day === day ? (known.passed ?? '') : '';
    const raised: BeliefDay = { ...known, day, passed };
    const due = await this.#store.beliefs('due', { corpus, before: day, from: 0, limit: ROWS });
    const page =
      due.length > 0 ? due : await this.#store.beliefs('after', { corpus, after: passed, limit: ROWS });
    const ledgers = page.filter((row) => row.day !== day).map(addrOf);
    const { rows, pending } = await this.#fold(ledgers, from.seq, from.pending);
    const last = page.at(-1);
    const isEnd = due.length === 0 && page.length < ROWS;
    const next = due.length > 0 ? passed : (last?.cluster ?? passed);
    const after: BeliefDay = isEnd
      ? { ...raised, confidentDay: day, passed: null }
      : { ...raised, passed: next };
    const to = { seq: from.seq, pending };
    await writeStep(this.#store, { rows, asserted: [], raised: [raised], days: [after], from, to });
  }
}

interface FoldedBatch {
  readonly rows: readonly LedgerBelief[];
  /** Entries up to here may have moved them. */
  readonly pending: number;
}

function addrOf({ corpus, cluster }: LedgerBelief): ClaimAddr {
  return canonicalClaim({ addr: `wx://${corpus}/claim/c1`, claim_cluster_id: cluster });
}

function assertedBy(entries: readonly StoredEntry[]): ClaimAddr[] {
  const addrs = entries.flatMap(({ entry: { body } }) => (body.type === 'claim.asserted' ? [body.addr] : []));
  return [...new Set(addrs)];
}
