/**
 * The two private keys of an installation: one signs the log's checkpoints, the other capability tokens. They are
 * files that all gateways of a store share; the store holds the public halves, so that a process with another key
 * refuses to start instead of signing a history that no reader can verify (docs/spec/decisions.md#1-keys).
 */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { hostname } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';
import type { CheckpointSigner } from '../../engine/log/read-checkpoint.ts';
import { checkGoesOn, LogForked } from '../../graph/log/check-consistency.ts';
import { PLACE_NOTE, signedTree } from '../../graph/log/check-log.ts';
import { type Verifier, verifierText } from '../../graph/log/checkpoint.ts';
import { LOG_KEY_NOTE, readLogKeys } from '../../graph/log/log-keys.ts';
import { refuseMovedLog } from '../../graph/log/log-successor.ts';
import type { TreeHead } from '../../graph/log/merkle.ts';
import { NoteSigner } from '../../graph/log/note-signer.ts';
import { NoteFile } from '../../graph/note-file/note-file.ts';
import { type GraphStore, StoreCorrupted } from '../../graph/store/store.ts';
import { EXIT } from './exit-code.ts';
import { CommandFailure } from './failure.ts';
import { assertOwnerOnly, makeKeyFile, readKeyFile } from './key-file.ts';
import { signingKeys } from './log-keyring.ts';
import type { Settings } from './settings.ts';

/** Files in the data folder where the settings name none. */
export const KEY_FILES = { log: 'log.key', token: 'token.key' } as const;

/** Why the start is refused where the log does not go on from its notes. */
export const LOG_FORKED = 'log_forked';

/** Notes of the store: the log's name, and the public keys as verifier text (C2SP signed-note). */
export const ORIGIN_NOTE = 'log.origin';
export const TOKEN_KEY_NOTE = 'token.public_key';
const TOKEN_KEY_NAME = 'adduce/token';
const ORIGIN_HEX = 16;

export interface InstallationKeys {
  /** The log's name and newest public key: what its checkpoints are verified with. */
  readonly verifier: Verifier;
  /** That one, and those that signed before it. */
  readonly verifiers: readonly Verifier[];
  readonly sign: CheckpointSigner;
  /** The newest tree that was signed before. */
  readonly signed: TreeHead;
  /** This machine and its file of notes. */
  readonly notesPlace: string;
  readonly tokenKey: KeyObject;
}

/**
 * @throws {CommandFailure} where a key is not the one that the store knows, or its file is missing or damaged; and where the
 * log does not go on from the newest note that was signed
 * @throws {LogMoved} where the log goes on in another store
 */
export async function openKeys(store: GraphStore, settings: Settings): Promise<InstallationKeys> {
  const { dataFolder, tokenKeyFile } = settings;
  await refuseMovedLog(store);
  const log = (await openKnownLog(store, settings)) ?? (await openNewLog(store, settings));
  const tokenKey = await openKey(store, TOKEN_KEY_NOTE, {
    variable: 'ADDUCE_TOKEN_KEY',
    given: tokenKeyFile,
    usual: join(dataFolder, KEY_FILES.token),
  });
  await bindKey(store, TOKEN_KEY_NOTE, 'ADDUCE_TOKEN_KEY', {
    name: TOKEN_KEY_NAME,
    key: createPublicKey(tokenKey),
  });
  const { verifier, verifiers, signer } = log;
  const path = logNotesPath(settings);
  const signed = await openNotes(store, log, path);
  const sign = (head: TreeHead) => signer.sign(head);
  return { verifier, verifiers, sign, signed, notesPlace: placeOf(path), tokenKey };
}

function placeOf(path: string): string {
  return `${hostname()} ${resolve(path)}`;
}

/** Refuses notes that end before what this machine has signed of the store; another machine's may end earlier. */
async function openNotes(store: GraphStore, log: OpenedLog, path: string): Promise<TreeHead> {
  try {
    const signed = await log.signer.open();
    // The store's copy is written later than the notes.
    const known = await signedTree(store, log.verifiers);
    if (known === null || known.size <= signed.size) return signed;
    if ((await store.note(PLACE_NOTE)) !== placeOf(path)) {
      await checkGoesOn(store, known);
      return signed;
    }
    const ends = `the notes end at a tree of ${signed.size} entries, and one of ${known.size} was signed`;
    throw new LogForked(ends, null);
  } catch (fault) {
    if (!(fault instanceof StoreCorrupted)) throw fault;
    const remedy = `Put back the store and the notes (${path}) that belong together; a further machine of this log begins with: adduce log adopt; to begin another log with what the store holds, move damaged notes away and run: adduce log reopen`;
    const message = `${fault.message}: nothing is signed. ${remedy}`;
    throw new CommandFailure(EXIT.fail, LOG_FORKED, message, { cause: fault });
  }
}

/** Where the log's private key is. */
export function logKeyPath({ dataFolder, logKeyFile }: Pick<Settings, 'dataFolder' | 'logKeyFile'>): string {
  return logKeyFile ?? join(dataFolder, KEY_FILES.log);
}

/** Where the notes are that the log's key has signed: beside it, unless the settings name another place. */
export function logNotesPath(settings: Pick<Settings, 'dataFolder' | 'logKeyFile' | 'logNotesFile'>): string {
  return settings.logNotesFile ?? notesBeside(logKeyPath(settings));
}

function notesBeside(key: string): string {
  return join(dirname(key), `${parse(key).name}.notes`);
}

interface OpenedLog extends Pick<InstallationKeys, 'verifier' | 'verifiers'> {
  readonly signer: NoteSigner;
}

function openedLog(
  reader: GraphStore,
  settings: Settings,
  verifiers: readonly [Verifier, ...Verifier[]],
  privateKeys: readonly KeyObject[],
): OpenedLog {
  const journal = new NoteFile(logNotesPath(settings));
  const signer = new NoteSigner({ reader, journal, verifiers, privateKeys });
  return { verifier: verifiers[0], verifiers, signer };
}

/** The keys of a log that has some; null where there are none yet, or the newest is not in its file. */
async function openKnownLog(store: GraphStore, settings: Settings): Promise<OpenedLog | null> {
  const known = await readLogKeys(store);
  const [verifier, ...earlier] = known.map((one) => one.verifier).toReversed();
  if (verifier === undefined) return null;
  const privateKeys = await signingKeys(logKeyPath(settings), known);
  if (privateKeys === null) return null;
  if (settings.logKeyFile === null) await assertOwnerOnly(logKeyPath(settings));
  return openedLog(store, settings, [verifier, ...earlier], privateKeys);
}

/** Binds the store to the key of the file, which is made where there is none. */
async function openNewLog(store: GraphStore, settings: Settings): Promise<OpenedLog> {
  const variable = 'ADDUCE_LOG_KEY';
  const usual = join(settings.dataFolder, KEY_FILES.log);
  const key = await openKey(store, LOG_KEY_NOTE, { variable, given: settings.logKeyFile, usual });
  const name = await bindNote(store, ORIGIN_NOTE, originOf(key));
  const verifier = { name, key: createPublicKey(key) };
  const log = openedLog(store, settings, [verifier], [key]);
  // Before the store knows its key: after that a missing note is damage.
  if ((await store.note(LOG_KEY_NOTE)) === null) await log.signer.begin();
  await bindKey(store, LOG_KEY_NOTE, variable, verifier);
  return log;
}

interface KeyPlace {
  readonly variable: string;
  readonly given: string | null;
  readonly usual: string;
}

async function openKey(store: GraphStore, note: string, place: KeyPlace): Promise<KeyObject> {
  const { variable, given, usual } = place;
  const key = await readKeyFile(given ?? usual);
  if (key !== null) return key;
  if (given !== null) {
    throw new CommandFailure(
      EXIT.usage,
      'usage',
      `${variable} is ${JSON.stringify(given)}: there is no such file`,
    );
  }
  // A store that knows its key never gets another one without an error.
  if ((await store.note(note)) !== null) throw otherKey(variable, `its file is not at ${usual}`);
  return makeKeyFile(usual);
}

async function bindKey(store: GraphStore, note: string, variable: string, verifier: Verifier): Promise<void> {
  const text = verifierText(verifier);
  if ((await bindNote(store, note, text)) !== text) throw otherKey(variable, 'this key is another one');
}

/** Saves the note unless there is one, and returns the stored one. */
async function bindNote(store: GraphStore, name: string, value: string): Promise<string> {
  return (
    (await store.note(name)) ??
    store.transact(async (tx) => {
      const known = await tx.note(name);
      if (known === null) await tx.saveNote(name, value);
      return known ?? value;
    })
  );
}

function otherKey(variable: string, found: string): CommandFailure {
  const message = `this store was begun with a key that is missing here, ${found}: set ${variable} to the file of the first one`;
  return new CommandFailure(EXIT.error, 'key_mismatch', message);
}

/** A log's name, of which no other log can hold the key. */
export function originOf(logKey: KeyObject): string {
  const der = createPublicKey(logKey).export({ format: 'der', type: 'spki' });
  return `adduce/log/${createHash('sha256').update(der).digest('hex').slice(0, ORIGIN_HEX)}`;
}
