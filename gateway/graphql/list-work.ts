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

interface Prices {
  /** A page filtered by any of these; of several the highest counts. */
  readonly filters: Readonly<Record<string, number>>;
  /** A page in this order. */
  readonly orders: Readonly<Record<string, number>>;
  readonly count: number;
  readonly group: number;
}

/** Filters that an index finds the rows of, most often few: whatever else is asked of these is a condition of each. */
const SOUGHT: ReadonlySet<string> = new Set(['subject', 'entity', 'cluster']);
const LOOKED_UP = 250;
const WORDS = 1_500;
const PLACES = 4_000;
const BELIEF = 1_000;

const CLAIM_FILTERS = {
  ...{ text: WORDS, attribute: WORDS, dimension: WORDS, from: WORDS, to: WORDS },
  ...{ licence: PLACES, domain: PLACES, publisher: PLACES, sources: PLACES },
  belief: BELIEF,
};
const ARTEFACT_PASS = 250;
/** Of names that an index counts; of entities each is looked up, whether a claim that may be shown names it. */
const NAMES: Prices = { filters: {}, orders: {}, count: ARTEFACT_PASS, group: 0 };

/** By field of `Query`. */
const LISTS: Readonly<Record<string, Prices>> = {
  claims: { filters: CLAIM_FILTERS, orders: { confidence: BELIEF }, count: 1_000, group: 2_000 },
  clusters: {
    filters: { ...CLAIM_FILTERS, several: LOOKED_UP },
    orders: { confidence: BELIEF },
    count: 1_000,
    group: 0,
  },
  artefacts: {
    filters: Object.fromEntries(
      ['text', 'licence', 'domain', 'publisher', 'lang', 'mediaType', 'withdrawn', 'from', 'to'].map(
        (name) => [name, ARTEFACT_PASS],
      ),
    ),
    ...{ orders: {}, count: ARTEFACT_PASS, group: ARTEFACT_PASS },
  },
  publishers: NAMES,
  actors: NAMES,
  oppositions: NAMES,
  entities: { ...NAMES, count: WORDS },
};
/** Names of counting fields: both are read from one count. */
const COUNTS: ReadonlySet<string> = new Set(['totalCount', 'totalIsExact']);

interface ListArgs {
  readonly filter?: Readonly<Record<string, unknown>> | null;
  readonly orderBy?: { readonly by?: string } | null;
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

function workOf(prices: Prices, { filter, orderBy }: ListArgs, fields: readonly SelectedField[]): number {
  const given = Object.entries(filter ?? {}).flatMap(([name, value]) => (value == null ? [] : [name]));
  const isSought = given.some((name) => SOUGHT.has(name));
  const passed = Math.max(0, ...given.map((name) => prices.filters[name] ?? 0));
  const pass = (price: number) => (isSought ? LOOKED_UP : Math.max(price, passed));
  const groups = fields.filter(({ name }) => name === 'aggregate').flatMap(({ fields: inner }) => inner());
  const counts = fields.some(({ name }) => COUNTS.has(name)) ? 1 : 0;
  const page = pass(prices.orders[orderBy?.by ?? ''] ?? 0);
  return page + counts * pass(prices.count) + groups.length * pass(prices.group);
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
