import type { Parsed } from './read-document.ts';

/**
 * Decodes UTF-8 strictly; a byte order mark is dropped.
 * NUL is refused: it marks a binary file, and stores and terminals cut text at it.
 */
export function decodeText(bytes: Uint8Array): Parsed<string> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, reason: 'invalid_utf8', detail: 'the bytes are not valid UTF-8' };
  }
  if (text.includes('\0')) {
    return { ok: false, reason: 'contains_nul', detail: 'the text contains a NUL character' };
  }
  return { ok: true, value: text };
}

/** Line ends as `\n`, whatever system wrote the file. */
export function unixLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
