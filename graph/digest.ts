/**
 * The two digests of Adduce: BLAKE3 names contents and receipts, SHA-256 builds the transparency log
 * (docs/spec/decisions.md#1-transparency).
 */
import { hash } from 'node:crypto';
import { hash as blake3Of } from 'blake3-wasm';

/** BLAKE3-256, 32 bytes. The one-shot call keeps no hasher alive, so there is nothing to dispose. */
export function blake3(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(digestOf(bytes));
}

/** BLAKE3-256 as 64 lower-case hex digits: the form in which contents are named. */
export function blake3Hex(bytes: Uint8Array): string {
  return digestOf(bytes).toString('hex');
}

const SHA256_BYTES = 32;

/** SHA-256, 32 bytes. Node makes a string of them in a third of the time that a Buffer takes, and the tree has many. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const text = hash('sha256', bytes, 'binary');
  const digest = new Uint8Array(SHA256_BYTES);
  for (let i = 0; i < SHA256_BYTES; i++) digest[i] = text.charCodeAt(i);
  return digest;
}

/** SHA-256 as 64 lower-case hex digits. */
export function sha256Hex(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

function digestOf(bytes: Uint8Array): Buffer {
  const digest = blake3Of(bytes);
  if (typeof digest === 'string') throw new TypeError('blake3-wasm returned text');
  return digest;
}
