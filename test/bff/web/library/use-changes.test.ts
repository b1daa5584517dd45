import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { patch } from '../../../../bff/web/library/use-changes.ts';
import { type SavedEntry, trpc } from '../../../../bff/web/trpc.ts';

function entry(id: string, folder: string | null): SavedEntry {
  return {
    id,
    answer_id: `ans_${id}`,
    title: id,
    folder,
    tags: [],
    note: null,
    snapshot_id: `snap_${id}`,
    findings_state: 'PASS',
    saved_state: 'PASS',
    created_at: '2026-10-01T00:00:00Z',
    snapshot: { q: id, summary: id, summary_hash: 'h', as_of: null, corpus: null },
  };
}

const pagesOf = (...items: readonly SavedEntry[]) => ({
  pages: [{ items: [...items], next_cursor: null }],
  pageParams: [null],
});

describe('what the server says of changed entries', () => {
  const all = trpc.saved.list.infiniteQueryKey({ limit: 100 });
  const sky = trpc.saved.list.infiniteQueryKey({ limit: 100, folder: 'sky' });
  let cache: QueryClient;
  const foldersIn = (key: typeof all) =>
    cache.getQueryData(key)?.pages.flatMap(({ items }) => items.map(({ id, folder }) => [id, folder]));

  beforeEach(() => {
    cache = new QueryClient();
    cache.setQueryData(all, pagesOf(entry('a', null), entry('b', null)));
    cache.setQueryData(sky, pagesOf());
  });
  afterEach(() => cache.clear());

  it('is in every list that has them, and those that may have come to hold them are read when shown', () => {
    patch(cache, new Map([['a', entry('a', 'sky')]]));
    expect(foldersIn(all)).toEqual([
      ['a', 'sky'],
      ['b', null],
    ]);
    expect(foldersIn(sky)).toEqual([]);
    expect(cache.getQueryState(sky)?.isInvalidated).toBe(true);
  });

  it('takes what was removed out of every list', () => {
    patch(cache, new Map([['a', null]]));
    expect(foldersIn(all)).toEqual([['b', null]]);
  });
});
