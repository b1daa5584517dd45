/** Files that a reader drops or chooses, with the names of their folders. */
import { sayAdd } from '../catalogues/add.ts';
import type { AddingLimits } from '../trpc.ts';
import type { ChosenFile } from './upload-store.ts';
import { whyUnsent } from './why-unsent.ts';

/** Entries of a folder come in parts of at most 100. */
function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  return new Promise((resolve, reject) => {
    const next = (): void =>
      reader.readEntries((part) => {
        if (part.length === 0) return resolve(found);
        found.push(...part);
        next();
      }, reject);
    next();
  });
}

/** Of what was dropped, folders included; no more than `most`, and one, so that too many are seen. */
export async function droppedFiles(transfer: DataTransfer, most: number): Promise<readonly ChosenFile[]> {
  // The items are gone once this turn ends.
  const waiting = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((one) => one !== null);
  if (waiting.length === 0) return named([...transfer.files]);
  const found: ChosenFile[] = [];
  for (let entry = waiting.shift(); entry !== undefined && found.length <= most; entry = waiting.shift()) {
    if (entry.isDirectory) waiting.push(...(await entriesOf(entry as FileSystemDirectoryEntry)));
    else found.push(await fileOf(entry as FileSystemFileEntry));
  }
  return found;
}

function fileOf(entry: FileSystemFileEntry): Promise<ChosenFile> {
  return new Promise((resolve, reject) => {
    entry.file((file) => resolve({ name: entry.fullPath.replace(/^\//, ''), file }), reject);
  });
}

export function named(files: readonly File[]): readonly ChosenFile[] {
  return files.map((file) => ({ name: file.webkitRelativePath || file.name, file }));
}

/** Why none of the files are sent; null where they are. */
export function tooMuch(files: readonly ChosenFile[], limits: AddingLimits): string | null {
  const { max_files: mostFiles, max_bytes: mostBytes } = limits;
  const sent = files.filter((one) => whyUnsent(one.name, one.file.size, limits) === null);
  if (files.length > mostFiles) return sayAdd('tooManyFiles', { most: mostFiles });
  const bytes = sent.reduce((sum, { file }) => sum + file.size, 0);
  if (bytes <= mostBytes) return null;
  return sayAdd('tooManyBytes', { most: Math.floor(mostBytes / 1_048_576) });
}
