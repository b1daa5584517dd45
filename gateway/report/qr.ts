/** QR codes as modules, for a renderer. */
import { encodeQR } from 'qr';
import type { QrModules } from './document.ts';

/** Scanners fail to read a longer code from paper. */
const MAX_SCANNED_LENGTH = 1_000;

/** Light modules on each side, for scanners (ISO/IEC 18004, 9.1). */
const QUIET_ZONE = 4;

/** Null for a text that is too long. */
export function qrOf(text: string): QrModules | null {
  return text.length > MAX_SCANNED_LENGTH
    ? null
    : encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
}
