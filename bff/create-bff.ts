/** The backend for one front end: session, history, saved answers and the page, over an engine (contract: BFF API). */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { createClient } from '../gateway/client/create-client.ts';
import type { Fetch } from '../gateway/client/transport.ts';
import type { Desk } from './desk.ts';
import { subscribeOver } from './engine-findings.ts';
import { noteVerdicts, type SubscribeFindings } from './findings.ts';
import { createLimits } from './limits.ts';
import { checkOrigin, ownOrigin } from './origin.ts';
import { serveAsset, serveDocument } from './page.ts';
import { openSqliteRecords, RECORDS_FILE } from './records/open-sqlite.ts';
import { refusalResponse, serveRest } from './rest.ts';
import { appRouter } from './router.ts';
import { type Session, sessionOf } from './session.ts';
import { WATCH_TIMING, type WatchTiming } from './watch.ts';

const RPC_PATH = '/api/trpc';

export interface BffOptions {
  /** Where the engine is, e.g. `http://127.0.0.1:4000`. */
  readonly engineUrl: string;
  /** In one process the gateway's own handler; without it the network. */
  readonly engineFetch?: Fetch;
  /** In one process a feed without a socket; without it graphql-transport-ws at `engineUrl`. */
  readonly subscribeFindings?: SubscribeFindings;
  /** Of the stream behind the page; absent parts: `WATCH_TIMING`. */
  readonly watchTiming?: Partial<WatchTiming>;
  /** Organisation key; none where the engine is open. */
  readonly apiKey?: string;
  /** Organisation of that key. */
  readonly org: string;
  /** Features that it has unless its records say otherwise; absent: none. */
  readonly features?: readonly string[];
  /** Holds `bff.sqlite`. */
  readonly dataFolder: string;
  /** Folder of the built page (`ensureWeb`), null to serve the API only. */
  readonly webFolder: string | null;
  /** Where a proxy serves the page, null where browsers reach this process itself. */
  readonly publicUrl: string | null;
  readonly clock: { now(): string };
}

export interface Bff {
  /** Serves `/`, `/assets/…`, `/icon.svg` and everything below `/api`; 404 for other paths. */
  handle(request: Request): Promise<Response>;
  /** Ends the watches and closes the records. */
  close(): Promise<void>;
}

/** @throws what SQLite throws where the data folder cannot be used */
export async function createBff(options: BffOptions): Promise<Bff> {
  const desk = await openDesk(options);
  const closing = new AbortController();
  const noting = noteVerdicts(desk, closing.signal);
  return {
    handle: (request) => handle(desk, options, closing.signal, request),
    close: async () => {
      closing.abort();
      await noting;
      await desk.records[Symbol.asyncDispose]();
    },
  };
}

async function openDesk(options: BffOptions): Promise<Desk> {
  const { engineUrl, engineFetch, apiKey, clock } = options;
  const now = () => Date.parse(clock.now());
  return {
    client: createClient({
      baseUrl: engineUrl,
      now,
      ...(engineFetch === undefined ? {} : { fetch: engineFetch }),
      ...(apiKey === undefined ? {} : { apiKey }),
    }),
    records: await openSqliteRecords(join(options.dataFolder, RECORDS_FILE)),
    limits: createLimits(),
    subscribeFindings: options.subscribeFindings ?? subscribeOver(socketUrl(engineUrl), apiKey ?? null),
    watchTiming: { ...WATCH_TIMING, ...options.watchTiming },
    org: options.org,
    features: options.features ?? [],
    now,
    newId: randomUUID,
  };
}

async function handle(
  desk: Desk,
  { publicUrl, webFolder }: BffOptions,
  closing: AbortSignal,
  request: Request,
): Promise<Response> {
  try {
    const own = ownOrigin(request, publicUrl);
    checkOrigin(request, own);
    const asset = webFolder === null ? null : await serveAsset(webFolder, request);
    // Kept by shared caches: it carries no cookie.
    if (asset !== null) return asset;
    const session = sessionOf(request, own.startsWith('https:'));
    const response = await respond(desk, session, webFolder, withEnd(request, closing));
    if (session.setCookie !== null) response.headers.append('set-cookie', session.setCookie);
    return response;
  } catch (error) {
    return refusalResponse(error, desk);
  }
}

async function respond(
  desk: Desk,
  session: Session,
  webFolder: string | null,
  request: Request,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const visitor = { user: session.user };
  if (pathname.startsWith(`${RPC_PATH}/`)) {
    const createContext = () => ({ desk, visitor });
    return fetchRequestHandler({ endpoint: RPC_PATH, req: request, router: appRouter, createContext });
  }
  const page = webFolder === null || pathname !== '/' ? null : await serveDocument(webFolder, request);
  return page ?? serveRest(desk, visitor, request);
}

/** The request, aborted also when the BFF closes: open watches end then. */
function withEnd(request: Request, closing: AbortSignal): Request {
  return new Request(request, { signal: AbortSignal.any([request.signal, closing]) });
}

function socketUrl(engineUrl: string): string {
  return `${engineUrl.replace(/^http/, 'ws').replace(/\/+$/, '')}/graphql`;
}
