/** Reads a request's body under its bounds, in either format (decisions §8). */
import { BODY_LIMITS, decodeCbor } from '../../graph/canonical.ts';
import { CanonicalError } from '../../graph/canonical-error.ts';
import { CBOR_TYPE, formatOfBody } from './negotiate.ts';
import { parseJson } from './parse-json.ts';
import { type Checked, refuse } from './refusals.ts';

/**
 * What a request's body may be: the bounds of any stranger's CBOR, and 1,024 members in all its objects together. An
 * object's key costs many times what an item of a list does, and the largest body that an operation takes has some 260.
 */
export const REQUEST_LIMITS = { ...BODY_LIMITS, maxMembers: 1_024 };

/**
 * The value of the body, undefined for an empty one. No more than the bound is ever held; what follows is left in the
 * stream, for the server to drain.
 */
export async function readBody(request: Request): Promise<Checked<unknown>> {
  const format = formatOfBody(request.headers.get('content-type'));
  if (format === null) return refuse('invalid:media_type', 'a body is application/json or application/cbor');
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity')
    return refuse('invalid:media_type', 'a body is sent without a content-encoding');
  const bytes = await readBytes(request);
  if (bytes === null) return refuse('invalid:size', `a body has at most ${REQUEST_LIMITS.maxBytes} bytes`);
  if (bytes.length === 0) return { ok: true, value: undefined };
  return format === CBOR_TYPE ? readCbor(bytes) : readJson(bytes);
}

async function readBytes(request: Request): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > REQUEST_LIMITS.maxBytes) return null;
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > REQUEST_LIMITS.maxBytes) {
      reader.releaseLock();
      return null;
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

function readCbor(bytes: Uint8Array): Checked<unknown> {
  try {
    return { ok: true, value: decodeCbor(bytes, REQUEST_LIMITS) };
  } catch (error) {
    if (!(error instanceof CanonicalError)) throw error;
    return refuse('invalid:cbor', `the body is not acceptable CBOR: ${error.message}`);
  }
}

function readJson(bytes: Uint8Array): Checked<unknown> {
  const parsed = parseJson(bytes, REQUEST_LIMITS);
  return parsed.ok ? parsed : refuse('invalid:body', `the body is not acceptable JSON: ${parsed.fault}`);
}
