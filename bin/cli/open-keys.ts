/**
 * The two private keys of an installation: one signs the log's checkpoints, the other capability tokens. They are
 * files that all gateways of a store share; the store remembers the public halves, so that a process with another key
 * refuses to start instead of signing a history that nobody can follow (decisions §1).
 */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { CheckpointSigner } from '../../engine/log/read-checkpoint.ts';
import { signCheckpoint, type Verifier, verifierText } from '../../graph/log/checkpoint.ts';
import { LOG_KEY_NOTE, readLogKeys } from '../../graph/log/log-keys.ts';
import type { GraphStore } from '../../graph/store.ts';
import { EXIT } from './exit-code.ts';
import { CommandFailure } from './failure.ts';
import { assertOwnerOnly, makeKeyFile, readKeyFile } from './key-file.ts';
import { signingKeys } from './log-keyring.ts';
import type { Settings } from './settings.ts';

/** Files in the data folder where the settings name none. */
export const KEY_FILES = { log: 'log.key', token: 'token.key' } as const;

/** Notes of the store: the log's name, and the public keys as verifier text (C2SP signed-note). */
const ORIGIN_NOTE = 'log.origin';
const TOKEN_KEY_NOTE = 'token.public_key';
const TOKEN_KEY_NAME = 'adduce/token';
const ORIGIN_HEX = 16;

export interface InstallationKeys {
  /** The log's name and newest public key: what its checkpoints are verified with. */
  readonly verifier: Verifier;
  /** That one, and those that signed before it. */
  readonly verifiers: readonly Verifier[];
  readonly sign: CheckpointSigner;
  readonly tokenKey: KeyObject;
}

/** @throws {CommandFailure} where a key is not the one that the store knows, or its file is missing or damaged */
export async function openKeys(store: GraphStore, settings: Settings): Promise<InstallationKeys> {
  const { dataFolder, tokenKeyFile } = settings;
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
  const { verifier, privateKeys } = log;
  return {
    verifier,
    verifiers: log.verifiers,
    sign: (head) => signCheckpoint({ origin: verifier.name, ...head }, ...privateKeys),
    tokenKey,
  };
}

/** Where the log's private key is. */
export function logKeyPath({ dataFolder, logKeyFile }: Settings): string {
  return logKeyFile ?? join(dataFolder, KEY_FILES.log);
}

interface OpenedLog extends Pick<InstallationKeys, 'verifier' | 'verifiers'> {
  /** What signs a checkpoint, newest first. */
  readonly privateKeys: readonly KeyObject[];
}

/** The keys of a log that has some; null where there are none yet, or the newest is not in its file. */
async function openKnownLog(store: GraphStore, settings: Settings): Promise<OpenedLog | null> {
  const known = await readLogKeys(store);
  const verifiers = known.map(({ verifier }) => verifier).toReversed();
  const [verifier] = verifiers;
  if (verifier === undefined) return null;
  const privateKeys = await signingKeys(logKeyPath(settings), known);
  if (privateKeys === null) return null;
  if (settings.logKeyFile === null) await assertOwnerOnly(logKeyPath(settings));
  return { verifier, verifiers, privateKeys };
}

/** Binds the store to the key of the file, which is made where there is none. */
async function openNewLog(store: GraphStore, settings: Settings): Promise<OpenedLog> {
  const variable = 'ADDUCE_LOG_KEY';
  const usual = join(settings.dataFolder, KEY_FILES.log);
  const key = await openKey(store, LOG_KEY_NOTE, { variable, given: settings.logKeyFile, usual });
  const name = await bindNote(store, ORIGIN_NOTE, originOf(key));
  const verifier = { name, key: createPublicKey(key) };
  await bindKey(store, LOG_KEY_NOTE, variable, verifier);
  return { verifier, verifiers: [verifier], privateKeys: [key] };
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
  // A store that knows its key never gets another one quietly.
  if ((await store.note(note)) !== null) throw otherKey(variable, `its file is not at ${usual}`);
  return makeKeyFile(usual);
}

async function bindKey(store: GraphStore, note: string, variable: string, verifier: Verifier): Promise<void> {
  const text = verifierText(verifier);
  if ((await bindNote(store, note, text)) !== text) throw otherKey(variable, 'this key is another one');
}

/** Saves the note unless there is one, and gives the one that stands. */
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
function originOf(logKey: KeyObject): string {
  const der = createPublicKey(logKey).export({ format: 'der', type: 'spki' });
  return `adduce/log/${createHash('sha256').update(der).digest('hex').slice(0, ORIGIN_HEX)}`;
}
