/**
 * Signed checkpoints as text, as C2SP tlog-checkpoint and signed-note have it:
 *
 *     <origin>\n<size>\n<base64 of the root>\n\n— <name> <base64 of key id and Ed25519 signature>\n
 *
 * Extension lines are kept as read and covered by the signature. Signatures themselves are made and verified by who has the
 * means: a server with Node's (`checkpoint.ts`), a page in a browser with its own.
 */
import { base64Of, bytesOfBase64, hexOf, sameBytes } from '../bytes.ts';
import { sha256 } from '../digest.ts';
import type { TreeHead } from './merkle.ts';

const ALGORITHM_ED25519 = 0x01;
const KEY_ID_BYTES = 4;
const KEY_BYTES = 32;
export const ROOT_BYTES = 32;
/** Bounds on a note that somebody else sends. */
const MAX_NOTE_LENGTH = 65_536;
const MAX_SIGNATURES = 64;

const SIGNATURE_LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/;
const SIZE = /^(?:0|[1-9]\d{0,15})$/;
/** A key's name: no white space and no plus, which separate it from what follows. */
const NAME = /^[^\s+]{1,255}$/;
/** Control characters that no note may hold: all but the newline. */
const CONTROL = /[^\P{Cc}\n]/u;
/** Base64 may hold more pluses. */
const VERIFIER = /^([^+]*)\+([^+]*)\+(.*)$/s;
const UTF8 = new TextEncoder();

/** What a checkpoint says: the log, and its tree's size and root. */
export interface Checkpoint extends TreeHead {
  readonly origin: string;
}

/** A signature line of a note. */
export interface NoteSignature {
  readonly name: string;
  readonly keyId: Uint8Array;
  readonly signature: Uint8Array;
}

/** A signed note taken apart, whatever it says; nothing in it is verified yet. */
export interface ParsedNote {
  /** The signed text, its last newline included. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** A checkpoint's note taken apart; nothing in it is verified yet. */
export interface ParsedCheckpoint extends Checkpoint, ParsedNote {}

/** Whether a key made the signature of the text. */
export type SignatureCheck = (text: Uint8Array, signature: Uint8Array) => boolean;

/** The 32 bytes of an Ed25519 key, and the name it signs under. */
export interface NamedKey {
  readonly name: string;
  readonly key: Uint8Array;
}

/** Takes a note apart; null where it is not a checkpoint in the one form that the specification gives. */
export function parseCheckpoint(note: string): ParsedCheckpoint | null {
  const parsed = parseNote(note);
  if (parsed === null) return null;
  const [origin = '', size = '', root = '', ...extensions] = parsed.text.slice(0, -1).split('\n');
  const rootBytes = bytesOfBase64(root);
  if (origin === '' || extensions.includes('') || rootBytes?.length !== ROOT_BYTES) return null;
  if (!SIZE.test(size) || !Number.isSafeInteger(Number(size))) return null;
  return { origin, size: Number(size), root: rootBytes, ...parsed };
}

/** Takes a note apart; null where it is not in the form of C2SP signed-note. */
function parseNote(note: string): ParsedNote | null {
  if (note.length > MAX_NOTE_LENGTH || !note.isWellFormed() || CONTROL.test(note)) return null;
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return null;
  const signatures = parseSignatures(note.slice(end + 2, -1).split('\n'));
  return signatures && { text: note.slice(0, end + 1), signatures };
}

/**
 * The checkpoint of a note if the key signed it, else null. The origin must be the key's name: a valid signature on another
 * log's checkpoint says nothing of this one.
 */
export function signedCheckpoint(
  note: string,
  named: NamedKey,
  isSignature: SignatureCheck,
): Checkpoint | null {
  const parsed = parseCheckpoint(note);
  if (parsed === null || parsed.origin !== named.name || !isSigned(parsed, named, isSignature)) return null;
  return { origin: parsed.origin, size: parsed.size, root: parsed.root };
}

/** The text of a note, its last newline included, if the key signed it, else null. */
export function signedText(note: string, named: NamedKey, isSignature: SignatureCheck): string | null {
  const parsed = parseNote(note);
  return parsed !== null && isSigned(parsed, named, isSignature) ? parsed.text : null;
}

function isSigned({ text, signatures }: ParsedNote, named: NamedKey, isSignature: SignatureCheck): boolean {
  const keyId = keyIdOf(named);
  const mine = signatures.filter((line) => line.name === named.name && sameBytes(line.keyId, keyId));
  const bytes = UTF8.encode(text);
  // A line that claims to be ours and is not makes the note suspect, whatever other lines say.
  return mine.length > 0 && mine.every(({ signature }) => isSignature(bytes, signature));
}

/** A line of a note. @param signature of the note's text up to the empty line */
export function signatureLine(named: NamedKey, signature: Uint8Array): string {
  return `— ${named.name} ${base64Of(Uint8Array.of(...keyIdOf(named), ...signature))}\n`;
}

/** The key that a line claims to be of: `<name>+<key id in hex>`. */
export function signatureName({ name, keyId }: NoteSignature): string {
  return `${name}+${hexOf(keyId)}`;
}

/** A key as text: `<name>+<key id in hex>+<base64 of algorithm and key>`. @throws {RangeError} for what is no name */
export function namedKeyText(named: NamedKey): string {
  checkName(named.name);
  return `${named.name}+${hexOf(keyIdOf(named))}+${base64Of(algorithmAndKey(named.key))}`;
}

/** Reads a key's text; null where it is malformed, of another algorithm, or its id does not fit. */
export function parseNamedKey(text: string): NamedKey | null {
  const [, name = '', keyId, encoded = ''] = VERIFIER.exec(text) ?? [];
  const bytes = bytesOfBase64(encoded);
  if (!NAME.test(name) || bytes?.length !== 1 + KEY_BYTES || bytes[0] !== ALGORITHM_ED25519) return null;
  const named = { name, key: bytes.subarray(1) };
  return hexOf(keyIdOf(named)) === keyId ? named : null;
}

/** @throws {RangeError} for what is no name */
export function checkName(name: string): void {
  if (!NAME.test(name) || !name.isWellFormed()) throw new RangeError('not the name of a key');
}

/** The first bytes of SHA-256 over the name, a newline, the algorithm and the key. */
function keyIdOf({ name, key }: NamedKey): Uint8Array {
  const named = Uint8Array.of(...UTF8.encode(`${name}\n`), ...algorithmAndKey(key));
  return sha256(named).subarray(0, KEY_ID_BYTES);
}

function algorithmAndKey(key: Uint8Array): Uint8Array {
  return Uint8Array.of(ALGORITHM_ED25519, ...key);
}

function parseSignatures(lines: readonly string[]): NoteSignature[] | null {
  if (lines.length > MAX_SIGNATURES) return null;
  const signatures = lines.map(parseSignature);
  return signatures.every((line) => line !== null) ? signatures : null;
}

/** A line of any key: those of other algorithms are longer or shorter, and are nobody's here. */
function parseSignature(line: string): NoteSignature | null {
  const [, name, encoded = ''] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = bytesOfBase64(encoded);
  if (name === undefined || bytes === null || bytes.length <= KEY_ID_BYTES) return null;
  return { name, keyId: bytes.subarray(0, KEY_ID_BYTES), signature: bytes.subarray(KEY_ID_BYTES) };
}
