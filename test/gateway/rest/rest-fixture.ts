/** The REST surface over a real engine on a real store that holds a few documents. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '../../../engine/create-engine.ts';
import type { Engine } from '../../../engine/engine.ts';
import { createKeyService } from '../../../engine/keys/create-key-service.ts';
import type { MintTokenRequest } from '../../../engine/keys/keys.ts';
import { DEFAULT_TRUST_POLICY } from '../../../engine/select/trust-policy.ts';
import { createStubIds } from '../../../engine/stubs/stub-ids.ts';
import type { Handle } from '../../../gateway/http/connection.ts';
import type { GatewayConfig } from '../../../gateway/operations/gateway-config.ts';
import { createRest } from '../../../gateway/rest/create-rest.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import { decodeCanonical, encodeCanonical } from '../../../graph/canonical.ts';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { signCheckpoint, verifierText } from '../../../graph/log/checkpoint.ts';
import { LOG_KEY_NOTE } from '../../../graph/log/log-keys.ts';
import { readRange } from '../../../graph/store/ranges.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { writeEmptyStore } from '../../graph/embedded/write-empty-store.ts';
import { undescribed } from '../openapi/description.ts';

export const NOW = '2026-11-21T09:00:00.000Z';
export const CORPUS = 'lakes';
export const OTHER_CORPUS = 'towers';
/** The log's name. */
const ORIGIN = 'test.example';
export const QUESTION = 'How deep is Lake Vell?';

/** Four publishers on invented lakes: two agree, one is older and disagrees, one is about something else. */
const DOCUMENTS = [
  {
    id: 'survey',
    domain: 'survey.example',
    published: '2024-05-02',
    text: 'Lake Vell is 212 metres deep. Lake Vell lies in Orland.',
  },
  { id: 'atlas', domain: 'atlas.example', published: '2024-06-01', text: 'Lake Vell is 212 metres deep.' },
  { id: 'guide', domain: 'guide.example', published: '2011-03-04', text: 'Lake Vell is 190 metres deep.' },
  {
    id: 'moor',
    domain: 'moor.example',
    published: '2023-01-09',
    text: 'Lake Moor freezes every winter. Lake Moor is 40 metres deep.',
  },
];
const OTHER_DOCUMENTS = [
  {
    id: 'tower',
    domain: 'tower.example',
    published: '2022-02-02',
    text: 'The Arden Tower is 310 metres tall.',
  },
];

export interface RestFixture extends AsyncDisposable {
  readonly engine: Engine;
  readonly store: GraphStore;
  /** Faults that a handler reported. */
  readonly faults: unknown[];
  /** Another engine with the same keys, over a store that a test has wrapped. */
  engineOver(store: GraphStore): Engine;
  /** Another surface over the same engine. */
  rest(config?: Partial<GatewayConfig>, engine?: Engine): Handle;
  /** One whose trust policy refuses a licence; it counts calls. */
  restRefusing(licence: string): Handle;
  mint(request?: Partial<MintTokenRequest>): Promise<string>;
  mintKey(org: string): Promise<string>;
  /** The claim of the corpus whose text contains this. */
  claim(text: string): Promise<ClaimAddr>;
  setTime(instant: string): void;
}

/** @param options.logKey signs checkpoints; without it a key of the fixture's own */
export async function openRestFixture({
  isEmpty = false,
  logKey = generateKeyPairSync('ed25519').privateKey,
} = {}): Promise<RestFixture> {
  const path = await mkdtemp(join(tmpdir(), 'adduce-rest-'));
  await writeEmptyStore(path);
  const store = await openEmbedded({ path });
  const tokenKey = generateKeyPairSync('ed25519').privateKey;
  const faults: unknown[] = [];
  const verifier = { name: ORIGIN, key: createPublicKey(logKey) };
  await store.transact((tx) => tx.saveNote(LOG_KEY_NOTE, verifierText(verifier)));
  let now = NOW;
  const clock = { now: () => now };
  const follows = new DisposableStack();
  const engineOver = (over: GraphStore, policy = DEFAULT_TRUST_POLICY) =>
    createEngine({
      store: over,
      clock,
      policy,
      sign: async ({ size, root }) => signCheckpoint({ origin: ORIGIN, size, root }, logKey),
      defaultCorpus: null,
      keys: (writer) => follows.use(createKeyService({ store: over, writer, clock, tokenKey })),
      stubs: createStubIds(tokenKey),
    });
  const engine = engineOver(store);
  if (!isEmpty) {
    await ingest(engine, CORPUS, DOCUMENTS);
    await ingest(engine, OTHER_CORPUS, OTHER_DOCUMENTS);
  }
  const config: GatewayConfig = {
    enforce: 'enforce',
    engineAuth: 'open',
    ratePerMinute: null,
    answersTo: null,
    stubsLifecycle: true,
    version: '0.0.0-test',
    onFault: (fault) => faults.push(fault),
  };
  return {
    engine,
    store,
    faults,
    engineOver,
    rest: (parts = {}, over = engine) => createRest({ engine: over, config: { ...config, ...parts } }),
    restRefusing: (licence) => {
      const licences = { ...DEFAULT_TRUST_POLICY.licences, refused: [licence] };
      const refusing = engineOver(store, { ...DEFAULT_TRUST_POLICY, id: 'refusing/1', licences });
      return createRest({ engine: refusing, config: { ...config, ratePerMinute: 10_000 } });
    },
    mint: async (request = {}) => {
      const minted = await engine.keys.mintToken({
        capabilities: ['svc.evidence'],
        standing: 700,
        ttl: 'P1D',
        actor: null,
        ...request,
      });
      if (!minted.ok) throw new Error(minted.refusal.message);
      return minted.value.token;
    },
    mintKey: async (org) => (await engine.keys.mintKey(org)).key,
    claim: (text) => claimSaying(store, text),
    setTime: (instant) => {
      now = instant;
    },
    [Symbol.asyncDispose]: async () => {
      follows.dispose();
      await engine.writer.settled();
      await store[Symbol.asyncDispose]();
      await rm(path, { recursive: true });
    },
  };
}

async function ingest(engine: Engine, corpus: string, documents: readonly (typeof DOCUMENTS)[number][]) {
  const lines = documents.map(({ id, domain, published, text }) => {
    const title = text.split('. ', 1)[0];
    return JSON.stringify({
      id,
      url: `https://${domain}/${id}`,
      title,
      text,
      domain,
      licence: 'CC-BY-4.0',
      published,
      lang: 'en',
    });
  });
  const file = { name: 'documents.jsonl', bytes: Buffer.from(lines.join('\n')) };
  await engine.ingest([file], { corpus, source: 'test', onProgress: () => undefined });
}

async function claimSaying(store: GraphStore, text: string): Promise<ClaimAddr> {
  const artefacts = await readRange(store, 'artefacts', { corpus: CORPUS, after: -1 }, { limit: 100 });
  const occurrences = await store.ranges('occurrencesIn', {
    by: artefacts.map(({ record }) => record.artefact_id),
  });
  const addrs = [...new Set(occurrences.flat().map(({ claim }) => claim))];
  const claims = await store.records('claims', addrs);
  const found = claims.find((claim) => claim?.core.text.includes(text));
  if (!found) throw new Error(`no claim says ${text}`);
  return found.addr;
}

export const FORMATS = ['json', 'cbor'] as const;
export type Format = (typeof FORMATS)[number];

export interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly format?: Format;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

// A test looks into bodies of every shape.
// biome-ignore lint/suspicious/noExplicitAny: what is looked at is what the test is about
export type Body = any;

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export function requestTo(
  path: string,
  { method = 'GET', body, format = 'json', token, headers }: Sent = {},
): Request {
  const type = `application/${format}`;
  const all = new Headers({ accept: type, ...(token && { authorization: `Bearer ${token}` }) });
  if (body !== undefined) all.set('content-type', type);
  for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
  return new Request(`http://engine.example${path}`, { method, headers: all, body: encoded(body, format) });
}

function encoded(body: unknown, format: Format): BodyInit | null {
  if (body === undefined) return null;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return format === 'json' ? JSON.stringify(body) : new Uint8Array(encodeCanonical(body));
}

/** Sends a request and decodes the reply by its own content type: CBOR must be canonical, and either as it is described. */
export async function send(handle: Handle, path: string, sent: Sent = {}): Promise<Received> {
  const reply = await received(await handle(requestTo(path, sent)));
  const method = sent.method ?? 'GET';
  if (method !== 'HEAD') {
    const { pathname } = new URL(path, 'http://engine.example');
    const fault = undescribed({ ...reply, method, path: pathname });
    if (fault !== null) throw new Error(`the reply is not as it is described: ${fault}`);
  }
  return reply;
}

export async function received(response: Response): Promise<Received> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isCbor = response.headers.get('content-type') === 'application/cbor';
  const body: Body = isCbor ? decodeCanonical(bytes) : JSON.parse(Buffer.from(bytes).toString() || 'null');
  return { status: response.status, headers: response.headers, body };
}
