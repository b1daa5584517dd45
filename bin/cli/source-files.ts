/** From paths on disk to the files of an ingest: which are read, under which names, and which cannot be read. */
import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { OWNER_FILE, ownersPrefix } from '../../bff/documents/owner-file.ts';
import type { SourceFile } from '../../engine/ingest/ingest.ts';
import { isReadable } from '../../engine/ingest/readers/file-kind.ts';
import { MAX_FILE_BYTES } from '../../engine/ingest/readers/read-document.ts';
import { usage } from './failure.ts';

/** A file to read. */
export interface FoundFile {
  /** Relative to the folder that was named, with `/`; the bare name of a file that was named itself. */
  readonly name: string;
  readonly path: string;
  /** Of a folder that visitors have uploaded: what the ids of its documents begin with. */
  readonly idPrefix?: string;
}

/** A file that was found and could not be read. */
export interface UnreadFile {
  readonly name: string;
  readonly detail: string;
}

const MAX_DEPTH = 32;
const MAX_FILES = 1_000_000;
/** Installed packages are no part of the source that uses them. */
const PACKAGES = 'node_modules';

/**
 * The files of these paths in the order of the paths, those of a folder by name. A file that is named is always
 * taken; in a folder, hidden entries and `node_modules` are left out, and links are not followed. Files without a
 * reader are listed too: the ingest refuses them by name. What lies below an owner's file has that owner's ids.
 * @throws {CommandFailure} for a path where nothing is, and for an owner's file that cannot be read
 */
export async function findFiles(paths: readonly string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of paths) {
    const full = resolve(path);
    const at = await stat(full).catch(() => null);
    if (at === null) throw usage(`${path}: there is no such file or folder`);
    if (at.isDirectory()) found.push(...(await filesIn(full)));
    else found.push({ name: basename(full), path: full });
  }
  return found;
}

async function filesIn(folder: string): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for await (const file of filesBelow(folder, { prefix: '', depth: 0, owned: {} })) {
    if (found.length >= MAX_FILES) throw usage(`${folder} holds more than ${MAX_FILES} files`);
    found.push(file);
  }
  return found;
}

interface Level {
  /** Of the names of its files. */
  readonly prefix: string;
  readonly depth: number;
  readonly owned: Pick<FoundFile, 'idPrefix'>;
}

async function* filesBelow(folder: string, level: Level): AsyncGenerator<FoundFile> {
  const { prefix, depth } = level;
  if (depth > MAX_DEPTH) throw usage(`${folder} is nested deeper than ${MAX_DEPTH} folders`);
  const entries = await readdir(join(folder, prefix), { withFileTypes: true });
  const isOwned = level.owned.idPrefix === undefined && entries.some(({ name }) => name === OWNER_FILE);
  const owned = isOwned ? await ownedBy(join(folder, prefix, OWNER_FILE)) : level.owned;
  for (const entry of entries.toSorted(byName)) {
    const name = `${prefix}${entry.name}`;
    if (entry.name.startsWith('.') || entry.name === PACKAGES) continue;
    if (entry.isDirectory()) yield* filesBelow(folder, { prefix: `${name}/`, depth: depth + 1, owned });
    else if (entry.isFile()) yield { name, path: join(folder, name), ...owned };
  }
}

/** A folder whose owner is unknown is not read at all: its documents could have anybody's ids. */
async function ownedBy(path: string): Promise<Pick<FoundFile, 'idPrefix'>> {
  try {
    return { idPrefix: ownersPrefix(await readFile(path, 'utf8')) };
  } catch (error) {
    throw usage(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

function byName(a: Dirent, b: Dirent): number {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}

/**
 * Reads the files one after the other as they are asked for; `onUnread` gets those that cannot be read. Files without
 * a reader are not opened: they come without bytes, for the ingest to refuse by name.
 */
export async function* readSource(
  files: readonly FoundFile[],
  onUnread: (file: UnreadFile) => void,
  signal?: AbortSignal,
): AsyncGenerator<SourceFile> {
  for (const { name, path, ...owned } of files) {
    // Ends the whole ingest: an incomplete observation must not count as one.
    signal?.throwIfAborted();
    const bytes = isReadable(name) ? await read(path).catch((error: Error) => error) : new Uint8Array();
    if (bytes instanceof Error) onUnread({ name, detail: bytes.message });
    else yield { name, bytes, ...owned };
  }
}

async function read(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > MAX_FILE_BYTES) throw new RangeError(`the file is larger than ${MAX_FILE_BYTES} bytes`);
  return readFile(path);
}
