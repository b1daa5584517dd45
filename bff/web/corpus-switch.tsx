/** Which corpus is asked: its documents, their years and languages, and when it was last looked at. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useLocation } from 'wouter';
import { HOME } from './address.ts';
import { formats } from './catalogues/formats.ts';
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
  const facts = shown && corpusWords(shown);
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
      <p className="facts corpus-facts" title={facts}>
        {facts ?? '\u00a0'}
      </p>
    </div>
  );
}

/** `things-that-changed` as a title. */
export function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names of the languages of its documents; null where none is known. */
export function languageWords({ languages }: Pick<Corpus, 'languages'>): string | null {
  if (languages.length === 0) return null;
  return formats().list.format(languages.map(languageName));
}

/** A tag that is none has itself as its name. */
function languageName(tag: string): string {
  try {
    return formats().language.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

function corpusWords(corpus: Corpus): string {
  const { documents, oldest, newest, observed_at } = corpus;
  const languages = languageWords(corpus);
  const years =
    oldest === null || newest === null ? [] : [...new Set([oldest.slice(0, 4), newest.slice(0, 4)])];
  const parts = [
    sayShell('documents', { count: documents }),
    ...(years.length === 0 ? [] : [years.join('–')]),
    ...(observed_at === null ? [] : [sayShell('observed', { day: dayWords(observed_at) })]),
    ...(languages === null ? [] : [sayShell('inLanguages', { languages })]),
  ];
  return parts.join(' · ');
}
