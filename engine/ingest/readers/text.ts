import { languageOfText } from '../../text/detect-language.ts';
import { decodeText, unixLines } from './decode-text.ts';
import { parseMetadata } from './metadata.ts';
import { MAX_TEXT_CHARS, type ReadResult, refusal } from './read-document.ts';

const MEDIA_TYPE = 'text/plain';
const MAX_TITLE_CHARS = 120;
/** A line this long was wrapped by an editor; a shorter one, as in a list or a poem, ends where it ends. */
const MIN_WRAPPED_CHARS = 50;

/** Reads a plain text file: one section; its first line is the title when it stands alone. */
export function readText(name: string, bytes: Uint8Array): ReadResult {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return refusal(name, null, decoded);
  const paragraphs = unixLines(decoded.value)
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)*\n/)
    .map(unwrap)
    .filter((paragraph) => paragraph !== '');
  const text = paragraphs.join('\n\n');
  if (text === '') return refusal(name, null, { reason: 'empty', detail: 'the file has no text' });
  if (text.length > MAX_TEXT_CHARS)
    return refusal(name, null, { reason: 'too_large', detail: 'the text is too large' });
  const metadata = parseMetadata({}, name);
  if (!metadata.ok) return refusal(name, null, metadata);
  const title = titleOf(paragraphs) ?? name;
  const sections = [{ heading: title, start: 0, end: text.length }];
  const lang = metadata.value.lang ?? languageOfText(text);
  return {
    ok: true,
    document: { ...metadata.value, lang, title, text, sections, mediaType: MEDIA_TYPE, bytes },
  };
}

/** Joins the lines of a paragraph that an editor wrapped, so that a sentence is one run of characters. */
function unwrap(paragraph: string): string {
  const lines = paragraph.split('\n').map((line) => line.trim());
  const wrapped = lines.slice(0, -1).every((line) => line.length >= MIN_WRAPPED_CHARS);
  return lines.join(wrapped ? ' ' : '\n').trim();
}

function titleOf(paragraphs: readonly string[]): string | null {
  const [first = ''] = paragraphs;
  const standsAlone = paragraphs.length > 1 && !first.includes('\n') && first.length <= MAX_TITLE_CHARS;
  return standsAlone && !/[.!?]$/.test(first) ? first : null;
}
