/** From a log entry to its leaf in the tree (RFC 6962 §2.1). */
import { encodeCanonical } from '../canonical.ts';
import { sha256 } from '../digest.ts';
import type { LogEntry } from './entry.ts';

const LEAF_PREFIX = 0x00;

/** The bytes that stand for an entry: its canonical CBOR. */
export function entryBytes(entry: LogEntry): Uint8Array {
  return encodeCanonical(entry);
}

/** The leaf's hash, SHA-256 of 0x00 and the bytes: the prefix keeps a leaf from passing as an inner node. */
export function leafHash(bytes: Uint8Array): Uint8Array {
  const prefixed = new Uint8Array(bytes.length + 1);
  prefixed[0] = LEAF_PREFIX;
  prefixed.set(bytes, 1);
  return sha256(prefixed);
}
