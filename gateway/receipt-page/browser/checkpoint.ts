/** Signed notes (C2SP tlog-checkpoint) in a browser, in the place of `graph/log/checkpoint.ts`. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesOfBase64, hexOf, sameBytes } from '../../../graph/bytes.ts';
import { sha256 } from './digest.ts';

const ALGORITHM_ED25519 = 0x01;
const KEY_ID_BYTES = 4;
const KEY_BYTES = 32;
const ROOT_BYTES = 32;
const MAX_NOTE_LENGTH = 65_536;
const NAME = /^[^\s+]{1,255}$/;
const SIZE = /^(?:0|[1-9]\d{0,15})$/;
const SIGNATURE_LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/;
/** Control characters that no note may hold: all but the newline. */
const CONTROL = /[^\P{Cc}\n]/u;
const UTF8 = new TextEncoder();

interface NoteSignature {
  readonly name: string;
  readonly keyId: Uint8Array;
  readonly signature: Uint8Array;
}

interface ParsedCheckpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export interface PageVerifier {
  readonly name: string;
  /** The 32 bytes of the public key. */
  readonly key: Uint8Array;
}

/** Takes a note apart; null where it is none. */
export function parseCheckpoint(note: string): ParsedCheckpoint | null {
  if (note.length > MAX_NOTE_LENGTH || !note.isWellFormed() || CONTROL.test(note)) return null;
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return null;
  const text = note.slice(0, end + 1);
  const [origin = '', size = '', root = '', ...extensions] = text.slice(0, -1).split('\n');
  const rootBytes = bytesOfBase64(root);
  if (origin === '' || extensions.includes('') || rootBytes?.length !== ROOT_BYTES) return null;
  if (!SIZE.test(size) || !Number.isSafeInteger(Number(size))) return null;
  const lines = note
    .slice(end + 2, -1)
    .split('\n')
    .map(signatureOf);
  const signatures = lines.filter((line) => line !== null);
  if (signatures.length < lines.length) return null;
  return { origin, size: Number(size), root: rootBytes, text, signatures };
}

function signatureOf(line: string): NoteSignature | null {
  const [, name, encoded = ''] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = bytesOfBase64(encoded);
  if (name === undefined || bytes === null || bytes.length <= KEY_ID_BYTES) return null;
  return { name, keyId: bytes.subarray(0, KEY_ID_BYTES), signature: bytes.subarray(KEY_ID_BYTES) };
}

/** The note taken apart if the key signed it, and every line of it that claims to be the key's. */
export function verifyCheckpoint(note: string, { name, key }: PageVerifier): ParsedCheckpoint | null {
  const parsed = parseCheckpoint(note);
  if (parsed === null || parsed.origin !== name) return null;
  const keyId = keyIdOf(name, key);
  const mine = parsed.signatures.filter((line) => line.name === name && sameBytes(line.keyId, keyId));
  const text = UTF8.encode(parsed.text);
  const isSigned = mine.length > 0 && mine.every(({ signature }) => isSignature(signature, text, key));
  return isSigned ? parsed : null;
}

function isSignature(signature: Uint8Array, text: Uint8Array, key: Uint8Array): boolean {
  try {
    // As RFC 8032 says, not as blockchains agreed.
    return ed25519.verify(signature, text, key, { zip215: false });
  } catch {
    return false;
  }
}

/** Reads `NAME+ID+BASE64`; null where it is malformed, of another algorithm, or its id does not fit. */
export function parseVerifier(text: string): PageVerifier | null {
  const [, name = '', keyId, encoded = ''] = /^([^+]*)\+([^+]*)\+(.*)$/s.exec(text) ?? [];
  const bytes = bytesOfBase64(encoded);
  if (!NAME.test(name) || bytes?.length !== 1 + KEY_BYTES || bytes[0] !== ALGORITHM_ED25519) return null;
  const key = bytes.subarray(1);
  return hexOf(keyIdOf(name, key)) === keyId ? { name, key } : null;
}

function keyIdOf(name: string, key: Uint8Array): Uint8Array {
  return sha256(Uint8Array.of(...UTF8.encode(`${name}\n`), ALGORITHM_ED25519, ...key)).subarray(
    0,
    KEY_ID_BYTES,
  );
}
