/** Lists of claims by belief from the projection; ledgers in which the view differs from it are read anew. */
import type { ClaimAddr } from '../../graph/address.ts';
import type { ClaimRecord } from '../../graph/claim.ts';
import { canonicalClaim } from '../../graph/cluster.ts';
import type { ListedState } from '../../graph/store/beliefs.ts';
import { type ClaimFilter, isAny } from '../../graph/store/filters.ts';
import type { Group, RowCount } from '../../graph/store/lists.ts';
import type { ClaimGrouping, ClaimSelection, ListKey } from '../../graph/store/selection.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { projectedView } from '../belief/projection/belief-cut.ts';
import { keyOfLedger } from '../belief/projection/fold-ledgers.ts';
import type { FoldView } from '../view.ts';
import type { BeliefTables, ListedBelief, ListView } from './belief-tables.ts';
import { type ItemPage, type PageRequest, readPage } from './read-page.ts';

export type ClaimOrder = 'seq' | 'effective_at' | 'id' | 'confidence';

export interface ClaimPage extends ItemPage<ClaimAddr> {
  /** What the further pages of the list are read at. */
  readonly view: FoldView;
}

export interface ProjectedRequest {
  readonly corpus: string;
  readonly view: FoldView;
  readonly filter: ClaimFilter;
  readonly prefixes: readonly string[] | null;
  readonly belief: readonly ListedState[] | null;
  readonly base: ClaimSelection;
  /** Whether confidences are asked for, which are all to be of one day. */
  readonly isConfident: boolean;
}

interface Sources {
  readonly reader: GraphReader;
  readonly tables: BeliefTables;
}

/** How often a list is started again because the projection moved while it was read. */
const MAX_TRIES = 3;

/** Null where the projection is too far from the view, or moves each time that it is read. */
export async function readProjected<T>(
  { reader, tables }: Sources,
  request: ProjectedRequest,
  read: (list: ProjectedClaims) => Promise<T>,
): Promise<T | null> {
  const { corpus, belief, base, isConfident } = request;
  const view = await tables.viewOf(corpus, request.view);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const projected = await projectedView(reader, corpus, view);
    if (projected === null || (isConfident && !projected.isConfident)) return null;
    const beliefs = projected.moved.length === 0 ? NONE : await tables.read(corpus, view, projected.moved);
    const moved = new Map(projected.moved.map((claim) => [claim, beliefs.get(claim) ?? NO_BELIEF]));
    const cut = {
      states: belief,
      moved: [...moved].map(([claim, { state, confidence }]) => {
        return { cluster: keyOfLedger(claim).cluster, state, confidence };
      }),
      isWhole: isWholeCorpus(request) && base.firstOfCluster === undefined,
    };
    const found = await read(
      new ProjectedClaims(reader, { selection: { ...base, belief: cut }, view, moved }),
    );
    if (!(await projected.hasMoved())) return found;
  }
  return null;
}

const NONE: ReadonlyMap<ClaimAddr, ListedBelief> = new Map();
const NO_BELIEF: Pick<ListedBelief, 'state' | 'confidence'> = { state: 'none', confidence: -1 };

/** Whether a claim is selected by its belief alone. */
function isWholeCorpus({ filter, prefixes }: Pick<ProjectedRequest, 'filter' | 'prefixes'>): boolean {
  return prefixes === null && isAny(filter);
}

interface Projected {
  readonly selection: ClaimSelection;
  readonly view: ListView;
  readonly moved: ReadonlyMap<ClaimAddr, Pick<ListedBelief, 'confidence'>>;
}

export class ProjectedClaims {
  readonly #reader: GraphReader;
  readonly #projected: Projected;

  constructor(reader: GraphReader, projected: Projected) {
    this.#reader = reader;
    this.#projected = projected;
  }

  async page(request: PageRequest<ClaimOrder>): Promise<ClaimPage> {
    const { selection, view } = this.#projected;
    const { by } = request;
    let confidences: ReadonlyMap<ClaimAddr, number> = new Map();
    const page = await readPage<ClaimRecord, ClaimAddr>(
      request,
      async (bounds) => {
        const listed = await this.#reader.list('claims', selection, { ...bounds, by });
        if (by === 'confidence') confidences = await this.#confidences(listed.rows);
        return listed;
      },
      (record) => ({ id: record.addr, key: keyOf(record, by, confidences) }),
    );
    return { ...page, view };
  }

  count(): Promise<RowCount> {
    return this.#reader.count('claims', this.#projected.selection);
  }

  groups(by: ClaimGrouping): Promise<Group[]> {
    return this.#reader.groups('claims', this.#projected.selection, by);
  }

  async #confidences(records: readonly ClaimRecord[]): Promise<ReadonlyMap<ClaimAddr, number>> {
    const ledgers = new Map(records.map((record) => [record.addr, canonicalClaim(record)]));
    const keys = [...new Set(ledgers.values())].map(keyOfLedger);
    const rows = await this.#reader.beliefs('ledgers', { by: keys });
    const known = new Map(
      rows.map(({ corpus, cluster, confidence }) => [`${corpus} ${cluster}`, confidence]),
    );
    return new Map(
      [...ledgers].map(([addr, ledger]) => {
        const { corpus, cluster } = keyOfLedger(ledger);
        const moved = this.#projected.moved.get(ledger)?.confidence;
        return [addr, moved ?? known.get(`${corpus} ${cluster}`) ?? -1];
      }),
    );
  }
}

function keyOf(
  { addr, seq, effective_at }: ClaimRecord,
  by: ClaimOrder,
  confidences: ReadonlyMap<ClaimAddr, number>,
): ListKey {
  const confidence = confidences.get(addr) ?? -1;
  return { id: addr, value: { seq, effective_at, id: addr, confidence }[by] };
}
