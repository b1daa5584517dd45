/**
 * Beliefs in many claims of a corpus at once, for lists that are filtered or ordered by them. A belief is a fold,
 * which changes with S, T and new observations. So a table is for one view, and the table of the next view takes over
 * the beliefs that nothing has changed since.
 */
import type { ClaimAddr } from '../../graph/address.ts';
import type { ListedState } from '../../graph/store/beliefs.ts';
import type { StoredEntry } from '../../graph/store/log.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import type { ClaimBelief } from '../belief/read-beliefs.ts';
import { nextSlice } from '../slices.ts';
import type { FoldView } from '../view.ts';

/** What a list needs of a belief. */
export interface ListedBelief {
  readonly state: ListedState;
  /** In micro; -1 for an empty ledger. */
  readonly confidence: number;
  /** The canonical claim of its cluster, whose ledger it shares. */
  readonly ledger: ClaimAddr;
}

type FoldedBelief = Pick<ClaimBelief, 'claim' | 'fold' | 'cited' | 'context'>;

/** Reads beliefs without evicting cached folds. */
export type ReadFolds = (
  claims: readonly ClaimAddr[],
  view: FoldView,
) => Promise<ReadonlyMap<ClaimAddr, FoldedBelief>>;

/** A view that later observations do not change. */
export type ListView = Required<FoldView>;

interface Table {
  readonly corpus: string;
  readonly view: ListView;
  readonly beliefs: Map<ClaimAddr, ListedBelief>;
  /** Hashes of what its evidence names and nobody had observed. */
  readonly unobserved: Set<string>;
  /** Log position up to which nothing was observed that would change it. */
  heardUpTo: number;
  /** One reading at a time, so that two requests for the same table fold it once. */
  last: Promise<unknown>;
}

/** Cached tables; the least recently read is evicted first. */
const MAX_TABLES = 4;
/** Claims that are folded in one slice: a few milliseconds of work. */
const BATCH = 128;
/** Entries that are read between two views; with more of them everything is folded anew. */
const MAX_BETWEEN = 1_000;
const OBSERVING = ['artefact.observed', 'corpus.observed'] as const;
/** Kinds of entries that may change a belief. */
const MOVING = ['evidence.appended', ...OBSERVING] as const;

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
   * The view in which a list begins or continues. Its pages form one list, even where documents were observed again
   * at the same S and T.
   */
  async viewOf(corpus: string, view: FoldView): Promise<ListView> {
    const newest = (await this.#reader.head()).size - 1;
    const { observedUpTo } = view;
    if (observedUpTo !== undefined) return { ...view, observedUpTo: Math.min(observedUpTo, newest) };
    const [known] = this.#of(corpus, view).filter(({ view: { seq } }) => seq === view.seq);
    if (known === undefined || (await this.#hasChanged(known))) return { ...view, observedUpTo: newest };
    known.heardUpTo = Math.max(known.heardUpTo, newest);
    return known.view;
  }

  /**
   * Beliefs of all requested claims. Where the caller leaves, the beliefs folded until then stay cached.
   * @param corpus that of all the claims
   */
  async read(
    corpus: string,
    view: ListView,
    claims: readonly ClaimAddr[],
  ): Promise<ReadonlyMap<ClaimAddr, ListedBelief>> {
    const table = this.#find(corpus, view) ?? (await this.#make(corpus, view));
    this.#tables = [...this.#tables.filter((one) => one !== table), table].slice(-MAX_TABLES);
    const reading = table.last.then(() => this.#fill(table, claims));
    table.last = reading.catch(() => undefined);
    await reading;
    return table.beliefs;
  }

  async #fill({ beliefs, unobserved, view }: Table, claims: readonly ClaimAddr[]): Promise<void> {
    const missing = claims.filter((claim) => !beliefs.has(claim));
    for (let start = 0; start < missing.length; start += BATCH) {
      const found = await this.#readFolds(missing.slice(start, start + BATCH), view);
      for (const [claim, belief] of found) {
        const { cited, context } = belief;
        beliefs.set(claim, listed(belief));
        for (const hash of cited) if (!Object.hasOwn(context.observed, hash)) unobserved.add(hash);
      }
      await nextSlice();
    }
  }

  /** Those of the same T that are no later, the newest first. */
  #of(corpus: string, { seq, until, observedUpTo = Number.POSITIVE_INFINITY }: FoldView): Table[] {
    const isBefore = ({ view }: Table) =>
      view.until === until && view.seq <= seq && view.observedUpTo <= observedUpTo;
    return this.#tables
      .filter((one) => one.corpus === corpus && isBefore(one))
      .toSorted((a, b) => b.view.seq - a.view.seq || b.view.observedUpTo - a.view.observedUpTo);
  }

  #find(corpus: string, view: ListView): Table | undefined {
    const [newest] = this.#of(corpus, view);
    const isSame = newest?.view.seq === view.seq && newest.view.observedUpTo === view.observedUpTo;
    return isSame ? newest : undefined;
  }

  async #make(corpus: string, view: ListView): Promise<Table> {
    const [before] = this.#of(corpus, view);
    const kept = before === undefined ? null : await this.#carriedOver(before, view);
    const beliefs = kept ?? new Map();
    const unobserved = new Set(kept === null ? [] : before?.unobserved);
    const made = { corpus, view, beliefs, unobserved, heardUpTo: view.observedUpTo, last: Promise.resolve() };
    // Another reading may have made it meanwhile.
    return this.#find(corpus, view) ?? made;
  }

  /** The table without beliefs that entries since may have changed; null where all of them may have. */
  async #carriedOver(from: Table, to: ListView): Promise<Map<ClaimAddr, ListedBelief> | null> {
    const { seq, observedUpTo } = from.view;
    const kept = new Map(from.beliefs);
    const query = { after: Math.min(seq, observedUpTo), limit: MAX_BETWEEN, types: MOVING };
    const found = await this.#reader.entries(query);
    if (found.length === MAX_BETWEEN) return null;
    const observed = found.filter(({ entry }) => entry.seq > observedUpTo && entry.seq <= to.observedUpTo);
    if (await this.#mayHaveMoved(from, observed)) return null;
    const appended = found.filter(({ entry }) => entry.seq > seq && entry.seq <= to.seq);
    const moved = appended.flatMap(({ entry: { body } }) =>
      body.type === 'evidence.appended' ? [body.entry.claim] : [],
    );
    // A claim's evidence also counts for claims that it is proposed to supersede.
    const proposed = moved.length === 0 ? [] : await this.#reader.ranges('predecessors', { by: moved });
    const ledgers = new Set([...moved, ...proposed.flat()]);
    for (const [claim, { ledger }] of kept) if (ledgers.has(ledger)) kept.delete(claim);
    return kept;
  }

  /** Whether anything was observed since, in any corpus, that may change a belief of the table. */
  async #hasChanged(table: Table): Promise<boolean> {
    const query = { after: table.heardUpTo, limit: MAX_BETWEEN, types: OBSERVING };
    const found = await this.#reader.entries(query);
    return found.length === MAX_BETWEEN || this.#mayHaveMoved(table, found);
  }

  /** A new observation of an artefact makes every citation of it younger: then each belief may have changed. */
  async #mayHaveMoved({ unobserved }: Table, observed: readonly StoredEntry[]): Promise<boolean> {
    const bodies = observed.map(({ entry }) => entry.body);
    if (bodies.some(({ type }) => type === 'corpus.observed')) return true;
    const hashes = bodies.flatMap((body) => (body.type === 'artefact.observed' ? [body.artefact.hash] : []));
    if (hashes.some((hash) => unobserved.has(hash))) return true;
    const seen = hashes.length === 0 ? [] : await this.#reader.ranges('observations', { by: hashes });
    return seen.some((observations) => observations.length > 1);
  }
}

export function listed({ claim: ledger, fold }: FoldedBelief): ListedBelief {
  if (fold === null) return { state: 'none', confidence: -1, ledger };
  return { state: fold.belief.state, confidence: fold.confidence, ledger };
}
