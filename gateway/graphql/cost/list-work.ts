/**
 * What lists cost beside what they give: going through a corpus for a page that few rows pass, for a count, for groups. In fields,
 * by the CPU that it took at 126,000 claims (docs/benchmarks.md, `lists`): some .25 ms a field.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getArgumentValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { SEEKABLE } from '../../../graph/store/filters.ts';
import type { GivenJoin } from '../filters/filter-join.ts';

interface Prices {
  /** A page filtered by any of these; of several the highest counts. */
  readonly filters: Readonly<Record<string, number>>;
  /** A page in this order. */
  readonly orders: Readonly<Record<string, number>>;
  /** The order where none is given. */
  readonly order: string;
  /** A page as of a time, where what came later is looked at too. */
  readonly asOf: number;
  readonly count: number;
  readonly group: number;
  /** Filters that an index finds the rows of, most often few: whatever else is asked of these is a condition of each. */
  readonly sought: ReadonlySet<string>;
}

const CLAIMS_SOUGHT: ReadonlySet<string> = new Set<string>(SEEKABLE);
/** Values of such a filter with which the rows are few: with more, the list may have to be gone through. */
const SOUGHT_VALUES = 10;
/** Of the rows of a list that is gone through, how many are looked up where an index finds them. */
const FEW = 1 / 64;
const LOOKED_UP = 250;
const WORDS = 1_500;
const PLACES = 4_000;
const BELIEF = 1_000;

const CLAIM_FILTERS = {
  ...{ text: WORDS, attribute: WORDS, dimension: WORDS, effectiveAt: WORDS, seq: WORDS },
  ...{ addr: WORDS, cluster: WORDS, subject: WORDS, entity: WORDS, value: WORDS },
  ...{ licence: PLACES, domain: PLACES, publisher: PLACES, sources: PLACES },
  ...{ belief: BELIEF, confidence: BELIEF },
};
const ARTEFACT_PASS = 250;
/** Of names that an index counts; of entities each is looked up, whether a claim that may be shown names it. */
function namesAt(price: number, ...sought: readonly string[]): Prices {
  const fields = [...sought, 'text', 'since', 'seq', 'counts'];
  const filters = Object.fromEntries(fields.map((name) => [name, price]));
  return { filters, orders: {}, order: 'key', asOf: price, count: price, group: 0, sought: new Set(sought) };
}

const BY_LOG = { order: 'seq', asOf: 0 } as const;

/** By field of `Query`. */
const LISTS: Readonly<Record<string, Prices>> = {
  claims: {
    filters: CLAIM_FILTERS,
    orders: { confidence: BELIEF },
    ...BY_LOG,
    count: 1_000,
    group: 2_000,
    sought: CLAIMS_SOUGHT,
  },
  clusters: {
    filters: { ...CLAIM_FILTERS, several: LOOKED_UP },
    orders: { confidence: BELIEF },
    ...BY_LOG,
    count: 1_000,
    group: 0,
    sought: CLAIMS_SOUGHT,
  },
  artefacts: {
    filters: Object.fromEntries(
      ['text', 'licence', 'domain', 'publisher', 'lang', 'mediaType', 'withdrawn', 'effectiveAt', 'seq'].map(
        (name) => [name, ARTEFACT_PASS],
      ),
    ),
    ...BY_LOG,
    ...{ orders: {}, count: ARTEFACT_PASS, group: ARTEFACT_PASS, sought: new Set() },
  },
  publishers: namesAt(ARTEFACT_PASS, 'domain'),
  actors: namesAt(ARTEFACT_PASS, 'root'),
  oppositions: namesAt(ARTEFACT_PASS, 'contradicting', 'contradicted'),
  entities: namesAt(WORDS, 'key'),
  supersessionChains: namesAt(ARTEFACT_PASS),
};
/** Names of counting fields: both are read from one count. */
const COUNTS: ReadonlySet<string> = new Set(['totalCount', 'totalIsExact']);

/** As coerced: whatever fields, and joins of the same. */
interface GivenFilter extends GivenJoin<GivenFilter> {
  readonly [field: string]: unknown;
}

interface ListArgs {
  readonly filter?: GivenFilter | null;
  readonly orderBy?: { readonly by?: string } | null;
  readonly asOf?: string | null;
}

export interface WorkOptions {
  readonly schema: GraphQLSchema;
  /** Valid, as its fragments are. */
  readonly operation: OperationDefinitionNode;
  readonly fragments: readonly FragmentDefinitionNode[];
  /** Coerced. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Of all lists of an operation, each as often as it is asked for. Lists of a corpus are fields of `Query` alone. */
export function workOfLists({ schema, operation, fragments, variables }: WorkOptions): number {
  const query = schema.getQueryType();
  if (query == null || operation.operation !== 'query') return 0;
  const fields = fieldsOf(operation.selectionSet, new Map(fragments.map((one) => [one.name.value, one])));
  return fields.reduce((sum, { name, node, fields: inner }) => {
    const prices = LISTS[name];
    const field = query.getFields()[name];
    if (prices === undefined || field === undefined) return sum;
    // The schema's arguments of these fields have this form.
    const args = getArgumentValues(field, node, { ...variables }) as ListArgs;
    return sum + workOf(prices, args, inner());
  }, 0);
}

/** Arguments without which a page is full of the first rows of its order, unless its caller is narrowed to some. */
const SEARCHING: ReadonlySet<string> = new Set(['filter', 'orderBy', 'asOf']);

interface PassesOptions extends Pick<WorkOptions, 'operation' | 'fragments'> {
  /** Whether the caller sees some rows only: then each page looks for them. */
  readonly isNarrowed: boolean;
}

/**
 * How often lists of an operation may be gone through: each for a page that is more than the first rows, for its count, and for each of
 * its groups.
 */
export function passesOfLists({ operation, fragments, isNarrowed }: PassesOptions): number {
  if (operation.operation !== 'query') return 0;
  const fields = fieldsOf(operation.selectionSet, new Map(fragments.map((one) => [one.name.value, one])));
  return fields.reduce((sum, { name, node, fields: inner }) => {
    if (LISTS[name] === undefined) return sum;
    const isAsked = node.arguments?.some((one) => SEARCHING.has(one.name.value)) ?? false;
    const { counts, groups } = passesIn(inner());
    return sum + Number(isNarrowed || isAsked) + counts + groups;
  }, 0);
}

function passesIn(fields: readonly SelectedField[]): { readonly counts: number; readonly groups: number } {
  const groups = fields.filter(({ name }) => name === 'aggregate').flatMap(({ fields: inner }) => inner());
  return { counts: fields.some(({ name }) => COUNTS.has(name)) ? 1 : 0, groups: groups.length };
}

/** The range of a list's own order is where its page is read. */
const RANGE_OF: Readonly<Record<string, string>> = {
  seq: 'seq',
  effective_at: 'effectiveAt',
  confidence: 'confidence',
};

function workOf(
  prices: Prices,
  { filter, orderBy, asOf }: ListArgs,
  fields: readonly SelectedField[],
): number {
  const given = filter ?? {};
  const highest = (names: readonly string[]) =>
    Math.max(0, ...names.map((name) => prices.filters[name] ?? 0));
  const named = fieldsOfFilter(given);
  const joined = joinedBy(given).reduce((sum, one) => sum + priceOf(prices, one), 0);
  const isFew = soughtValues(given, prices.sought) <= SOUGHT_VALUES;
  const pass = (price: number, names: readonly string[]) =>
    isFew ? LOOKED_UP + Math.ceil(joined * FEW) : Math.max(price, highest(names)) + joined;
  const { counts, groups } = passesIn(fields);
  const by = orderBy?.by ?? prices.order;
  const page = pass(
    Math.max(prices.orders[by] ?? 0, asOf == null ? 0 : prices.asOf),
    named.filter((name) => name !== RANGE_OF[by]),
  );
  return page + counts * pass(prices.count, named) + groups * pass(prices.group, named);
}

function fieldsOfFilter(filter: GivenFilter): string[] {
  return Object.entries(filter).flatMap(([name, value]) => (value == null ? [] : [name]));
}

function joinedBy({ and, or, not }: GivenFilter): readonly GivenFilter[] {
  return [...(and ?? []), ...(or ?? []), ...(not == null ? [] : [not])];
}

/** Of a filter that another one joins: each is a condition of every row that is looked at. */
function priceOf(prices: Prices, filter: GivenFilter): number {
  const own = Math.max(0, ...fieldsOfFilter(filter).map((name) => prices.filters[name] ?? 0));
  return joinedBy(filter).reduce((sum, one) => sum + priceOf(prices, one), own);
}

/** How many values an index looks up for the filter, as `seeksOf` finds them: of each branch of `or`, else of the fewest; infinite where it finds none. */
function soughtValues(filter: GivenFilter, sought: ReadonlySet<string>): number {
  const { and, or } = filter;
  const ofJoined = (one: GivenFilter) => soughtValues(one, sought);
  const own = fieldsOfFilter(filter).map((name) => {
    const value = filter[name];
    return sought.has(name) && Array.isArray(value) ? value.length : Number.POSITIVE_INFINITY;
  });
  const branches = (or ?? []).map(ofJoined);
  const ofOr = branches.length === 0 ? Number.POSITIVE_INFINITY : branches.reduce((sum, one) => sum + one, 0);
  return Math.min(...own, ...(and ?? []).map(ofJoined), ofOr, Number.POSITIVE_INFINITY);
}

interface SelectedField {
  readonly name: string;
  readonly node: FieldNode;
  /** Those below it. */
  readonly fields: () => readonly SelectedField[];
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** With every fragment written out. */
function fieldsOf(set: SelectionSetNode | undefined, fragments: Fragments): readonly SelectedField[] {
  return (set?.selections ?? []).flatMap((one): readonly SelectedField[] => {
    if (one.kind === Kind.FIELD) {
      return [{ name: one.name.value, node: one, fields: () => fieldsOf(one.selectionSet, fragments) }];
    }
    const inner =
      one.kind === Kind.INLINE_FRAGMENT ? one.selectionSet : fragments.get(one.name.value)?.selectionSet;
    return fieldsOf(inner, fragments);
  });
}
