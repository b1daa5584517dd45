import { languageOfText } from '../../text/detect-language.ts';
import { decodeText } from './decode-text.ts';
import type { LayoutBuilder } from './layout-builder.ts';
import { markdownBlocks } from './markdown.ts';
import { parseMetadata } from './metadata.ts';
import { plainBlocks } from './plain-blocks.ts';
import { MAX_LINE_BYTES, type Parsed, type ReadResult, refusal } from './read-document.ts';

const MEDIA_TYPE = 'application/json';
const MARKDOWN = 'text/markdown';
const PLAIN = 'text/plain';
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Reads `{id, url, title, text, domain, licence, published, observed_at, lang, media_type}` a line; `text` alone is
 * required. It is Markdown unless `media_type` is `text/plain`.
 * A document's bytes are those of its line without the newline. A bad line is a refusal with its number.
 * A line without an id is named by its place, `<name>#<line>`: it should have one, for lines move.
 */
export function* readJsonLines(name: string, bytes: Uint8Array): Generator<ReadResult> {
  let found = false;
  for (const { line, number } of linesOf(bytes)) {
    if (isBlank(line)) continue;
    found = true;
    yield readLine(name, number, line);
  }
  if (!found) yield refusal(name, null, { reason: 'empty', detail: 'the file has no lines' });
}

function* linesOf(bytes: Uint8Array): Generator<{ line: Uint8Array; number: number }> {
  let start = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0;
  for (let number = 1; start < bytes.length; number += 1) {
    const newline = bytes.indexOf(NEWLINE, start);
    const next = newline === -1 ? bytes.length : newline;
    const end = next > start && bytes[next - 1] === CARRIAGE_RETURN ? next - 1 : next;
    yield { line: bytes.subarray(start, end), number };
    start = next + 1;
  }
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === CARRIAGE_RETURN);
}

function readLine(name: string, number: number, bytes: Uint8Array): ReadResult {
  if (bytes.length > MAX_LINE_BYTES) {
    const detail = `the line is longer than ${MAX_LINE_BYTES} bytes`;
    return refusal(name, number, { reason: 'too_large', detail });
  }
  const record = parseRecord(bytes);
  if (!record.ok) return refusal(name, number, record);
  const text = recordText(record.value);
  if (!text.ok) return refusal(name, number, text);
  const metadata = parseMetadata(record.value, `${name}#${number}`);
  if (!metadata.ok) return refusal(name, number, metadata);
  const blocks = textBlocks(text.value, record.value);
  if (!blocks.ok) return refusal(name, number, blocks);
  const title = metadata.value.title ?? blocks.value.titleHeading() ?? metadata.value.docId;
  const body = blocks.value.finish(title);
  const lang = metadata.value.lang ?? languageOfText(body.text);
  return { ok: true, document: { ...metadata.value, lang, title, ...body, mediaType: MEDIA_TYPE, bytes } };
}

/** Markdown, unless the line says otherwise. What is too complex for Markdown's parser, or nothing to it, is plain text. */
function textBlocks(text: string, record: Readonly<Record<string, unknown>>): Parsed<LayoutBuilder> {
  const stated = Object.hasOwn(record, 'media_type') ? record.media_type : null;
  if (stated !== null && stated !== PLAIN && stated !== MARKDOWN) {
    return {
      ok: false,
      reason: 'invalid_metadata',
      detail: `media_type is neither ${MARKDOWN} nor ${PLAIN}`,
    };
  }
  const blocks = stated === PLAIN ? null : markdownBlocks(text);
  return blocks?.ok === true ? blocks : { ok: true, value: plainBlocks(text).builder };
}

function parseRecord(bytes: Uint8Array): Parsed<Readonly<Record<string, unknown>>> {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return decoded;
  let value: unknown;
  try {
    value = JSON.parse(decoded.value);
  } catch {
    return { ok: false, reason: 'invalid_json', detail: 'the line is not JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, reason: 'invalid_json', detail: 'the line is not a JSON object' };
  }
  return { ok: true, value: { ...value } };
}

/** The text as it stands in the line: escapes can hold what UTF-8 bytes cannot, so it is checked again. */
function recordText(record: Readonly<Record<string, unknown>>): Parsed<string> {
  const text = Object.hasOwn(record, 'text') ? record.text : undefined;
  if (typeof text !== 'string')
    return { ok: false, reason: 'invalid_metadata', detail: 'text is not a text' };
  if (!text.isWellFormed())
    return { ok: false, reason: 'invalid_utf8', detail: 'text holds half a surrogate pair' };
  if (text.includes('\0'))
    return { ok: false, reason: 'contains_nul', detail: 'text contains a NUL character' };
  if (text.trim() === '') return { ok: false, reason: 'empty', detail: 'text is empty' };
  return { ok: true, value: text };
}
