import { type FileKind, fileKind } from './file-kind.ts';
import { readHtml } from './html.ts';
import { readJsonLines } from './jsonl.ts';
import { readMarkdown } from './markdown.ts';
import { MAX_FILE_BYTES, type ReadResult, refusal } from './read-document.ts';
import { readText } from './text.ts';

type Reader = (name: string, bytes: Uint8Array) => Iterable<ReadResult>;

const READERS: Readonly<Record<FileKind, Reader>> = {
  markdown: single(readMarkdown),
  html: single(readHtml),
  text: single(readText),
  jsonl: readJsonLines,
};

/**
 * Reads a file by its extension: one result, or one for each line of a JSON-lines file, which is read as it is
 * iterated. Never throws on a document's account.
 * @param name path relative to the source's root, with `/`; the id of a document that states none
 */
export function readFile(name: string, bytes: Uint8Array): Iterable<ReadResult> {
  const kind = fileKind(name);
  if (kind === undefined) {
    return [refusal(name, null, { reason: 'unsupported', detail: 'no reader knows this extension' })];
  }
  if (bytes.length > MAX_FILE_BYTES) {
    return [
      refusal(name, null, { reason: 'too_large', detail: `the file is larger than ${MAX_FILE_BYTES} bytes` }),
    ];
  }
  if (bytes.length === 0) return [refusal(name, null, { reason: 'empty', detail: 'the file is empty' })];
  return READERS[kind](name, bytes);
}

function single(read: (name: string, bytes: Uint8Array) => ReadResult): Reader {
  return (name, bytes) => [read(name, bytes)];
}
