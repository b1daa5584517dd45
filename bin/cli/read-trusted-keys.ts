import { parseVerifier } from '../../graph/log/checkpoint.ts';
import { type LogKey, readKeyList, trusted } from '../../graph/log/key-list.ts';
import { usage } from './failure.ts';
import { readBounded } from './read-bounded.ts';

const SHOWN_CHARACTERS = 120;
/** Far longer than any list of keys. */
const MAX_LIST_BYTES = 1_048_576;

/**
 * The keys that `--key` gives: one verifier as text, or a file of one or several, as `adduce log key` and
 * /.well-known/adduce-log-keys print them.
 * @throws {CommandFailure} for what is neither
 */
export async function readTrustedKeys(key: string): Promise<readonly LogKey[]> {
  const verifier = parseVerifier(key.trim());
  if (verifier !== null) return [trusted(verifier)];
  const bytes = await readBounded(key, MAX_LIST_BYTES).catch(() => null);
  if (bytes === null)
    throw usage(`--key ${shown(key)} is neither a verifier NAME+ID+BASE64 nor a file that can be read`);
  const read = readKeyList(new TextDecoder().decode(bytes));
  if (read.ok) return read.keys;
  throw usage(`--key ${shown(key)}: ${read.fault}; a verifier is NAME+ID+BASE64, one a line`);
}

function shown(value: string): string {
  return JSON.stringify(value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value);
}
