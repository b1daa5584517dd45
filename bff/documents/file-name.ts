/** The name of a file that a visitor sends: a path below the upload's own folder, and nothing else. Pure. */

const MAX_BYTES = 400;
const MAX_PART_BYTES = 200;
const MAX_PARTS = 32;
/** Left out of a folder, as `adduce ingest` leaves them out. */
const PACKAGES = 'node_modules';

/** In NFC, or why it is refused. */
export type CheckedName =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly why: string };

export function checkName(given: string): CheckedName {
  const name = given.normalize('NFC');
  const parts = name.split('/');
  const why = whyNot(name, parts);
  return why === null ? { ok: true, name } : { ok: false, why };
}

function whyNot(name: string, parts: readonly string[]): string | null {
  if (!name.isWellFormed() || hasControl(name)) return 'has a character that no file name holds';
  if (name.includes('\\') || /^[A-Za-z]:/.test(name)) return 'is a path of another system';
  if (parts.some((part) => part === '' || part === '..' || part === '.')) return 'leads out of its folder';
  if (parts.some((part) => part.startsWith('.') || part === PACKAGES))
    return 'is hidden, or of installed packages';
  if (Buffer.byteLength(name) > MAX_BYTES || parts.some((part) => Buffer.byteLength(part) > MAX_PART_BYTES)) {
    return `is longer than ${MAX_PART_BYTES} bytes, or ${MAX_BYTES} with its folders`;
  }
  return parts.length > MAX_PARTS ? `is in more than ${MAX_PARTS} folders` : null;
}

/** C0, DEL and C1. */
function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** What two names of one file have in common on every file system. */
export function sameFile(name: string): string {
  return name.toLowerCase();
}
