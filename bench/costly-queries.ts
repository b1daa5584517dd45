/** A search for the query of lists that costs the most CPU of all that the limits allow: the most expensive are changed, and what is more expensive stays. */
import { MADE_CORPUS } from './made-claims.ts';

type Kind = 'claims' | 'clusters' | 'artefacts' | 'entities';

/** One list of a query. */
export interface CostlyList {
  readonly kind: Kind;
  /** A filter, null: none. */
  readonly filter: string | null;
  readonly by: string;
  readonly isDescending: boolean;
  readonly isCounted: boolean;
  readonly groups: readonly string[];
}
export type CostlyQuery = readonly CostlyList[];

/** What few rows pass, or none, whatever finds them. */
const OF_WORDS = [
  '{text: "nowhere"}',
  '{attribute: "nowhere"}',
  '{effectiveAt: {to: "2000-01-01"}}',
  '{or: [{dimension: "nowhere"}, {text: "nowhere"}, {not: {attribute: ["bells", "boats"]}, text: "no"}]}',
  '{belief: [SETTLED], text: "nowhere"}',
];
const OF_CLAIMS = [
  ...OF_WORDS,
  '{licence: "none"}',
  '{domain: "www.publisher7.example", text: "nowhere"}',
  '{domain: "none.publisher7.example"}',
  '{licence: "MIT", text: "nowhere"}',
  '{or: [{licence: "none"}, {text: "nowhere"}]}',
  '{not: {licence: ["CC-BY-4.0", "CC0-1.0", "MIT", "All rights reserved"]}}',
  '{and: [{not: {licence: ["CC-BY-4.0", "CC0-1.0"]}}, {not: {domain: "none"}}, {text: "nowhere"}]}',
  '{sources: SEVERAL, text: "nowhere"}',
  '{sources: ONE, text: "nowhere"}',
  '{confidence: {from: 0.99999}}',
  '{entity: "mill 8", text: "nowhere"}',
];
const FILTERS: Readonly<Record<Kind, readonly string[]>> = {
  claims: OF_CLAIMS,
  clusters: [...OF_WORDS, '{several: false}', '{several: true, text: "nowhere"}'],
  artefacts: [
    '{text: "nowhere"}',
    '{licence: "none"}',
    '{domain: "none.publisher7.example"}',
    '{lang: "xx"}',
    '{withdrawn: true}',
    '{or: [{licence: "none"}, {lang: "xx"}]}',
  ],
  entities: ['{text: "nowhere"}'],
};
const ORDERS: Readonly<Record<Kind, readonly string[]>> = {
  claims: ['LOG', 'EFFECTIVE_AT', 'ADDRESS', 'CONFIDENCE'],
  clusters: ['LOG', 'EFFECTIVE_AT', 'ADDRESS', 'CONFIDENCE'],
  artefacts: ['LOG', 'EFFECTIVE_AT', 'ID'],
  entities: ['KEY', 'LOG'],
};
const GROUPS: Readonly<Record<Kind, readonly string[]>> = {
  claims: ['belief', 'attribute', 'dimension', 'licence', 'domain', 'publisher'],
  clusters: [],
  artefacts: ['licence', 'domain', 'publisher', 'lang', 'mediaType'],
  entities: [],
};
const KINDS: readonly Kind[] = ['claims', 'claims', 'clusters', 'artefacts', 'entities'];

/** Draws the same queries from the same seed. */
export class CostlyDraws {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number below. */
  below(bound: number): number {
    // Numerical Recipes' constants; the upper bits are the better ones.
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * bound);
  }

  list(kind: Kind = this.#one(KINDS)): CostlyList {
    const groups = GROUPS[kind].filter(() => this.below(6) === 0);
    return {
      ...{ kind, groups },
      filter: this.below(8) === 0 ? null : this.#one(FILTERS[kind]),
      by: this.#one(ORDERS[kind]),
      isDescending: this.below(2) === 0,
      isCounted: this.below(3) === 0,
    };
  }

  /** A neighbour: with one list more, one less, or one that is another. */
  changed(query: CostlyQuery): CostlyQuery {
    const at = this.below(query.length);
    const list = query[at];
    if (list === undefined) return [this.list()];
    const rest = query.filter((_, index) => index !== at);
    const another = this.list(list.kind);
    const changes: readonly CostlyQuery[] = [
      [...query, list],
      [...query, list, list],
      [...query, this.list()],
      rest.length > 0 ? rest : [another],
      [...rest, { ...list, by: another.by }],
      [...rest, { ...list, filter: another.filter }],
      [...rest, { ...list, isCounted: !list.isCounted }],
      [...rest, { ...list, groups: another.groups }],
    ];
    return this.#one(changes);
  }

  #one<T>(of: readonly T[]): T {
    // The index is within the list.
    return of[this.below(of.length)] as T;
  }
}

export function textOf(query: CostlyQuery): string {
  return `{ ${query.map((list, index) => `l${index}: ${textOfList(list)}`).join(' ')} }`;
}

/** How it reads in a table. */
export function nameOf(query: CostlyQuery): string {
  const times = new Map<string, number>();
  for (const list of query) {
    const { kind, filter, by, isCounted, groups } = list;
    const name = `${kind} ${filter ?? '(all)'} by ${by}${isCounted ? ', total' : ''}${groups.length > 0 ? `, groups by ${groups.join(' and ')}` : ''}`;
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  return [...times].map(([name, count]) => (count === 1 ? name : `${count} × ${name}`)).join('; ');
}

function textOfList({ kind, filter, by, isDescending, isCounted, groups }: CostlyList): string {
  const given = filter === null ? '' : `, filter: ${filter}`;
  const order = `orderBy: {by: ${by}, direction: ${isDescending ? 'DESC' : 'ASC'}}`;
  const grouped = groups.map((name) => `${name} { key count }`).join(' ');
  const fields = [
    'pageInfo { hasNextPage }',
    isCounted ? 'totalCount' : '',
    grouped === '' ? '' : `aggregate { ${grouped} }`,
  ];
  return `${kind}(corpus: "${MADE_CORPUS}", first: 5${given}, ${order}) { ${fields.join(' ')} }`;
}
