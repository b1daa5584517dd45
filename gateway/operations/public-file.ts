/**
 * Files that anybody may read beside the operations: the description, its page and the verifier. A file is no operation: nothing of
 * the store is in it, so it is no envelope and has no receipt (docs/adr/0013-…).
 */
import { base64Of } from '../../graph/bytes.ts';
import { blake3Hex, sha256, sha256Hex } from '../../graph/digest.ts';

export interface PublicFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Strong, with its quotes. */
  readonly etag: string;
  /** Beside those that every file has. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Of the value of `Allow`. */
export const FILE_METHODS = 'GET, HEAD, OPTIONS';

const ETAG_CHARACTERS = 32;

export function publicFile(
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): PublicFile {
  const bytes = new TextEncoder().encode(text);
  return { type, bytes, etag: `"${blake3Hex(bytes).slice(0, ETAG_CHARACTERS)}"`, headers };
}

/** A file that readers check by its SHA-256: its tag, and its digest as RFC 9530 has it. */
export function digestedFile(type: string, text: string): PublicFile {
  const bytes = new TextEncoder().encode(text);
  const headers = { 'repr-digest': `sha-256=:${base64Of(sha256(bytes))}:` };
  return { type, bytes, etag: `"${sha256Hex(bytes)}"`, headers };
}

/**
 * 304 where the caller has these bytes; what HEAD asks for has no body.
 * @param more headers that are this response's own
 */
export function fileResponse(
  { type, bytes, etag, headers }: PublicFile,
  request: Request,
  more: Readonly<Record<string, string>>,
): Response {
  const common = {
    ...headers,
    ...more,
    etag,
    // Cached, and revalidated each time: an upgraded server is described as it is.
    'cache-control': 'public, no-cache',
    'x-content-type-options': 'nosniff',
  };
  if (isKnown(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers: common });
  }
  const body = request.method === 'HEAD' ? null : bytes;
  return new Response(body, {
    headers: { ...common, 'content-type': type, 'content-length': String(bytes.length) },
  });
}

/** Compared weakly (RFC 9110 §13.1.2). */
function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
}
