/**
 * Beliefs in many claims of a corpus at once, for lists that are filtered or ordered by them. A belief is a fold, which
 * moves with S and T; so a table is of one view, and the next view's takes over what nothing has touched since.
 */
import type { ClaimAddr } from '../../graph/address.ts';
import type { FoldResult } from '../../graph/belief/result.ts';
import type { BeliefState } from '../../graph/evidence.ts';
import type { EntryBody } from '../../graph/log/entry.ts';
import type { GraphReader, StoredEntry, View } from '../../graph/store.ts';
import { nextTurn } from '../turns.ts';

/** What a list needs of a belief. */
export interface ListedBelief {
  /** `none`: nothing in its ledger. */
  readonly state: BeliefState | 'none';
  /** In micro; -1 where there is none. */
  readonly confidence: number;
}

/** Reads beliefs without driving out folds that are kept for others. */
export type ReadFolds = (
  claims: readonly ClaimAddr[],
  view: View,
) => Promise<ReadonlyMap<ClaimAddr, { readonly fold: Pick<FoldResult, 'belief' | 'confidence'> | null }>>;

interface Table {
  readonly corpus: string;
  readonly view: View;
  readonly beliefs: Map<ClaimAddr, ListedBelief>;
  /** One reading at a time, so that two who want the same fold it once. */
  last: Promise<unknown>;
}

/** Tables that are kept; least recently read goes first. */
const MAX_TABLES = 4;
/** Claims that are folded in one turn: a few milliseconds of work. */
const BATCH = 128;
/** Entries between two views that are looked through; behind more of them everything is folded anew. */
const MAX_BETWEEN = 1_000;
/** Entries that may move a belief. */
const MOVING = ['evidence.appended', 'artefact.observed', 'corpus.observed'] as const;

export class BeliefTables {
  readonly #reader: GraphReader;
  readonly #readFolds: ReadFolds;
  /** Least recently read first. */
  #tables: Table[] = [];

  constructor(reader: GraphReader, readFolds: ReadFolds) {
    this.#reader = reader;
    this.#readFolds = readFolds;
  }

  /**
   * Of every claim that is asked for. Where its caller leaves, what was folded until then stays.
   * @param corpus that of all the claims
   */
  async read(
    corpus: string,
    view: View,
    claims: readonly ClaimAddr[],
  ): Promise<ReadonlyMap<ClaimAddr, ListedBelief>> {
    const table = this.#find(corpus, view) ?? (await this.#make(corpus, view));
    this.#tables = [...this.#tables.filter((one) => one !== table), table].slice(-MAX_TABLES);
    const reading = table.last.then(() => this.#fill(table, claims));
    table.last = reading.catch(() => undefined);
    await reading;
    return table.beliefs;
  }

  async #fill({ beliefs, view }: Table, claims: readonly ClaimAddr[]): Promise<void> {
    const missing = claims.filter((claim) => !beliefs.has(claim));
    for (let start = 0; start < missing.length; start += BATCH) {
      const found = await this.#readFolds(missing.slice(start, start + BATCH), view);
      for (const [claim, { fold }] of found) beliefs.set(claim, listed(fold));
      await nextTurn();
    }
  }

  #find(corpus: string, { seq, until }: View): Table | undefined {
    return this.#tables.find(
      (one) => one.corpus === corpus && one.view.seq === seq && one.view.until === until,
    );
  }

  async #make(corpus: string, view: View): Promise<Table> {
    const before = this.#tables
      .filter((one) => one.corpus === corpus && one.view.until === view.until && one.view.seq < view.seq)
      .toSorted((a, b) => b.view.seq - a.view.seq)
      .at(0);
    const beliefs = before === undefined ? new Map() : await this.#carriedOver(before, view);
    const made = { corpus, view, beliefs, last: Promise.resolve() };
    // Another reading may have made it meanwhile.
    return this.#find(corpus, view) ?? made;
  }

  /** The table without what the entries since may have moved. */
  async #carriedOver({ beliefs, view }: Table, to: View): Promise<Map<ClaimAddr, ListedBelief>> {
    const kept = new Map(beliefs);
    const query = { after: view.seq, limit: MAX_BETWEEN, types: MOVING };
    const found = await this.#reader.entries(query);
    if (found.length === MAX_BETWEEN) return new Map();
    const since = found.filter(({ entry }) => entry.seq <= to.seq).map(({ entry }) => entry.body);
    if (await this.#isObservedAgain(since, found)) return new Map();
    const moved = since.flatMap((body) => (body.type === 'evidence.appended' ? [body.entry.claim] : []));
    // A claim's evidence weighs on what it is the proposed successor of.
    const proposed = moved.length === 0 ? [] : await this.#reader.predecessors(moved);
    for (const claim of [...moved, ...proposed.flat()]) kept.delete(claim);
    return kept;
  }

  /** What was observed again is younger, whoever cites it: then every belief may have moved. */
  async #isObservedAgain(since: readonly EntryBody[], all: readonly StoredEntry[]): Promise<boolean> {
    if (all.some(({ entry }) => entry.body.type === 'corpus.observed')) return true;
    const hashes = since.flatMap((body) => (body.type === 'artefact.observed' ? [body.artefact.hash] : []));
    const seen = hashes.length === 0 ? [] : await this.#reader.observations(hashes);
    return seen.some((observations) => observations.length > 1);
  }
}

function listed(fold: Pick<FoldResult, 'belief' | 'confidence'> | null): ListedBelief {
  if (fold === null) return { state: 'none', confidence: -1 };
  return { state: fold.belief.state, confidence: fold.confidence };
}
