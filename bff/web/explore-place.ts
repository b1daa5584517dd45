/** What the explorer shows is in its address and nowhere else. Pure. */

export const EXPLORE_PATH = '/explore';

export const EDGE_KINDS = [
  'states',
  'supports',
  'disputes',
  'supersedes',
  'contradicts',
  'same_cluster',
  'mirrors',
] as const;
export type EdgeName = (typeof EDGE_KINDS)[number];
export const BELIEFS = ['settled', 'contested', 'disputed', 'superseded', 'stale', 'none'] as const;
export type BeliefName = (typeof BELIEFS)[number];

/** Steps that an address holds: together they bring what is drawn at most. */
export const MAX_OPENED = 200;

export interface ExplorePlace {
  /** Null for the first one. */
  readonly corpus: string | null;
  /** `YYYY-MM-DD` or RFC 3339, null for today. */
  readonly asOf: string | null;
  /** A claim's address or id, or an artefact's id; null: it is being looked for. */
  readonly start: string | null;
  /** Words of the search for a start. */
  readonly find: string;
  /** Kinds of edges that are followed; none: all. */
  readonly kinds: readonly EdgeName[];
  /** Nodes that were expanded, in order, once a step. */
  readonly opened: readonly string[];
  readonly selected: string | null;
  /** Ends of the path that is shown; both, or one that waits for the other. */
  readonly from: string | null;
  readonly to: string | null;
  readonly shape: 'graph' | 'table';
  /** Nodes that are shown. */
  readonly only: 'all' | 'claim' | 'artefact';
  /** Claims of this belief alone; null: all. */
  readonly belief: BeliefName | null;
}

export const EXPLORE: ExplorePlace = {
  corpus: null,
  asOf: null,
  start: null,
  find: '',
  kinds: [],
  opened: [],
  selected: null,
  from: null,
  to: null,
  shape: 'graph',
  only: 'all',
  belief: null,
};

const ID = /^[ac]1[a-z0-9]{1,64}$/;
/** No id and no kind has it. */
const BETWEEN = '~';

/** What an address does not say, or says in words that are not known, is as at the beginning. */
export function readExplorePlace(search: string): ExplorePlace {
  const query = new URLSearchParams(search);
  const opened = listOf(query.get('open')).filter((id) => ID.test(id));
  const kinds = new Set(listOf(query.get('kinds')));
  const start = query.get('start');
  return {
    corpus: query.get('corpus'),
    asOf: query.get('as_of'),
    start: start === '' ? null : start,
    find: query.get('find') ?? '',
    kinds: EDGE_KINDS.filter((kind) => kinds.has(kind)),
    opened: opened.slice(0, MAX_OPENED),
    selected: idOf(query.get('node')),
    from: idOf(query.get('from')),
    to: idOf(query.get('to')),
    shape: oneOf(['graph', 'table'] as const, query.get('as')) ?? EXPLORE.shape,
    only: oneOf(['claim', 'artefact'] as const, query.get('only')) ?? EXPLORE.only,
    belief: oneOf(BELIEFS, query.get('belief')),
  };
}

export function exploreAddress(place: ExplorePlace): string {
  const parts = {
    corpus: place.corpus,
    as_of: place.asOf,
    start: place.start,
    find: place.find,
    kinds: place.kinds.join(BETWEEN),
    open: place.opened.join(BETWEEN),
    node: place.selected,
    from: place.from,
    to: place.to,
    as: place.shape === EXPLORE.shape ? null : place.shape,
    only: place.only === EXPLORE.only ? null : place.only,
    belief: place.belief,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts))
    if (value !== null && value !== '') query.set(name, value);
  return query.size === 0 ? EXPLORE_PATH : `${EXPLORE_PATH}?${query}`;
}

/** The explorer at a node. @param node a claim's address or id, or an artefact's id */
export function exploreFrom(corpus: string | null, asOf: string | null, node: string): string {
  const start = node.slice(node.lastIndexOf('/') + 1);
  return exploreAddress({ ...EXPLORE, corpus, asOf, start, selected: idOf(start) });
}

function listOf(value: string | null): readonly string[] {
  return value === null ? [] : value.split(BETWEEN);
}

function idOf(value: string | null): string | null {
  return value !== null && ID.test(value) ? value : null;
}

function oneOf<T extends string>(known: readonly T[], value: string | null): T | null {
  return known.find((one) => one === value) ?? null;
}
