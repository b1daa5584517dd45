/** Claims of a corpus, as an analyst lists them: a selection, of which pages, counts and groups are read when asked for. */
import type { ClaimAddr } from '../../graph/address.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { ClaimRecord } from '../../graph/claim.ts';
import { type ClaimFilter, isOfBelief, names } from '../../graph/store/filters.ts';
import type { Group, RowCount } from '../../graph/store/lists.ts';
import type { ClaimGrouping, ClaimSelection, ListPage } from '../../graph/store/selection.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { nextSlice } from '../slices.ts';
import type { FoldView } from '../view.ts';
import { type BeliefTables, type ListedBelief, listed, type ReadFolds } from './belief-tables.ts';
import { pinned, relaxed } from './folded-filter.ts';
import { once } from './once.ts';
import { between, noBelief, type PlacedClaim } from './order-by-confidence.ts';
import { type ClaimOrder, type ClaimPage, type ProjectedClaims, readProjected } from './projected-claims.ts';
import { type ItemPage, type PageRequest, readPage } from './read-page.ts';

/** Claims that are folded for one list of the present; of more, the first of the log are listed. */
export const MAX_FOLDED = 20_000;
/** The same for a past T of the caller's: no other caller shares these folds. */
export const MAX_FOLDED_AS_OF = 2_000;

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
  /** As of a selection: a list of clusters by their first claims. */
  readonly firstOfCluster?: ClaimSelection['firstOfCluster'];
}

export interface ListedClaims {
  /** A page in an order. `confidence` takes the rank of a belief as its value, in micro. */
  page(request: PageRequest<ClaimOrder>): Promise<ClaimPage>;
  /** Not exact where the list is bounded. */
  count(): Promise<RowCount>;
  groups(by: ClaimGrouping): Promise<Group[]>;
  /** Claims per state of belief. */
  beliefs(): Promise<Group[]>;
  /** Which of these claims are in the list, at most `MAX_LISTED`, whether or not it is bounded. */
  holds(claims: readonly ClaimAddr[]): Promise<ReadonlySet<ClaimAddr>>;
  /** Whether there are more claims than were folded, so that those behind them are in no list, count or group. */
  isBounded(of: 'list' | 'beliefs'): Promise<boolean>;
}

/** What a list of claims is read from. */
export interface ClaimSources {
  readonly reader: GraphReader;
  readonly tables: BeliefTables;
  readonly readFolds: ReadFolds;
  /** Licences in the corpus whose texts are not shown. */
  readonly closedLicences: (corpus: string) => Promise<readonly string[]>;
}

interface Folded {
  readonly view: FoldView;
  readonly claims: readonly ClaimAddr[];
  readonly beliefs: ReadonlyMap<ClaimAddr, ListedBelief>;
  readonly isBounded: boolean;
}

export async function listClaims(sources: ClaimSources, request: ClaimsRequest): Promise<ListedClaims> {
  const { corpus, view, filter, prefixes, firstOfCluster } = request;
  const closedLicences = await sources.closedLicences(corpus);
  const base = { corpus, view, filter, prefixes, closedLicences, among: null };
  return new ClaimList(sources, request, { ...base, ...(firstOfCluster && { firstOfCluster }) });
}

class ClaimList implements ListedClaims {
  readonly #sources: ClaimSources;
  readonly #request: ClaimsRequest;
  readonly #base: ClaimSelection;
  #folded: Promise<Folded> | null = null;
  #isByBelief: boolean;
  /** Whether groups by belief end before all that match are counted. */
  #isCutShort = false;

  constructor(sources: ClaimSources, request: ClaimsRequest, base: ClaimSelection) {
    this.#sources = sources;
    this.#request = request;
    this.#base = base;
    this.#isByBelief = this.#asksBelief;
  }

  get #asksBelief(): boolean {
    return this.#request.belief !== null || isOfBelief(this.#request.filter);
  }

  async page(request: PageRequest<ClaimOrder>): Promise<ClaimPage> {
    const isByConfidence = request.by === 'confidence';
    if (isByConfidence) this.#isByBelief = true;
    if (!this.#isByBelief) return { ...(await this.#pageOfFolds(request)), view: this.#request.view };
    return (
      (await this.#projected(isByConfidence, (list) => list.page(request))) ?? {
        ...(await this.#pageOfFolds(request)),
        view: (await this.#fold()).view,
      }
    );
  }

  async #pageOfFolds(request: PageRequest<ClaimOrder>): Promise<ItemPage<ClaimAddr>> {
    const { by } = request;
    if (by === 'confidence') return this.#pageByConfidence(request);
    const { reader } = this.#sources;
    const selection = await this.#selection();
    return readPage<ClaimRecord, ClaimAddr>(
      request,
      (bounds) => reader.list('claims', selection, { ...bounds, by } satisfies ListPage),
      ({ addr: id, seq, effective_at }) => ({ id, key: { id, value: { seq, effective_at, id }[by] } }),
    );
  }

  /** The whole list is in memory, by position in the log. */
  async #pageByConfidence(request: PageRequest<ClaimOrder>): Promise<ItemPage<ClaimAddr>> {
    const { beliefs } = await this.#fold();
    const placed = (await this.#passing()).map(
      (addr, at): PlacedClaim => ({
        ...{ addr, at },
        ...(beliefs.get(addr) ?? noBelief(addr)),
      }),
    );
    return readPage<PlacedClaim, ClaimAddr>(
      request,
      async (bounds) => ({ rows: between(placed, bounds), stoppedAt: null }),
      ({ addr: id, confidence: value }) => ({ id, key: { id, value } }),
    );
  }

  readonly count = once(async () => {
    if (this.#asksBelief) {
      const found = await this.#projected(false, (list) => list.count());
      if (found !== null) return found;
    }
    const selection = await this.#selection();
    await nextSlice();
    const found = await this.#sources.reader.count('claims', selection);
    const isBounded = this.#asksBelief && (await this.isBounded('list'));
    return { ...found, isExact: found.isExact && !isBounded };
  });

  async groups(by: ClaimGrouping): Promise<Group[]> {
    if (this.#asksBelief) {
      const found = await this.#projected(false, (list) => list.groups(by));
      if (found !== null) return found;
    }
    const selection = await this.#selection();
    await nextSlice();
    return this.#sources.reader.groups('claims', selection, by);
  }

  async beliefs(): Promise<Group[]> {
    const found = await this.#projected(false, (list) => list.groups('belief'));
    if (found !== null) {
      this.#isCutShort ||= found.some(({ isCut = false }) => isCut);
      return found.filter(({ count }) => count > 0);
    }
    const { beliefs } = await this.#fold();
    const counts = new Map<string, number>();
    for (const claim of await this.#passing()) {
      const { state } = beliefs.get(claim) ?? { state: 'none' };
      counts.set(state, (counts.get(state) ?? 0) + 1);
    }
    return [...counts]
      .map(([key, count]) => ({ key, count }))
      .sort((a, b) => b.count - a.count || byCodeUnit(a.key, b.key));
  }

  async holds(claims: readonly ClaimAddr[]): Promise<ReadonlySet<ClaimAddr>> {
    if (claims.length === 0) return new Set();
    const { reader, readFolds } = this.#sources;
    const folds = this.#asksBelief ? await readFolds(claims, this.#request.view) : [];
    const selection = this.#among(
      claims,
      new Map([...folds].map(([addr, belief]) => [addr, listed(belief)])),
    );
    const page = { by: 'id', descending: false, after: null, before: null, limit: claims.length } as const;
    const { rows } = await reader.list('claims', selection, page);
    return new Set(rows.map(({ addr }) => addr));
  }

  async isBounded(of: 'list' | 'beliefs'): Promise<boolean> {
    if (of === 'list' && !this.#isByBelief) return false;
    if (of === 'beliefs' && this.#isCutShort) return true;
    // A list read from folds is bounded by them, wherever the projection is now.
    if (this.#folded === null && (await this.#projected(false, async () => true))) return false;
    return (await this.#fold()).isBounded;
  }

  /** Null where the projection is missing, too far from the view, or moves while it is read. */
  async #projected<T>(
    isByConfidence: boolean,
    read: (list: ProjectedClaims) => Promise<T>,
  ): Promise<T | null> {
    // There is no projection for a past T.
    if (this.#request.isAsOf || this.#folded !== null) return null;
    const isConfident = isByConfidence || names(this.#request.filter, ['confidence']);
    return readProjected(this.#sources, { ...this.#request, base: this.#base, isConfident }, read);
  }

  async #selection(): Promise<ClaimSelection> {
    if (!this.#asksBelief) return this.#base;
    const { claims, beliefs } = await this.#fold();
    // Of clusters, the first claims alone were folded.
    const { firstOfCluster: _, ...selection } = this.#among(claims, beliefs);
    return selection;
  }

  /** Those of some claims that pass, where their beliefs are known. */
  #among(claims: readonly ClaimAddr[], beliefs: ReadonlyMap<ClaimAddr, ListedBelief>): ClaimSelection {
    const among = claims.filter((addr) => this.#isWanted(beliefs.get(addr)));
    const known = new Map(among.map((addr) => [addr, beliefs.get(addr) ?? noBelief(addr)]));
    return { ...this.#base, filter: pinned(this.#base.filter, known), among };
  }

  /** Of the folded claims, by position in the log. */
  async #passing(): Promise<readonly ClaimAddr[]> {
    const { claims, beliefs } = await this.#fold();
    if (!isOfBelief(this.#request.filter)) return claims.filter((addr) => this.#isWanted(beliefs.get(addr)));
    const selection = await this.#selection();
    if (selection.among?.length === 0) return [];
    return (await this.#sources.reader.claimAddrs(selection, claims.length)).addrs;
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
    const base = { ...this.#base, filter: relaxed(this.#base.filter) };
    const { addrs, isCut } = await this.#sources.reader.claimAddrs(base, limit + 1);
    const claims = addrs.slice(0, limit);
    const view = await this.#sources.tables.viewOf(corpus, this.#request.view);
    const beliefs = await this.#sources.tables.read(corpus, view, claims);
    return { view, claims, beliefs, isBounded: isCut || addrs.length > limit };
  }
}
