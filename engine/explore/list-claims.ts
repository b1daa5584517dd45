/** Claims of a corpus, as an analyst lists them: a selection, of which pages, counts and groups are read when asked for. */
import type { ClaimAddr } from '../../graph/address.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { ClaimRecord } from '../../graph/claim.ts';
import type { Group, RowCount } from '../../graph/store/lists.ts';
import type {
  ClaimFilter,
  ClaimGrouping,
  ClaimSelection,
  ListKey,
  ListPage,
} from '../../graph/store/selection.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { nextTurn } from '../turns.ts';
import type { FoldView } from '../view.ts';
import type { BeliefTables, ListedBelief } from './belief-tables.ts';
import { once } from './once.ts';
import { type Page, type PageRequest, readPage } from './read-page.ts';

/** Claims that are folded for one list of the present; of more, the first of the log are listed. */
export const MAX_FOLDED = 20_000;
/** As above, as of a time of the caller's own: nobody else will ask for those. */
export const MAX_FOLDED_AS_OF = 2_000;

export type ClaimOrder = 'seq' | 'effective_at' | 'id' | 'confidence';

export interface ClaimsRequest {
  readonly corpus: string;
  readonly view: FoldView;
  /** Whether T is the caller's own. */
  readonly isAsOf: boolean;
  readonly filter: ClaimFilter;
  /** Only claims in one of these states, `none`: without evidence; null: in any. */
  readonly belief: readonly ListedBelief['state'][] | null;
  /** Only addresses that begin with one of these; null: every one. */
  readonly prefixes: readonly string[] | null;
}

export interface ClaimPage extends Page<ClaimAddr> {
  /** That which every further page is asked for with. */
  readonly view: FoldView;
}

export interface ListedClaims {
  /** A page in an order. `confidence` takes the rank of a belief as its value, in micro. */
  page(request: PageRequest<ClaimOrder>): Promise<ClaimPage>;
  /** Not exact either where the list is bounded. */
  count(): Promise<RowCount>;
  groups(by: ClaimGrouping): Promise<Group[]>;
  /** Claims per state of belief. */
  beliefs(): Promise<Group[]>;
  /** Whether there are more claims than were folded, so that those behind them are in no list, count or group. */
  isBounded(of: 'list' | 'beliefs'): Promise<boolean>;
}

/** What a list of claims is read from. */
export interface ClaimSources {
  readonly reader: GraphReader;
  readonly tables: BeliefTables;
  /** Licences in the corpus whose texts are not told. */
  readonly closedLicences: (corpus: string) => Promise<readonly string[]>;
}

interface Folded {
  readonly view: FoldView;
  readonly claims: readonly ClaimAddr[];
  readonly beliefs: ReadonlyMap<ClaimAddr, ListedBelief>;
  readonly isBounded: boolean;
}

export async function listClaims(sources: ClaimSources, request: ClaimsRequest): Promise<ListedClaims> {
  const { corpus, view, filter, prefixes } = request;
  const closedLicences = await sources.closedLicences(corpus);
  return new ClaimList(sources, request, { corpus, view, filter, prefixes, closedLicences, ranked: null });
}

class ClaimList implements ListedClaims {
  readonly #sources: ClaimSources;
  readonly #request: ClaimsRequest;
  readonly #base: ClaimSelection;
  #folded: Promise<Folded> | null = null;
  #isByBelief: boolean;

  constructor(sources: ClaimSources, request: ClaimsRequest, base: ClaimSelection) {
    this.#sources = sources;
    this.#request = request;
    this.#base = base;
    this.#isByBelief = request.belief !== null;
  }

  async page(request: PageRequest<ClaimOrder>): Promise<ClaimPage> {
    const { reader } = this.#sources;
    if (request.by === 'confidence') this.#isByBelief = true;
    const selection = await this.#selection(request.by === 'confidence');
    const by = request.by === 'confidence' ? 'rank' : request.by;
    const ranks = new Map(selection.ranked?.map(({ addr, rank }) => [addr, rank]));
    const page = await readPage<ClaimRecord, ClaimAddr>(
      request,
      (bounds) => reader.list('claims', selection, { ...bounds, by } satisfies ListPage),
      (record) => ({ id: record.addr, key: keyOf(record, by, ranks) }),
    );
    return { ...page, view: this.#isByBelief ? (await this.#fold()).view : this.#request.view };
  }

  readonly count = once(async () => {
    const selection = await this.#selection(false);
    await nextTurn();
    const found = await this.#sources.reader.count('claims', selection);
    const isBounded = this.#request.belief !== null && (await this.isBounded('list'));
    return { ...found, isExact: found.isExact && !isBounded };
  });

  async groups(by: ClaimGrouping): Promise<Group[]> {
    const selection = await this.#selection(false);
    await nextTurn();
    return this.#sources.reader.groups('claims', selection, by);
  }

  async beliefs(): Promise<Group[]> {
    const { claims, beliefs } = await this.#fold();
    const counts = new Map<string, number>();
    for (const claim of claims.filter((one) => this.#isWanted(beliefs.get(one)))) {
      const { state } = beliefs.get(claim) ?? { state: 'none' };
      counts.set(state, (counts.get(state) ?? 0) + 1);
    }
    return [...counts]
      .map(([key, count]) => ({ key, count }))
      .sort((a, b) => b.count - a.count || byCodeUnit(a.key, b.key));
  }

  async isBounded(of: 'list' | 'beliefs'): Promise<boolean> {
    if (of === 'list' && !this.#isByBelief) return false;
    return (await this.#fold()).isBounded;
  }

  async #selection(isByConfidence: boolean): Promise<ClaimSelection> {
    if (this.#request.belief === null && !isByConfidence) return this.#base;
    const { claims, beliefs } = await this.#fold();
    const ranked = claims
      .filter((addr) => this.#isWanted(beliefs.get(addr)))
      .map((addr) => ({ addr, rank: beliefs.get(addr)?.confidence ?? -1 }));
    return { ...this.#base, ranked };
  }

  #isWanted(belief: ListedBelief | undefined): boolean {
    const wanted = this.#request.belief;
    return wanted === null || wanted.includes(belief?.state ?? 'none');
  }

  #fold(): Promise<Folded> {
    this.#folded ??= this.#readFolds();
    return this.#folded;
  }

  async #readFolds(): Promise<Folded> {
    const { corpus, isAsOf } = this.#request;
    const limit = isAsOf ? MAX_FOLDED_AS_OF : MAX_FOLDED;
    const found = await this.#sources.reader.claimAddrs(this.#base, limit + 1);
    const claims = found.slice(0, limit);
    const view = await this.#sources.tables.viewOf(corpus, this.#request.view);
    const beliefs = await this.#sources.tables.read(corpus, view, claims);
    return { view, claims, beliefs, isBounded: found.length > limit };
  }
}

function keyOf(
  { addr, seq, effective_at }: ClaimRecord,
  by: ListPage['by'],
  ranks: ReadonlyMap<ClaimAddr, number>,
): ListKey {
  return { id: addr, value: { seq, effective_at, id: addr, rank: ranks.get(addr) ?? -1 }[by] };
}
