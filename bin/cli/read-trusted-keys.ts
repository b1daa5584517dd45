import { readFile } from 'node:fs/promises';
import { parseVerifier } from '../../graph/log/checkpoint.ts';
import { type LogKey, readKeyList, trusted } from '../../graph/log/key-list.ts';
import { usage } from './failure.ts';

const SHOWN_CHARACTERS = 120;

/**
 * The keys that `--key` gives: one verifier as text, or a file of one or several, as `adduce log key` and
 * /.well-known/adduce-log-keys print them.
 * @throws {CommandFailure} for what is neither
 */
export async function readTrustedKeys(key: string): Promise<readonly LogKey[]> {
  const verifier = parseVerifier(key.trim());
  if (verifier !== null) return [trusted(verifier)];
  const text = await readFile(key, 'utf8').catch(() => null);
  if (text === null)
    throw usage(`--key ${shown(key)} is neither a verifier NAME+ID+BASE64 nor a file that can be read`);
  const read = readKeyList(text);
  if (read.ok) return read.keys;
  throw usage(`--key ${shown(key)}: ${read.fault}; a verifier is NAME+ID+BASE64, one a line`);
}

function shown(value: string): string {
  return JSON.stringify(value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value);
}
