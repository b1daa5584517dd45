/** The keys that a log has signed its checkpoints with, as its store remembers them: public halves only. */
import type { GraphReader } from '../store.ts';
import { StoreCorrupted } from '../store.ts';
import { parseVerifier, type Verifier, verifierText, verifyCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint-note.ts';

/** Notes of the store: the newest key as verifier text; and, once the key has been rotated, all of them. */
export const LOG_KEY_NOTE = 'log.public_key';
export const LOG_KEYS_NOTE = 'log.keys';

/** A key and the sizes of the trees that it may have signed. */
export interface LogKey {
  readonly verifier: Verifier;
  readonly fromSize: number;
  /** The last size, null for a key that still signs. */
  readonly untilSize: number | null;
}

interface StoredKey {
  readonly key: string;
  readonly from_size: number;
  readonly until_size: number | null;
}

/** Oldest first; none before any process has signed a checkpoint of this store. @throws {StoreCorrupted} for a note that is none of ours */
export async function readLogKeys(reader: Pick<GraphReader, 'note'>): Promise<LogKey[]> {
  const listed = await reader.note(LOG_KEYS_NOTE);
  if (listed !== null) return parseKeys(listed);
  const only = await reader.note(LOG_KEY_NOTE);
  return only === null ? [] : [logKey({ key: only, from_size: 0, until_size: null })];
}

/** The text of the note that keeps the keys. */
export function logKeysText(keys: readonly LogKey[]): string {
  const stored = keys.map(({ verifier, fromSize, untilSize }): StoredKey => {
    return { key: verifierText(verifier), from_size: fromSize, until_size: untilSize };
  });
  return JSON.stringify(stored);
}

/** The checkpoint of a note that one of the keys signed while it was its turn, else null. */
export function verifyWithKeys(note: string, keys: readonly LogKey[]): Checkpoint | null {
  for (const { verifier, fromSize, untilSize } of keys) {
    const signed = verifyCheckpoint(note, verifier);
    if (signed !== null && signed.size >= fromSize && signed.size <= (untilSize ?? Number.MAX_SAFE_INTEGER)) {
      return signed;
    }
  }
  return null;
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

function logKey({ key, from_size: fromSize, until_size: untilSize }: StoredKey): LogKey {
  const verifier = parseVerifier(key);
  if (verifier === null) throw new StoreCorrupted("the store's log key cannot be read", null);
  return { verifier, fromSize, untilSize };
}
