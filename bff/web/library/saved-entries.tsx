/** One list of saved entries: a table where there is room, else cards; what is selected of it, and what is done with that. */
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { saySaved } from '../catalogues/saved.ts';
import { ProblemNote } from '../problem.tsx';
import { Deeds } from './deeds.tsx';
import { ExportSaved } from './export-saved.tsx';
import { isNarrowed, isNewestFirst, type LibraryPlace } from './place.ts';
import { SavedCards } from './saved-cards.tsx';
import type { ShownEntries } from './saved-cells.tsx';
import { SavedTable } from './saved-table.tsx';
import { UndoNotice } from './undo-notice.tsx';
import type { LibraryChanges } from './use-changes.ts';
import { type Library, ROWS, useLibrary } from './use-library.ts';
import { useLibraryTravel } from './use-library-place.ts';

export function SavedEntries({ changes }: { readonly changes: LibraryChanges }): ReactNode {
  const { place } = useLibraryTravel();
  const library = useLibrary(place);
  const heading = useRef<HTMLHeadingElement>(null);
  const { selected, select, clear } = useSelection();
  const isWide = useWide();
  useSelectKey(selected, select);
  const { rows, entries, error } = library;
  const chosen = entries.filter(({ id }) => selected.has(id));
  const shown = { rows, selected, select, caption: captionOf(library) };
  const change = async (deed: Promise<boolean>): Promise<void> => {
    // The button goes with what was selected: reading goes on at the list.
    heading.current?.focus();
    if (await deed) clear();
  };
  return (
    <section aria-labelledby="library-list" aria-busy={library.isReading}>
      <h2 id="library-list" ref={heading} tabIndex={-1} className="unseen">
        {saySaved('list.saved')}
      </h2>
      <UndoNotice changes={changes} />
      {error !== null && <ProblemNote error={error} />}
      <div className="library-bar">
        <p role="status" className="facts">
          {rows.length > 0 && shown.caption}
          {chosen.length > 0 && ` · ${saySaved('selected', { count: chosen.length })}`}
          {isEmpty(library) && saySaved(isNarrowed(place) ? 'nothingMatches' : 'nothingSaved')}
        </p>
        {rows.length > 0 && <ExportSaved chosen={chosen} />}
      </div>
      {chosen.length > 0 && (
        <Deeds chosen={chosen} changes={changes} onChange={(deed) => void change(deed)} onClear={clear} />
      )}
      {isPartSorted(place, library) && (
        <p className="facts">{saySaved('partSorted', { entries: entries.length })}</p>
      )}
      {rows.length > 0 && (isWide ? <SavedTable {...shown} /> : <SavedCards {...shown} />)}
      <Pages library={library} />
    </section>
  );
}

function isEmpty({ entries, isWhole }: Library): boolean {
  return entries.length === 0 && isWhole;
}

function isPartSorted(place: LibraryPlace, { isWhole, isReading, entries }: Library): boolean {
  return !isNewestFirst(place) && !isWhole && !isReading && entries.length > 0;
}

function captionOf({ rows, entries, page, isWhole }: Library): string {
  const first = (page - 1) * ROWS + 1;
  const values = { first, last: first + rows.length - 1, all: entries.length };
  return saySaved(isWhole ? 'rowsOf' : 'rowsOfMore', values);
}

function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = (ids: readonly string[], isSelected: boolean): void =>
    setSelected((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (isSelected) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  return { selected, select, clear: () => setSelected(new Set()) };
}

/** `x` selects the entry in whose row the focus is, and takes it back. */
function useSelectKey(selected: ReadonlySet<string>, select: ShownEntries['select']): void {
  useEffect(() => {
    const press = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if (key !== 'x' || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return;
      const id = target.closest<HTMLElement>('[data-saved]')?.dataset.saved;
      if (id !== undefined) select([id], !selected.has(id));
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [selected, select]);
}

const WIDE = '(min-width: 46rem)';

function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(WIDE).matches,
  );
}

function Pages({ library: { page, pages, isWhole, isReading, readOn } }: { readonly library: Library }) {
  const { go } = useLibraryTravel();
  const hasNext = page < pages || (!isWhole && readOn === null && isReading);
  if (pages === 1 && readOn === null) return null;
  return (
    <nav className="library-pages" aria-label={saySaved('pages')}>
      <button type="button" aria-disabled={page === 1} onClick={() => page > 1 && go({ page: page - 1 })}>
        {saySaved('previous')}
      </button>
      <button type="button" aria-disabled={!hasNext} onClick={() => page < pages && go({ page: page + 1 })}>
        {saySaved('next')}
      </button>
      {readOn !== null && (
        <button type="button" onClick={readOn}>
          {saySaved('readOn')}
        </button>
      )}
    </nav>
  );
}
