/** How many claims and artefacts clusters have, of which the largest are gone through in pages: no read gives all of their claims. */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ClaimOccurrence } from '../../graph/claim.ts';
import type { BeliefReader, ClaimState, LedgerKey } from '../../graph/store/beliefs.ts';
import { ANY_CLAIM } from '../../graph/store/filters.ts';
import type { ListReader } from '../../graph/store/lists.ts';
import { type RangeReader, readRange } from '../../graph/store/ranges.ts';
import { EVERYTHING, type View } from '../../graph/store/rows.ts';
import type { ClaimSelection } from '../../graph/store/selection.ts';
import { nextSlice } from '../slices.ts';
import { firstPlaces, MAX_PLACES } from '../stated-places.ts';
import { type Cluster, readClusters } from './clusters.ts';

export interface ClusterSum extends Pick<Cluster, 'id' | 'corpus'> {
  /** The first of its claims in the order of the log. */
  readonly first: ClaimAddr;
  readonly claimCount: number;
  readonly artefactCount: number;
}

export interface ClusterSumsRequest {
  /** Of clusters of the corpus. */
  readonly ids: readonly string[];
  readonly corpus: string;
  /** Only claims that a place in it states, and the artefacts of such places. */
  readonly view: View;
  /** Only addresses that begin with one of these; null: every one. */
  readonly prefixes: readonly string[] | null;
}

type Reader = RangeReader & BeliefReader & Pick<ListReader, 'claimAddrs'>;

/**
 * Claims whose places are read in one slice: those of all clusters of a request, or a page of a larger one. Each place that the
 * store has not read yet is an entry of the log to unpack: 250 take some 10 ms.
 */
const MAX_AT_ONCE = 250;

/** In the order of the ids, null where none of its claims is in sight. In memory are an id for each artefact of a cluster, and pages of places. */
export async function sumClusters(
  reader: Reader,
  request: ClusterSumsRequest,
): Promise<(ClusterSum | null)[]> {
  const { ids, view } = request;
  if (ids.length === 0) return [];
  if (await areFew(reader, request)) {
    await nextSlice();
    const found = await readClusters(reader, { ids, asOf: null, view, admits: admitterOf(request) });
    const sums: (ClusterSum | null)[] = [];
    for (const cluster of found)
      sums.push(cluster?.isBounded ? await sumPages(reader, cluster.id, request) : sumOf(cluster));
    return sums;
  }
  await nextSlice();
  const [only = '', ...others] = ids;
  if (others.length === 0) return [await sumPages(reader, only, request)];
  const half = ids.length >> 1;
  const parts = [ids.slice(0, half), ids.slice(half)];
  const sums: (ClusterSum | null)[] = [];
  for (const part of parts) sums.push(...(await sumClusters(reader, { ...request, ids: part })));
  return sums;
}

/** Whether they have no more claims together, in sight or not. Looks at few more to say so. */
async function areFew(reader: Reader, { ids, corpus }: ClusterSumsRequest): Promise<boolean> {
  // The id of a cluster is no word of its claims: it is a condition of those whose words are withheld, too.
  const filter = { ...ANY_CLAIM, cluster: ids };
  const all = { view: EVERYTHING, prefixes: null, closedLicences: [], among: null };
  const selection: ClaimSelection = { corpus, filter, ...all };
  const { addrs, isCut } = await reader.claimAddrs(selection, MAX_AT_ONCE + 1, MAX_AT_ONCE + 1);
  return !isCut && addrs.length <= MAX_AT_ONCE;
}

function admitterOf({ prefixes }: ClusterSumsRequest): (claim: ClaimAddr) => boolean {
  return (claim) => prefixes === null || prefixes.some((prefix) => claim.startsWith(prefix));
}

function sumOf(cluster: Cluster | null | undefined): ClusterSum | null {
  const first = cluster?.claims[0];
  if (!cluster || first === undefined) return null;
  const { id, corpus, claims, artefacts } = cluster;
  return { id, corpus, first, claimCount: claims.length, artefactCount: artefacts.length };
}

async function sumPages(reader: Reader, id: string, request: ClusterSumsRequest): Promise<ClusterSum | null> {
  const { corpus, view } = request;
  const admits = admitterOf(request);
  const artefacts = new Set<ArtefactId>();
  let first: ClaimAddr | undefined;
  let claimCount = 0;
  for await (const members of memberPages(reader, { corpus, cluster: id })) {
    for (const places of await firstPlaces(reader, members.filter(admits), view)) {
      if (places.length === 0) continue;
      first ??= places[0]?.claim;
      claimCount += 1;
      for (const { artefact } of places) artefacts.add(artefact);
      for await (const { artefact } of placesBehind(reader, places, view)) artefacts.add(artefact);
    }
  }
  if (first === undefined) return null;
  return { id, corpus, first, claimCount, artefactCount: artefacts.size };
}

/** The places of a claim that are behind its first ones. Each page begins a slice of its own. */
async function* placesBehind(
  reader: RangeReader,
  first: readonly ClaimOccurrence[],
  view: View,
): AsyncGenerator<ClaimOccurrence> {
  for (let page = first; page.length >= MAX_PLACES; ) {
    const last = page.at(-1);
    if (last === undefined) return;
    await nextSlice();
    const cut = { after: last.seq, view, limit: MAX_PLACES, newestFirst: false };
    page = await readRange(reader, 'occurrences', last.claim, cut);
    yield* page;
  }
}

/**
 * All claims of a cluster by position in the log, along its index: a list of claims would go through those of the whole
 * corpus. Each page begins a slice of its own.
 */
async function* memberPages(reader: Reader, ledger: LedgerKey): AsyncGenerator<readonly ClaimAddr[]> {
  let after: number | null = -1;
  while (after !== null) {
    await nextSlice();
    const members: readonly ClaimState[] = await reader.beliefs('members', {
      ...ledger,
      after,
      limit: MAX_AT_ONCE,
    });
    yield members.map(({ addr }) => addr);
    after = members.length < MAX_AT_ONCE ? null : (members.at(-1)?.seq ?? null);
  }
}
