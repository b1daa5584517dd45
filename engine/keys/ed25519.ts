/** Ed25519 keys as raw bytes (RFC 8410): the 32 bytes of a seed or of a public key stand at the end of their DER. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

export const RAW_KEY_BYTES = 32;
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** A new private key. */
export function newPrivateKey(): KeyObject {
  return generateKeyPairSync('ed25519').privateKey;
}

export function seedOf(privateKey: KeyObject): Uint8Array {
  return new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-RAW_KEY_BYTES));
}

export function privateKeyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
}

/** The public half of either key, raw. */
export function rawPublicKey(key: KeyObject): Uint8Array {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-RAW_KEY_BYTES));
}

export function publicKeyOf(raw: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: 'der', type: 'spki' });
}
