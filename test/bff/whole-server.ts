/** Everything on one port, as `adduce serve` puts it together: embedded store, engine, REST, GraphQL, BFF, page. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bff, type BffOptions, createBff } from '../../bff/create-bff.ts';
import type { DocumentIngest } from '../../bff/documents/ingest-folder.ts';
import { PAGE_PREFIXES } from '../../bff/page.ts';
import { contributorTokens } from '../../bin/cli/contributor-tokens.ts';
import { ingestSource } from '../../bin/cli/ingest-source.ts';
import { DOCUMENTS } from '../../bin/cli/serve/added-documents.ts';
import { sourceName } from '../../bin/cli/sources.ts';
import type { Engine } from '../../engine/engine.ts';
import type { SourceFile } from '../../engine/ingest/ingest.ts';
import { type AdduceClient, createClient } from '../../gateway/client/create-client.ts';
import { createGraphql } from '../../gateway/graphql/create-graphql.ts';
import type { HttpConnection } from '../../gateway/http/connection.ts';
import { serve } from '../../gateway/http/node-http.ts';
import { fileOfReceipt } from '../../gateway/receipt-page/receipt-file.ts';
import { createRest } from '../../gateway/rest/create-rest.ts';
import type { AnswerId } from '../../graph/address.ts';
import { openEmbedded } from '../../graph/embedded/open.ts';
import { keyListText } from '../../graph/log/key-list.ts';
import { ingestInto, jsonLines } from '../engine/documents.ts';
import { createTestEngine, TestClock, testVerifier } from '../engine/test-engine.ts';
import { graphqlConfig } from '../gateway/graphql/graphql-config.ts';
import { writeEmptyStore } from '../graph/embedded/write-empty-store.ts';
import { writeEmptyRecords } from './write-empty-records.ts';

export interface WholeServer extends AsyncDisposable {
  readonly url: string;
  readonly engine: Engine;
  readonly bff: Bff;
  readonly clock: TestClock;
  /** The page's engine key. */
  readonly key: string;
  readonly client: AdduceClient;
  /** Faults that callers saw as a 5xx. */
  readonly faults: readonly unknown[];
}

export interface WholeServerOptions {
  readonly folder: string;
  /** 0: any. */
  readonly port?: number;
  readonly bff?: Partial<BffOptions>;
  /** Whether callers are counted by their address too; all of a test's come from one. */
  readonly byAddress?: boolean;
}

const GRACE_MS = 200;
/** The organisation of the page's key. */
const ORG = 'local';

/** Starts on what the folder holds. */
export async function startWholeServer({
  folder,
  port = 0,
  bff: more,
  byAddress = false,
}: WholeServerOptions): Promise<WholeServer> {
  await writeEmptyStore(folder);
  await writeEmptyRecords(folder);
  const store = await openEmbedded({ path: folder });
  const clock = new TestClock();
  const engine = createTestEngine(store, clock);
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => faults.push(fault);
  const shared = { engineAuth: 'open', onFault } as const;
  const rest = createRest({
    engine,
    config: {
      ...shared,
      enforce: 'enforce',
      ratePerMinute: null,
      answersTo: null,
      stubsLifecycle: true,
      version: '0.0.0',
    },
  });
  const graphql = createGraphql({ engine, config: graphqlConfig(shared) });
  const unfollow = engine.monitor.follow(onFault);
  // The BFF needs the address that is bound, and the server needs the BFF.
  let bff: Bff | null = null;
  const page = async (request: Request, connection?: HttpConnection): Promise<Response> => {
    const network = byAddress ? (connection?.remoteAddress ?? null) : null;
    const trace = connection?.trace?.id ?? 'test';
    return (await bff?.handle(request, { network, trace })) ?? new Response(null, { status: 503 });
  };
  const server = await serve({
    host: '127.0.0.1',
    port,
    routes: [
      { prefix: '/graphql', handle: graphql.handle },
      ...PAGE_PREFIXES.map((prefix) => ({ prefix, handle: page })),
    ],
    fallback: (request, connection) =>
      new URL(request.url).pathname === '/' ? page(request, connection) : rest(request, connection),
    onUpgrade: graphql.upgrade,
    onFault,
  });
  const { key } = await engine.keys.mintKey(ORG);
  const made = await createBff({
    engineUrl: server.url,
    engineFetch: (request) => (request.url.includes('/graphql') ? graphql.handle(request) : rest(request)),
    apiKey: key,
    logKeys: keyListText([{ verifier: testVerifier, fromSize: 0, untilSize: null }]),
    engineRate: null,
    receiptFile: fileOfReceipt,
    mintToken: contributorTokens(engine.keys),
    documents: documentsInto(engine),
    onFault,
    org: ORG,
    dataFolder: folder,
    webFolder: null,
    publicUrl: null,
    clock,
    ...more,
  });
  bff = made;
  return {
    url: server.url,
    engine,
    key,
    bff: made,
    clock,
    client: createClient({ baseUrl: server.url, apiKey: key }),
    faults,
    [Symbol.asyncDispose]: async () => {
      await made.close();
      const { size } = await store.head();
      const closed = server.close(GRACE_MS);
      await graphql.close(size - 1);
      await closed;
      await unfollow();
      await engine.writer.settled();
      await store[Symbol.asyncDispose]();
    },
  };
}

/** As the program does beside itself, in this process: the store is open here alone. */
function documentsInto(engine: Engine): DocumentIngest {
  const ingest: DocumentIngest['ingest'] = async ({ corpus, folder, onProgress, signal }) => {
    const source = { corpus, name: sourceName([folder]), paths: [folder] };
    const report = await ingestSource(engine, source, { onProgress, signal });
    return { ...report, skippedCount: report.skipped.length };
  };
  return { ...DOCUMENTS, ingest };
}

/** A folder for a server's data, removed when disposed. */
export async function dataFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'adduce-bff-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

export const MOONS = 'How many moons does Saturn have?';

/** One publisher on Saturn's moons: two vetted disputes outweigh it. Another on Jupiter's. */
function moonDocuments(): SourceFile {
  const day = '2026-09-28';
  return jsonLines([
    { id: 'a', text: 'Saturn has 62 known moons.', domain: 'a.example', day, title: 'Ring watch' },
    { id: 'b', text: 'Jupiter has 79 known moons.', domain: 'b.example', day, title: 'Sky almanac' },
  ]);
}

export async function ingestMoons(engine: Engine): Promise<void> {
  await ingestInto(engine, 'sky', [moonDocuments()]);
}

/** The claims of an answer of any tenant. @param answerId `ans_…` */
export async function claimsOf({ engine }: WholeServer, answerId: string): Promise<readonly string[]> {
  const id = answerId as AnswerId;
  const [stored] = await engine.store.records('answers', [id]);
  const known = stored && (await engine.answer(id, stored.tenant));
  if (!known) throw new Error(`there is no answer ${answerId}`);
  return known.answer.claims.map(({ addr }) => addr);
}

/** Two vetted readers dispute a claim. */
export function disputeTwice(server: WholeServer, claim: string): Promise<void> {
  return dispute(server, claim, ['one', 'two']);
}

/** Vetted readers dispute a claim, one of each name. */
export async function dispute(server: WholeServer, claim: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const minted = await server.engine.keys.mintToken({
      capabilities: ['svc.evidence'],
      standing: 1_000,
      ttl: 'P30D',
      actor: null,
    });
    if (!minted.ok) throw new Error(minted.refusal.message);
    const client = createClient({
      baseUrl: server.url,
      headers: { authorization: `Bearer ${minted.value.token}` },
    });
    const evidence = [
      { ref: `https://${name}.example/recount`, hash: name.padEnd(64, '0'), kind: 'source' as const },
      { ref: `https://${name}.example/recount-2`, hash: name.padEnd(64, '1'), kind: 'reproduction' as const },
    ];
    await client.evidence(claim, { kind: 'dispute', evidence });
  }
}
