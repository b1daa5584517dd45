/** What publishers, entities, actors, oppositions and chains have in common in the schema: three fields, an order, and a list. */
import type { TallyCount, TallyKind } from '../../../../graph/store/tallies.ts';
import { builder } from '../../builder/builder.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import type { GraphqlContext } from '../../context.ts';
import { connectionType } from '../../lists/connections.ts';
import { OrderDirectionType } from '../../lists/order-direction.ts';
import { resolveView } from '../../views/view.ts';
import {
  type CountWords,
  countsType,
  presentOnly,
  readTallies,
  TALLY_PAGES,
  type TallyKey,
  tallyKey,
  tallyOrders,
  type tallyType,
} from './tally.ts';
import { tallyFilter } from './tally-filter.ts';

type TallyType = ReturnType<typeof tallyType>;

interface TallyWords<K extends TallyKind> {
  /** The name of the type, such as `Actor`. */
  readonly name: string;
  readonly kind: K;
  /** What `since` is the earliest effective time of. */
  readonly named: string;
  readonly counts: CountWords<K>;
  /** The field of the query that lists them. */
  readonly list: string;
  /** What that list is of. */
  readonly listed: string;
  /** What its pages leave out, and what they are as of a time; absent: `TALLY_PAGES`. */
  readonly pages?: string;
  /** By what those follow each other that are equal in an order. */
  readonly equal: string;
  readonly orders: Readonly<Partial<Record<TallyCount<K>, string>>>;
  readonly access?: { readonly capability: 'svc.evidence' };
}

/** Adds `corpus`, `since` and `counts` to the type, and its list to the query. @returns the type of the list */
export function addTallies<K extends TallyKind>(type: TallyType, words: TallyWords<K>) {
  addFields(type, words);
  const ConnectionType = connectionType(type, words.name);
  addList(type, words, ConnectionType);
  return ConnectionType;
}

function addFields<K extends TallyKind>(type: TallyType, { name, kind, named, counts }: TallyWords<K>): void {
  const CountsType = countsType(`${name}Counts`, kind, counts);
  builder.objectFields(type, (t) => ({
    corpus: t.string({ description: 'The name of the corpus.', resolve: ({ tally }) => tally.corpus }),
    since: t.field({
      type: 'DateTime',
      description: `Earliest effective time of ${named}, RFC 3339 UTC with ms.`,
      resolve: ({ tally }) => tally.since,
    }),
    counts: t.field({
      type: CountsType,
      nullable: true,
      description: 'As of the present; null as of another time.',
      resolve: presentOnly,
    }),
  }));
}

function addList<K extends TallyKind>(
  type: TallyType,
  words: TallyWords<K>,
  ConnectionType: ReturnType<typeof connectionType<TallyType>>,
): void {
  const { name, kind, named, list, listed, pages = TALLY_PAGES, equal, orders, access } = words;
  const FilterType = tallyFilter(name, kind, named);
  const OrderType = builder.inputType(`${name}Order`, {
    description: equal,
    fields: (t) => ({
      by: t.field({
        type: tallyOrders<K>(`${name}OrderBy`, orders),
        required: true,
        description: 'What they are compared by.',
      }),
      direction: t.field({
        type: OrderDirectionType,
        defaultValue: 'asc',
        description: 'Which end is first.',
      }),
    }),
  });
  builder.queryField(list, (t) =>
    t.connection(
      {
        type,
        ...(access && { access }),
        nullable: true,
        description: `${listed} ${pages}`,
        args: {
          corpus: t.arg.string({ description: 'By default the first corpus.' }),
          filter: t.arg({ type: FilterType, description: 'By default all.' }),
          orderBy: t.arg({ type: OrderType, description: 'By default by KEY.' }),
          asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
        },
        complexity: pageComplexity,
        resolve: (_, args, context) => readTallies({ field: list, kind }, args, context),
      },
      ConnectionType,
    ),
  );
}

interface InCorpus {
  readonly corpus?: string | null | undefined;
  readonly asOf?: string | null | undefined;
}

/** The tally of a name in a corpus that a query names, or the first one. */
export async function tallyNamed(
  name: string,
  { corpus, asOf }: InCorpus,
  { engine }: GraphqlContext,
): Promise<TallyKey> {
  const view = await resolveView(engine, corpus ?? null, asOf ?? null);
  return tallyKey(view.corpus, name, view.asOf);
}
