/** Where the SHA-256 of verify.mjs is written down. */
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');

export const NAMING = [join(ROOT, 'gateway/verifier-digest.ts'), join(ROOT, 'README.md')];

/** The one SHA-256 that a text of these has. @throws {Error} where it has none, or several */
export function namedIn(text: string): string {
  const found = new Set(text.match(/\b[0-9a-f]{64}\b/g));
  const [digest, ...more] = found;
  if (digest === undefined || more.length > 0) throw new Error(`${found.size} SHA-256 are named, not one`);
  return digest;
}
