import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeListed } from '../../../bff/web/change-listed.ts';

interface Pages {
  readonly pages: readonly (readonly string[])[];
}

const KEY = ['entries', 'all'] as const;
const without = (gone: string) => (here: Pages) => ({
  ...here,
  pages: here.pages.map((page) => page.filter((one) => one !== gone)),
});

/** A server's list of two pages, whose replies wait until they are let go. */
class List {
  /** As the server has it. */
  pages = [['a', 'b'], ['c']];
  readonly #waiting: (() => void)[] = [];
  reads = 0;

  async read(at: number): Promise<string[]> {
    this.reads += 1;
    const page = this.pages[at] ?? [];
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return page;
  }

  async reply(): Promise<void> {
    for (const resolve of this.#waiting.splice(0)) resolve();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

describe('a change of a list that is being read', () => {
  let cache: QueryClient;
  let list: List;
  let shown: ReturnType<typeof show>;

  const show = () =>
    new InfiniteQueryObserver(cache, {
      queryKey: KEY,
      queryFn: ({ pageParam }) => list.read(pageParam),
      initialPageParam: 0,
      getNextPageParam: (_, all) => (all.length < list.pages.length ? all.length : undefined),
      staleTime: Number.POSITIVE_INFINITY,
    });
  const entries = () => shown.getCurrentResult().data?.pages;

  beforeEach(() => {
    cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    list = new List();
    shown = show();
    shown.subscribe(() => undefined);
  });
  afterEach(() => cache.clear());

  it('is not undone by the next page, which was asked for before', async () => {
    await list.reply();
    void shown.fetchNextPage();
    list.pages = [['a'], ['c']];
    changeListed(cache, ['entries'], without('b'));
    expect(entries()).toEqual([['a']]);
    await list.reply();
    expect(entries()).toEqual([['a'], ['c']]);
  });

  it('is not undone by a read of the whole list, which began before', async () => {
    await list.reply();
    void shown.refetch();
    list.pages = [['a'], ['c']];
    changeListed(cache, KEY, without('b'));
    await list.reply();
    expect(entries()).toEqual([['a']]);
  });

  it('is of what the server has then where nothing was read before', async () => {
    list.pages = [['a'], ['c']];
    changeListed(cache, KEY, without('b'));
    expect(entries()).toBeUndefined();
    await list.reply();
    expect(entries()).toEqual([['a']]);
    expect(shown.getCurrentResult().fetchStatus).toBe('idle');
  });

  it('reads nothing again where nothing is being read, and leaves other lists as they are', async () => {
    await list.reply();
    cache.setQueryData(['others'], { pages: [['b']] });
    changeListed(cache, ['entries'], without('b'));
    expect(entries()).toEqual([['a']]);
    expect(cache.getQueryData(['others'])).toEqual({ pages: [['b']] });
    expect(list.reads).toBe(1);
  });

  it('leaves a list that fails to be read again as it was changed', async () => {
    await list.reply();
    const failing = new QueryClient();
    failing.setQueryData(KEY, { pages: [['a', 'b']] });
    const read = failing.fetchQuery({
      queryKey: KEY,
      queryFn: () => Promise.reject(new Error('lost')),
      retry: false,
    });
    changeListed(failing, KEY, without('b'));
    await read.catch(() => undefined);
    await list.reply();
    expect(failing.getQueryData(KEY)).toEqual({ pages: [['a']] });
  });
});
