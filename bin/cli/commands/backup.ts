import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { hasEmbedded } from '../../../graph/embedded/open.ts';
import type { CopiedLog } from '../../../graph/log/copy-log.ts';
import { readLogKeys } from '../../../graph/log/log-keys.ts';
import { successorOf } from '../../../graph/log/log-successor.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usage } from '../failure.ts';
import { filesIn, hasNotes, type StagedFiles, stageFiles } from '../installation-files.ts';
import { signingKeys } from '../log-keyring.ts';
import { BACKED_UP, moveLog, verifyCopy } from '../move-log.ts';
import { logKeyPath, logNotesPath } from '../open-keys.ts';
import { openRequired, openStore, placeOf } from '../open-store.ts';
import type { Settings } from '../settings.ts';

export interface BackupArguments {
  readonly folder: string;
  /** False: private keys are left out. */
  readonly keys: boolean;
  /** Verify the whole backup, not only what this run has copied. */
  readonly verify: boolean;
}

const FOLDER_MODE = 0o700;

/**
 * `adduce backup`: the log, its blobs, keys, signed notes and the page's records in a folder, as of one instant, while the service
 * runs. Into the folder of an earlier backup only what is new is copied. A backup accepts no entries of its own.
 */
export async function backup(
  { settings, output }: CommandContext,
  { folder: given, keys: withKeys, verify }: BackupArguments,
): Promise<ExitCode> {
  const folder = resolve(given);
  await using from = await openRequired(settings.graph);
  await refuseIncomplete(from, settings, withKeys);
  await makeFolder(folder);
  await using to = await openStore({ kind: 'embedded', path: folder });
  await refuseOtherStore(to, folder);
  // Notes and records are copied first: the log, copied later, then holds their trees and answers.
  const staged = await stageFiles(settings, filesIn(folder), { withKeys });
  const copied = await copyOrDrop(from, to, staged);
  const files = await staged.place();
  if (verify) await verifyCopy(to, copied);
  const { size, copied: entries, root } = copied;
  output.result({ folder, entries: size, copied: entries, root, files }, [
    `${size} entries in ${folder}, ${entries} of them new${root === null ? '' : `, root ${root}`}`,
    withKeys
      ? 'it holds private keys: guard it as you guard them'
      : 'it holds no private keys: back them up elsewhere',
  ]);
  return EXIT.ok;
}

async function copyOrDrop(from: GraphStore, to: GraphStore, staged: StagedFiles): Promise<CopiedLog> {
  try {
    return await moveLog(from, to, { label: 'backup', successor: BACKED_UP });
  } catch (fault) {
    await staged.drop();
    throw fault;
  }
}

/** Files that are missing at the place of the settings would be missing in the backup, and deleted from an earlier one. */
async function refuseIncomplete(from: GraphStore, settings: Settings, withKeys: boolean): Promise<void> {
  const successor = await successorOf(from);
  if (successor !== null)
    throw usage(`the log of ${placeOf(settings.graph)} goes on in ${successor}: back that up`);
  const known = await readLogKeys(from);
  if (known.length === 0) return;
  if (!(await hasNotes(settings)))
    throw usage(
      `the log's signed notes are not at ${logNotesPath(settings)}: set ADDUCE_LOG_NOTES, or ADDUCE_DATA`,
    );
  if (withKeys && (await signingKeys(logKeyPath(settings), known)) === null)
    throw usage(`the log's key is not at ${logKeyPath(settings)}: set ADDUCE_LOG_KEY, or give --no-keys`);
}

/** A backup goes into a folder of its own, which nobody else reads. */
async function makeFolder(folder: string): Promise<void> {
  if (await hasEmbedded(folder)) return;
  const [other] = await readdir(folder).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return [];
    throw usage(`${folder} is no folder that can be read`);
  });
  if (other !== undefined)
    throw usage(`${folder} holds ${join(folder, other)} and no backup: name an empty folder`);
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await chmod(folder, FOLDER_MODE);
}

async function refuseOtherStore(to: GraphStore, folder: string): Promise<void> {
  if ((await to.head()).size === 0 || (await successorOf(to)) === BACKED_UP) return;
  throw usage(`${folder} holds a store that is no backup: name another folder`);
}
