import { readHtml } from './html.ts';
import { readJsonLines } from './jsonl.ts';
import { readMarkdown } from './markdown.ts';
import { MAX_FILE_BYTES, type ReadResult, refusal } from './read-document.ts';
import { readText } from './text.ts';

type Reader = (name: string, bytes: Uint8Array) => Iterable<ReadResult>;

const READERS: ReadonlyMap<string, Reader> = new Map([
  ['md', single(readMarkdown)],
  ['markdown', single(readMarkdown)],
  ['mdx', single(readMarkdown)],
  ['html', single(readHtml)],
  ['htm', single(readHtml)],
  ['txt', single(readText)],
  ['text', single(readText)],
  ['jsonl', readJsonLines],
  ['ndjson', readJsonLines],
]);

/**
 * Reads a file by its extension: one result, or one for each line of a JSON-lines file, which is read as it is
 * iterated. Never throws on a document's account.
 * @param name path relative to the source's root, with `/`; the id of a document that states none
 */
export function readFile(name: string, bytes: Uint8Array): Iterable<ReadResult> {
  const reader = readerOf(name);
  if (reader === undefined) {
    return [refusal(name, null, { reason: 'unsupported', detail: 'no reader knows this extension' })];
  }
  if (bytes.length > MAX_FILE_BYTES) {
    return [
      refusal(name, null, { reason: 'too_large', detail: `the file is larger than ${MAX_FILE_BYTES} bytes` }),
    ];
  }
  if (bytes.length === 0) return [refusal(name, null, { reason: 'empty', detail: 'the file is empty' })];
  return reader(name, bytes);
}

/** Whether a reader knows the file's extension, so that a folder's other files need not be opened. */
export function isReadable(name: string): boolean {
  return readerOf(name) !== undefined;
}

function readerOf(name: string): Reader | undefined {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? undefined : READERS.get(name.slice(dot + 1).toLowerCase());
}

function single(read: (name: string, bytes: Uint8Array) => ReadResult): Reader {
  return (name, bytes) => [read(name, bytes)];
}
