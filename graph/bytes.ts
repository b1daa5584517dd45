/** Bytes as text and back, in one spelling each, on every platform: a verifier runs in browsers too. */

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const HASH_TEXT = /^[0-9a-f]{64}$/;
/** Arguments of one call of `String.fromCharCode`. */
const CHUNK = 8_192;

/** Lower-case hex. */
export function hexOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** The 32 bytes of a hash, null for anything but 64 lower-case hex digits. */
export function hashOf(hex: string): Uint8Array | null {
  if (!HASH_TEXT.test(hex)) return null;
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

/** Base64 with padding (RFC 4648 §4). */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}

/** Bytes of base64 in its one canonical spelling, else null: decoders skip what they do not know. */
export function bytesOfBase64(text: string): Uint8Array | null {
  try {
    const characters = atob(text);
    const bytes = new Uint8Array(characters.length);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
    return base64Of(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}
