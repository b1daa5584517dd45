/** Facts that this service alone can have signed, as text: `v1.PAYLOAD.MAC` in base64url, HMAC-SHA256 (RFC 2104). */
import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { seedOf } from './ed25519.ts';

export interface SignedTexts {
  /** @param purpose what the text is for: one made for another purpose does not verify */
  sign(purpose: string, facts: object): string;
  /** The facts of a text that was signed for this purpose under the same key; null for any other text. */
  read(purpose: string, text: string): unknown;
}

const VERSION = 'v1';
const KEY_BYTES = 32;
/** What is derived from the token key for one purpose is worth nothing for another. */
const KEY_CONTEXT = 'adduce signed texts 1';

/** @param tokenKey the private Ed25519 key that all gateways of one store share */
export function createSignedTexts(tokenKey: KeyObject): SignedTexts {
  let derived: Buffer | null = null;
  const macKey = () => {
    derived ??= Buffer.from(hkdfSync('sha256', seedOf(tokenKey), '', KEY_CONTEXT, KEY_BYTES));
    return derived;
  };
  const macOf = (purpose: string, payload: string) =>
    createHmac('sha256', macKey()).update(`${purpose}\n${payload}`).digest('base64url');
  return {
    sign: (purpose, facts) => {
      const payload = Buffer.from(JSON.stringify(facts)).toString('base64url');
      return `${VERSION}.${payload}.${macOf(purpose, payload)}`;
    },
    read: (purpose, text) => {
      const [version, payload = '', mac = '', ...rest] = text.split('.');
      if (version !== VERSION || rest.length > 0) return null;
      // Compared as text: a MAC has one spelling.
      const [given, expected] = [mac, macOf(purpose, payload)].map((one) => Buffer.from(one));
      if (given?.length !== expected?.length || !timingSafeEqual(given as Buffer, expected as Buffer))
        return null;
      return JSON.parse(Buffer.from(payload, 'base64url').toString());
    },
  };
}
