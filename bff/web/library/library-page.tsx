/** The library: what the reader saved, as a table that is searched, narrowed, sorted, and changed many entries at a time. */
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { saySaved } from '../catalogues/saved.ts';
import { useTitle } from '../use-title.ts';
import { Comparison } from './comparison.tsx';
import { Filters } from './filters.tsx';
import { ForgetHistory } from './forget-history.tsx';
import { filterOf, LIBRARY, LISTS, type LibraryPlace, libraryAddress } from './place.ts';
import { RemovedList } from './removed-list.tsx';
import { SavedEntries } from './saved-entries.tsx';
import { useChanges } from './use-changes.ts';
import { LibraryContext, useLibraryPlace } from './use-library-place.ts';
import '../answer/answer.css';
import './library.css';

// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export
export default function LibraryPage(): ReactNode {
  const travel = useLibraryPlace();
  const { place } = travel;
  const title = [saySaved('title'), 'Adduce'].join(' · ');
  useTitle(title);
  return (
    <LibraryContext value={travel}>
      <article className="library" aria-labelledby="library-title">
        {place.compared !== null ? (
          <Comparison ids={place.compared} />
        ) : (
          <>
            <h1 id="library-title">{saySaved('title')}</h1>
            <p className="lead">{saySaved('lead')}</p>
            <Lists />
            {place.list === 'removed' ? <RemovedList /> : <Saved place={place} />}
            <ForgetHistory />
          </>
        )}
      </article>
    </LibraryContext>
  );
}

function Saved({ place }: { readonly place: LibraryPlace }): ReactNode {
  // What was done can be undone while the list is narrowed or widened.
  const changes = useChanges();
  // What is selected is of one list: another one begins with nothing selected.
  const list = useMemo(() => JSON.stringify(filterOf(place)), [place]);
  return (
    <>
      <Filters />
      <SavedEntries key={list} changes={changes} />
    </>
  );
}

function Lists(): ReactNode {
  const { place } = useLibraryPlace();
  return (
    <nav className="library-lists" aria-label={saySaved('lists')}>
      {LISTS.map((list) => (
        <Link
          key={list}
          href={libraryAddress({ ...LIBRARY, corpus: place.corpus, list })}
          aria-current={list === place.list ? 'page' : undefined}
        >
          {saySaved(`list.${list}`)}
        </Link>
      ))}
    </nav>
  );
}
