/** One record of a file of signed notes: a checksum and the note as a JSON string, in one line. */
import { createHash } from 'node:crypto';

const LINE = /^([0-9a-f]{16}) (".*")$/;
const CHECKSUM_DIGITS = 16;

/** The line, its end included. */
export function lineOf(note: string): string {
  return `${checksumOf(note)} ${JSON.stringify(note)}\n`;
}

/** The note of a line without its end; null for what `lineOf` never wrote whole. */
export function noteOfLine(line: string): string | null {
  const [, checksum, quoted] = LINE.exec(line) ?? [];
  const note = quoted === undefined ? null : unquoted(quoted);
  return note !== null && checksumOf(note) === checksum ? note : null;
}

function unquoted(text: string): string | null {
  try {
    // The pattern lets in nothing but a JSON string.
    return JSON.parse(text) as string;
  } catch {
    return null;
  }
}

function checksumOf(note: string): string {
  return createHash('sha256').update(note).digest('hex').slice(0, CHECKSUM_DIGITS);
}
