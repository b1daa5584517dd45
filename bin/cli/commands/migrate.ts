import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { embeddedFile } from '../../../graph/embedded/open.ts';
import { closeLog, openLog, successorOf } from '../../../graph/log/log-successor.ts';
import type { LogStore } from '../../../graph/store/store.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { CommandFailure, usage } from '../failure.ts';
import {
  filesIn,
  type Places,
  refuseOtherKeys,
  refuseSecondRecords,
  takeFiles,
} from '../installation-files.ts';
import { BACKED_UP, moveLog, verifyCopy } from '../move-log.ts';
import { openLog as openLogOf, placeOf, requireStore } from '../open-store.ts';
import { locate, type StoreLocation } from '../settings.ts';

export interface MigrateArguments {
  /** `embedded`, `embedded:PATH`, a bolt, neo4j or postgres URL, or a folder. */
  readonly from: string;
  readonly to: string;
}

const PROBE_NOTE = 'store.probe';

/**
 * `adduce migrate`: moves the log to another store, verifies it there, and ends it where it was. At no time do both accept
 * entries. A run that broke off goes on where it ended. Ids, receipts and checkpoints stay as they are.
 */
export async function migrate(context: CommandContext, { from, to }: MigrateArguments): Promise<ExitCode> {
  const { env, settings, output } = context;
  const source = locate(env, from, settings.dataFolder);
  const target = locate(env, to, settings.dataFolder);
  await requireStore(source);
  await using fromStore = await openLogOf(source);
  await using toStore = await openLogOf(target);
  await refuseSame(fromStore, toStore, placeOf(source));
  await refuseMoved(fromStore, source, target);
  const folders = await foldersOf(source, target);
  if (folders !== null) {
    await refuseOtherKeys(...folders);
    if ((await toStore.head()).size === 0) await refuseSecondRecords(...folders);
  }
  const copied = await moveLog(fromStore, toStore, { label: 'migrate', successor: placeOf(source) });
  await verifyCopy(toStore, copied);
  await close(fromStore, copied.size, placeOf(target));
  const files = folders === null ? [] : await takeFiles(...folders);
  await openLog(toStore);
  const { size, copied: entries, root } = copied;
  output.result({ entries: size, copied: entries, root, files }, [
    `${size} entries moved and verified, root ${root}`,
    ...files.map((file) => `copied ${file}`),
    `the log goes on in ${placeOf(target)}; ${placeOf(source)} accepts no entries any more: stop its service`,
  ]);
  return EXIT.ok;
}

/** One store has many names. */
async function refuseSame(from: LogStore, to: LogStore, place: string): Promise<void> {
  const probe = randomUUID();
  await to.transact((tx) => tx.saveNote(PROBE_NOTE, probe));
  if ((await from.note(PROBE_NOTE)) === probe) throw usage(`--from and --to are the same store: ${place}`);
}

async function refuseMoved(from: LogStore, source: StoreLocation, target: StoreLocation): Promise<void> {
  const successor = await successorOf(from);
  if (successor === null || successor === placeOf(target)) return;
  if (successor === BACKED_UP)
    throw usage(`${placeOf(source)} is a backup: adduce restore fills a store from it`);
  throw usage(`the log of ${placeOf(source)} goes on in ${successor}: migrate it from there`);
}

/** Between two folders the files beside the stores go along; a server has none, and the data folder stays in use. */
async function foldersOf(source: StoreLocation, target: StoreLocation): Promise<[Places, Places] | null> {
  if (source.kind !== 'embedded' || target.kind !== 'embedded') return null;
  const [from, to] = [await embeddedFile(source.path), await embeddedFile(target.path)];
  return [filesIn(dirname(from)), filesIn(dirname(to))];
}

async function close(store: LogStore, size: number, successor: string): Promise<void> {
  if (await closeLog(store, size, successor)) return;
  const message =
    'the log went on while it was copied: stop what writes to it and run this again, it copies only the rest';
  throw new CommandFailure(EXIT.unavailable, 'log_moved', message);
}
