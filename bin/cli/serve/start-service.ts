/** From the settings to a service that listens, step by step; a step that fails undoes those before it. */
import { setTimeout as pause } from 'node:timers/promises';
import { ensureWeb } from '../../../bff/web-build.ts';
import { warmReading } from '../../../engine/answer/warm-reading.ts';
import { nextSlice } from '../../../engine/slices.ts';
import type { HttpServer } from '../../../gateway/http/node-http.ts';
import { LoopMetrics } from '../../../gateway/metrics.ts';
import type { VerifiedEnd } from '../../../graph/log/check-log.ts';
import type { LogReader } from '../../../graph/store/log.ts';
import { readRecord } from '../../../graph/store/records.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { skippedRows, summaryOf } from '../ingest-source.ts';
import type { OpenedEngine } from '../open-engine.ts';
import { placeOf } from '../open-store.ts';
import type { Output } from '../output.ts';
import { Progress } from '../progress.ts';
import type { Settings, StoreLocation } from '../settings.ts';
import { SYSTEM_CLOCK } from '../system-clock.ts';
import { tableLines } from '../table.ts';
import { bind } from './bind.ts';
import { checkBeside, checkStart } from './check-store.ts';
import { firstRun } from './first-run.ts';
import { openFrontKey } from './front-key.ts';
import { createHandlers, type Handlers } from './handlers.ts';
import { LeasedWork } from './leased-work.ts';
import { type OpeningHooks, openReady } from './open-ready.ts';
import { readClientSecret } from './read-client-secret.ts';
import { readTls } from './read-tls.ts';
import { servedVerifier } from './served-verifier.ts';

/** Requests under way when the service closes get this long; then they are cut off. */
const GRACE_MS = 6_000;
/** Rounds of the event loop before the end: it accepts one connection of a socket a round, and reads it in a later one. */
const ACCEPT_ROUNDS = 128;
/** How long the start waits for the observation of known sources, which then continues in the background. */
const MAX_OBSERVING_MS = 5_000;

export interface Service {
  /** `http://HOST:PORT` as it is bound, https with a certificate. */
  readonly url: string;
  /**
   * Accepts nothing more, finishes what was accepted, sends the sockets their last position, and closes the store.
   */
  close(): Promise<void>;
}

export interface ServiceHooks extends OpeningHooks {
  readonly output: Output;
}

/** Throws as `readTls`, `readClientSecret`, `openEngine` and `checkStart` do, a failure where the port is taken, and the reason of `ending`. */
export async function startService(settings: Settings, hooks: ServiceHooks): Promise<Service> {
  const { onFault, ending } = hooks;
  await using undo = new AsyncDisposableStack();
  const tls = settings.tls === null ? null : await readTls(settings.tls, SYSTEM_CLOCK.now());
  const signIn = settings.signIn === null ? null : await readClientSecret(settings.signIn);
  const webFolder = buildPage(onFault);
  const verifier = servedVerifier(onFault);
  const opened = undo.use(await openReady(settings, tls, hooks));
  const end = await checkStart(opened);
  await prepareStore(opened, settings, hooks, end.size);
  const reached = { at: settings.publicUrl };
  const metrics = undo.use(new LoopMetrics());
  const handlers = await createHandlers({
    engine: opened.engine,
    settings,
    version: manifest.version,
    front: await openFrontKey(opened.engine.keys, settings.dataFolder),
    reachedAt: () => reached.at,
    signIn,
    webFolder: await webFolder,
    verifier: await verifier,
    ending,
    metrics: metrics.handle,
    onFault,
  });
  undo.defer(() => handlers.bff.close());
  const unverified = await handlers.bff.checkLog();
  if (unverified !== null) hooks.output.note(otherLog(unverified.message));
  const leased = undo.use(leasedWorkOf(opened, hooks));
  await Promise.race([leased.start(), pause(MAX_OBSERVING_MS, undefined, { ref: false })]);
  const stopBeliefs = opened.engine.beliefProjection.follow(onFault);
  undo.defer(stopBeliefs);
  const stopEmbedding = opened.engine.embedding?.follow(onFault) ?? (async () => undefined);
  undo.defer(stopEmbedding);
  const stopChecking = checkRest(opened, end);
  undo.defer(stopChecking);
  ending.throwIfAborted();
  const server = await bind(
    { ...settings, tls },
    { ...handlers, onUpgrade: handlers.upgrade, onFault, onExchange: hooks.onExchange },
  );
  reached.at ??= server.url;
  const warmed = warmReading().catch(onFault);
  undo.move();
  return {
    url: server.url,
    close: () =>
      close({
        opened,
        server,
        handlers,
        stopWork: [
          stopChecking,
          () => leased[Symbol.asyncDispose](),
          stopBeliefs,
          stopEmbedding,
          () => warmed,
          async () => metrics[Symbol.dispose](),
        ],
      }),
  };
}

/** The built page's folder; null where the build fails, after which the service runs without a page. */
async function buildPage(onFault: (fault: unknown) => void): Promise<string | null> {
  try {
    return await ensureWeb();
  } catch (fault) {
    onFault(fault);
    return null;
  }
}

/** Says how large the log is; then ingests the demo corpus where there is none yet. */
async function prepareStore(
  { engine }: OpenedEngine,
  settings: Settings,
  hooks: ServiceHooks,
  entries: number,
): Promise<void> {
  const { output, ending } = hooks;
  const { graph } = settings;
  output.note(`store  ${nameOf(graph)}, ${entries} entries`);
  const progress = new Progress('ingest');
  const onProgress = (done: number, of: number) => progress.update(done, of);
  const report = await firstRun(engine, { onProgress, signal: ending });
  progress.end();
  if (report !== null) {
    output.note(`${report.corpus}: ${summaryOf(report)}`);
    for (const line of tableLines(skippedRows(report))) output.note(line);
  }
  const { corpus } = settings;
  // Not a failure: it may be ingested beside the running service.
  if (corpus !== null && (await readRecord(engine.store, 'corpora', corpus)) === null)
    output.note(missingCorpus(corpus));
}

function nameOf(location: StoreLocation): string {
  const name = `${placeOf(location)} (${location.kind === 'shared' ? 'postgres' : location.kind})`;
  return location.kind === 'shared' ? `${name}, graph ${nameOf(location.graph)}` : name;
}

/** Verifies, beside requests, the entries that the start has left out. The returned function ends it. */
function checkRest({ engine, onFault }: OpenedEngine, end: VerifiedEnd): () => Promise<void> {
  const closing = new AbortController();
  const checking = checkBeside(engine.store, end, closing.signal).catch(onFault);
  return async () => {
    closing.abort();
    await checking;
  };
}

function otherLog(fault: string): string {
  return `the page holds every answer back: ${fault}. If you have replaced or restored the store, run: adduce log forget`;
}

function missingCorpus(name: string): string {
  return `ADDUCE_CORPUS is ${name}, which is not in the store yet: until it is ingested, requests must name their corpus`;
}

function leasedWorkOf({ engine }: OpenedEngine, { output, onFault }: ServiceHooks): LeasedWork {
  return new LeasedWork({
    engine,
    onFault,
    onGone: ({ corpus, paths }) => output.note(`${corpus}: its source is no longer at ${paths.join(', ')}`),
  });
}

interface Running {
  readonly opened: OpenedEngine;
  readonly server: HttpServer;
  readonly handlers: Handlers;
  /** Work beside requests. */
  readonly stopWork: readonly (() => Promise<void>)[];
}

async function close({ opened, server, handlers, stopWork }: Running): Promise<void> {
  const { engine } = opened;
  // Connections that the system has taken meanwhile are read first: closing would reset them.
  for (let round = 0; round < ACCEPT_ROUNDS; round += 1) await nextSlice();
  const served = server.close(GRACE_MS);
  for (const stop of stopWork) await stop();
  await engine.writer.settled();
  await handlers.graphql.close(await lastSeqOf(engine.store));
  await handlers.bff.close();
  await served;
  await engine.writer.settled();
  await opened[Symbol.asyncDispose]();
}

/** Null while the store is away: clients come back with the position that they have. */
async function lastSeqOf(store: LogReader): Promise<number | null> {
  try {
    return (await store.head()).size - 1;
  } catch (fault) {
    if (fault instanceof StoreUnavailable) return null;
    throw fault;
  }
}
