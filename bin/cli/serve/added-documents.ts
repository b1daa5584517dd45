/**
 * Documents that visitors of the page add: `adduce ingest` reads them in a process of its own, so that the thread that serves
 * has nothing of it, and what a document does to its reader ends there.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import type { DocumentIngest, IngestedFolder, IngestRequest } from '../../../bff/documents/ingest-folder.ts';
import { READABLE_EXTENSIONS } from '../../../engine/ingest/readers/file-kind.ts';
import { MAX_FILE_BYTES } from '../../../engine/ingest/readers/read-document.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'adduce.ts');
/** A file has a few hundred bytes of a report at most. */
const MAX_REPORT_BYTES = 4 * 1_048_576;

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
  unread: z.array(z.object({ name: z.string(), detail: z.string() })),
});

export const DOCUMENTS: DocumentIngest = {
  extensions: READABLE_EXTENSIONS,
  maxFileBytes: MAX_FILE_BYTES,
  ingest: ingestBeside,
};

async function ingestBeside({ corpus, folder, onProgress, signal }: IngestRequest): Promise<IngestedFolder> {
  const args = [PROGRAM, 'ingest', folder, '--corpus', corpus, '--json'];
  // The settings are those of this process: it has them from its environment, too.
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], signal });
  const [text, notes] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr, (line) => told(line, onProgress)),
    ended(child),
  ]);
  signal.throwIfAborted();
  const read = report.safeParse(parsed(text));
  if (!read.success) throw new Error(`documents were not read: ${notes.slice(-500) || text.slice(0, 500)}`);
  const { unread, ...rest } = read.data;
  const unreadable = unread.map((one) => ({ ...one, line: null, reason: 'unreadable' }));
  return { ...rest, skipped: [...rest.skipped, ...unreadable] };
}

const PROGRESS = /^ingest (\d+) of (\d+)$/;

function told(line: string, onProgress: IngestRequest['onProgress']): void {
  const [, done, of] = PROGRESS.exec(line) ?? [];
  if (done !== undefined && of !== undefined) onProgress(Number(done), Number(of));
}

async function textOf(
  stream: NodeJS.ReadableStream,
  onLine: (line: string) => void = () => undefined,
): Promise<string> {
  stream.setEncoding('utf8');
  let text = '';
  for await (const chunk of stream) {
    text = `${text}${chunk}`.slice(-MAX_REPORT_BYTES);
    for (const line of String(chunk).split('\n')) onLine(line);
  }
  return text;
}

/** An end by the signal is an error of the process, which the caller looks for itself. */
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
