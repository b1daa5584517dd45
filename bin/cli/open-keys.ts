/**
 * The two private keys of an installation: one signs the log's checkpoints, the other capability tokens. They are
 * files that all gateways of a store share; the store remembers the public halves, so that a process with another key
 * refuses to start instead of signing a history that nobody can follow (decisions §1).
 */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { CheckpointSigner } from '../../engine/receipt/read-receipt.ts';
import { parseVerifier, signCheckpoint, type Verifier, verifierText } from '../../graph/log/checkpoint.ts';
import type { GraphStore } from '../../graph/store.ts';
import { EXIT } from './exit-code.ts';
import { CommandFailure } from './failure.ts';
import { makeKeyFile, readKeyFile } from './key-file.ts';
import type { Settings } from './settings.ts';

/** Files in the data folder where the settings name none. */
export const KEY_FILES = { log: 'log.key', token: 'token.key' } as const;

/** Notes of the store: the log's name, and the public keys as verifier text (C2SP signed-note). */
const ORIGIN_NOTE = 'log.origin';
const LOG_KEY_NOTE = 'log.public_key';
const TOKEN_KEY_NOTE = 'token.public_key';
const TOKEN_KEY_NAME = 'adduce/token';
const ORIGIN_HEX = 16;

export interface InstallationKeys {
  /** The log's name and public key: what its checkpoints are verified with. */
  readonly verifier: Verifier;
  readonly sign: CheckpointSigner;
  readonly tokenKey: KeyObject;
}

/** @throws {CommandFailure} where a key is not the one that the store knows, or its file is missing or damaged */
export async function openKeys(store: GraphStore, settings: Settings): Promise<InstallationKeys> {
  const { dataFolder, logKeyFile, tokenKeyFile } = settings;
  const logKey = await openKey(store, LOG_KEY_NOTE, {
    variable: 'ADDUCE_LOG_KEY',
    given: logKeyFile,
    usual: join(dataFolder, KEY_FILES.log),
  });
  const tokenKey = await openKey(store, TOKEN_KEY_NOTE, {
    variable: 'ADDUCE_TOKEN_KEY',
    given: tokenKeyFile,
    usual: join(dataFolder, KEY_FILES.token),
  });
  const verifier = { name: originOf(logKey), key: createPublicKey(logKey) };
  const origin = await bindNote(store, ORIGIN_NOTE, verifier.name);
  const named = { name: origin, key: verifier.key };
  await bindKey(store, LOG_KEY_NOTE, 'ADDUCE_LOG_KEY', named);
  await bindKey(store, TOKEN_KEY_NOTE, 'ADDUCE_TOKEN_KEY', {
    name: TOKEN_KEY_NAME,
    key: createPublicKey(tokenKey),
  });
  return {
    verifier: named,
    sign: (head) => signCheckpoint({ origin, ...head }, logKey),
    tokenKey,
  };
}

/** What the store's checkpoints are verified with, null before any process has signed one. */
export async function storedVerifier(store: GraphStore): Promise<Verifier | null> {
  const text = await store.note(LOG_KEY_NOTE);
  return text === null ? null : parseVerifier(text);
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
