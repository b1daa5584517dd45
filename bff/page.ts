/** The page's files under a strict content policy: hashed assets are cached for good, the document is not cached. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

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

const ICON = '/icon.svg';

/**
 * The page itself.
 * @param folder what `ensureWeb` returned
 * @returns null for what is no read, and where the page is not built
 */
export async function serveDocument(folder: string, request: Request): Promise<Response | null> {
  return isRead(request) ? serveFile(folder, 'index.html', 'no-cache') : null;
}

/** A script, style or picture of the page. @returns null for any other path */
export async function serveAsset(folder: string, request: Request): Promise<Response | null> {
  if (!isRead(request)) return null;
  const { pathname } = new URL(request.url);
  if (pathname === ICON) return serveFile(folder, pathname, 'no-cache');
  return ASSET.test(pathname) ? serveFile(folder, pathname, FOREVER) : null;
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

async function serveFile(folder: string, file: string, cache: string): Promise<Response | null> {
  const type = TYPES[extname(file)];
  const bytes = await readFile(join(folder, file)).catch(() => null);
  if (bytes === null || type === undefined) return null;
  return new Response(bytes, { headers: { ...FOR_ALL, 'content-type': type, 'cache-control': cache } });
}
