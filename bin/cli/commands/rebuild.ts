import { constants, copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { treeHead } from '../../../graph/log/check-log.ts';
import { rebuildInPlace, rebuildInto } from '../../../graph/log/rebuild.ts';
import type { GraphStore } from '../../../graph/store.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usage } from '../failure.ts';
import { PREVIOUS } from '../log-keyring.ts';
import { KEY_FILES, NOTES_FILE } from '../open-keys.ts';
import { openStore } from '../open-store.ts';
import { Progress } from '../progress.ts';
import { locate, type StoreLocation } from '../settings.ts';

export interface RebuildArguments {
  /** `embedded`, `embedded:PATH`, a bolt or neo4j URL, or a folder; both or none. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** `adduce rebuild`: the graph again from the log, in place or into another, empty store. */
export async function rebuild(context: CommandContext, { from, to }: RebuildArguments): Promise<ExitCode> {
  if ((from === undefined) !== (to === undefined)) throw usage('--from and --to go together');
  if (from === undefined || to === undefined) return inPlace(context);
  const { env, settings } = context;
  return into(context, locate(env, from, settings.dataFolder), locate(env, to, settings.dataFolder));
}

async function inPlace({ settings, output }: CommandContext): Promise<ExitCode> {
  await using store = await openStore(settings.graph);
  const entries = await rebuildInPlace(store, progressOf());
  const root = await logRoot(store);
  output.result({ entries, root }, [`${entries} entries projected again, root ${root}`]);
  return EXIT.ok;
}

async function into(
  { output }: CommandContext,
  source: StoreLocation,
  target: StoreLocation,
): Promise<ExitCode> {
  if (source.kind === 'embedded' && (await stat(source.path).catch(() => null)) === null) {
    throw usage(`--from ${source.path}: there is no store`);
  }
  await using from = await openStore(source);
  await using to = await openStore(target);
  await refuseUsed(to);
  const entries = await rebuildInto(from, to, progressOf());
  const root = await logRoot(to);
  const keys = await copyKeys(source, target);
  output.result({ entries, root, keys }, [
    `${entries} entries copied and projected, root ${root}`,
    ...keys.map((file) => `key copied to ${file}`),
  ]);
  return EXIT.ok;
}

async function refuseUsed(to: GraphStore): Promise<void> {
  if ((await to.head()).size > 0) throw usage('--to: the target store is not empty');
}

/** A log goes on under its own keys and notes: from one data folder to another they go along, and never replace any. */
async function copyKeys(source: StoreLocation, target: StoreLocation): Promise<string[]> {
  if (source.kind !== 'embedded' || target.kind !== 'embedded') return [];
  const copied: string[] = [];
  for (const name of [...Object.values(KEY_FILES), KEY_FILES.log + PREVIOUS, NOTES_FILE]) {
    const file = join(target.path, name);
    if (await copyNew(join(source.path, name), file)) copied.push(file);
  }
  return copied;
}

/** Nothing to copy, something there already, or a store that is a file and not a folder. */
const NOT_COPIED: ReadonlySet<string | undefined> = new Set(['ENOENT', 'EEXIST', 'ENOTDIR']);

async function copyNew(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (NOT_COPIED.has((error as NodeJS.ErrnoException).code)) return false;
    throw error;
  }
}

/** The root of the log's tree, hex. */
async function logRoot(store: GraphStore): Promise<string> {
  return Buffer.from((await treeHead(store)).root).toString('hex');
}

function progressOf(): (at: { readonly entries: number; readonly of: number }) => void {
  const progress = new Progress('rebuild');
  return ({ entries, of }) => {
    progress.update(entries, of);
    if (entries === of) progress.end();
  };
}
