/** The files of an installation beside its store: private keys, signed notes, and the records of the page. */
import { chmod, copyFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { backupSqlite } from '../../bff/records/backup-sqlite.ts';
import { RECORDS_FILE } from '../../bff/records/open-sqlite.ts';
import { SESSION_KEY_FILE } from '../../bff/session-key.ts';
import { type CommandFailure, usage } from './failure.ts';
import { NEXT, PREVIOUS } from './log-keyring.ts';
import { KEY_FILES, logKeyPath, logNotesPath } from './open-keys.ts';
import { FRONT_KEY_FILE } from './serve/front-key.ts';
import type { Settings } from './settings.ts';

/** Where an installation has its files. */
export type Places = Pick<Settings, 'dataFolder' | 'logKeyFile' | 'tokenKeyFile' | 'logNotesFile'>;

/** A file in two installations. */
interface FilePair {
  readonly from: string;
  readonly to: string;
}

const OWNER_ONLY = 0o600;
const FOLDER_MODE = 0o700;
const NEW = '.new';
/** What SQLite may leave beside a file: of another content it must not be read with the new one. */
const BESIDE_SQLITE = ['-wal', '-shm'] as const;

/** An installation whose files all lie in one folder under their usual names. */
export function filesIn(folder: string): Places {
  return { dataFolder: resolve(folder), logKeyFile: null, tokenKeyFile: null, logNotesFile: null };
}

/** Files as they were at one time, beside those of an earlier time that they are to replace. */
export interface StagedFiles {
  /** Replaces the earlier files, each at once, and removes those that are not to be there; gives the paths of what is. */
  place(): Promise<string[]>;
  /** Leaves the earlier files as they are. */
  drop(): Promise<void>;
}

/** @param withKeys false: the target is to hold no key */
export async function stageFiles(
  from: Places,
  to: Places,
  { withKeys }: { readonly withKeys: boolean },
): Promise<StagedFiles> {
  const wanted = [notesOf(from, to), ...(withKeys ? keysOf(from, to) : []), recordsOf(from, to)];
  const staged: string[] = [];
  for (const pair of wanted) if (await isThere(pair.from)) staged.push((await stage(pair)).to);
  const drop = async () => {
    for (const pair of pairsOf(from, to)) await rm(pair.to + NEW, { force: true });
  };
  const place = async () => {
    for (const pair of pairsOf(from, to)) {
      if (staged.includes(pair.to)) await putInPlace(pair);
      else await rm(pair.to, { force: true });
    }
    await drop();
    return staged;
  };
  return { place, drop };
}

/**
 * Refuses to mix the keys and notes of two installations. Notes only grow: of one log, one file begins with the other.
 * @throws {CommandFailure} naming a file that is another one in the target
 */
export async function refuseOtherKeys(from: Places, to: Places): Promise<void> {
  for (const pair of keysOf(from, to)) {
    const [given, present] = [await contentOf(pair.from), await contentOf(pair.to)];
    if (given !== null && present !== null && !given.equals(present)) throw otherFile(pair);
  }
  const notes = notesOf(from, to);
  const [given, present] = [await contentOf(notes.from), await contentOf(notes.to)];
  if (given === null || present === null) return;
  if (!startsWith(given, present) && !startsWith(present, given)) throw otherFile(notes);
}

/** The same for records. @throws {CommandFailure} where both installations have some */
export async function refuseSecondRecords(from: Places, to: Places): Promise<void> {
  const records = recordsOf(from, to);
  if ((await isThere(records.from)) && (await isThere(records.to))) throw otherFile(records);
}

export async function hasNotes(places: Places): Promise<boolean> {
  return isThere(logNotesPath(places));
}

/**
 * Copies keys that are not there yet, notes that go further than those that are there, and records. To be called after the
 * refusals.
 * @returns the paths of what was copied
 */
export async function takeFiles(from: Places, to: Places): Promise<string[]> {
  const taken: string[] = [];
  const notes = notesOf(from, to);
  for (const pair of [notes, ...keysOf(from, to), recordsOf(from, to)]) {
    if (!(await isThere(pair.from))) continue;
    if ((await isThere(pair.to)) && !isRecords(pair) && !(await goesFurther(pair))) continue;
    await putInPlace(await stage(pair));
    taken.push(pair.to);
  }
  return taken;
}

async function goesFurther({ from, to }: FilePair): Promise<boolean> {
  const [given, present] = [await readFile(from), await readFile(to)];
  return given.length > present.length && startsWith(given, present);
}

function startsWith(whole: Buffer, part: Buffer): boolean {
  return whole.subarray(0, part.length).equals(part);
}

function otherFile({ from, to }: FilePair): CommandFailure {
  return usage(`${to} is there already and is not ${from}: nothing was written; move it away first`);
}

function pairsOf(from: Places, to: Places): FilePair[] {
  return [notesOf(from, to), ...keysOf(from, to), recordsOf(from, to)];
}

function notesOf(from: Places, to: Places): FilePair {
  return { from: logNotesPath(from), to: logNotesPath(to) };
}

function keysOf(from: Places, to: Places): FilePair[] {
  const [log, other] = [logKeyPath(from), logKeyPath(to)];
  const token = inFolders(from, to, KEY_FILES.token);
  return [
    ...['', PREVIOUS, NEXT].map((ending) => ({ from: log + ending, to: other + ending })),
    { from: from.tokenKeyFile ?? token.from, to: to.tokenKeyFile ?? token.to },
    inFolders(from, to, SESSION_KEY_FILE),
    inFolders(from, to, FRONT_KEY_FILE),
  ];
}

function recordsOf(from: Places, to: Places): FilePair {
  return inFolders(from, to, RECORDS_FILE);
}

function inFolders(from: Places, to: Places, name: string): FilePair {
  return { from: join(from.dataFolder, name), to: join(to.dataFolder, name) };
}

async function stage(pair: FilePair): Promise<FilePair> {
  const file = pair.to + NEW;
  await mkdir(dirname(file), { recursive: true, mode: FOLDER_MODE });
  await rm(file, { force: true });
  if (isRecords(pair)) await backupSqlite(pair.from, file);
  else await copyFile(pair.from, file);
  await chmod(file, OWNER_ONLY);
  return pair;
}

async function putInPlace(pair: FilePair): Promise<void> {
  if (isRecords(pair)) for (const ending of BESIDE_SQLITE) await rm(pair.to + ending, { force: true });
  await rename(pair.to + NEW, pair.to);
}

function isRecords({ to }: FilePair): boolean {
  return to.endsWith(RECORDS_FILE);
}

async function contentOf(path: string): Promise<Buffer | null> {
  return (await isThere(path)) ? readFile(path) : null;
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}
