/** What the reader deleted: it can be restored for 30 days, or deleted for good. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { saySaved } from '../catalogues/saved.ts';
import { ProblemNote } from '../problem.tsx';
import { client, messageOf, type RemovedEntry, trpc } from '../trpc.ts';
import { dayWords, verdictWord } from '../words.ts';
import { restoreAll } from './use-changes.ts';

const READ = 20;
const forward = { getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined };

export function RemovedList(): ReactNode {
  const cache = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [said, setSaid] = useState('');
  const list = useInfiniteQuery(trpc.saved.removed.infiniteQueryOptions({ limit: READ }, forward));
  const entries = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const act = useMutation({
    mutationFn: async ({ entry: { id, title }, deed }: Deed) => {
      if (deed === 'purge') await client.saved.purge.mutate({ ids: [id] });
      else {
        const { problem } = await restoreAll(cache, [id]);
        if (problem !== null) return problem;
      }
      await cache.invalidateQueries(trpc.saved.removed.pathFilter());
      return saySaved(deed === 'purge' ? 'purged' : 'restored', { title });
    },
    onSuccess: setSaid,
    onError: (error) => setSaid(messageOf(error)),
    onSettled: () => {
      void cache.invalidateQueries(trpc.facets.pathFilter());
      // The button goes with its entry: reading goes on at the list.
      heading.current?.focus();
    },
  });
  return (
    <section aria-labelledby="removed-list">
      <h2 id="removed-list" ref={heading} tabIndex={-1} className="unseen">
        {saySaved('list.removed')}
      </h2>
      <p className="facts">{saySaved('removedLead')}</p>
      {list.error !== null && <ProblemNote error={list.error} />}
      <p role="status">{said}</p>
      {list.isSuccess && entries.length === 0 && <p className="muted">{saySaved('nothingRemoved')}</p>}
      <ul className="saved-cards">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Removed entry={entry} onDeed={(deed) => act.isPending || act.mutate({ entry, deed })} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <button type="button" className="quiet" onClick={() => void list.fetchNextPage()}>
          {saySaved('olderRemoved')}
        </button>
      )}
    </section>
  );
}

interface Deed {
  readonly entry: RemovedEntry;
  readonly deed: 'restore' | 'purge';
}

interface RemovedProps {
  readonly entry: RemovedEntry;
  readonly onDeed: (deed: Deed['deed']) => void;
}

/** With no link: what is deleted may open no more. */
function Removed({ entry: { title, removed_at, findings_state }, onDeed }: RemovedProps): ReactNode {
  return (
    <div className="saved-card">
      <p dir="auto">{title}</p>
      <p className="facts">
        {verdictWord(findings_state)} · {saySaved('removedOn', { day: dayWords(removed_at) })}
      </p>
      <p className="action-line">
        <button
          type="button"
          aria-label={saySaved('restoreThis', { title })}
          onClick={() => onDeed('restore')}
        >
          {saySaved('restore')}
        </button>
        <button
          type="button"
          className="quiet"
          aria-label={saySaved('purgeThis', { title })}
          onClick={() => onDeed('purge')}
        >
          {saySaved('purge')}
        </button>
      </p>
    </div>
  );
}
