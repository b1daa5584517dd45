/** The settings, read from the environment: the one place that knows the variables' names, defaults and what they accept. */
import { statSync } from 'node:fs';
import { type BlockList, isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { RemoteChooserOptions } from '../../engine/remote/remote-chooser.ts';
import type { RemoteModelOptions } from '../../engine/remote/remote-model.ts';
import type { EmbeddingEndpoint } from '../../engine/retrieve/embed/remote-embedder.ts';
import { isCorpusName } from '../../graph/address.ts';
import { parseNudgeUrl } from '../../graph/nudge-servers/options.ts';
import { usage } from './failure.ts';
import { isLoopback, parseBlocks } from './ip-blocks.ts';
import { parseRoleMapping } from './role-mapping-setting.ts';
import { isIssuer, type SignInSettings, signInOf } from './sign-in-settings.ts';

/** Where a store is that holds everything. */
export type WholeStoreLocation =
  | { readonly kind: 'embedded'; readonly path: string }
  | { readonly kind: 'neo4j'; readonly url: string; readonly user: string; readonly password: string };

/** Where the store is; `shared`: its log in PostgreSQL, its graph in a store that follows. */
export type StoreLocation =
  | WholeStoreLocation
  | { readonly kind: 'shared'; readonly url: string; readonly graph: WholeStoreLocation };

/** Where a certificate, with its chain, and its private key are, both in PEM. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

export interface Settings {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Absolute. */
  readonly dataFolder: string;
  /** Where the page's records are, a postgres:// URL; null: a file in the data folder. */
  readonly recordsUrl: string | null;
  readonly graph: StoreLocation;
  /** Server through which the processes on a store notify each other of commits; null: each polls the store. */
  readonly nudge: string | null;
  /** Whether a token's capabilities are checked. */
  readonly enforce: 'enforce' | 'off';
  /** Whether an annotation may close a coverage gap. */
  readonly stubsLifecycle: boolean;
  /** Corpus of requests that name none; null: the store's first. */
  readonly corpus: string | null;
  /** Requests per minute of one key or address; null: no limit. */
  readonly ratePerMinute: number | null;
  readonly engineAuth: 'required' | 'open';
  readonly graphql: GraphqlSettings;
  /** Files of the private keys; null: made in the data folder. */
  readonly logKeyFile: string | null;
  readonly tokenKeyFile: string | null;
  /** File of the signed notes; null: beside the log's key. */
  readonly logNotesFile: string | null;
  /** The URL that clients see, in front of a terminating proxy. */
  readonly publicUrl: string | null;
  /** Files of the certificate and its key; null: plain http. */
  readonly tls: TlsFiles | null;
  /** Whose `X-Forwarded-For` is believed; null: nobody's. */
  readonly trustedProxies: BlockList | null;
  /** File of the operator's trust policy; null: the one that comes with the program. */
  readonly trustPolicyFile: string | null;
  /** Capability token of the CLI's own writes. */
  readonly token: string | null;
  /** By which visitors of the page sign in; null: every one is anonymous. */
  readonly signIn: SignInSettings | null;
  readonly embedder: EmbedderSettings;
  /** An endpoint that judges whether sentences contradict claims; null: the lexical judge alone. */
  readonly stanceJudge: RemoteModelOptions | null;
  /** An endpoint that chooses which of the best sentences answer; null: the ranking alone. */
  readonly chooser: RemoteChooserOptions | null;
}

/** Settings of the GraphQL surface. */
export interface GraphqlSettings {
  /** Who may read the schema. */
  readonly introspection: 'on' | 'keys' | 'off';
  /** Origins of other sites whose pages may call. */
  readonly origins: readonly string[];
  /** File of listed documents; null: there are none. */
  readonly documentsFile: string | null;
  /** Whether only listed documents are accepted. */
  readonly onlyDocuments: boolean;
}

/** Which vectors searches use beside full text. */
export interface EmbedderSettings {
  /** Null: the endpoint where there is one, else a model that was added, else latent vectors. */
  readonly choice: (typeof EMBEDDERS)[number] | null;
  /** Folder of the models that were added, absolute. */
  readonly modelsFolder: string;
  /** An endpoint that speaks as OpenAI's embeddings do; null: none. */
  readonly remote: EmbeddingEndpoint | null;
}

const EMBEDDERS = ['latent', 'minilm', 'bge-small', 'remote'] as const;

export type Environment = Readonly<Record<string, string | undefined>>;

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;
const GRAPH_SCHEMES: ReadonlySet<string> = new Set(
  ['bolt', 'neo4j'].flatMap((scheme) => [`${scheme}:`, `${scheme}+s:`, `${scheme}+ssc:`]),
);
const LOG_SCHEMES: ReadonlySet<string> = new Set(['postgres:', 'postgresql:']);
const MAX_PORT = 65_535;
const MAX_RATE = 1_000_000;
/** Per key or address, where the service is not on loopback and `ADDUCE_RATE` is not set. */
const STRANGERS_RATE = 600;
const WHOLE = /^\d{1,9}$/;

const whole = (min: number, max: number) =>
  z.string().regex(WHOLE).transform(Number).pipe(z.int().min(min).max(max));

/** What the name of a corpus may be, in words. */
export const CORPUS_NAME = 'the name of a corpus: lower-case letters, digits and hyphens, at most 63';

/** Each variable with what it accepts, in words that follow "accepts". */
const VARIABLES = {
  ADDUCE_HOST: [
    'an IP address or a host name',
    z.string().refine((text) => isIP(text) > 0 || HOST_NAME.test(text)),
  ],
  ADDUCE_PORT: ['a port from 0 (any free one) to 65535', whole(0, MAX_PORT)],
  ADDUCE_DATA: ['the path of a folder', z.string().refine(mayBeFolder)],
  ADDUCE_LOG: [
    'a postgres:// URL such as postgres://user:password@host:5432/database',
    z.string().refine(isLogUrl),
  ],
  ADDUCE_RECORDS: [
    'a postgres:// URL such as postgres://user:password@host:5432/database',
    z.string().refine(isLogUrl),
  ],
  ADDUCE_GRAPH: ['embedded, or a bolt:// or neo4j:// URL', z.string().refine(isGraph)],
  ADDUCE_GRAPH_USER: ["the account's name on the graph server", z.string()],
  ADDUCE_GRAPH_PASSWORD: ["the account's password on the graph server", z.string()],
  ADDUCE_NUDGE: [
    'a redis://, rediss:// or nats:// URL, with ?channel=NAME where several logs share the server',
    z.string().refine((text) => parseNudgeUrl(text) !== null),
  ],
  RCX_ENFORCE: ['enforce or off', z.enum(['enforce', 'off'])],
  SVC_STUBS_LIFECYCLE: ['on, true or 1; off, false or 0', z.enum(['on', 'off', 'true', 'false', '1', '0'])],
  ADDUCE_CORPUS: [CORPUS_NAME, z.string().refine(isCorpusName)],
  ADDUCE_RATE: [
    'off, or requests per minute from 1 to 1000000',
    z.union([z.literal('off'), whole(1, MAX_RATE)]),
  ],
  ADDUCE_ENGINE_AUTH: ['required or open', z.enum(['required', 'open'])],
  ADDUCE_GRAPHQL_INTROSPECTION: ['on, keys or off', z.enum(['on', 'keys', 'off'])],
  ADDUCE_GRAPHQL_ORIGINS: [
    'origins such as https://explore.example, separated by commas',
    z
      .string()
      .transform((text) => text.split(',').map((origin) => origin.trim()))
      .refine(areOrigins),
  ],
  ADDUCE_GRAPHQL_DOCUMENTS: ['the file of an object of documents by their SHA-256, in JSON', z.string()],
  ADDUCE_GRAPHQL_ONLY_DOCUMENTS: ['on or off', z.enum(['on', 'off'])],
  ADDUCE_LOG_KEY: ['the file of an Ed25519 private key in PEM', z.string()],
  ADDUCE_TOKEN_KEY: ['the file of an Ed25519 private key in PEM', z.string()],
  ADDUCE_LOG_NOTES: ['the path of a file that the program may write', z.string()],
  ADDUCE_PUBLIC_URL: ['the https URL under which clients reach this service', z.url({ protocol: /^https$/ })],
  ADDUCE_TLS_CERT: ['the file of a certificate in PEM, with its chain', z.string()],
  ADDUCE_TLS_KEY: ["the file of that certificate's private key in PEM", z.string()],
  ADDUCE_TRUSTED_PROXIES: [
    'IP addresses and CIDR blocks, separated by commas',
    z
      .string()
      .transform(parseBlocks)
      .refine((blocks) => blocks !== null),
  ],
  ADDUCE_TRUST_POLICY: ['the file of a trust policy in JSON', z.string()],
  ADDUCE_TOKEN: ['a capability token, rcx1.…', z.string().startsWith('rcx1.')],
  ADDUCE_OIDC_ISSUER: [
    'the https URL of an OpenID provider, as its metadata name it (http on loopback)',
    z.string().refine(isIssuer),
  ],
  ADDUCE_OIDC_CLIENT_ID: ["this service's client id at that provider", z.string().regex(/^[ -~]{1,256}$/)],
  ADDUCE_OIDC_CLIENT_SECRET: ["that client's secret, visible ASCII", z.string().regex(/^[ -~]{1,1024}$/)],
  ADDUCE_OIDC_CLIENT_SECRET_FILE: ["the file of that client's secret", z.string()],
  ADDUCE_OIDC_SCOPE: [
    'words separated by spaces, openid among them',
    z.string().refine((text) => /^[!-~]+( [!-~]+)*$/.test(text) && text.split(' ').includes('openid')),
  ],
  ADDUCE_OIDC_CLAIM: ['the name of a claim, or a path to it with dots', z.string().regex(/^[!-~]{1,256}$/)],
  ADDUCE_OIDC_ROLES: [
    'a JSON object of at most 1000 groups such as {"editors": "acme:curator", "*": "acme:reader"}; roles are reader, contributor and curator',
    z
      .string()
      .transform(parseRoleMapping)
      .refine((mapping) => mapping !== null),
  ],
  ADDUCE_EMBEDDER: [EMBEDDERS.join(', '), z.enum(EMBEDDERS)],
  ADDUCE_EMBEDDER_URL: [
    'the http or https URL of an endpoint like https://host/v1',
    z.url({ protocol: /^https?$/ }),
  ],
  ADDUCE_EMBEDDER_MODEL: ["the model's name at that endpoint, at most 128 characters", z.string().max(128)],
  ADDUCE_EMBEDDER_KEY: ["that endpoint's key, visible ASCII", z.string().regex(/^[!-~]{1,1024}$/)],
  ADDUCE_STANCE_JUDGE_URL: ['the http or https URL of an endpoint', z.url({ protocol: /^https?$/ })],
  ADDUCE_STANCE_JUDGE_MODEL: [
    "the model's name at that endpoint, at most 128 characters",
    z.string().min(1).max(128),
  ],
  ADDUCE_STANCE_JUDGE_KEY: ["that endpoint's key, visible ASCII", z.string().regex(/^[!-~]{1,1024}$/)],
  ADDUCE_CHOOSER_URL: [
    'the http or https URL of an endpoint like https://host/v1',
    z.url({ protocol: /^https?$/ }),
  ],
  ADDUCE_CHOOSER_MODEL: [
    "the model's name at that endpoint, at most 128 characters",
    z.string().min(1).max(128),
  ],
  ADDUCE_CHOOSER_KEY: ["that endpoint's key, visible ASCII", z.string().regex(/^[!-~]{1,1024}$/)],
} as const;

type Name = keyof typeof VARIABLES;
/** A URL may hold a password too. */
const SECRETS: ReadonlySet<Name> = new Set([
  'ADDUCE_LOG',
  'ADDUCE_RECORDS',
  'ADDUCE_TOKEN',
  'ADDUCE_OIDC_CLIENT_SECRET',
  'ADDUCE_NUDGE',
  'ADDUCE_EMBEDDER_KEY',
  'ADDUCE_EMBEDDER_URL',
  'ADDUCE_STANCE_JUDGE_KEY',
  'ADDUCE_STANCE_JUDGE_URL',
  'ADDUCE_CHOOSER_KEY',
  'ADDUCE_CHOOSER_URL',
]);
type Value<N extends Name> = z.infer<(typeof VARIABLES)[N][1]>;

/** @throws {CommandFailure} that names the first wrong variable and what it accepts */
export function readSettings(env: Environment): Settings {
  const host = read(env, 'ADDUCE_HOST') ?? '127.0.0.1';
  const dataFolder = resolve(read(env, 'ADDUCE_DATA') ?? '.adduce');
  const publicUrl = read(env, 'ADDUCE_PUBLIC_URL');
  const stubs = read(env, 'SVC_STUBS_LIFECYCLE') ?? 'on';
  const engineAuth = read(env, 'ADDUCE_ENGINE_AUTH') ?? (isLoopback(host) ? 'open' : 'required');
  return {
    host,
    port: read(env, 'ADDUCE_PORT') ?? 4000,
    dataFolder,
    recordsUrl: read(env, 'ADDUCE_RECORDS'),
    graph: locate(env, read(env, 'ADDUCE_LOG') ?? read(env, 'ADDUCE_GRAPH') ?? 'embedded', dataFolder),
    nudge: read(env, 'ADDUCE_NUDGE'),
    enforce: read(env, 'RCX_ENFORCE') ?? 'enforce',
    stubsLifecycle: ['on', 'true', '1'].includes(stubs),
    corpus: read(env, 'ADDUCE_CORPUS'),
    ratePerMinute: rateOf(read(env, 'ADDUCE_RATE'), isLoopback(host) && publicUrl === null),
    engineAuth,
    graphql: graphqlOf(env, engineAuth),
    logKeyFile: read(env, 'ADDUCE_LOG_KEY'),
    tokenKeyFile: read(env, 'ADDUCE_TOKEN_KEY'),
    logNotesFile: read(env, 'ADDUCE_LOG_NOTES'),
    publicUrl,
    tls: tlsOf(read(env, 'ADDUCE_TLS_CERT'), read(env, 'ADDUCE_TLS_KEY')),
    trustedProxies: read(env, 'ADDUCE_TRUSTED_PROXIES'),
    trustPolicyFile: read(env, 'ADDUCE_TRUST_POLICY'),
    token: read(env, 'ADDUCE_TOKEN'),
    signIn: signInOf({
      issuer: read(env, 'ADDUCE_OIDC_ISSUER'),
      clientId: read(env, 'ADDUCE_OIDC_CLIENT_ID'),
      clientSecret: read(env, 'ADDUCE_OIDC_CLIENT_SECRET'),
      clientSecretFile: read(env, 'ADDUCE_OIDC_CLIENT_SECRET_FILE'),
      scope: read(env, 'ADDUCE_OIDC_SCOPE'),
      claim: read(env, 'ADDUCE_OIDC_CLAIM'),
      mapping: read(env, 'ADDUCE_OIDC_ROLES'),
    }),
    embedder: {
      choice: read(env, 'ADDUCE_EMBEDDER'),
      modelsFolder: join(dataFolder, 'models'),
      remote: remoteOf(env, 'ADDUCE_EMBEDDER'),
    },
    stanceJudge: stanceJudgeOf(env),
    chooser: remoteOf(env, 'ADDUCE_CHOOSER'),
  };
}

/** @throws {CommandFailure} where only listed documents are taken and none are listed */
function graphqlOf(env: Environment, engineAuth: Settings['engineAuth']): GraphqlSettings {
  const documentsFile = read(env, 'ADDUCE_GRAPHQL_DOCUMENTS');
  const onlyDocuments = read(env, 'ADDUCE_GRAPHQL_ONLY_DOCUMENTS') === 'on';
  if (onlyDocuments && documentsFile === null) {
    throw usage(
      `ADDUCE_GRAPHQL_DOCUMENTS is not set, ADDUCE_GRAPHQL_ONLY_DOCUMENTS is on: it accepts ${VARIABLES.ADDUCE_GRAPHQL_DOCUMENTS[0]}`,
    );
  }
  return {
    introspection: read(env, 'ADDUCE_GRAPHQL_INTROSPECTION') ?? (engineAuth === 'open' ? 'on' : 'keys'),
    origins: read(env, 'ADDUCE_GRAPHQL_ORIGINS') ?? [],
    documentsFile,
    onlyDocuments,
  };
}

/** @throws {CommandFailure} where one of address and model is set without the other, or a key without them */
function remoteOf(env: Environment, what: 'ADDUCE_EMBEDDER' | 'ADDUCE_CHOOSER'): EmbeddingEndpoint | null {
  const url = read(env, `${what}_URL`);
  const model = read(env, `${what}_MODEL`);
  const key = read(env, `${what}_KEY`);
  if (url === null && model === null && key === null) return null;
  if (url !== null && model !== null) return { url, model, key };
  const missing = url === null ? (`${what}_URL` as const) : (`${what}_MODEL` as const);
  throw usage(`${missing} is not set, others of its endpoint are: it accepts ${VARIABLES[missing][0]}`);
}

/** @throws {CommandFailure} where a model or a key is set without an address */
function stanceJudgeOf(env: Environment): RemoteModelOptions | null {
  const url = read(env, 'ADDUCE_STANCE_JUDGE_URL');
  const model = read(env, 'ADDUCE_STANCE_JUDGE_MODEL');
  const key = read(env, 'ADDUCE_STANCE_JUDGE_KEY');
  if (url !== null) return { url, model, key };
  if (model === null && key === null) return null;
  throw usage(
    `ADDUCE_STANCE_JUDGE_URL is not set, its model or key is: it accepts ${VARIABLES.ADDUCE_STANCE_JUDGE_URL[0]}`,
  );
}

/** A proxy on the same machine brings strangers to a loopback address too. */
function rateOf(given: number | 'off' | null, isPrivate: boolean): number | null {
  if (given === null) return isPrivate ? null : STRANGERS_RATE;
  return given === 'off' ? null : given;
}

/** @throws {CommandFailure} where one is set without the other */
function tlsOf(certFile: string | null, keyFile: string | null): TlsFiles | null {
  if (certFile === null && keyFile === null) return null;
  if (certFile !== null && keyFile !== null) return { certFile, keyFile };
  const missing = certFile === null ? 'ADDUCE_TLS_CERT' : 'ADDUCE_TLS_KEY';
  throw usage(`${missing} is not set, its pair is: it accepts ${VARIABLES[missing][0]}`);
}

/**
 * The store that a text means: `embedded` (in the data folder), `embedded:PATH`, a bolt or neo4j URL with the account
 * of the environment, a folder, or a postgres URL: a log there, and the graph store of the environment.
 * @throws {CommandFailure} for a URL without an account
 */
export function locate(env: Environment, text: string, dataFolder: string): StoreLocation {
  if (!isLogUrl(text)) return locateWhole(env, text, dataFolder);
  return {
    kind: 'shared',
    url: text,
    graph: locateWhole(env, read(env, 'ADDUCE_GRAPH') ?? 'embedded', dataFolder),
  };
}

function locateWhole(env: Environment, text: string, dataFolder: string): WholeStoreLocation {
  if (text === 'embedded') return { kind: 'embedded', path: dataFolder };
  if (!isGraphUrl(text)) return { kind: 'embedded', path: resolve(text.replace(/^embedded:/, '')) };
  const password = read(env, 'ADDUCE_GRAPH_PASSWORD');
  if (password === null) {
    throw usage(`ADDUCE_GRAPH_PASSWORD is not set: it accepts ${VARIABLES.ADDUCE_GRAPH_PASSWORD[0]}`);
  }
  return { kind: 'neo4j', url: text, user: read(env, 'ADDUCE_GRAPH_USER') ?? 'neo4j', password };
}

/**
 * A service outside loopback uses TLS, by itself or by a proxy in front of it (docs/spec/decisions.md#7-tls).
 * @throws {CommandFailure} for a bind outside loopback without TLS files and without an https `ADDUCE_PUBLIC_URL`
 */
export function checkBind({ host, publicUrl, tls }: Settings): void {
  if (isLoopback(host) || publicUrl !== null || tls !== null) return;
  throw usage(
    `ADDUCE_HOST is ${host}, outside loopback: set ADDUCE_PUBLIC_URL too, it accepts ${VARIABLES.ADDUCE_PUBLIC_URL[0]}; or ADDUCE_TLS_CERT and ADDUCE_TLS_KEY`,
  );
}

/** The variable's value, null where it is not set or empty. */
function read<N extends Name>(env: Environment, name: N): Value<N> | null {
  const text = env[name];
  if (text === undefined || text === '') return null;
  const [accepts, schema] = VARIABLES[name];
  const parsed = schema.safeParse(text);
  // The schema is the one that `Value` is inferred from; the compiler cannot see that through the index.
  if (parsed.success) return parsed.data as Value<N>;
  throw usage(`${name} is ${shown(name, text)}: it accepts ${accepts}`);
}

/** Values that may be secret are not repeated. */
function shown(name: Name, text: string): string {
  return SECRETS.has(name) ? 'wrong' : JSON.stringify(text);
}

/** A folder, or nothing yet. */
function mayBeFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true;
}

/** As a browser writes them in `Origin`. */
function areOrigins(origins: readonly string[]): boolean {
  return origins.every((origin) => /^https?:/.test(origin) && URL.parse(origin)?.origin === origin);
}

function isGraph(text: string): boolean {
  return text === 'embedded' || isGraphUrl(text);
}

function isLogUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && LOG_SCHEMES.has(url.protocol) && url.hostname !== '';
}

function isGraphUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && GRAPH_SCHEMES.has(url.protocol) && url.hostname !== '';
}
