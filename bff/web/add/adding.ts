/**
 * Files on their way to the server, as the page shows them. They belong to the window and not to a part of the page: a reader who
 * goes on asking meanwhile ends nothing. What sends them comes with the view that adds them.
 */
import { useSyncExternalStore } from 'react';
import type { UploadView } from '../trpc.ts';

export interface AddedFile {
  readonly name: string;
  readonly size: number;
  /** Bytes that were sent. */
  readonly sent: number;
  readonly state: 'waiting' | 'sending' | 'here' | 'skipped';
  /** Why it was left out. */
  readonly why: string | null;
}

export interface Adding {
  readonly corpus: string;
  readonly files: readonly AddedFile[];
  readonly stage: 'sending' | 'stopped' | 'waiting' | 'reading' | 'done' | 'failed' | 'cancelled';
  /** Null before the server knows of it. */
  readonly upload: UploadView | null;
  /** Why it has stopped. */
  readonly problem: unknown;
}

/** Null while none are added. */
export let adding: Adding | null = null;
const listeners = new Set<() => void>();

export function useAdding(): Adding | null {
  return useSyncExternalStore(subscribe, () => adding);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function change(next: Adding | null): void {
  adding = next;
  for (const listener of listeners) listener();
  window.onbeforeunload = next?.stage === 'sending' ? (event) => event.preventDefault() : null;
}
