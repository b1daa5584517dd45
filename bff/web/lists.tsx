/** What the reader asked and saved, newest first, each with its verdict as of now. */
import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import { HOME, type PagePlace } from './address.ts';
import { sayLibrary } from './catalogues/library.ts';
import { LIBRARY, libraryAddress } from './library/place.ts';
import { useTravel } from './place-context.ts';
import { PlaceLink } from './place-link.tsx';
import type { HistoryEntry, SavedEntry } from './trpc.ts';
import type { Paged, Saved } from './use-lists.ts';
import { VerdictChip } from './verdict.tsx';
import { useShownVerdicts } from './verdicts-context.ts';
import { dayWords } from './words.ts';

interface Asked {
  readonly answer_id: string;
  readonly q: string;
  readonly as_of: string | null;
  readonly corpus: string | null;
}

/** Where it was asked: its corpus and its day come with it. */
export function placeOf({ answer_id, q, as_of, corpus }: Asked): PagePlace {
  return { ...HOME, q, asOf: as_of, corpus, answer: answer_id };
}

export function HistoryList({ history }: { readonly history: Paged<HistoryEntry> }): ReactNode {
  const { place } = useTravel();
  const verdicts = useShownVerdicts();
  return (
    <section className="list" aria-labelledby="history-title">
      <h2 id="history-title">{sayLibrary('history')}</h2>
      {history.problem !== null && <p role="alert">{history.problem}</p>}
      {history.isRead && history.items.length === 0 && history.problem === null && (
        <p className="muted">{sayLibrary('nothingAsked')}</p>
      )}
      <ul>
        {history.items.map((entry) => (
          <li key={entry.id} aria-current={entry.answer_id === place.answer}>
            <PlaceLink to={placeOf(entry)} className="entry">
              {entry.q}
            </PlaceLink>
            <p className="facts">
              <VerdictChip shown={verdicts.of(entry.answer_id, null)} recorded={entry.findings_state} />
              <span>{dayWords(entry.requested_at)}</span>
              {entry.as_of !== null && <span>{sayLibrary('asKnownOn', { day: dayWords(entry.as_of) })}</span>}
            </p>
          </li>
        ))}
      </ul>
      <More more={history.more} words={sayLibrary('olderHistory')} />
    </section>
  );
}

export function SavedList({ saved }: { readonly saved: Saved }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = (id: string): void => {
    saved.remove(id);
    // The button goes with its entry: reading goes on at the list.
    heading.current?.focus();
  };
  const { corpus } = useTravel().place;
  return (
    <section className="list" aria-labelledby="saved-title">
      <div className="list-head">
        <h2 id="saved-title" ref={heading} tabIndex={-1}>
          {sayLibrary('saved')}
        </h2>
        {saved.items.length > 0 && (
          <Link href={libraryAddress({ ...LIBRARY, corpus })}>{sayLibrary('openLibrary')}</Link>
        )}
      </div>
      {saved.problem !== null && <p role="alert">{saved.problem}</p>}
      {saved.isRead && saved.items.length === 0 && saved.problem === null && (
        <p className="muted">{sayLibrary('nothingSaved')}</p>
      )}
      <ul>
        {saved.items.map((entry) => (
          <SavedItem key={entry.id} entry={entry} onRemove={remove} />
        ))}
      </ul>
      <More more={saved.more} words={sayLibrary('olderSaved')} />
    </section>
  );
}

interface SavedItemProps {
  readonly entry: SavedEntry;
  readonly onRemove: (id: string) => void;
}

function SavedItem({ entry, onRemove }: SavedItemProps): ReactNode {
  const verdicts = useShownVerdicts();
  const { id, title, folder, tags, answer_id, snapshot, findings_state } = entry;
  return (
    <li>
      <PlaceLink to={placeOf({ answer_id, ...snapshot })} className="entry">
        {title}
      </PlaceLink>
      <p className="facts">
        <VerdictChip shown={verdicts.of(answer_id, null)} recorded={findings_state} />{' '}
        {[folder, ...tags.map((tag) => `#${tag}`)].filter((part) => part !== null).join(' ')}
        <button
          type="button"
          className="quiet"
          aria-label={sayLibrary('removeThis', { title })}
          onClick={() => onRemove(id)}
        >
          {sayLibrary('remove')}
        </button>
      </p>
    </li>
  );
}

function More({ more, words }: { readonly more: (() => void) | null; readonly words: string }): ReactNode {
  if (more === null) return null;
  return (
    <button type="button" className="quiet" onClick={more}>
      {words}
    </button>
  );
}
