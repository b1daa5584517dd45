/** What there is in a store, and how much of it (docs/spec/decisions.md#7-stats). */
import { parseCheckpoint } from '../../graph/log/checkpoint-note.ts';
import { emptyRoot, rootOf } from '../../graph/log/merkle.ts';
import type { CorpusCounts, FindingsCounts } from '../../graph/store/lists.ts';
import type { LogHead } from '../../graph/store/log.ts';
import type { CorpusRecord, View } from '../../graph/store/rows.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import type { AnswerPolicies } from '../answer/answer-policies.ts';
import type { CheckpointSigner } from '../log/read-checkpoint.ts';
import type { Clock } from '../ports.ts';
import { lanesOf } from '../retrieve/retrieve.ts';
import { type CorpusView, viewOf } from '../view.ts';
import { CachedCount } from './cached-count.ts';
import { type BeliefCounts, countBeliefs, type ReadBeliefStates } from './count-beliefs.ts';

export interface Stats {
  readonly corpora: readonly CorpusStats[];
  /** Of one tenant's answers, at a size of the log; null where no tenant was named. */
  readonly findings: { readonly logSize: number; readonly answers: FindingsCounts } | null;
  readonly log: {
    /** The name that its checkpoints are signed under. */
    readonly origin: string;
    readonly size: number;
    /** Hex. */
    readonly root: string;
  };
  /** Versions in force of what answers and beliefs depend on. */
  readonly policies: Readonly<Record<string, string>>;
}

/** The statistics that can be read as of a past time. */
export type ServiceStats = Pick<Stats, 'findings' | 'log' | 'policies'>;

export interface CorpusStats {
  readonly record: CorpusRecord;
  readonly snapshot: string;
  readonly lanes: readonly string[];
  /** Beside the snapshot that it is of: the present one, or an earlier one. */
  readonly counts: CorpusCounts & { readonly snapshot: string };
  /** As of a view, as above; null until a corpus that holds much has been counted for the first time. */
  readonly beliefs: { readonly view: CorpusView; readonly claims: BeliefCounts } | null;
}

export interface StatsOptions {
  readonly store: GraphStore;
  readonly clock: Clock;
  readonly sign: CheckpointSigner;
  readonly readFolds: ReadBeliefStates;
  readonly policies: AnswerPolicies;
}

interface CorpusKept {
  readonly counts: CachedCount<CorpusStats['counts']>;
  readonly beliefs: CachedCount<NonNullable<CorpusStats['beliefs']>>;
}

/** Claims and ledger entries that are folded while the caller waits; more are folded behind its back. */
const MAX_WAITED_FOR = 2_000;
const MAX_TENANTS = 256;
const EMPTY_TREE = { size: 0, root: emptyRoot() };

/** Every caller may read statistics: each count is cached until its state changes, and longer where it is expensive. */
export class StatsReader {
  readonly #options: StatsOptions;
  /** As many as there are corpora. */
  readonly #corpora = new Map<string, CorpusKept>();
  /** Least recently asked for first. */
  readonly #tenants = new Map<string, CachedCount<NonNullable<Stats['findings']>>>();
  #origin: string | null = null;

  constructor(options: StatsOptions) {
    this.#options = options;
  }

  /** @param tenant whose findings are counted, null: nobody's */
  async read(tenant: string | null): Promise<Stats> {
    const { store } = this.#options;
    const head = await store.head();
    const corpora: CorpusStats[] = [];
    for (const record of await store.corpora()) corpora.push(await this.#corpus(record));
    return {
      corpora,
      findings: tenant === null ? null : await this.#findings(tenant, head),
      log: {
        origin: await this.#logOrigin(),
        size: head.size,
        root: Buffer.from(rootOf(head)).toString('hex'),
      },
      policies: this.#policies(),
    };
  }

  /**
   * The log as it stood then, and the verdicts that a tenant's answers had; counted anew. Policies are those in force now:
   * the log does not hold them.
   */
  async readAt(tenant: string | null, view: View): Promise<ServiceStats> {
    const { store } = this.#options;
    const size = view.seq + 1;
    const [newest = null] = size === 0 ? [] : await store.records('entries', [view.seq]);
    const answers = tenant === null ? null : await store.findingsCounts(tenant, size);
    return {
      findings: answers && { logSize: size, answers },
      log: {
        origin: await this.#logOrigin(),
        size,
        root: newest?.root ?? Buffer.from(emptyRoot()).toString('hex'),
      },
      policies: this.#policies(),
    };
  }

  /** It stands in what is signed, and nobody else knows it. */
  async #logOrigin(): Promise<string> {
    this.#origin ??= parseCheckpoint(await this.#options.sign(EMPTY_TREE))?.origin ?? '';
    return this.#origin;
  }

  #policies(): Stats['policies'] {
    const { store, policies } = this.#options;
    return { ...policies, text_ranker: store.capabilities.textRanker };
  }

  async #corpus(record: CorpusRecord): Promise<CorpusStats> {
    const { store, readFolds, clock } = this.#options;
    const kept = this.#corpora.get(record.name) ?? {
      counts: new CachedCount(clock),
      beliefs: new CachedCount(clock),
    };
    this.#corpora.set(record.name, kept);
    const view = viewOf(record, null);
    const { snapshot } = view;
    const counts = await kept.counts.read(snapshot, async () => ({
      ...(await store.counts(record.name)),
      snapshot,
    }));
    // A day may pass while a corpus stands still: its beliefs are then others.
    const state = `${snapshot} ${view.view.until}`;
    const count = async () => ({ view, claims: await countBeliefs(store, readFolds, view) });
    const isSmall = counts.claims + counts.events <= MAX_WAITED_FOR;
    const beliefs = isSmall ? await kept.beliefs.read(state, count) : kept.beliefs.peek(state, count);
    return { record, snapshot, lanes: lanesOf(record), counts, beliefs };
  }

  #findings(tenant: string, { size }: LogHead): Promise<Stats['findings']> {
    const { store, clock } = this.#options;
    const kept = this.#tenants.get(tenant) ?? new CachedCount(clock);
    this.#tenants.delete(tenant);
    this.#tenants.set(tenant, kept);
    const [oldest] = this.#tenants.keys();
    if (this.#tenants.size > MAX_TENANTS && oldest !== undefined) this.#tenants.delete(oldest);
    return kept.read(String(size), async () => ({
      logSize: size,
      answers: await store.findingsCounts(tenant),
    }));
  }
}
