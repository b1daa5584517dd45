import { readFile } from 'node:fs/promises';
import { parseVerifier, type Verifier } from '../../graph/log/checkpoint.ts';
import { usage } from './failure.ts';

/** The verifier that `--key` gives: its text, or a file of it. */
export async function readVerifier(key: string): Promise<Verifier> {
  const text = parseVerifier(key) ? key : await readFile(key, 'utf8').catch(() => '');
  const verifier = parseVerifier(text.trim());
  if (verifier === null) throw usage('--key is a verifier NAME+ID+BASE64, or a file that holds one');
  return verifier;
}
