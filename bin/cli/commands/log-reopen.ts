/** Commands for an operator whose log contradicts the signed notes of its key. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { checkGoesOn } from '../../../graph/log/check-consistency.ts';
import { CHECKPOINT_NOTE, checkEnd, signedTree, treeHead } from '../../../graph/log/check-log.ts';
import { signCheckpoint, type Verifier, verifierText } from '../../../graph/log/checkpoint.ts';
import type { LogKey } from '../../../graph/log/key-list.ts';
import { LOG_KEY_NOTE, LOG_KEYS_NOTE, logKeysText, readLogKeys } from '../../../graph/log/log-keys.ts';
import { EMPTY_EDGE, rootOf, type TreeHead } from '../../../graph/log/merkle.ts';
import { NoteFile } from '../../../graph/note-file/note-file.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { failureOf, usage } from '../failure.ts';
import { readKeyFile } from '../key-file.ts';
import { settleFiles, signingKeys } from '../log-keyring.ts';
import { LOG_FORKED, logKeyPath, logNotesPath, ORIGIN_NOTE, openKeys, originOf } from '../open-keys.ts';
import { openRequired } from '../open-store.ts';
import type { Settings } from '../settings.ts';

const ROOT_DIGITS = 12;

/**
 * `adduce log reopen`: the store's entries become another log, whose name contains its first tree. Nobody who knows the
 * old log mistakes the new one for it; receipts are signed anew when they are next read.
 * @param force also where the log extends its notes, which the operator knows to be older than the published checkpoints
 */
export async function reopenLog(
  { settings, output }: CommandContext,
  { force }: { readonly force: boolean },
): Promise<ExitCode> {
  await using store = await openRequired(settings.graph);
  if ((await goesOn(store, settings)) && !force)
    throw usage('the log goes on from its notes: there is nothing to reopen');
  const key = await signingKey(store, settings);
  const tree = await verifiedTree(store);
  const root = Buffer.from(tree.root).toString('hex').slice(0, ROOT_DIGITS);
  const verifier = { name: `${originOf(key)}/${tree.size}-${root}`, key: createPublicKey(key) };
  const note = signCheckpoint({ origin: verifier.name, ...tree }, key);
  await new NoteFile(logNotesPath(settings)).exclusive(({ append }) => append(note));
  const keys = await bindTo(store, verifier, note);
  await settleFiles(logKeyPath(settings), keys);
  output.result({ origin: verifier.name, entries: tree.size }, [
    `the log is now ${verifier.name}, of ${tree.size} entries`,
  ]);
  output.note('the page holds answers back until you run: adduce log forget');
  return EXIT.ok;
}

/** `adduce log adopt`: begins the signed notes of a machine that has none, with the store's log as it is. */
export async function adoptLog({ settings, output }: CommandContext): Promise<ExitCode> {
  await using store = await openRequired(settings.graph);
  const [known] = (await readLogKeys(store)).toReversed();
  if (known === undefined) throw usage('the log has no key yet: `adduce serve` makes one, and its notes');
  const key = await signingKey(store, settings);
  const tree = await verifiedTree(store);
  const signed = await signedTree(store, [known.verifier]);
  if (signed !== null) await checkGoesOn(store, signed);
  const path = logNotesPath(settings);
  await new NoteFile(path).exclusive(async ({ newest, append }) => {
    if (newest !== null) throw usage(`this machine has notes of the log already: ${path}`);
    await append(signCheckpoint({ origin: known.verifier.name, ...tree }, key));
  });
  await openKeys(store, settings);
  output.result({ origin: known.verifier.name, entries: tree.size }, [
    `${path} begins with the tree of ${tree.size} entries`,
  ]);
  return EXIT.ok;
}

async function goesOn(store: GraphStore, settings: Settings): Promise<boolean> {
  try {
    await openKeys(store, settings);
    return true;
  } catch (fault) {
    if (failureOf(fault).reason === LOG_FORKED) return false;
    throw fault;
  }
}

async function signingKey(store: GraphStore, settings: Settings): Promise<KeyObject> {
  const path = logKeyPath(settings);
  const [newest] = (await signingKeys(path, await readLogKeys(store))) ?? [];
  const key = newest ?? (await readKeyFile(path));
  if (key === null) throw usage(`the log's key is not at ${path}: set ADDUCE_LOG_KEY`);
  return key;
}

/** @throws {StoreCorrupted} naming the first bad entry */
async function verifiedTree(store: GraphStore): Promise<TreeHead> {
  await checkEnd(store, { size: 0, root: rootOf(EMPTY_EDGE) });
  return treeHead(store);
}

async function bindTo(store: GraphStore, verifier: Verifier, note: string): Promise<LogKey[]> {
  const keys = [{ verifier, fromSize: 0, untilSize: null }];
  await store.transact(async (tx) => {
    await tx.saveNote(ORIGIN_NOTE, verifier.name);
    await tx.saveNote(LOG_KEYS_NOTE, logKeysText(keys));
    await tx.saveNote(LOG_KEY_NOTE, verifierText(verifier));
    await tx.saveNote(CHECKPOINT_NOTE, note);
  });
  return keys;
}
