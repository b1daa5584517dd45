/** What a reader does with many entries at once: each deed says what it did, and how to undo it. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saySaved } from '../catalogues/saved.ts';
import { changeListed } from '../change-listed.ts';
import { client, messageOf, type SavedEntry, trpc } from '../trpc.ts';

/** Entries of one call. */
const MAX_ENTRIES = 100;

export interface DoneNotice {
  readonly words: string;
  /** Null where there is nothing to undo. */
  readonly undo: (() => void) | null;
}

/** Each deed says whether it was done to all. */
export interface LibraryChanges {
  readonly notice: DoneNotice | null;
  readonly isBusy: boolean;
  readonly dismiss: () => void;
  readonly move: (entries: readonly SavedEntry[], folder: string | null) => Promise<boolean>;
  readonly tag: (entries: readonly SavedEntry[], tag: string) => Promise<boolean>;
  readonly untag: (entries: readonly SavedEntry[], tag: string) => Promise<boolean>;
  readonly remove: (entries: readonly SavedEntry[]) => Promise<boolean>;
}

/** A change of some entries, and those by which it is undone. */
interface Change {
  readonly ids: readonly string[];
  readonly folder?: string | null;
  readonly add_tags?: string[];
  readonly remove_tags?: string[];
}

export function useChanges(): LibraryChanges {
  const cache = useQueryClient();
  const [notice, setNotice] = useState<DoneNotice | null>(null);
  const [isBusy, setBusy] = useState(false);

  const run = async (
    deed: () => Promise<Outcome>,
    said: (count: number) => string,
    undoOf: ((done: ReadonlySet<string>) => Promise<Outcome>) | null,
  ): Promise<boolean> => {
    setBusy(true);
    setNotice(null);
    try {
      const { done, problem } = await deed();
      const undoes = undoOf !== null && done.size > 0;
      const undo = undoes
        ? () =>
            void run(
              () => undoOf(done),
              () => saySaved('undone'),
              null,
            )
        : null;
      setNotice({ words: problem ?? said(done.size), undo });
      return problem === null;
    } finally {
      setBusy(false);
      void cache.invalidateQueries(trpc.facets.pathFilter());
    }
  };
  const change = (
    changes: readonly Change[],
    said: (count: number) => string,
    undone: (done: ReadonlySet<string>) => readonly Change[],
  ) =>
    run(
      () => applyAll(cache, changes),
      said,
      (done) => applyAll(cache, undone(done)),
    );

  return {
    notice,
    isBusy,
    dismiss: () => setNotice(null),
    move: (entries, folder) =>
      change(
        [{ ids: idsOf(entries), folder }],
        (count) =>
          folder === null ? saySaved('movedOut', { count }) : saySaved('movedTo', { count, folder }),
        (done) =>
          [...Map.groupBy(entries, (entry) => entry.folder)].map(([before, ofFolder]) => ({
            ids: idsOf(ofFolder).filter((id) => done.has(id)),
            folder: before,
          })),
      ),
    tag: (entries, tag) => {
      const without = entries.filter(({ tags }) => !tags.includes(tag));
      return change(
        [{ ids: idsOf(without), add_tags: [tag] }],
        (count) => saySaved('tagged', { count, tag }),
        (done) => [{ ids: [...done], remove_tags: [tag] }],
      );
    },
    untag: (entries, tag) => {
      const having = entries.filter(({ tags }) => tags.includes(tag));
      return change(
        [{ ids: idsOf(having), remove_tags: [tag] }],
        (count) => saySaved('untagged', { count, tag }),
        (done) => [{ ids: [...done], add_tags: [tag] }],
      );
    },
    remove: (entries) =>
      run(
        () => removeAll(cache, idsOf(entries)),
        (count) => saySaved('removed', { count }),
        (done) => restoreAll(cache, [...done]),
      ),
  };
}

interface Outcome {
  /** Ids of entries. */
  readonly done: ReadonlySet<string>;
  /** What ended it before all were done, for the reader. */
  readonly problem: string | null;
}

const idsOf = (entries: readonly SavedEntry[]) => entries.map(({ id }) => id);

async function applyAll(cache: QueryClient, changes: readonly Change[]): Promise<Outcome> {
  const done = new Set<string>();
  for (const { ids, ...change } of changes) {
    const { problem, ...part } = await inParts(ids, async (some) => {
      const { items } = await client.saved.change.mutate({ ids: some, ...change });
      patch(cache, new Map(items.map((entry) => [entry.id, entry])));
      return idsOf(items);
    });
    for (const id of part.done) done.add(id);
    if (problem !== null) return { done, problem };
  }
  return { done, problem: null };
}

function removeAll(cache: QueryClient, ids: readonly string[]): Promise<Outcome> {
  return inParts(ids, async (some) => {
    const removed = await client.saved.removeAll.mutate({ ids: some });
    patch(cache, new Map(removed.ids.map((id) => [id, null])));
    void cache.invalidateQueries(trpc.saved.removed.pathFilter());
    return removed.ids;
  });
}

/** Where entries come back to is the server's to say: the lists are read again. */
export async function restoreAll(cache: QueryClient, ids: readonly string[]): Promise<Outcome> {
  const outcome = await inParts(ids, async (some) =>
    idsOf((await client.saved.restore.mutate({ ids: some })).items),
  );
  await cache.invalidateQueries(trpc.saved.pathFilter());
  return outcome;
}

/** At most 100 entries a call, one call after the other. */
async function inParts(
  ids: readonly string[],
  call: (some: string[]) => Promise<readonly string[]>,
): Promise<Outcome> {
  const done = new Set<string>();
  for (let from = 0; from < ids.length; from += MAX_ENTRIES) {
    try {
      for (const id of await call(ids.slice(from, from + MAX_ENTRIES))) done.add(id);
    } catch (error) {
      return { done, problem: messageOf(error) };
    }
  }
  return { done, problem: null };
}

/** Puts what the server said into every list, without a further read. @param changed null: removed */
export function patch(cache: QueryClient, changed: ReadonlyMap<string, SavedEntry | null>): void {
  const queryKey = trpc.saved.list.infiniteQueryKey();
  const after = (entry: SavedEntry) => (changed.has(entry.id) ? (changed.get(entry.id) ?? []) : entry);
  changeListed<SavedPages>(cache, queryKey, (here) => {
    return { ...here, pages: here.pages.map((page) => ({ ...page, items: page.items.flatMap(after) })) };
  });
  // Lists that are not on the screen may have come to hold it: they are read when they are shown. Behind the change, which counts
  // as a read.
  void cache.invalidateQueries({ queryKey, refetchType: 'none' });
}

interface SavedPages {
  readonly pages: readonly { readonly items: readonly SavedEntry[] }[];
}
