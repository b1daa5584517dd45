/** Base32 of RFC 4648 §6 in lower case and without padding: the letters of our ids. */

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS_PER_CHARACTER = 5;

/** The bytes in base32 (`a`–`z`, `2`–`7`), first bit first; the last character is filled up with zero bits. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= BITS_PER_CHARACTER) {
      bits -= BITS_PER_CHARACTER;
      text += ALPHABET.charAt((pending >>> bits) & 31);
    }
    pending &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET.charAt((pending << (BITS_PER_CHARACTER - bits)) & 31);
}
