/**
 * The backend for one front end: session, history, saved answers and the page, over an engine
 * (docs/spec/contract.md#ae-bff).
 */
import { randomUUID } from 'node:crypto';
import { AdduceError } from '../gateway/client/adduce-error.ts';
import type { CheckpointMemory } from '../gateway/client/checkpoint-memory.ts';
import { createClient } from '../gateway/client/create-client.ts';
import type { Fetch } from '../gateway/client/transport.ts';
import type { BffContext, ReceiptFile, Visitor } from './bff-context.ts';
import type { MintToken } from './contribute/mint-token.ts';
import type { DocumentIngest } from './documents/ingest-folder.ts';
import { isFileUpload, serveFile } from './documents/serve-file.ts';
import { Uploads } from './documents/uploads.ts';
import { engineEventsOver } from './engine-events.ts';
import { type SubscribeFindings, subscribeOver } from './engine-findings.ts';
import { EngineHealth } from './engine-health.ts';
import { withBoundedBody } from './input.ts';
import { createLimits } from './limits.ts';
import { lookAtQuestions } from './look-at-questions.ts';
import { LOOK_TIMING, type LookTiming } from './look-timing.ts';
import { noteVerdicts } from './note-verdicts.ts';
import { checkOrigin, ownOrigin } from './origin.ts';
import { isOwnPage, isSharedPage, serveAsset, serveDocument } from './page.ts';
import { isPublic, servePublic } from './public.ts';
import { openRecords } from './records/open-records.ts';
import { REASON_HEADER, refusalResponse } from './reply.ts';
import { serveRest } from './rest.ts';
import type { SignedOut } from './rest-call.ts';
import { isRpc, serveRpc } from './rpc.ts';
import { Sessions, type VisitorSession } from './session.ts';
import { openSessionKey } from './session-key.ts';
import type { SetupHint } from './setup-hint.ts';
import { openSignIn, type SignInOptions } from './sign-in/open-sign-in.ts';
import { isSignIn, serveSignIn } from './sign-in/serve-sign-in.ts';
import { providerSignOut } from './sign-in/sign-in.ts';
import { VerdictHub } from './verdict-hub.ts';
import { isReceiptFault } from './verified-receipt.ts';
import { WATCH_TIMING, type WatchTiming } from './watch-timing.ts';

export interface BffOptions {
  /** Where the engine is, e.g. `http://127.0.0.1:4000`. */
  readonly engineUrl: string;
  /** In one process the gateway's own handler; without it the network. */
  readonly engineFetch?: Fetch;
  /** In one process a feed without a socket; without it graphql-transport-ws at `engineUrl`. */
  readonly subscribeFindings?: SubscribeFindings;
  /** Of the stream behind the page; absent parts: `WATCH_TIMING`. */
  readonly watchTiming?: Partial<WatchTiming>;
  /** Of watched questions; absent parts: `LOOK_TIMING`. */
  readonly lookTiming?: Partial<LookTiming>;
  /** Organisation key, also in open mode: only a call with a key may name its visitor's tenant. */
  readonly apiKey: string;
  /** A verified receipt as a file; the program that serves the page has the engine's own code for it. */
  readonly receiptFile: ReceiptFile;
  /** Mints the tokens by which visitors write; absent or null: they only read. */
  readonly mintToken?: MintToken | null;
  /** Reads documents that visitors add; absent or null: the page takes none. */
  readonly documents?: DocumentIngest | null;
  /** Is notified of work that failed after its request was answered. */
  readonly onFault?: (fault: unknown) => void;
  /** The log's keys in the text of /.well-known/adduce-log-keys: pinned. Absent: those of the first verification. */
  readonly logKeys?: string;
  /** The organisation of `apiKey`. */
  readonly org: string;
  /** Requests per minute that the engine lets the key do; null: no limit. */
  readonly engineRate: number | null;
  /** Features that every visitor has unless the records say otherwise; absent: none. */
  readonly features?: readonly string[];
  /** A hint on the setup that the page shows once; absent: none. Only for those who run the service. */
  readonly setupHint?: SetupHint | null;
  /** Holds `session.key`, and `bff.sqlite` unless the records are elsewhere. */
  readonly dataFolder: string;
  /** `postgres://…` of the records; absent or null: a file in the data folder. */
  readonly recordsUrl?: string | null;
  /** Folder of the built page (`ensureWeb`), null to serve the API only. */
  readonly webFolder: string | null;
  /** By which visitors sign in; absent or null: every one is anonymous. */
  readonly signIn?: SignInOptions | null;
  /** Where a proxy serves the page, null where browsers reach this process itself. */
  readonly publicUrl: string | null;
  readonly clock: { now(): string };
}

/** The origin of a request, which a `Request` does not hold. */
export interface BffConnection {
  /** IPv4 address or IPv6 /64 of the caller, null for one in this process. */
  readonly network: string | null;
  /** The request's name at every hop. */
  readonly trace: string;
  /** Gets the reason of a refusal, for the service's log. */
  readonly onRefused?: (reason: string) => void;
}

export interface Bff {
  /** Serves `/`, `/explore`, `/library`, `/assets/…`, `/icon.svg` and everything below `/api` and `/auth`; 404 for other paths. */
  handle(request: Request, connection?: BffConnection): Promise<Response>;
  /**
   * Whether the engine's log is the one that was verified before; null where it is, or where the engine cannot be asked.
   * Else the fault: until an operator has resolved it, no answer is shown.
   */
  checkLog(): Promise<AdduceError | null>;
  /** Ends the watches and closes the records. */
  close(): Promise<void>;
}

/** Paths that are served without a session: health checks begin no session. */
const HEALTH_PATH = '/api/healthz';

interface Server {
  readonly bff: BffContext;
  readonly sessions: Sessions;
  readonly options: BffOptions;
  /** Aborts when the BFF closes. */
  readonly closing: AbortSignal;
}

/** @throws what the database throws where the records cannot be used, and what `openSessionKey` throws */
export async function createBff(options: BffOptions): Promise<Bff> {
  const closing = new AbortController();
  const bff = await openContext(options, closing.signal);
  const { records, sessionKey: key, now, lookTiming } = bff;
  const sessions = new Sessions({ key, records, now, paceMs: lookTiming.pace });
  const server = { bff, options, closing: closing.signal, sessions };
  const noting = Promise.all([noteVerdicts(bff, closing.signal), lookAtQuestions(bff, closing.signal)]);
  return {
    handle: (request, connection = { network: null, trace: randomUUID() }) =>
      handle(server, request, connection),
    checkLog: () => checkLog(bff),
    close: async () => {
      closing.abort();
      await bff.uploads?.close();
      await bff.signIn?.merging.close();
      await noting;
      await records[Symbol.asyncDispose]();
    },
  };
}

async function openContext(options: BffOptions, closing: AbortSignal): Promise<BffContext> {
  const { engineUrl, engineFetch, apiKey, engineRate, logKeys, dataFolder, clock } = options;
  const now = () => Date.parse(clock.now());
  const records = await openRecords({ dataFolder, recordsUrl: options.recordsUrl ?? null });
  // In the records a checkpoint survives a restart.
  const checkpoints: CheckpointMemory = {
    read: (engine) => records.checkpoint(engine),
    write: (engine, log) => records.saveCheckpoint(engine, log, now()),
  };
  const engine = { baseUrl: engineUrl, now, ...(engineFetch !== undefined && { fetch: engineFetch }) };
  const client = createClient({
    ...engine,
    apiKey,
    log: { checkpoints, ...(logKeys !== undefined && { keys: logKeys }) },
  });
  return {
    client,
    reader: createClient(engine),
    logKeys: logKeys ?? null,
    health: new EngineHealth(client),
    records,
    limits: createLimits(engineRate),
    verdicts: new VerdictHub(),
    watchTiming: { ...WATCH_TIMING, ...options.watchTiming },
    lookTiming: { ...LOOK_TIMING, ...options.lookTiming },
    looking: { awaySince: null },
    subscribeFindings: options.subscribeFindings ?? subscribeOver(socketUrl(engineUrl), apiKey, options.org),
    engineEvents: engineEventsOver({ baseUrl: engineUrl, apiKey, fetch: engineFetch ?? fetch }),
    org: options.org,
    features: options.features ?? [],
    setupHint: options.setupHint ?? null,
    receiptFile: options.receiptFile,
    mintToken: options.mintToken ?? null,
    uploads: await openUploads(options, now),
    signIn: openSignIn({ ...options, records, now, closing }),
    sessionKey: await openSessionKey(dataFolder),
    now,
    newId: randomUUID,
  };
}

async function openUploads(
  { documents = null, dataFolder, onFault = () => undefined }: BffOptions,
  now: () => number,
): Promise<Uploads | null> {
  return documents && Uploads.open({ dataFolder, documents, now, newId: randomUUID, onFault });
}

async function checkLog({ client, health }: BffContext): Promise<AdduceError | null> {
  try {
    await client.log.verifiedCheckpoint();
    return null;
  } catch (error) {
    if (!(error instanceof AdduceError)) throw error;
    if (!isReceiptFault(error)) return null;
    health.logRefused(error.reason.replace(/^client:/, 'bff:'));
    return error;
  }
}

async function handle(server: Server, request: Request, connection: BffConnection): Promise<Response> {
  const response = await respond(server, request, connection).catch((error: unknown) =>
    refusalResponse(error, server.bff),
  );
  const reason = response.headers.get(REASON_HEADER);
  response.headers.delete(REASON_HEADER);
  if (reason !== null) connection.onRefused?.(reason);
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  return request.method === 'HEAD' ? new Response(null, response) : response;
}

async function respond(
  server: Server,
  request: Request,
  { network, trace }: BffConnection,
): Promise<Response> {
  const { publicUrl, webFolder } = server.options;
  const own = ownOrigin(request, publicUrl);
  checkOrigin(request, own);
  const { pathname } = new URL(request.url);
  const asset = webFolder === null ? null : await serveAsset(webFolder, request);
  // Shared caches hold it: it carries no cookie.
  if (asset !== null) return asset;
  // Who reads by a link begins no session.
  const shared =
    webFolder !== null && isSharedPage(pathname) ? await serveDocument(webFolder, request) : null;
  if (shared !== null) return shared;
  // Aborted also when the BFF closes: open streams end then.
  const signal = AbortSignal.any([request.signal, server.closing]);
  if (isPublic(pathname)) return servePublic(server.bff, { request, network, trace, signal });
  const isSecure = own.startsWith('https:');
  const session = await server.sessions.of(request, isSecure);
  const { limits } = server.bff;
  const page = webFolder !== null && isOwnPage(pathname) ? await serveDocument(webFolder, request) : null;
  if (page !== null) {
    // Past the limit the page is served without a session: its first call is then refused with a message.
    const mayBegin = session.isKnown || (await limits.newcomer(network).then(isDone, isRefused));
    return mayBegin ? withCookie(page, session) : page;
  }
  if (!session.isKnown && pathname !== HEALTH_PATH) await limits.newcomer(network);
  const counted = session.isKnown || network === null ? session.user : `newcomers at ${network}`;
  const visitor: Visitor = { user: session.user, counted, network, session, trace, signal };
  if (isFileUpload(request, pathname))
    return withCookie(await serveFile(server.bff, visitor, request), session);
  if (isSignIn(pathname)) {
    const visit = { request, origin: own, session, sessions: server.sessions };
    return withCookie(await serveSignIn(server.bff, visitor, visit), session);
  }
  const bounded = await withBoundedBody(request, signal);
  const response = isRpc(pathname)
    ? await serveRpc(server.bff, visitor, bounded)
    : await serveRest(server.bff, visitor, bounded, () => signOut(server, session, own));
  return withCookie(response, session);
}

async function signOut(
  { bff, sessions }: Server,
  session: VisitorSession,
  origin: string,
): Promise<SignedOut> {
  const idToken = session.isSignedIn ? await bff.records.idTokenOf(session.id) : null;
  const setCookie = await sessions.end(session, origin.startsWith('https:'));
  return { setCookie, continueAt: await providerSignOut(bff, { session, origin, idToken }) };
}

const isDone = () => true;
const isRefused = () => false;

/** A reply that sets the cookie itself, such as a sign-out's, keeps its own. */
function withCookie(response: Response, { setCookie }: VisitorSession): Response {
  if (setCookie === null || response.headers.has('set-cookie')) return response;
  response.headers.append('set-cookie', setCookie);
  // No cache on the way may serve one visitor's session to another.
  response.headers.set('cache-control', 'private, no-store');
  return response;
}

function socketUrl(engineUrl: string): string {
  return `${engineUrl.replace(/^http/, 'ws').replace(/\/+$/, '')}/graphql`;
}
