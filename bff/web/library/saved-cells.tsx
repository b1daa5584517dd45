/** The parts of a saved entry, as the table and the cards show them. */
import type { ReactNode } from 'react';
import { sayLibrary } from '../catalogues/library.ts';
import { saySaved } from '../catalogues/saved.ts';
import { useCorpora } from '../corpus-switch.tsx';
import { placeOf } from '../lists.tsx';
import { PlaceLink } from '../place-link.tsx';
import type { SavedEntry } from '../trpc.ts';
import { VerdictChip } from '../verdict.tsx';
import { useShownVerdicts } from '../verdicts-context.ts';
import { dayWords, verdictWord } from '../words.ts';

/** What a table and cards are given. */
export interface ShownEntries {
  readonly rows: readonly SavedEntry[];
  /** Ids. */
  readonly selected: ReadonlySet<string>;
  readonly select: (ids: readonly string[], isSelected: boolean) => void;
  readonly caption: string;
}

interface EntryProps {
  readonly entry: SavedEntry;
}

/** Its question is said where the title is another. */
export function TitleCell({ entry: { answer_id, title, snapshot } }: EntryProps): ReactNode {
  return (
    <>
      <PlaceLink to={placeOf({ answer_id, ...snapshot })} className="entry">
        <span dir="auto">{title}</span>
      </PlaceLink>
      {snapshot.q !== title && (
        <p className="facts saved-question" dir="auto">
          {snapshot.q}
        </p>
      )}
    </>
  );
}

/** The verdict now, and that of when it was saved. */
export function VerdictCell({ entry: { answer_id, findings_state, saved_state } }: EntryProps): ReactNode {
  const shown = useShownVerdicts().of(answer_id, null);
  const now = shown.verdict?.findings_state ?? findings_state;
  return (
    <>
      <VerdictChip shown={shown} recorded={findings_state} />
      <span className="facts saved-then" data-changed={now !== saved_state}>
        {now === saved_state
          ? saySaved('asWhenSaved')
          : saySaved('whenSaved', { verdict: verdictWord(saved_state) })}
      </span>
    </>
  );
}

export function FolderCell({ entry: { folder, tags } }: EntryProps): ReactNode {
  return (
    <>
      {folder !== null && (
        <span className="saved-folder" dir="auto">
          {folder}
        </span>
      )}
      {tags.map((tag) => (
        <span key={tag} className="facts saved-tag" dir="auto">
          #{tag}
        </span>
      ))}
    </>
  );
}

/** Where no corpus was named, the first one is asked, also when the entry is opened. */
export function CorpusCell({ entry: { snapshot } }: EntryProps): ReactNode {
  const first = useCorpora()[0]?.name ?? saySaved('firstCorpus');
  return (
    <>
      <span dir="auto">{snapshot.corpus ?? first}</span>
      {snapshot.as_of !== null && (
        <span className="facts">{sayLibrary('asKnownOn', { day: dayWords(snapshot.as_of) })}</span>
      )}
    </>
  );
}

interface PickProps extends EntryProps {
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

export function Pick({ entry: { title }, isSelected, onSelect }: PickProps): ReactNode {
  return (
    <label className="saved-pick">
      <input type="checkbox" checked={isSelected} onChange={({ target }) => onSelect(target.checked)} />
      <span className="unseen">{saySaved('select', { title })}</span>
    </label>
  );
}
