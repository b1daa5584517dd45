/** Keys for the whole page, and the list of them. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { sayShell } from './catalogues/shell.ts';
import { EXPLORE, exploreAddress } from './explore-place.ts';
import { LIBRARY, libraryAddress } from './library/place.ts';
import { useTravel } from './place-context.ts';

function keys(): readonly (readonly [key: string, does: string])[] {
  return [
    [sayShell('key.ask'), sayShell('does.ask')],
    [sayShell('key.entries'), sayShell('does.entries')],
    ['e', sayShell('does.explore')],
    ['l', sayShell('does.library')],
    ['x', sayShell('does.select')],
    ['?', sayShell('does.help')],
  ];
}

export function Shortcuts(): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const [, navigate] = useLocation();
  const { corpus } = useTravel().place;
  useEffect(() => {
    const press = (event: KeyboardEvent): void =>
      act(event, dialog, {
        e: () => navigate(exploreAddress({ ...EXPLORE, corpus })),
        l: () => navigate(libraryAddress({ ...LIBRARY, corpus })),
      });
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [corpus, navigate]);
  return (
    <>
      <button
        type="button"
        className="quiet help"
        aria-label={sayShell('keys')}
        onClick={() => dialog.current?.showModal()}
      >
        ?
      </button>
      <dialog ref={dialog} aria-labelledby="keys-title">
        <h2 id="keys-title">{sayShell('keys')}</h2>
        <dl className="keys">
          {keys().map(([key, what]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <button type="button" onClick={() => dialog.current?.close()}>
          {sayShell('close')}
        </button>
      </dialog>
    </>
  );
}

/** Views that a letter opens. */
type Views = Readonly<Record<'e' | 'l', () => void>>;

function act(event: KeyboardEvent, dialog: RefObject<HTMLDialogElement | null>, views: Views): void {
  const isAsk = event.key === 'k' && (event.ctrlKey || event.metaKey);
  if (!isAsk && (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey)) return;
  if (isAsk || event.key === '/') focusQuestion();
  else if (event.key === '?') dialog.current?.showModal();
  else if (event.key === 'e' || event.key === 'l') views[event.key]();
  else if (event.key === 'j') focusEntry(1);
  else if (event.key === 'k') focusEntry(-1);
  else return;
  event.preventDefault();
}

/** A field gets its own letters; a box to tick has none. */
function isTyping(target: EventTarget | null): boolean {
  const fields = 'input:not([type="checkbox"]), textarea, select, dialog';
  return target instanceof HTMLElement && target.closest(fields) !== null;
}

function focusQuestion(): void {
  const field = document.querySelector<HTMLInputElement>('.ask-line input');
  field?.focus();
  field?.select();
}

function focusEntry(step: 1 | -1): void {
  const entries = [...document.querySelectorAll<HTMLElement>('.entry')];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? entries.indexOf(activeElement) : -1;
  const next = at < 0 ? 0 : Math.min(entries.length - 1, Math.max(0, at + step));
  entries[next]?.focus();
}
