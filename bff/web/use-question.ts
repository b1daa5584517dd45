/** A dialog that asks before something is done. */
import { type RefObject, useEffect, useRef } from 'react';

interface Question {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** The button that does nothing: a key that was meant for the page presses no other. */
  readonly no: RefObject<HTMLButtonElement | null>;
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
