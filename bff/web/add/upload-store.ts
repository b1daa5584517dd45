/**
 * Files on their way to the server, and how far it has read them. It belongs to the window and not to a part of the page: a reader
 * who goes on asking meanwhile ends nothing.
 */
import { useSyncExternalStore } from 'react';
import { client, queries, trpc, type UploadView } from '../trpc.ts';
import { FileSkipped, sendFile } from './send-file.ts';

export interface ChosenFile {
  /** With its folders, `/` between them. */
  readonly name: string;
  readonly file: File;
}

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

/** Of the six connections that a browser has to a server. */
const AT_ONCE = 3;
const LOOK_MS = 700;

let adding: Adding | null = null;
let chosen: readonly ChosenFile[] = [];
/** Ends the requests of the present attempt. */
let ending = new AbortController();
const listeners = new Set<() => void>();

export function useAdding(): Adding | null {
  return useSyncExternalStore(subscribe, () => adding);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Adding | null): void {
  adding = next;
  for (const listener of listeners) listener();
  window.onbeforeunload = next?.stage === 'sending' ? (event) => event.preventDefault() : null;
}

function update(part: Partial<Adding>): void {
  if (adding !== null) change({ ...adding, ...part });
}

function updateFile(at: number, part: Partial<AddedFile>): void {
  if (adding === null) return;
  const files = adding.files.map((one, index) => (index === at ? { ...one, ...part } : one));
  change({ ...adding, files });
}

export function addFiles(corpus: string, files: readonly ChosenFile[]): void {
  chosen = files;
  const listed = files.map(({ name, file }): AddedFile => {
    return { name, size: file.size, sent: 0, state: 'waiting', why: null };
  });
  change({ corpus, files: listed, stage: 'sending', upload: null, problem: null });
  void attempt();
}

/** Goes on where it has stopped: what is there already is not sent again. */
export function resume(): void {
  update({ stage: 'sending', problem: null });
  void attempt();
}

/** Resolves when the server knows. */
export async function cancel(): Promise<void> {
  ending.abort();
  const id = adding?.upload?.id;
  update({ stage: 'cancelled' });
  if (id !== undefined) await client.documents.cancel.mutate({ id }).catch(() => undefined);
}

export function clear(): void {
  chosen = [];
  change(null);
}

async function attempt(): Promise<void> {
  ending = new AbortController();
  const { signal } = ending;
  try {
    const corpus = adding?.corpus ?? '';
    const upload = adding?.upload ?? (await client.documents.begin.mutate({ corpus }));
    update({ upload });
    await sendAll(upload.id, signal);
    signal.throwIfAborted();
    if (adding?.files.every(({ state }) => state === 'skipped')) {
      await client.documents.cancel.mutate({ id: upload.id });
      return update({ stage: 'done' });
    }
    await follow(await client.documents.start.mutate({ id: upload.id }), signal);
  } catch (problem) {
    if (signal.aborted) return;
    // The others of this attempt would only fail alike.
    ending.abort();
    update({ stage: 'stopped', problem });
  }
}

async function sendAll(id: string, signal: AbortSignal): Promise<void> {
  const left = chosen.flatMap((one, at) => {
    const state = adding?.files[at]?.state;
    return state === 'here' || state === 'skipped' ? [] : [{ ...one, at }];
  });
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined && !signal.aborted; next = left.shift()) {
      await sendOne(id, next, signal);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function sendOne(
  id: string,
  { name, file, at }: ChosenFile & { readonly at: number },
  signal: AbortSignal,
): Promise<void> {
  updateFile(at, { state: 'sending', sent: 0 });
  try {
    await sendFile({ id, name, file, signal, onSent: (sent) => updateFile(at, { sent }) });
    updateFile(at, { state: 'here', sent: file.size });
  } catch (error) {
    if (!(error instanceof FileSkipped)) {
      updateFile(at, { state: 'waiting', sent: 0 });
      throw error;
    }
    updateFile(at, { state: 'skipped', why: error.message });
  }
}

async function follow(upload: UploadView, signal: AbortSignal): Promise<void> {
  for (let seen = upload; ; ) {
    if (seen.state !== 'open') update({ upload: seen, stage: seen.state });
    if (seen.state !== 'waiting' && seen.state !== 'reading') break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    signal.throwIfAborted();
    seen = await client.documents.get.query({ id: upload.id });
  }
  // Counts, dates and examples are of the corpus as it is now.
  await Promise.all(
    [trpc.views.corpora.queryKey(), trpc.views.examples.queryKey(), trpc.views.missingWords.queryKey()].map(
      (queryKey) => queries.invalidateQueries({ queryKey }),
    ),
  );
}
