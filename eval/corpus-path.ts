/** A corpus that somebody names: a file of JSON lines, or a folder, with a manifest or without. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findFiles, readSource, type UnreadFile } from '../bin/cli/source-files.ts';
import type { SourceFile } from '../engine/ingest/ingest.ts';
import { readFile as readDocuments } from '../engine/ingest/readers/read-file.ts';
import { parseInstant } from '../graph/time.ts';
import type { CorpusDocument, CorpusSource } from './corpus-source.ts';
import { readManifestFolder } from './manifest-folder.ts';
import { filesOf, readCorpusFile } from './measure/corpus-file.ts';

/** @throws {CommandFailure} for a path that holds no corpus */
export async function readCorpusPath(
  path: string,
  onUnread: (file: UnreadFile) => void,
): Promise<CorpusSource> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false;
  if (!isFolder) return readCorpusLines(path);
  if (existsSync(join(path, 'manifest.jsonl'))) return readManifestFolder(path);
  const files: SourceFile[] = [];
  for await (const file of readSource(await findFiles([path]), onUnread)) files.push(file);
  return sourceOf(files);
}

/** @throws {CommandFailure} for a file that is no corpus */
export async function readCorpusLines(file: string): Promise<CorpusSource> {
  const documents = await readCorpusFile(file);
  return {
    files: [...filesOf(documents)],
    documents: documents.map(({ id, title, text, record: { observed_at } }) => {
      return {
        id,
        title,
        text,
        observedAt: typeof observed_at === 'string' ? parseInstant(observed_at) : null,
      };
    }),
  };
}

/** The documents of files that hold one each, as the ingest's readers name and date them. */
export function sourceOf(files: readonly SourceFile[]): CorpusSource {
  return { files, documents: files.flatMap(documentsOf) };
}

const FRONT_MATTER = /^\ufeff?---\r?\n.*?\n---\r?\n/s;

function documentsOf({ name, bytes }: SourceFile): CorpusDocument[] {
  const text = new TextDecoder().decode(bytes).replace(FRONT_MATTER, '');
  return [...readDocuments(name, bytes)].flatMap((read) => {
    if (!read.ok) return [];
    const { docId, title, observedAt } = read.document;
    return [{ id: docId, title, text, observedAt }];
  });
}
