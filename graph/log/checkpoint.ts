/**
 * Signed checkpoints: what a log's operator says of its tree, as C2SP tlog-checkpoint and signed-note have it.
 *
 *     <origin>\n<size>\n<base64 of the root>\n\n— <name> <base64 of key id and Ed25519 signature>\n
 *
 * Extension lines are kept as read and covered by the signature; we write none.
 */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { sha256 } from '../digest.ts';
import type { TreeHead } from './merkle.ts';

const ALGORITHM_ED25519 = 0x01;
const KEY_ID_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;
const ROOT_BYTES = 32;
/** Bounds on a note that somebody else sends. */
const MAX_NOTE_LENGTH = 65_536;
const MAX_SIGNATURES = 64;

const SIGNATURE_LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/;
const SIZE = /^(?:0|[1-9]\d{0,15})$/;
/** A key's name: no white space and no plus, which separate it from what follows. */
const NAME = /^[^\s+]{1,255}$/;
/** Control characters that no note may hold: all but the newline. */
const CONTROL = /[^\P{Cc}\n]/u;
/** The head of a DER SubjectPublicKeyInfo that holds an Ed25519 key (RFC 8410): the 32 bytes follow. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

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

/** A note taken apart; nothing in it is verified yet. */
export interface ParsedCheckpoint extends Checkpoint {
  /** The signed text, its last newline included. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** A key to verify with, and the name it signs under. */
export interface Verifier {
  readonly name: string;
  readonly key: KeyObject;
}

/**
 * The note for a tree, signed by each of the log's Ed25519 keys under the origin as its name: one key, or two while one
 * takes over from the other.
 * @throws {RangeError} if the origin is no name, the root no SHA-256, a key not Ed25519, or there is none
 */
export function signCheckpoint(checkpoint: Checkpoint, ...privateKeys: readonly KeyObject[]): string {
  const { origin, size, root } = checkpoint;
  checkName(origin);
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError('not the size of a tree');
  if (root.length !== ROOT_BYTES) throw new RangeError('not a root');
  if (privateKeys.length === 0) throw new RangeError('no key to sign with');
  const text = `${origin}\n${size}\n${base64(root)}\n`;
  const lines = privateKeys.map((privateKey) => {
    const keyId = keyIdOf({ name: origin, key: createPublicKey(privateKey) });
    const signature = sign(null, Buffer.from(text), privateKey);
    return `— ${origin} ${base64(Buffer.concat([keyId, signature]))}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

/** Takes a note apart; null where it is not a checkpoint in the one form that the specification gives. */
export function parseCheckpoint(note: string): ParsedCheckpoint | null {
  if (note.length > MAX_NOTE_LENGTH || !note.isWellFormed() || CONTROL.test(note)) return null;
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return null;
  const text = note.slice(0, end + 1);
  const [origin = '', size = '', root = '', ...extensions] = text.slice(0, -1).split('\n');
  const rootBytes = fromBase64(root);
  if (origin === '' || extensions.includes('') || rootBytes?.length !== ROOT_BYTES) return null;
  if (!SIZE.test(size) || !Number.isSafeInteger(Number(size))) return null;
  const signatures = parseSignatures(note.slice(end + 2, -1).split('\n'));
  return signatures && { origin, size: Number(size), root: rootBytes, text, signatures };
}

/**
 * The checkpoint of a note if the verifier's key signed it, else null. The origin must be the verifier's name: a
 * valid signature on another log's checkpoint says nothing of this one.
 */
export function verifyCheckpoint(note: string, verifier: Verifier): Checkpoint | null {
  const parsed = parseCheckpoint(note);
  if (parsed === null || parsed.origin !== verifier.name) return null;
  const keyId = keyIdOf(verifier);
  const mine = parsed.signatures.filter(
    (line) => line.name === verifier.name && Buffer.compare(line.keyId, keyId) === 0,
  );
  const text = Buffer.from(parsed.text);
  // A line that claims to be ours and is not makes the note suspect, whatever other lines say.
  if (mine.length === 0 || !mine.every((line) => verify(null, text, verifier.key, line.signature)))
    return null;
  return { origin: parsed.origin, size: parsed.size, root: parsed.root };
}

/** A verifier as text: `<name>+<key id in hex>+<base64 of algorithm and key>`. @throws {RangeError} as `signCheckpoint` */
export function verifierText(verifier: Verifier): string {
  checkName(verifier.name);
  return `${verifier.name}+${Buffer.from(keyIdOf(verifier)).toString('hex')}+${base64(algorithmAndKey(verifier.key))}`;
}

/** Reads a verifier's text; null where it is malformed, of another algorithm, or its key id does not fit. */
export function parseVerifier(text: string): Verifier | null {
  const [name = '', keyId = '', encoded = '', ...rest] = splitVerifier(text);
  const bytes = fromBase64(encoded);
  if (!NAME.test(name) || rest.length > 0 || bytes?.length !== 1 + PUBLIC_KEY_BYTES) return null;
  if (bytes[0] !== ALGORITHM_ED25519) return null;
  const der = Buffer.concat([SPKI_HEAD, bytes.subarray(1)]);
  const verifier = { name, key: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
  return Buffer.from(keyIdOf(verifier)).toString('hex') === keyId ? verifier : null;
}

/** Splits at the first two pluses: base64 may hold more of them. */
function splitVerifier(text: string): string[] {
  const first = text.indexOf('+');
  const second = text.indexOf('+', first + 1);
  return second < 0 ? [] : [text.slice(0, first), text.slice(first + 1, second), text.slice(second + 1)];
}

/** The first bytes of SHA-256 over the name, a newline, the algorithm and the key. */
function keyIdOf(verifier: Verifier): Uint8Array {
  const named = Buffer.concat([Buffer.from(`${verifier.name}\n`), algorithmAndKey(verifier.key)]);
  return sha256(named).subarray(0, KEY_ID_BYTES);
}

function algorithmAndKey(key: KeyObject): Buffer {
  if (key.asymmetricKeyType !== 'ed25519') throw new RangeError('not an Ed25519 key');
  const der = key.export({ format: 'der', type: 'spki' });
  return Buffer.concat([Buffer.of(ALGORITHM_ED25519), der.subarray(-PUBLIC_KEY_BYTES)]);
}

function parseSignatures(lines: readonly string[]): NoteSignature[] | null {
  if (lines.length > MAX_SIGNATURES) return null;
  const signatures = lines.map(parseSignature);
  return signatures.every((line) => line !== null) ? signatures : null;
}

/** A line of any key: those of other algorithms are longer or shorter, and are nobody's here. */
function parseSignature(line: string): NoteSignature | null {
  const [, name, encoded = ''] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (name === undefined || bytes === null || bytes.length <= KEY_ID_BYTES) return null;
  return { name, keyId: bytes.subarray(0, KEY_ID_BYTES), signature: bytes.subarray(KEY_ID_BYTES) };
}

function checkName(name: string): void {
  if (!NAME.test(name) || !name.isWellFormed()) throw new RangeError('not the name of a key');
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** Bytes of base64 in its one canonical spelling, else null: Node's decoder skips what it does not know. */
function fromBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? new Uint8Array(bytes) : null;
}
