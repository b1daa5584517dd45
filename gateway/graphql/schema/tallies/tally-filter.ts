/** Filters of publishers, entities, actors, oppositions and chains: by what each is named, by its counts, and by when it was named first. */
import { foldText } from '../../../../graph/claim-facets.ts';
import {
  ANY_TALLY,
  TALLY_COUNTS,
  type TallyCount,
  type TallyFilter,
  type TallyKind,
} from '../../../../graph/store/tallies.ts';
import { builder } from '../../builder/builder.ts';
import {
  AND_WORDS,
  FILTER_WORDS,
  type GivenJoin,
  NOT_WORDS,
  OR_WORDS,
  readJoined,
  readNames,
  refused,
  SHORT_PAGES,
} from '../../filters/filter-join.ts';
import { readText } from '../../filters/filter-values.ts';
import {
  type GivenRange,
  LogRangeType,
  NumberRangeType,
  readNumberRange,
  readTimeRange,
  TimeRangeType,
} from '../../filters/ranges.ts';
import { isOfLedgers } from '../../views/ledger-counts.ts';

/** Of the names, those of its kind. */
export interface GivenTallyFilter extends GivenJoin<GivenTallyFilter> {
  readonly domain?: readonly string[] | null | undefined;
  readonly key?: readonly string[] | null | undefined;
  readonly root?: readonly string[] | null | undefined;
  readonly contradicting?: readonly string[] | null | undefined;
  readonly contradicted?: readonly string[] | null | undefined;
  readonly text?: string | null | undefined;
  readonly since?: GivenRange<string> | null | undefined;
  readonly seq?: GivenRange<number> | null | undefined;
  readonly counts?: Readonly<Record<string, GivenRange<number> | null | undefined>> | null | undefined;
}

type NameField = 'domain' | 'key' | 'root' | 'contradicting' | 'contradicted';
type Names = Readonly<Partial<Record<NameField, string>>>;

/** Whether the name of a kind is a text to look in. */
const IS_TEXT: Readonly<Record<TallyKind, boolean>> = {
  publisher: true,
  entity: true,
  actor: false,
  opposition: false,
  chain: false,
};

/** What names one of a kind, with words. */
const NAMES: Readonly<Record<TallyKind, Names>> = {
  publisher: { domain: 'Its registrable domain; case does not matter.' },
  entity: { key: 'Its key; case does not matter.' },
  actor: { root: 'Its root.' },
  opposition: {
    contradicting: 'Registrable domain of the one that contradicts; case does not matter.',
    contradicted: 'Registrable domain of the one that is contradicted; case does not matter.',
  },
  chain: {},
};

/** @param named what `since` is the earliest effective time of */
export function tallyFilter(name: string, kind: TallyKind, named: string) {
  const CountsFilterType = builder.inputType(`${name}CountsFilter`, {
    description: 'Ranges of counts, all of which hold.',
    fields: (t) =>
      Object.fromEntries(
        TALLY_COUNTS[kind].map((count) => {
          const description = `Of \`${name}Counts.${count}\`.${isOfLedgers(count) ? ' A token needs svc.evidence.' : ''}`;
          return [count, t.field({ type: isPosition(count) ? LogRangeType : NumberRangeType, description })];
        }),
      ),
  });
  const FilterType = builder.inputRef<GivenTallyFilter>(`${name}Filter`);
  FilterType.implement({
    description: `What each of the list is. ${FILTER_WORDS} ${SHORT_PAGES}`,
    fields: (t) => {
      const names = Object.entries(NAMES[kind]).map(([field, description]) => [
        field,
        field === 'root' ? t.idList({ description }) : t.stringList({ description }),
      ]);
      const fields = {
        ...Object.fromEntries(names),
        ...(IS_TEXT[kind] && { text: t.string({ description: 'Part of its name; case does not matter.' }) }),
        since: t.field({ type: TimeRangeType, description: `Earliest effective time of ${named}.` }),
        seq: t.field({ type: LogRangeType, description: 'Where the log named it first.' }),
        counts: t.field({
          type: CountsFilterType,
          description: 'As of the present, and only with it.',
        }),
        and: t.field({ type: [FilterType], description: AND_WORDS }),
        or: t.field({ type: [FilterType], description: OR_WORDS }),
        not: t.field({ type: FilterType, description: NOT_WORDS }),
      };
      // The names of other kinds are fields of the type in TypeScript, where one serves all kinds.
      return fields as never;
    },
  });
  return FilterType;
}

/** @throws {GraphQLError} `invalid:query` */
export function readTallyFilter(kind: TallyKind, given: GivenTallyFilter | null | undefined): TallyFilter {
  // Two names may fold to one.
  const folded = (names: readonly string[] | null) => names && [...new Set(names.map(foldText))].sort();
  return readJoined<GivenTallyFilter, TallyFilter>(given ?? {}, (own) => {
    const text = readText('text', own.text);
    return {
      ...ANY_TALLY,
      text: text === null ? null : foldText(text),
      key:
        kind === 'actor'
          ? readNames('root', own.root)
          : folded(readNames('domain', own.domain) ?? readNames('key', own.key)),
      contradicting: folded(readNames('contradicting', own.contradicting)),
      contradicted: folded(readNames('contradicted', own.contradicted)),
      since: readTimeRange('since', own.since),
      seq: readNumberRange('seq', own.seq),
      counts: readCounts(own.counts),
    };
  });
}

function readCounts(given: GivenTallyFilter['counts']): TallyFilter['counts'] {
  if (given == null) return null;
  const ranges = Object.entries(given).flatMap(([count, range]) => {
    const read = readNumberRange(`counts.${count}`, range);
    return read === null ? [] : [[count, read] as const];
  });
  if (ranges.length === 0) throw refused('counts has at least one count');
  return Object.fromEntries(ranges);
}

/** Counts that a filter asks for, wherever it does. */
export function countsOf({ counts, and, or, not }: TallyFilter): readonly string[] {
  return [...Object.keys(counts ?? {}), ...[...and, ...or, ...(not === null ? [] : [not])].flatMap(countsOf)];
}

/** Whether what stands among the counts is a position of the log, which is no Int. */
export function isPosition(count: string): boolean {
  return count === ('newest' satisfies TallyCount);
}
