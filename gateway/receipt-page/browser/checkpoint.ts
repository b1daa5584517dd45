/** Signed notes in a browser, in the place of `graph/log/checkpoint.ts`: WebCrypto may be missing for a file. */
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  type Checkpoint,
  type NamedKey,
  namedKeyText,
  parseNamedKey,
  signedCheckpoint,
} from '../../../graph/log/checkpoint-note.ts';

export const parseVerifier = parseNamedKey;
export const verifierText = namedKeyText;

export function verifyCheckpoint(note: string, named: NamedKey): Checkpoint | null {
  return signedCheckpoint(note, named, (text, signature) => isSignature(text, signature, named));
}

function isSignature(text: Uint8Array, signature: Uint8Array, { key }: NamedKey): boolean {
  try {
    // As RFC 8032 says, not as blockchains agreed.
    return ed25519.verify(signature, text, key, { zip215: false });
  } catch {
    return false;
  }
}
