/** What the library shows is in its address and nowhere else; what is selected is not, and ends with the list. Pure. */
import type { FindingsState } from '../trpc.ts';

export const LIBRARY_PATH = '/library';

export const SORTS = ['title', 'verdict', 'folder', 'corpus', 'saved'] as const;
export type SortName = (typeof SORTS)[number];
/** The worst first: what a reader should look at. */
export const VERDICTS = ['FAIL', 'WARN', 'UNKNOWN', 'PASS'] as const satisfies readonly FindingsState[];
export const LISTS = ['saved', 'removed'] as const;
const YES_NO = ['no', 'yes'] as const;
const ORDERS = ['up', 'down'] as const;
type ListName = (typeof LISTS)[number];

export interface LibraryPlace {
  /** The page's corpus; null for the first one. */
  readonly corpus: string | null;
  readonly list: ListName;
  /** Words of the search. */
  readonly find: string;
  readonly verdict: FindingsState | null;
  /** Whether the verdict is another than when it was saved. */
  readonly changed: (typeof YES_NO)[number] | null;
  readonly folder: string | null;
  readonly tag: string | null;
  /** The corpus that was asked; empty: the default one. */
  readonly asked: string | null;
  /** `YYYY-MM-DD`, on which it was saved. */
  readonly day: string | null;
  readonly sort: SortName;
  readonly isDown: boolean;
  /** From 1. */
  readonly page: number;
  /** Ids of two answers that stand beside each other. */
  readonly compared: readonly [string, string] | null;
}

export const LIBRARY: LibraryPlace = {
  corpus: null,
  list: 'saved',
  find: '',
  verdict: null,
  changed: null,
  folder: null,
  tag: null,
  asked: null,
  day: null,
  sort: 'saved',
  isDown: true,
  page: 1,
  compared: null,
};

/** No id of an answer has it. */
const BETWEEN = '~';
const ID = /^[\w-]{1,64}$/;

/** What an address does not say, or says in words that are not known, is as at the beginning. */
export function readLibraryPlace(search: string): LibraryPlace {
  const query = new URLSearchParams(search);
  const sort = oneOf(SORTS, query.get('sort')) ?? LIBRARY.sort;
  const order = oneOf(ORDERS, query.get('order'));
  const page = Number(query.get('page'));
  return {
    corpus: query.get('corpus'),
    list: oneOf(LISTS, query.get('show')) ?? LIBRARY.list,
    find: query.get('find') ?? '',
    verdict: oneOf(VERDICTS, query.get('verdict')),
    changed: oneOf(YES_NO, query.get('changed')),
    folder: query.get('folder') || null,
    tag: query.get('tag') || null,
    asked: query.get('asked'),
    day: dayOf(query.get('day')),
    sort,
    isDown: order === null ? beginsDown(sort) : order === 'down',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    compared: pairOf(query.get('compare')),
  };
}

export function libraryAddress(place: LibraryPlace): string {
  const { list, changed, sort, isDown, page, compared } = place;
  const parts = {
    corpus: place.corpus,
    show: list === LIBRARY.list ? null : list,
    find: place.find === '' ? null : place.find,
    verdict: place.verdict,
    changed,
    folder: place.folder,
    tag: place.tag,
    asked: place.asked,
    day: place.day,
    sort: sort === LIBRARY.sort ? null : sort,
    order: isDown === beginsDown(sort) ? null : ORDERS[Number(isDown)],
    page: page === 1 ? null : String(page),
    compare: compared?.join(BETWEEN),
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value != null) query.set(name, value);
  return query.size === 0 ? LIBRARY_PATH : `${LIBRARY_PATH}?${query}`;
}

/** The order of a column that is sorted by anew: days begin with the newest. */
export function beginsDown(sort: SortName): boolean {
  return sort === 'saved';
}

/** Whether entries come as the server lists them. */
export function isNewestFirst({ sort, isDown }: LibraryPlace): boolean {
  return sort === 'saved' && isDown;
}

export function isNarrowed(place: LibraryPlace): boolean {
  return Object.keys(filterOf(place)).length > 0;
}

/** What the list is narrowed by, as the server takes it. */
export function filterOf({ find, verdict, changed, folder, tag, asked, day }: LibraryPlace) {
  return {
    ...(find.trim() === '' ? {} : { q: find.trim() }),
    ...(verdict === null ? {} : { verdict }),
    ...(changed === null ? {} : { changed: changed === 'yes' }),
    ...(folder === null ? {} : { folder }),
    ...(tag === null ? {} : { tag }),
    ...(asked === null ? {} : { corpus: asked }),
    ...(day === null ? {} : { from: day, to: dayAfter(day) }),
  };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

/** Null for what is no day, such as 30 February. */
function dayOf(value: string | null): string | null {
  const at = Date.parse(value ?? '');
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${value}T00:00:00.000`);
  return isDay && /^\d{4}-/.test(value ?? '') ? value : null;
}

function pairOf(value: string | null): LibraryPlace['compared'] {
  const [one, other, ...more] = (value ?? '').split(BETWEEN);
  const isPair = one !== undefined && other !== undefined && more.length === 0;
  return isPair && ID.test(one) && ID.test(other) ? [one, other] : null;
}

function oneOf<T extends string>(known: readonly T[], value: string | null): T | null {
  return known.find((one) => one === value) ?? null;
}
