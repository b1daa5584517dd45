/**
 * The page's files under a strict content policy, compressed for clients that accept it: hashed assets are cached for good, other
 * files are asked for again by their validator.
 */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import Negotiator from 'negotiator';
import { CODINGS } from './compress-files.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Only the page's own scripts run; no site may frame the page, and its forms go nowhere else. */
const POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

const FOR_ALL: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

/** Vite names assets by their content: such a name never means other bytes. */
const ASSET = /^\/assets\/[\w.-]{1,128}$/;
const FOREVER = 'public, max-age=31536000, immutable';
/** Hex digits. */
const ETAG_LENGTH = 32;

const ICON = '/icon.svg';

/** Beginnings of the paths of the page and its backend, beside `/` itself. */
export const PAGE_PREFIXES = ['/api', '/assets', '/auth', ICON, '/explore', '/library', '/shared'] as const;

/** Where the page itself is served: its first view, the explorer, and the library. */
const OF_PAGE: ReadonlySet<string> = new Set(['/', '/explore', '/library']);

export function isOwnPage(pathname: string): boolean {
  return OF_PAGE.has(pathname);
}

/** Where the page shows an answer that is shared by a link, whose token ends the path. */
const SHARED = /^\/shared\/[\w.-]{1,400}$/;

export function isSharedPage(pathname: string): boolean {
  return SHARED.test(pathname);
}

/**
 * The page itself.
 * @param folder what `ensureWeb` returned
 * @returns null unless the request reads, and where the page is not built
 */
export async function serveDocument(folder: string, request: Request): Promise<Response | null> {
  return isRead(request) ? serveFile(request, join(folder, 'index.html'), 'no-cache') : null;
}

/** A script, style or picture of the page. @returns null for any other path */
export async function serveAsset(folder: string, request: Request): Promise<Response | null> {
  if (!isRead(request)) return null;
  const { pathname } = new URL(request.url);
  if (pathname === ICON) return serveFile(request, join(folder, pathname), 'no-cache');
  return ASSET.test(pathname) ? serveFile(request, join(folder, pathname), FOREVER) : null;
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

async function serveFile({ headers }: Request, path: string, cache: string): Promise<Response | null> {
  const type = TYPES[extname(path)];
  const file = type === undefined ? null : await readCoded(path, headers.get('accept-encoding') ?? '');
  if (type === undefined || file === null) return null;
  const etag = `"${hash('sha256', file.bytes).slice(0, ETAG_LENGTH)}"`;
  const known = { ...FOR_ALL, 'cache-control': cache, vary: 'accept-encoding', etag };
  if (headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: known });
  const coded = file.coding === null ? known : { ...known, 'content-encoding': file.coding };
  return new Response(file.bytes, { headers: { ...coded, 'content-type': type } });
}

/** In the best coding that is accepted and was built; null where there is no such file. */
async function readCoded(path: string, acceptEncoding: string) {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  const accepted = negotiator.encodings(CODINGS.map(({ coding }) => coding));
  for (const { coding, ending } of CODINGS) {
    const bytes = accepted.includes(coding) ? await bytesOf(`${path}${ending}`) : null;
    if (bytes !== null) return { bytes, coding };
  }
  const bytes = await bytesOf(path);
  return bytes === null ? null : { bytes, coding: null };
}

function bytesOf(path: string): Promise<Buffer<ArrayBuffer> | null> {
  return readFile(path).catch(() => null);
}
