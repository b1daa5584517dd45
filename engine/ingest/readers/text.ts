import { languageOfText } from '../../text/detect-language.ts';
import { decodeText } from './decode-text.ts';
import { parseMetadata } from './metadata.ts';
import { plainBlocks } from './plain-blocks.ts';
import { type ReadResult, refusal } from './read-document.ts';

const MEDIA_TYPE = 'text/plain';

/** Reads a plain text file: one section; its first line is the title when it stands alone. */
export function readText(name: string, bytes: Uint8Array): ReadResult {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return refusal(name, null, decoded);
  const { builder, title: stated } = plainBlocks(decoded.value);
  if (builder.overflowed)
    return refusal(name, null, { reason: 'too_large', detail: 'the text is too large' });
  if (builder.isEmpty) return refusal(name, null, { reason: 'empty', detail: 'the file has no text' });
  const metadata = parseMetadata({}, name);
  if (!metadata.ok) return refusal(name, null, metadata);
  const title = stated ?? name;
  const body = builder.finish(title);
  const lang = metadata.value.lang ?? languageOfText(body.text);
  return { ok: true, document: { ...metadata.value, lang, title, ...body, mediaType: MEDIA_TYPE, bytes } };
}
