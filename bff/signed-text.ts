/** Facts that this server alone can have signed, as text: `v1.PAYLOAD.MAC` in base64url, HMAC-SHA256 (RFC 2104). */
import { createHmac, timingSafeEqual } from 'node:crypto';

const VERSION = 'v1';
const USUAL_LENGTH = 1_024;

/** @param purpose what the text is for: one made for another purpose does not verify */
export function signText(key: Uint8Array, purpose: string, facts: object): string {
  const payload = Buffer.from(JSON.stringify(facts)).toString('base64url');
  return `${VERSION}.${payload}.${macOf(key, purpose, payload).toString('base64url')}`;
}

/** The facts of a text that `signText` made with this key for this purpose; null for any other text. */
export function readSignedText(
  key: Uint8Array,
  purpose: string,
  text: string,
  maxLength = USUAL_LENGTH,
): unknown {
  if (text.length > maxLength) return null;
  const [version, payload = '', mac = '', ...rest] = text.split('.');
  if (version !== VERSION || rest.length > 0) return null;
  const given = Buffer.from(mac, 'base64url');
  const expected = macOf(key, purpose, payload);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

function macOf(key: Uint8Array, purpose: string, payload: string): Buffer {
  return createHmac('sha256', key).update(`adduce ${purpose}\n${payload}`).digest();
}
