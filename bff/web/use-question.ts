/** A dialog that asks before something is done. */
import { type RefObject, useEffect, useRef, useState } from 'react';

interface Question {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** The button that does nothing: a key that was meant for the page presses no other. */
  readonly no: RefObject<HTMLButtonElement | null>;
}

interface Asked<T> {
  /** Null: nothing is asked. */
  readonly asked: T | null;
  /** Of the dialog: a browser says that a dialog was closed only after it hid it, and one that was opened meanwhile is another. */
  readonly key: number;
  ask(about: T): void;
  close(): void;
}

export function useAsked<T>(): Asked<T> {
  const [{ asked, key }, setAsked] = useState<{ readonly asked: T | null; readonly key: number }>({
    asked: null,
    key: 0,
  });
  return {
    ...{ asked, key },
    ask: (about) => setAsked((before) => ({ asked: about, key: before.key + 1 })),
    close: () => setAsked((before) => ({ ...before, asked: null })),
  };
}

/** Opens at once. */
export function useQuestion(): Question {
  const dialog = useRef<HTMLDialogElement>(null);
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    no.current?.focus();
  }, []);
  return { dialog, no };
}
