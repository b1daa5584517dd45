/** What answers on the port: REST, GraphQL, the page with its backend, each a function from a request to a response. */
import { type Bff, createBff } from '../../../bff/create-bff.ts';
import { isFileUpload } from '../../../bff/documents/serve-file.ts';
import { PAGE_PREFIXES } from '../../../bff/page.ts';
import type { SignInOptions } from '../../../bff/sign-in/open-sign-in.ts';
import type { Engine } from '../../../engine/engine.ts';
import { createGraphql, type Graphql } from '../../../gateway/graphql/create-graphql.ts';
import { FanOut } from '../../../gateway/graphql/fan-out/fan-out.ts';
import { ANY_DOCUMENT } from '../../../gateway/graphql/transport/documents.ts';
import { networkOf } from '../../../gateway/http/caller-address.ts';
import type { Handle, HttpConnection } from '../../../gateway/http/connection.ts';
import type { PathRoute } from '../../../gateway/http/node-http.ts';
import type { PlainHandler } from '../../../gateway/http/plain-post.ts';
import { traceOf } from '../../../gateway/http/trace.ts';
import type { GatewayConfig } from '../../../gateway/operations/gateway-config.ts';
import { createSurface } from '../../../gateway/operations/surface.ts';
import { fileOfReceipt } from '../../../gateway/receipt-page/receipt-file.ts';
import { createRest } from '../../../gateway/rest/create-rest.ts';
import { keyListText } from '../../../graph/log/key-list.ts';
import { contributorTokens } from '../contributor-tokens.ts';
import { featuresByDefault } from '../default-features.ts';
import { isLoopback } from '../ip-blocks.ts';
import type { Settings } from '../settings.ts';
import { DOCUMENTS } from './added-documents.ts';
import { feedFrom } from './findings-feed.ts';
import type { FrontKey } from './front-key.ts';
import { listedDocuments } from './listed-documents.ts';
import { modelHint } from './model-hint.ts';

export interface Handlers {
  readonly routes: readonly PathRoute[];
  readonly fallback: Handle;
  readonly graphql: Graphql;
  /** WebSocket upgrades. */
  readonly upgrade: Graphql['upgrade'];
  readonly bff: Bff;
}

export interface HandlersOptions {
  readonly engine: Engine;
  readonly settings: Settings;
  readonly version: string;
  readonly front: FrontKey;
  /** Where readers reach the service, null before it is known. */
  readonly reachedAt: () => string | null;
  /** By which visitors sign in; null: nobody does. */
  readonly signIn: SignInOptions | null;
  /** Folder of the built page, null where it could not be built. */
  readonly webFolder: string | null;
  /** Text of verify.mjs, null where it was not built. */
  readonly verifier: string | null;
  /** Aborts when a signal ends the service. */
  readonly ending: AbortSignal;
  /** `GET /metrics`. */
  readonly metrics: Handle;
  readonly onFault: (fault: unknown) => void;
}

/** Only a name for requests that never leave this process. */
const IN_PROCESS_URL = 'http://adduce.internal';

export async function createHandlers(options: HandlersOptions): Promise<Handlers> {
  const { engine, settings, onFault } = options;
  const { enforce, engineAuth, publicUrl, ratePerMinute, tls } = settings;
  // Over https a rebound name fails anyway, since the certificate does not name it.
  const isNamed = publicUrl === null && tls === null ? isLoopbackName : null;
  const config: GatewayConfig = {
    enforce,
    engineAuth,
    ratePerMinute,
    uncountedKey: options.front.keyId,
    answersTo: isNamed,
    stubsLifecycle: settings.stubsLifecycle,
    publicUrl: options.reachedAt,
    version: options.version,
    verifier: options.verifier,
    isEnding: () => options.ending.aborted,
    onFault,
  };
  const shared = createSurface(config);
  const rest = createRest({ engine, config, shared });
  const graphql = createGraphql({ engine, config: { ...config, ...graphqlPolicy(settings) }, shared });
  const bff = await createBff({
    engineUrl: IN_PROCESS_URL,
    engineFetch: (request) => (isGraphql(request) ? graphql.handle(request) : rest(request)),
    subscribeFindings: feedFrom(new FanOut(engine.store, onFault), engine.store, options.front.org),
    apiKey: options.front.key,
    logKeys: keyListText(await engine.log.keys()),
    receiptFile: fileOfReceipt,
    mintToken: contributorTokens(engine.keys),
    documents: DOCUMENTS,
    onFault,
    engineRate: ratePerMinute,
    org: options.front.org,
    features: featuresByDefault(settings),
    signIn: options.signIn,
    // The hint is for operators: without keys the readers are the operators.
    setupHint: engineAuth === 'open' ? modelHint(settings.embedder) : null,
    dataFolder: settings.dataFolder,
    recordsUrl: settings.recordsUrl,
    webFolder: options.webFolder,
    publicUrl,
    clock: engine.clock,
  });
  const page: Handle = (request, connection) => {
    const address = connection?.remoteAddress ?? null;
    const network = address && networkOf(address);
    return bff.handle(request, {
      network,
      trace: (connection?.trace ?? traceOf((name) => request.headers.get(name))).id,
      onRefused: (reason) => connection?.note?.({ route: null, reason, tokenId: null, keyId: null }),
    });
  };
  const routes = [
    { prefix: '/graphql', handle: graphql.handle, plain: ofName(graphql.plain, isNamed) },
    { prefix: '/metrics', handle: options.metrics },
    ...PAGE_PREFIXES.map((prefix) => ({ prefix, handle: page, isSlow: isSlowUpload })),
  ].map((route) => ({ ...route, handle: behindName(route.handle, rest, isNamed) }));
  // Unknown paths get REST's envelope.
  const fallback: Handle = (request, connection) =>
    isPage(request, connection) ? page(request, connection) : rest(request, connection);
  const upgrade: Graphql['upgrade'] = (request, socket, head, remoteAddress) => {
    if (isNamed === null || isNamed(hostnameOf(request.headers.host))) {
      return graphql.upgrade(request, socket, head, remoteAddress);
    }
    // A connection that was handed over has no other error listener.
    socket.once('error', () => socket.destroy());
    socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
    return 403;
  };
  return { routes, fallback: behindName(fallback, rest, isNamed), graphql, upgrade, bff };
}

/** Throws as `listedDocuments` does. */
function graphqlPolicy({ publicUrl, graphql }: Settings) {
  const { introspection, origins, documentsFile, onlyDocuments } = graphql;
  return {
    introspection,
    allowedOrigins: publicUrl === null ? origins : [new URL(publicUrl).origin, ...origins],
    documents:
      documentsFile === null ? ANY_DOCUMENT : { listed: listedDocuments(documentsFile), only: onlyDocuments },
  };
}

type IsNamed = ((hostname: string) => boolean) | null;

/** Lets REST refuse requests under a host name that is not the server's: its refusal is an envelope. */
function behindName(handle: Handle, rest: Handle, isNamed: IsNamed): Handle {
  return (request, connection) => {
    const named = isNamed === null || isNamed(new URL(request.url).hostname);
    return named ? handle(request, connection) : rest(request, connection);
  };
}

/** Requests under another name are left to `behindName`. */
function ofName({ takes, handle }: PlainHandler, isNamed: IsNamed): PlainHandler {
  return { takes: (post) => (isNamed === null || isNamed(post.hostname)) && takes(post), handle };
}

function isLoopbackName(hostname: string): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

function hostnameOf(host: string | undefined): string {
  return URL.parse(`http://${host}/`)?.hostname ?? '';
}

function isGraphql({ url }: Request): boolean {
  return new URL(url).pathname === '/graphql';
}

/** A read of `/`; what no `Request` can hold comes with one that says GET, and its method beside it. */
function isPage({ method, url }: Request, connection?: HttpConnection): boolean {
  const isRead = (method === 'GET' || method === 'HEAD') && (connection?.method ?? null) === null;
  return isRead && new URL(url).pathname === '/';
}

/** A file of 16 MiB takes minutes on a slow line. */
function isSlowUpload(method: string, path: string): boolean {
  return isFileUpload({ method }, path);
}
