/**
 * The page for people at `/graphql`: GraphiQL with the analyst's questions as tabs, a log of events, links to share. All
 * of it comes from this server, under a policy that lets nothing else in. It asks with what its user types, and nothing more.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  css,
  editorWorkerService,
  graphqlWorker,
  js,
  jsonWorker,
} from '@graphql-yoga/render-graphiql/graphiql';
import Negotiator from 'negotiator';
import { html } from '../../markup.ts';
import { EXAMPLE_TABS } from './example-tabs.ts';

interface Asset {
  readonly type: string;
  readonly text: string;
}

const PAGE = '/graphql';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** By file name; the workers' names are what Monaco calls them. */
const ASSETS: ReadonlyMap<string, Asset> = new Map([
  ['graphiql.js', { type: SCRIPT, text: js }],
  ['graphiql.css', { type: STYLE, text: css }],
  ['editorWorkerService.js', { type: SCRIPT, text: editorWorkerService }],
  ['json.js', { type: SCRIPT, text: jsonWorker }],
  ['graphql.js', { type: SCRIPT, text: graphqlWorker }],
  ['before.js', { type: SCRIPT, text: own('before.js') }],
  ['main.js', { type: SCRIPT, text: own('main.js') }],
  ['page.css', { type: STYLE, text: own('page.css') }],
  ['tabs.json', { type: 'application/json', text: JSON.stringify(EXAMPLE_TABS) }],
]);

/** Changes with any of the files, so that browsers may keep each for good. */
const VERSION = [...ASSETS.values()]
  .reduce((hash, { text }) => hash.update(text), createHash('sha256'))
  .digest('hex')
  .slice(0, 16);
const FILES = `${PAGE}/page-${VERSION}/`;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  // Monaco, the editor, sets styles while it runs.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** By asset; each is compressed once, off the serving thread. */
const ZIPPED = new Map<Asset, Promise<Uint8Array>>();
const zip = promisify(gzip);

const HEADERS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

/** The page or one of its files; null where the request asks for neither. */
export function pageResponse({ method, url, headers }: Request): Response | null {
  if (method !== 'GET') return null;
  const { pathname } = new URL(url);
  if (pathname === PAGE || pathname === `${PAGE}/`) {
    return headers.get('accept')?.includes('text/html') ? page() : null;
  }
  const asset = pathname.startsWith(FILES) ? ASSETS.get(pathname.slice(FILES.length)) : undefined;
  if (asset === undefined) return null;
  const kept = { 'content-type': asset.type, 'cache-control': 'public, max-age=31536000, immutable' };
  return assetResponse(asset, { ...HEADERS, ...kept, vary: 'accept-encoding' }, headers);
}

/** Compressed where the browser takes it: nine megabytes are three then. */
function assetResponse(asset: Asset, headers: Readonly<Record<string, string>>, asking: Headers): Response {
  const accepted = { 'accept-encoding': asking.get('accept-encoding') ?? '' };
  const isZipped = new Negotiator({ headers: accepted }).encodings(['gzip']).includes('gzip');
  if (!isZipped) return new Response(asset.text, { headers });
  const body = new ReadableStream({
    pull: async (stream) => {
      stream.enqueue(await zippedOf(asset));
      stream.close();
    },
  });
  return new Response(body, { headers: { ...headers, 'content-encoding': 'gzip' } });
}

function zippedOf(asset: Asset): Promise<Uint8Array> {
  const zipped = ZIPPED.get(asset) ?? zip(asset.text);
  ZIPPED.set(asset, zipped);
  return zipped;
}

function page(): Response {
  const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
  const policy = { 'content-security-policy': POLICY };
  return new Response(DOCUMENT.text, { headers: { ...HEADERS, ...type, ...policy } });
}

function own(name: string): string {
  return readFileSync(join(import.meta.dirname, 'browser', name), 'utf8');
}

const DOCUMENT = html`<!doctype html>
<html lang="en" data-files="${FILES}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Adduce GraphQL</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="${FILES}graphiql.css"><link rel="stylesheet" href="${FILES}page.css">
<script src="${FILES}before.js"></script><script defer src="${FILES}graphiql.js"></script><script type="module" src="${FILES}main.js"></script></head>
<body><header class="adduce-bar"><h1>Adduce GraphQL</h1>
<button type="button" id="share">Copy link</button>
<button type="button" id="curl">Copy as curl</button>
<button type="button" id="events" aria-expanded="false" aria-controls="log">Events <span id="count">0</span></button>
<span id="said" role="status"></span></header>
<main id="root"><noscript>This page needs JavaScript. POST /graphql does not.</noscript></main>
<section id="log" class="adduce-log" aria-label="Events of subscriptions" hidden><button type="button" id="clear">Clear</button>
<div id="entries" role="log" tabindex="0" aria-label="Events, newest last"></div></section>
</body></html>`;
