/** Checkpoints signed and verified with Node's Ed25519: what a log's operator says of its tree (`checkpoint-note.ts`). */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { base64Of } from '../bytes.ts';
import {
  type Checkpoint,
  checkName,
  type NamedKey,
  namedKeyText,
  parseNamedKey,
  ROOT_BYTES,
  type SignatureCheck,
  signatureLine,
  signedCheckpoint,
  signedText,
} from './checkpoint-note.ts';

/** The head of a DER SubjectPublicKeyInfo that holds an Ed25519 key (RFC 8410): the 32 bytes follow. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** A key to verify with, and the name it signs under. */
export interface Verifier {
  readonly name: string;
  readonly key: KeyObject;
}

/**
 * The note for a tree, signed by each of the log's Ed25519 keys under the origin as its name: one key, or two while one
 * takes over from the other. We write no extension lines.
 * @throws {RangeError} if the origin is no name, the root no SHA-256, a key not Ed25519, or there is none
 */
export function signCheckpoint(checkpoint: Checkpoint, ...privateKeys: readonly KeyObject[]): string {
  const { origin, size, root } = checkpoint;
  checkName(origin);
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError('not the size of a tree');
  if (root.length !== ROOT_BYTES) throw new RangeError('not a root');
  if (privateKeys.length === 0) throw new RangeError('no key to sign with');
  return signText(`${origin}\n${size}\n${base64Of(root)}\n`, origin, ...privateKeys);
}

/**
 * The note of a text that ends with a newline, signed by each of the Ed25519 keys under the name (C2SP signed-note). The
 * first line tells what kind of note it is.
 * @throws {RangeError} for what is no name, and for a key that is not Ed25519
 */
export function signText(text: string, name: string, ...privateKeys: readonly KeyObject[]): string {
  const lines = privateKeys.map((privateKey) => {
    const named = namedKeyOf({ name, key: createPublicKey(privateKey) });
    return signatureLine(named, sign(null, Buffer.from(text), privateKey));
  });
  return `${text}\n${lines.join('')}`;
}

/** The checkpoint of a note if the verifier's key signed it, else null (`signedCheckpoint`). */
export function verifyCheckpoint(note: string, verifier: Verifier): Checkpoint | null {
  return signedCheckpoint(note, namedKeyOf(verifier), signatureCheck(verifier));
}

/** The text of a note, its last newline included, if the verifier's key signed it, else null (`signedText`). */
export function verifyText(note: string, verifier: Verifier): string | null {
  return signedText(note, namedKeyOf(verifier), signatureCheck(verifier));
}

function signatureCheck({ key }: Verifier): SignatureCheck {
  return (text, signature) => verify(null, text, key, signature);
}

/** A verifier as text (`namedKeyText`). @throws {RangeError} for what is no name, and for a key that is not Ed25519 */
export function verifierText(verifier: Verifier): string {
  return namedKeyText(namedKeyOf(verifier));
}

/** Reads a verifier's text; null where it is malformed, of another algorithm, or its key id does not fit. */
export function parseVerifier(text: string): Verifier | null {
  const named = parseNamedKey(text);
  if (named === null) return null;
  const key = Buffer.concat([SPKI_HEAD, named.key]);
  return { name: named.name, key: createPublicKey({ key, format: 'der', type: 'spki' }) };
}

function namedKeyOf({ name, key }: Verifier): NamedKey {
  if (key.asymmetricKeyType !== 'ed25519') throw new RangeError('not an Ed25519 key');
  const der = key.export({ format: 'der', type: 'spki' });
  return { name, key: new Uint8Array(der.subarray(SPKI_HEAD.length)) };
}
