/** How many claims and artefacts clusters have, of which the largest are gone through in pages: no read gives all of their claims. */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ClaimRecord } from '../../graph/claim.ts';
import { ANY_CLAIM } from '../../graph/store/filters.ts';
import type { ListReader } from '../../graph/store/lists.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { View } from '../../graph/store/rows.ts';
import type { ClaimSelection, Listed, ListKey, ListPage } from '../../graph/store/selection.ts';
import { nextSlice } from '../slices.ts';
import { within } from '../view.ts';
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

type Reader = RangeReader & Pick<ListReader, 'list' | 'claimAddrs'>;

/** Claims of all clusters of a request that are read at once. */
const MAX_AT_ONCE = 2_000;
/** Claims of a larger cluster that are read together. */
const PAGE = 1_000;
const EVERYTHING: View = { seq: Number.MAX_SAFE_INTEGER, until: '9999-12-31T23:59:59.999Z' };

/** In the order of the ids, null where none of its claims is in sight. In memory is an id for each artefact, and 2,000 claims. */
export async function sumClusters(
  reader: Reader,
  request: ClusterSumsRequest,
): Promise<(ClusterSum | null)[]> {
  const { ids, view, prefixes } = request;
  if (ids.length === 0) return [];
  if (await areFew(reader, request)) {
    const admits = (claim: ClaimAddr) =>
      prefixes === null || prefixes.some((prefix) => claim.startsWith(prefix));
    const found = await readClusters(reader, { ids, asOf: null, view, admits });
    return found.map((cluster) => cluster && sumOf(cluster));
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
  const selection = selectionOf(ids, { corpus, view: EVERYTHING, prefixes: null });
  const { addrs, isCut } = await reader.claimAddrs(selection, MAX_AT_ONCE + 1, MAX_AT_ONCE + 1);
  return !isCut && addrs.length <= MAX_AT_ONCE;
}

function sumOf({ id, corpus, claims, artefacts }: Cluster): ClusterSum | null {
  const [first] = claims;
  if (first === undefined) return null;
  return { id, corpus, first, claimCount: claims.length, artefactCount: artefacts.length };
}

async function sumPages(reader: Reader, id: string, request: ClusterSumsRequest): Promise<ClusterSum | null> {
  const artefacts = new Set<ArtefactId>();
  let first: ClaimAddr | undefined;
  let claimCount = 0;
  for await (const claims of claimPages(reader, selectionOf([id], request))) {
    first ??= claims[0]?.addr;
    claimCount += claims.length;
    const found = await reader.ranges('occurrences', { by: claims.map(({ addr }) => addr) });
    for (const place of found.flat()) if (within(request.view, place)) artefacts.add(place.artefact);
  }
  if (first === undefined) return null;
  return { id, corpus: request.corpus, first, claimCount, artefactCount: artefacts.size };
}

/** Each page begins a slice of its own. */
async function* claimPages(
  reader: Reader,
  selection: ClaimSelection,
): AsyncGenerator<readonly ClaimRecord[]> {
  let after: ListKey | null = null;
  do {
    await nextSlice();
    const page: ListPage = { by: 'seq', descending: false, after, before: null, limit: PAGE };
    const { rows, stoppedAt }: Listed<ClaimRecord> = await reader.list('claims', selection, page);
    yield rows;
    const last = rows.length < PAGE ? undefined : rows.at(-1);
    after = stoppedAt ?? (last === undefined ? null : { value: last.seq, id: last.addr });
  } while (after !== null);
}

function selectionOf(
  cluster: readonly string[],
  { corpus, view, prefixes }: Pick<ClusterSumsRequest, 'corpus' | 'view' | 'prefixes'>,
): ClaimSelection {
  // The id of a cluster is no word of its claims: it is a condition of those whose words are withheld, too.
  const filter = { ...ANY_CLAIM, cluster };
  return { corpus, view, filter, prefixes, closedLicences: [], among: null };
}
