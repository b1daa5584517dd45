/** Sends files to the server, and follows how far it has read them (`adding.ts` is what the page shows of it). */
import { type AddingLimits, client, queries, reasonOf, trpc, type UploadView } from '../trpc.ts';
import { type AddedFile, type Adding, adding, change } from './adding.ts';
import { FileSkipped, FORGOTTEN, sendFile, UploadForgotten } from './send-file.ts';
import { whyUnsent } from './why-unsent.ts';

export interface ChosenFile {
  /** With its folders, `/` between them. */
  readonly name: string;
  readonly file: File;
}

/** Of the six connections that a browser has to a server. */
const AT_ONCE = 3;
const LOOK_MS = 700;

let chosen: readonly ChosenFile[] = [];
/** Ends the requests of the present attempt. */
let ending = new AbortController();

function update(part: Partial<Adding>): void {
  if (adding !== null) change({ ...adding, ...part });
}

function updateFile(at: number, part: Partial<AddedFile>): void {
  if (adding === null) return;
  const files = adding.files.map((one, index) => (index === at ? { ...one, ...part } : one));
  change({ ...adding, files });
}

/** Those that the server would leave out are not sent: it cuts the connection of a file that it does not read. */
export function addFiles(corpus: string, files: readonly ChosenFile[], limits: AddingLimits): void {
  chosen = files;
  const listed = files.map((one): AddedFile => {
    const why = whyUnsent(one.name, one.file.size, limits);
    const state = why === null ? 'waiting' : 'skipped';
    return { name: one.name, size: one.file.size, sent: 0, state, why };
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
  const known = adding?.upload ?? null;
  try {
    if (isNothingToSend()) return update({ stage: 'done' });
    const corpus = adding?.corpus ?? '';
    const upload = known ?? (await begin(corpus, signal));
    update({ upload });
    await sendAll(upload.id, signal);
    signal.throwIfAborted();
    if (isNothingToSend()) {
      await client.documents.cancel.mutate({ id: upload.id });
      signal.throwIfAborted();
      return update({ stage: 'done' });
    }
    await follow(await client.documents.start.mutate({ id: upload.id }), signal);
  } catch (problem) {
    if (signal.aborted) return;
    // The others of this attempt would only fail alike.
    ending.abort();
    if (isForgotten(problem)) {
      forgetUpload();
      // Once: a new upload that is forgotten too has another fault.
      if (known !== null) return attempt();
    }
    update({ stage: 'stopped', problem });
  }
}

/** One that was cancelled before the server knew of it is cancelled there, too. */
async function begin(corpus: string, signal: AbortSignal): Promise<UploadView> {
  const upload = await client.documents.begin.mutate({ corpus });
  if (signal.aborted) await client.documents.cancel.mutate({ id: upload.id });
  signal.throwIfAborted();
  return upload;
}

function isNothingToSend(): boolean {
  return adding?.files.every(({ state }) => state === 'skipped') ?? true;
}

function isForgotten(problem: unknown): boolean {
  return problem instanceof UploadForgotten || reasonOf(problem) === FORGOTTEN;
}

/** All that can be sent is to be sent again. */
function forgetUpload(): void {
  if (adding === null) return;
  const files = adding.files.map((one): AddedFile => {
    return one.state === 'skipped' ? one : { ...one, state: 'waiting', sent: 0 };
  });
  update({ upload: null, files });
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
    // A late reply belongs to an upload that is no longer shown.
    signal.throwIfAborted();
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
