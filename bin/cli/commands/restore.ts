import { resolve } from 'node:path';
import { hasEmbedded } from '../../../graph/embedded/open.ts';
import { readLogKeys } from '../../../graph/log/log-keys.ts';
import { openLog, successorOf } from '../../../graph/log/log-successor.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usage } from '../failure.ts';
import { filesIn, hasNotes, refuseOtherKeys, refuseSecondRecords, takeFiles } from '../installation-files.ts';
import { BACKED_UP, moveLog, verifyCopy } from '../move-log.ts';
import { openStore, placeOf } from '../open-store.ts';

/** The store that a store names as its successor while a restore is under way. */
const RESTORING = 'the backup that is being restored from';

/**
 * `adduce restore`: a backup into the store and the data folder of the settings, which must hold no other log. A run that broke off
 * continues where it ended; at the end the whole log is verified. Signed notes newer than the backup's stay, so that a
 * start refuses to sign a fork of what was published.
 */
export async function restore({ settings, output }: CommandContext, given: string): Promise<ExitCode> {
  const folder = resolve(given);
  const files = [filesIn(folder), settings] as const;
  if (!(await hasEmbedded(folder))) throw usage(`there is no backup in ${folder}`);
  await using from = await openStore({ kind: 'embedded', path: folder });
  await refuseUnfinished(from, folder);
  await refuseOtherKeys(...files);
  // A restore that broke off has not copied records yet.
  await refuseSecondRecords(...files);
  await using to = await openStore(settings.graph);
  const place = placeOf(settings.graph);
  if ((await to.head()).size > 0 && (await successorOf(to)) !== RESTORING)
    throw usage(`${place} holds a log already: restore into an empty store`);
  const copied = await moveLog(from, to, { label: 'restore', successor: RESTORING });
  await verifyCopy(to, copied);
  const taken = await takeFiles(...files);
  await openLog(to);
  const { size, root } = copied;
  output.result({ entries: size, copied: copied.copied, root, files: taken }, [
    `${size} entries restored to ${place} and verified${root === null ? '' : `, root ${root}`}`,
    ...taken.map((file) => `restored ${file}`),
  ]);
  output.note(
    'if checkpoints of a larger tree were published after this backup, begin another log: adduce log reopen --force',
  );
  return EXIT.ok;
}

async function refuseUnfinished(from: GraphStore, folder: string): Promise<void> {
  if ((await successorOf(from)) !== BACKED_UP)
    throw usage(`${folder} holds a store that is no backup: adduce migrate moves it`);
  if ((await readLogKeys(from)).length > 0 && !(await hasNotes(filesIn(folder))))
    throw usage(
      `the backup in ${folder} was not finished, its signed notes are missing: run adduce backup again`,
    );
}
