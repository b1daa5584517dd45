/**
 * How many rows a list may look at: those of one operation share what takes a second of CPU, whatever is asked of each row and
 * however many lists there are (docs/adr/0103-…).
 */
import { listsOfWork } from '../../graph/caller.ts';
import { type ClaimFilter, isAny, isOfBelief } from '../../graph/store/filters.ts';
import type { ListKind, SelectionOf } from '../../graph/store/lists.ts';
import { type ClaimSelection, MAX_LOOKED_AT } from '../../graph/store/selection.ts';
import type { GraphReader } from '../../graph/store/store.ts';

/** Of an operation; one is some 4 µs of CPU at 1,000,000 claims (docs/benchmarks.md, `lists`). */
export const MAX_LOOKS = 256_000;

/**
 * The same reader, whose pages and counts look at no more than their share. Groups look at as much as they ever do: where a count says
 * that it is exact, they have to be of all that it counted.
 */
export function sharingLooks(reader: GraphReader): GraphReader {
  return {
    ...reader,
    list: (kind, selection, page) => {
      const { lookAt = rowsOf(looksOf(kind, selection, page.by)) } = page;
      return reader.list(kind, selection, { ...page, lookAt });
    },
    count: (kind, selection, lookAt = rowsOf(looksOf(kind, selection, 'seq'))) =>
      reader.count(kind, selection, lookAt),
  };
}

function rowsOf(looks: number): number {
  return Math.min(MAX_LOOKED_AT, Math.max(1, Math.floor(MAX_LOOKS / listsOfWork() / looks)));
}

/** For one row of a list in the order of the log, where rows stand together, or in another one, where each is somewhere else. */
interface Looks {
  readonly inLog: number;
  readonly elsewhere: number;
}

const OF_CLAIM: Looks = { inLog: 1 / 4, elsewhere: 2 };
/** Each filter whose conditions are held against what stands beside a claim: its places, or the belief in it. */
const BESIDE: Looks = { inLog: 3 / 2, elsewhere: 3 };
/** Other claims of its cluster, with their places. */
const OF_CLUSTER: Looks = { inLog: 4, elsewhere: 4 };
/** Each filter of any kind. */
const OF_FILTER: Looks = { inLog: 1 / 8, elsewhere: 1 / 8 };
const OF_ROW: Readonly<Record<Exclude<ListKind, 'claims'>, Looks>> = {
  artefacts: { inLog: 1 / 4, elsewhere: 1 },
  tallies: { inLog: 1 / 2, elsewhere: 1 / 2 },
  // These have bounds of their own.
  chainMembers: { inLog: 1, elsewhere: 1 },
  annotations: { inLog: 1, elsewhere: 1 },
};

function looksOf<K extends ListKind>(kind: K, selection: SelectionOf<K>, by: string): number {
  const order = by === 'seq' ? 'inLog' : 'elsewhere';
  // TypeScript does not look a selection up by its kind.
  if (kind === 'claims') return looksOfClaim(selection as ClaimSelection, order);
  return OF_ROW[kind as Exclude<K, 'claims'>][order];
}

function looksOfClaim({ filter, firstOfCluster }: ClaimSelection, order: keyof Looks): number {
  const filters = joinedFilters(filter);
  const beside = filters.filter(isBeside).length;
  const ofCluster = firstOfCluster === undefined ? 0 : OF_CLUSTER[order];
  return OF_CLAIM[order] + filters.length * OF_FILTER[order] + beside * BESIDE[order] + ofCluster;
}

/** Those of a filter with conditions, without what they join. */
function joinedFilters({ and, or, not, ...own }: ClaimFilter): readonly ClaimFilter[] {
  const filter = { ...own, and: [], or: [], not: null };
  const joined = [...and, ...or, ...(not === null ? [] : [not])];
  return [...(isAny(filter) ? [] : [filter]), ...joined.flatMap(joinedFilters)];
}

function isBeside(filter: ClaimFilter): boolean {
  const { licence, domain, publisher, sources } = filter;
  return isOfBelief(filter) || [licence, domain, publisher, sources].some((one) => one !== null);
}
