/** Publishers, entities, actors, oppositions and chains: nodes that are found by their corpus and a name, and lists of them. */
import type { ListedTallies } from '../../../../engine/explore/list-tallies.ts';
import {
  ANY_TALLY,
  type NameTally,
  TALLY_COUNTS,
  type TallyCount,
  type TallyFilter,
  type TallyKind,
  type TallyOrder,
} from '../../../../graph/store/tallies.ts';
import { endOfAsOf } from '../../../../graph/time.ts';
import { refuseCapability } from '../../builder/access.ts';
import { builder } from '../../builder/builder.ts';
import { type DatedKey, datedKey, readDatedKey } from '../../builder/dated-key.ts';
import { loaderOptions } from '../../builder/keys-plugin.ts';
import type { GraphqlContext } from '../../context.ts';
import type { NamesExport } from '../../export/export-link.ts';
import { connectionOf, type ListPlace, readPlace } from '../../lists/list-page.ts';
import { refusalError } from '../../refusal-error.ts';
import { reachesWhole } from '../../session/token-scope.ts';
import { isOfLedgers } from '../../views/ledger-counts.ts';
import { countsOf, type GivenTallyFilter, isPosition, readTallyFilter } from './tally-filter.ts';

export type TallyKey = DatedKey<string>;

/** What a corpus names, as it is seen at a time. */
export interface TallyNode {
  readonly tally: NameTally;
  /** Null: the present, of which the counts are. */
  readonly asOf: string | null;
}

/** Kinds that only ledgers name. */
const OF_LEDGERS: ReadonlySet<TallyKind> = new Set(['actor']);

/** Names may hold any character: here they hold none that separates. */
export function tallyKey(corpus: string, name: string, asOf: string | null): TallyKey {
  return datedKey(`${corpus}/${Buffer.from(name).toString('base64url')}`, asOf);
}

interface TallyPlace {
  readonly key: TallyKey;
  readonly corpus: string;
  readonly name: string;
  readonly asOf: string | null;
}

/** Null for what names none. */
function readTallyKey(key: TallyKey): TallyPlace | null {
  const { id, asOf } = readDatedKey(key);
  const slash = id.indexOf('/');
  const corpus = id.slice(0, slash);
  const name = Buffer.from(id.slice(slash + 1), 'base64url').toString();
  const isTime = asOf === null || endOfAsOf(asOf) !== null;
  return slash > 0 && isTime && tallyKey(corpus, name, asOf) === key ? { key, corpus, name, asOf } : null;
}

/** A type whose nodes are tallies of a kind; its fields are in the file of its name. */
export function tallyType(name: string, kind: TallyKind) {
  return builder.loadableNodeRef<TallyNode | null, TallyKey, TallyKey, TallyKey, TallyNode>(name, {
    id: { resolve: ({ tally, asOf }) => tallyKey(tally.corpus, tally.key, asOf) },
    load: (keys, context) => loadTallies(kind, keys, context),
    loaderOptions,
  });
}

/** One call per corpus and time: in practice one. What the session does not reach is as if there were none. */
async function loadTallies(
  kind: TallyKind,
  keys: readonly TallyKey[],
  context: GraphqlContext,
): Promise<(TallyNode | null)[]> {
  const found = new Map<TallyKey, TallyNode>();
  const isRefused = OF_LEDGERS.has(kind) && refuseCapability('svc.evidence', context) !== null;
  const places = keys.map(readTallyKey).filter((place) => place !== null && !isRefused);
  const groups = Map.groupBy(
    places.filter((place) => place !== null),
    ({ corpus, asOf }) => `${corpus} ${asOf}`,
  );
  for (const group of groups.values()) {
    const [{ corpus, asOf } = { corpus: '', asOf: null }] = group;
    const read = await context.engine.resolveCorpus(corpus, asOf);
    if (!read.ok || !reachesWhole(context.session, corpus)) continue;
    const list = context.engine.explore.tallies({ kind, corpus, view: read.value.view, filter: ANY_TALLY });
    const tallies = await list.named(group.map(({ name }) => name));
    for (const [index, { key }] of group.entries()) {
      const tally = tallies[index];
      if (tally) found.set(key, { tally, asOf });
    }
  }
  return keys.map((key) => found.get(key) ?? null);
}

interface ListArgs {
  readonly corpus?: string | null | undefined;
  readonly asOf?: string | null | undefined;
  readonly filter?: GivenTallyFilter | null | undefined;
  readonly orderBy?:
    | { readonly by: TallyOrder; readonly direction?: 'asc' | 'desc' | null }
    | null
    | undefined;
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
}

interface TallyList {
  readonly field: string;
  readonly kind: TallyKind;
}

/** What lists of these say of themselves: that nothing is taken off them. */
export const TALLY_PAGES =
  'Counts are of the present and may move while pages are read, so that one page may repeat or leave out what the order of a count moves; pages by KEY and by LOG leave out nothing. As of a time, those that were named by then, by KEY or LOG, with no filter of counts. Null only beside an error.';

/**
 * A page of a list of tallies.
 * @throws {GraphQLError} `invalid:query` also for the order or the filter of a count as of a time, `denied:corpus_forbidden` for a token of parts of
 * the corpus: names and counts are of all of it; `denied:capability_missing` for what only ledgers decide
 */
export async function readTallies(
  { field, kind }: TallyList,
  { filter: given, ...args }: ListArgs,
  context: GraphqlContext,
) {
  const filter = readTallyFilter(kind, given);
  const place = await readPlace<TallyOrder>({ field, filter, defaultOrder: 'key' }, args, context);
  const { corpus, asOf } = place.corpus;
  checkReach(corpus, context);
  const { by } = place.page;
  const counts = [...(by === 'key' || by === 'seq' ? [] : [by]), ...countsOf(filter)];
  if (asOf !== null && counts.length > 0) {
    throw refusalError({
      reason: 'invalid:query',
      message: 'as of a time there is the order of KEY and of LOG, and no filter of counts',
    });
  }
  const refusal = counts.some(isOfLedgers) ? refuseCapability('svc.evidence', context) : null;
  if (refusal !== null) throw refusalError(refusal);
  const list: ListedTallies = context.engine.explore.tallies({
    kind,
    corpus,
    view: place.view,
    filter,
  });
  const page = await list.page(place.page);
  return {
    ...connectionOf(place, page, (name) => tallyKey(corpus, name, asOf)),
    total: () => list.count(),
    ...(isExported(kind) && {
      exported: async (newest: number) => namesExport(kind, place, filter, newest, context),
    }),
  };
}

const EXPORTED_AS = { publisher: 'publishers', entity: 'entities', actor: 'actors' } as const;

function isExported(kind: TallyKind): kind is keyof typeof EXPORTED_AS {
  return Object.hasOwn(EXPORTED_AS, kind);
}

/** @throws {GraphQLError} `invalid:query` for an order of a count */
function namesExport(
  kind: keyof typeof EXPORTED_AS,
  { corpus: { corpus, asOf }, view, page: { by, descending } }: ListPlace<TallyOrder>,
  filter: TallyFilter,
  newest: number,
  context: GraphqlContext,
): NamesExport {
  if (by !== 'key' && by !== 'seq') {
    const message = 'counts may move while a file is written: export by KEY or by LOG';
    throw refusalError({ reason: 'invalid:query', message });
  }
  return {
    ...{ kind: EXPORTED_AS[kind], corpus, asOf, filter, order: { by, descending } },
    withLedgers: refuseCapability('svc.evidence', context) === null,
    view: { ...view, observedUpTo: view.observedUpTo ?? newest },
  };
}

function checkReach(corpus: string, { session }: GraphqlContext): void {
  if (reachesWhole(session, corpus)) return;
  throw refusalError({
    reason: 'denied:corpus_forbidden',
    message: `this token is for parts of ${corpus}: who and what it names is counted over all of it`,
  });
}

/** Words for each count. */
export type CountWords<K extends TallyKind> = Readonly<Record<TallyCount<K>, string>>;

/** The counts of a kind as a type: null as of a time, of which none are held. */
export function countsType<K extends TallyKind>(name: string, kind: K, words: CountWords<K>) {
  return builder.objectRef<TallyNode>(name).implement({
    description:
      'Counts over all that was ever said: what is withdrawn, redacted or superseded later counts all the same.',
    fields: (t) =>
      Object.fromEntries(
        TALLY_COUNTS[kind].map((count) => {
          const description = words[count as TallyCount<K>];
          const resolve = ({ tally }: TallyNode) => tally.counts[count] ?? 0;
          if (isPosition(count)) return [count, t.field({ type: 'LogPosition', description, resolve })];
          if (!isOfLedgers(count)) return [count, t.int({ description, resolve })];
          const needed = `${description} A token needs svc.evidence. Null only beside an error.`;
          const access = { capability: 'svc.evidence' } as const;
          return [count, t.int({ description: needed, nullable: true, access, resolve })];
        }),
      ),
  });
}

/** @returns null as of a time */
export function presentOnly(node: TallyNode): TallyNode | null {
  return node.asOf === null ? node : null;
}

/** Orders of a kind by the names that they have here. */
export function tallyOrders<K extends TallyKind>(
  name: string,
  counts: Readonly<Partial<Record<TallyCount<K>, string>>>,
) {
  const values: Record<string, { readonly value: TallyOrder; readonly description: string }> = {
    KEY: { value: 'key', description: 'By name.' },
    LOG: { value: 'seq', description: 'When it was named first, by position in the log.' },
  };
  for (const [count, description] of Object.entries<string | undefined>(counts)) {
    // The names are those of counts.
    values[count.toUpperCase()] = { value: count as TallyOrder, description: description ?? '' };
  }
  return builder.enumType(name, { description: 'By what they are ordered.', values });
}
