/**
 * Documents that visitors of the page add: `adduce ingest` reads them in a process of its own, so that the thread that serves
 * has nothing of it, and what a document does to its reader ends there.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type DocumentIngest,
  type IngestedFolder,
  type IngestRequest,
  MAX_SKIPPED,
} from '../../../bff/documents/ingest-folder.ts';
import { READABLE_EXTENSIONS } from '../../../engine/ingest/readers/file-kind.ts';
import { MAX_FILE_BYTES } from '../../../engine/ingest/readers/read-document.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'adduce.ts');
/** A bounded report has a few hundred bytes for each file that it names. */
const MAX_REPORT_CHARS = 4 * 1_048_576;
/** The end of what the child says beside its report: why it failed. */
const MAX_NOTES_CHARS = 4_096;

/** The process that reads documents. */
export interface ReaderLimits {
  readonly program: string;
  /** MiB of its heap. Strings and layouts of the largest upload take about half of it. */
  readonly heapMib: number;
  /** It says something at each quarter of its way: one that says nothing for so long hangs. */
  readonly silentMs: number;
  /** How long it may go on after it was asked to end; then it is killed. */
  readonly endMs: number;
}

const LIMITS: ReaderLimits = { program: PROGRAM, heapMib: 2_048, silentMs: 30 * 60_000, endMs: 10_000 };

/** Bounded where it is made: a file of bad lines has millions. */
const REPORT = ['--json', '--most-skipped', String(MAX_SKIPPED)];

const skipped = z.object({
  name: z.string(),
  line: z.int().nullable(),
  reason: z.string(),
  detail: z.string(),
});
const report = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  claims: z.int(),
  skipped: z.array(skipped),
  skipped_count: z.int(),
  unread: z.array(z.object({ name: z.string(), detail: z.string() })),
});

export const DOCUMENTS: DocumentIngest = {
  extensions: READABLE_EXTENSIONS,
  maxFileBytes: MAX_FILE_BYTES,
  ingest: (request) => ingestBeside(request, LIMITS),
};

/** Rejects where the child gives no report: it failed, ran out of its heap, hung, or was cancelled. */
export async function ingestBeside(request: IngestRequest, limits: ReaderLimits): Promise<IngestedFolder> {
  const { corpus, folder, onProgress, signal } = request;
  const silence = new Silence(limits.silentMs);
  const child = startReader(limits, [folder, '--corpus', corpus], AbortSignal.any([signal, silence.signal]));
  const [text, notes] = await Promise.all([
    reportOf(child.stdout),
    notesOf(child.stderr, (line) => {
      silence.broken();
      told(line, onProgress);
    }),
    ended(child),
  ]).finally(() => silence[Symbol.dispose]());
  signal.throwIfAborted();
  if (silence.signal.aborted) throw new Error(`documents were not read within ${limits.silentMs} ms`);
  const read = report.safeParse(parsed(text));
  if (!read.success) throw new Error(`documents were not read: ${notes.slice(-500) || text.slice(0, 500)}`);
  const { unread, skipped_count: skippedCount, ...rest } = read.data;
  const unreadable = unread.map((one) => ({ ...one, line: null, reason: 'unreadable' }));
  return { ...rest, skipped: [...rest.skipped, ...unreadable].slice(0, MAX_SKIPPED), skippedCount };
}

/** The settings are those of this process: the child has them from its environment, too. */
function startReader(
  { program, heapMib, endMs }: ReaderLimits,
  args: readonly string[],
  ending: AbortSignal,
) {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${heapMib}`, program, 'ingest', ...args, ...REPORT],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let cut: NodeJS.Timeout | undefined;
  const end = (): void => {
    child.kill();
    cut = setTimeout(() => child.kill('SIGKILL'), endMs);
  };
  if (ending.aborted) end();
  ending.addEventListener('abort', end, { once: true });
  child.once('close', () => {
    clearTimeout(cut);
    ending.removeEventListener('abort', end);
  });
  return child;
}

/** Aborts where nothing is heard for so long. */
class Silence implements Disposable {
  readonly #ending = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(ms: number) {
    this.#timer = setTimeout(() => this.#ending.abort(), ms);
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  broken(): void {
    this.#timer.refresh();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

const PROGRESS = /^ingest (\d+) of (\d+)$/;

function told(line: string, onProgress: IngestRequest['onProgress']): void {
  const [, done, of] = PROGRESS.exec(line) ?? [];
  if (done !== undefined && of !== undefined) onProgress(Number(done), Number(of));
}

/** The first of it: a longer one is none, and is not kept. */
async function reportOf(stream: NodeJS.ReadableStream): Promise<string> {
  stream.setEncoding('utf8');
  const parts: string[] = [];
  let left = MAX_REPORT_CHARS;
  for await (const part of stream) {
    if (left > 0) parts.push(String(part));
    left -= part.length;
  }
  return parts.join('');
}

/** The last of them. */
async function notesOf(stream: NodeJS.ReadableStream, onLine: (line: string) => void): Promise<string> {
  stream.setEncoding('utf8');
  let notes = '';
  for await (const part of stream) {
    notes = `${notes}${part}`.slice(-MAX_NOTES_CHARS);
    for (const line of String(part).split('\n')) onLine(line);
  }
  return notes;
}

/** An end by a signal, or none at all, is seen by its report. */
function ended(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
