/** What the reader asked and saved, newest first, each with its verdict as of now. */
import type { ReactNode } from 'react';
import type { HistoryEntry, SavedEntry } from './trpc.ts';
import type { Verdicts } from './use-verdicts.ts';
import { VerdictChip } from './verdict.tsx';
import { dayWords } from './words.ts';

/** A list that grows by pages. */
export interface Paged<T> {
  readonly items: readonly T[];
  readonly more: (() => void) | null;
  readonly problem: string | null;
}

interface HistoryListProps {
  readonly history: Paged<HistoryEntry>;
  readonly verdicts: Verdicts;
  readonly onOpen: (entry: { readonly answer_id: string; readonly q: string }) => void;
}

export function HistoryList({ history, verdicts, onOpen }: HistoryListProps): ReactNode {
  return (
    <section className="list" aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      {history.problem !== null && <p role="alert">{history.problem}</p>}
      {history.items.length === 0 && history.problem === null && <p className="muted">Nothing asked yet.</p>}
      <ul>
        {history.items.map((entry) => (
          <li key={entry.id}>
            <button type="button" className="entry" onClick={() => onOpen(entry)}>
              {entry.q}
            </button>
            <p className="facts">
              <VerdictChip shown={verdicts.of(entry.answer_id, null)} recorded={entry.findings_state} />
              <span>{dayWords(entry.requested_at)}</span>
              {entry.as_of !== null && <span>as known on {dayWords(entry.as_of)}</span>}
            </p>
          </li>
        ))}
      </ul>
      <More more={history.more} what="history" />
    </section>
  );
}

interface SavedListProps {
  readonly saved: Paged<SavedEntry>;
  readonly verdicts: Verdicts;
  readonly onOpen: (entry: { readonly answer_id: string; readonly q: string }) => void;
  readonly onRemove: (id: string) => void;
}

export function SavedList({ saved, verdicts, onOpen, onRemove }: SavedListProps): ReactNode {
  return (
    <section className="list" aria-labelledby="saved-title">
      <h2 id="saved-title">Saved</h2>
      {saved.problem !== null && <p role="alert">{saved.problem}</p>}
      {saved.items.length === 0 && saved.problem === null && <p className="muted">Nothing saved yet.</p>}
      <ul>
        {saved.items.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              className="entry"
              onClick={() => onOpen({ answer_id: entry.answer_id, q: entry.snapshot.q })}
            >
              {entry.title}
            </button>
            <p className="facts">
              <VerdictChip shown={verdicts.of(entry.answer_id, null)} recorded={entry.findings_state} />{' '}
              {[entry.folder, ...entry.tags.map((tag) => `#${tag}`)]
                .filter((part) => part !== null)
                .join(' ')}
              <button
                type="button"
                className="quiet"
                aria-label={`Remove “${entry.title}”`}
                onClick={() => onRemove(entry.id)}
              >
                Remove
              </button>
            </p>
          </li>
        ))}
      </ul>
      <More more={saved.more} what="saved answers" />
    </section>
  );
}

function More({ more, what }: { readonly more: (() => void) | null; readonly what: string }): ReactNode {
  if (more === null) return null;
  return (
    <button type="button" className="quiet" onClick={more}>
      Show older {what}
    </button>
  );
}
