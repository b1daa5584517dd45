/** The keys that a log has signed its checkpoints with, as its store holds them: public halves only. */
import type { BlobReader } from '../store/blobs.ts';
import { StoreCorrupted } from '../store/store.ts';
import { parseVerifier, verifierText } from './checkpoint.ts';
import type { LogKey } from './key-list.ts';

/** Notes of the store: the newest key as verifier text; and, once the key has been rotated, all of them. */
export const LOG_KEY_NOTE = 'log.public_key';
export const LOG_KEYS_NOTE = 'log.keys';

interface StoredKey {
  readonly key: string;
  readonly from_size: number;
  readonly until_size: number | null;
  /** Absent in lists of before keys were endorsed. */
  readonly endorsement?: string;
}

/** Oldest first; none before any process has signed a checkpoint of this store. @throws {StoreCorrupted} for a note that is none of ours */
export async function readLogKeys(reader: BlobReader): Promise<LogKey[]> {
  const listed = await reader.note(LOG_KEYS_NOTE);
  if (listed !== null) return parseKeys(listed);
  const only = await reader.note(LOG_KEY_NOTE);
  return only === null ? [] : [logKey({ key: only, from_size: 0, until_size: null })];
}

/** The text of the note that keeps the keys. */
export function logKeysText(keys: readonly LogKey[]): string {
  const stored = keys.map(({ verifier, fromSize, untilSize, endorsement }): StoredKey => {
    const key = { key: verifierText(verifier), from_size: fromSize, until_size: untilSize };
    return endorsement === undefined ? key : { ...key, endorsement };
  });
  return JSON.stringify(stored);
}

function parseKeys(text: string): LogKey[] {
  try {
    // Written by `logKeysText`; whatever else it holds fails below.
    const stored = JSON.parse(text) as StoredKey[];
    return stored.map(logKey);
  } catch (cause) {
    throw new StoreCorrupted('the list of the log keys cannot be read', null, { cause });
  }
}

function logKey({ key, from_size: fromSize, until_size: untilSize, endorsement }: StoredKey): LogKey {
  const verifier = parseVerifier(key);
  if (verifier === null) throw new StoreCorrupted("the store's log key cannot be read", null);
  const read = { verifier, fromSize, untilSize };
  return endorsement === undefined ? read : { ...read, endorsement };
}
