/**
 * The two digests in a browser, in the place of `graph/digest.ts`: WebCrypto has no BLAKE3, and a page opened from a
 * file has no WebCrypto.
 */
import { blake3 as blake3Of } from '@noble/hashes/blake3.js';
import { sha256 as sha256Of } from '@noble/hashes/sha2.js';
import { hexOf } from '../../../graph/bytes.ts';

export function blake3(bytes: Uint8Array): Uint8Array {
  return blake3Of(bytes);
}

export function blake3Hex(bytes: Uint8Array): string {
  return hexOf(blake3Of(bytes));
}

export function sha256(bytes: Uint8Array): Uint8Array {
  return sha256Of(bytes);
}
