/** Which corpus is asked: its documents, their years, and when it was last looked at. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useLocation } from 'wouter';
import { HOME } from './address.ts';
import { sayShell } from './catalogues/shell.ts';
import { EXPLORE, EXPLORE_PATH, exploreAddress } from './explore-place.ts';
import { useTravel } from './place-context.ts';
import { type Corpus, trpc } from './trpc.ts';
import { dayWords } from './words.ts';

export function useCorpora(): readonly Corpus[] {
  return useQuery(trpc.views.corpora.queryOptions()).data ?? [];
}

export function CorpusSwitch(): ReactNode {
  const id = useId();
  const { place, go } = useTravel();
  const [path, navigate] = useLocation();
  const corpora = useCorpora();
  const shown = place.corpus === null ? corpora[0] : corpora.find(({ name }) => name === place.corpus);
  return (
    <div className="corpus">
      <label htmlFor={id} className="unseen">
        {sayShell('corpus')}
      </label>
      <select
        id={id}
        value={shown?.name ?? ''}
        onChange={({ target: { value: corpus } }) =>
          path === EXPLORE_PATH ? navigate(exploreAddress({ ...EXPLORE, corpus })) : go({ ...HOME, corpus })
        }
      >
        {shown === undefined && <option value="">{place.corpus ?? '…'}</option>}
        {corpora.map(({ name }) => (
          <option key={name} value={name}>
            {titleOf(name)}
          </option>
        ))}
      </select>
      <p className="facts corpus-facts">{shown === undefined ? '\u00a0' : corpusWords(shown)}</p>
    </div>
  );
}

/** `things-that-changed` as a title. */
export function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function corpusWords({ documents, oldest, newest, observed_at }: Corpus): string {
  const years =
    oldest === null || newest === null ? [] : [...new Set([oldest.slice(0, 4), newest.slice(0, 4)])];
  const parts = [
    sayShell('documents', { count: documents }),
    ...(years.length === 0 ? [] : [years.join('–')]),
    ...(observed_at === null ? [] : [sayShell('observed', { day: dayWords(observed_at) })]),
  ];
  return parts.join(' · ');
}
