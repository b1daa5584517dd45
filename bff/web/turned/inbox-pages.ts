/** The inbox's pages as they are loaded, changed without reading them again. Pure. */
import type { InfiniteData } from '@tanstack/react-query';
import type { Turned, TurnedPage } from '../trpc.ts';

export type InboxPages = InfiniteData<TurnedPage, string | null>;

/** Ids of what is listed and was not seen. */
export function unseenOf({ pages }: InboxPages): readonly string[] {
  return pages.flatMap(({ items }) => items.filter((one) => one.seen_at === null).map(({ id }) => id));
}

/** @param ids of entries that were marked @param at RFC 3339 */
export function withSeen(
  here: InboxPages,
  show: 'unseen' | 'all',
  ids: ReadonlySet<string>,
  at: string,
): InboxPages {
  const isMeant = (one: Turned) => one.seen_at === null && ids.has(one.id);
  return mapItems(here, (items) =>
    show === 'unseen'
      ? items.filter((one) => !isMeant(one))
      : items.map((one) => (isMeant(one) ? { ...one, seen_at: at } : one)),
  );
}

/** The first page as it is now, before what was loaded behind it. */
export function withFirst(here: InboxPages, first: TurnedPage): InboxPages {
  const last = first.items.at(-1);
  const behind = mapItems(here, (items) =>
    first.next_cursor === null || last === undefined ? [] : items.filter((one) => isBehind(one, last)),
  );
  const [old, ...rest] = behind.pages;
  if (old === undefined || behind.pages.every(({ items }) => items.length === 0)) {
    return { pages: [first], pageParams: here.pageParams.slice(0, 1) };
  }
  const merged = { ...first, items: [...first.items, ...old.items], next_cursor: old.next_cursor };
  return { pages: [merged, ...rest], pageParams: here.pageParams };
}

function mapItems(
  { pages, pageParams }: InboxPages,
  change: (items: readonly Turned[]) => Turned[],
): InboxPages {
  return { pages: pages.map((page) => ({ ...page, items: change(page.items) })), pageParams };
}

/** In the order of the list: by the instant of the first change, then by id, the last first. */
function isBehind(one: Turned, last: Turned): boolean {
  return one.at === last.at ? one.id < last.id : one.at < last.at;
}
