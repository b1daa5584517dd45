/** What a store costs at growing sizes: one store that grows, measured whenever it reaches a size. */
import type { Engine } from '../engine/engine.ts';
import type { ClaimAddr } from '../graph/address.ts';
import { readRange } from '../graph/store/ranges.ts';
import { append, evidenceOf, ingestInto, openEngineOver, viewOf } from './engine-over.ts';
import { watchLoop } from './loop-watch.ts';
import { addDocuments, manyDocuments, nameOf, PLACES_CORPUS } from './many-documents.ts';
import { sample } from './sample.ts';
import type { OpenedStore, StoreKind } from './stores.ts';

/** Sentences of a document; claims are counted, this only says how many documents to add. */
const CLAIMS_A_DOCUMENT = 7;
const GROWN_AT_ONCE = 1_000;
/** Each batch is measured, and the cheapest counts: what other processes of the machine add is never less than nothing. */
const BATCHES = 5;
/**
 * Of the documents of the smallest store: one of which half is added while it is measured is not of its size. Every size has
 * the same batch: of a larger one, more is collected as garbage while it is measured.
 */
const SHARE_OF_BATCH = 6;
const DOCUMENTS_A_BATCH = { least: 20, most: 200 };
const APPENDS = 64;
const QUESTIONS = 30;
const P95 = 0.95;

/** Milliseconds and bytes. CPU is of this process with all threads. */
export interface GrowthPoint {
  readonly claims: number;
  readonly documents: number;
  readonly entries: number;
  /** Of a document, read, related and written. */
  readonly documentCpu: number;
  /** The same with its vectors, and with the end of the ingest, once for all of a batch. */
  readonly vectoredCpu: number;
  /** Of following the log with beliefs, a claim that was added since the last point, and the longest slice of the thread meanwhile. */
  readonly followedCpu: number;
  readonly followedSlice: number;
  readonly appendCpu: number;
  readonly askMedian: number;
  readonly askP95: number;
  /** Most CPU of the serving thread between two events of its loop, over all questions. */
  readonly longestSlice: number;
  /** Of documents that were added since the last point, with their beliefs, and without vectors, answers and other evidence. */
  readonly bytesPerClaim: number | null;
  readonly resident: number;
  /** Of the store's server for all that was measured at this size; null for the embedded store. */
  readonly serverCpu: number | null;
}

export async function measureGrowth(kind: StoreKind, sizes: readonly number[]): Promise<GrowthPoint[]> {
  await using undo = new AsyncDisposableStack();
  const opened = undo.use(await kind.open());
  const { engine } = undo.use(openEngineOver(opened));
  const corpus = { documents: 0, claims: 0 };
  const points: GrowthPoint[] = [];
  let before = { claims: 0, bytes: 0 };
  let batch: number | null = null;
  for (const size of sizes) {
    await growTo(engine, corpus, size);
    const { cpu, turn } = await watchLoop(() => engine.beliefProjection.catchUp());
    const bytes = await opened.bytes();
    const added = corpus.claims - before.claims;
    if (added <= 0) throw new RangeError(`measuring ${before.claims} claims left no room to grow to ${size}`);
    // Vectors of all that was added.
    await addWithVectors(engine, corpus, 1);
    const grown = {
      ...{ followedCpu: cpu / added, followedSlice: turn },
      bytesPerClaim: bytes === null ? null : (bytes - before.bytes) / added,
    };
    batch ??= batchOf(corpus.documents);
    points.push({
      ...(await measurePoint(opened, engine, corpus, { index: sizes.indexOf(size), batch })),
      ...grown,
    });
    // Evidence and answers that were measured are not of the next size.
    await engine.beliefProjection.catchUp();
    before = { claims: corpus.claims, bytes: (await opened.bytes()) ?? 0 };
    console.error(`measured at ${size} claims`);
  }
  return points;
}

interface Grown {
  documents: number;
  claims: number;
}

async function growTo(engine: Engine, corpus: Grown, claims: number): Promise<void> {
  while (corpus.claims < claims) {
    const lacking = Math.ceil((claims - corpus.claims) / CLAIMS_A_DOCUMENT);
    corpus.claims += await add(engine, corpus, Math.min(GROWN_AT_ONCE, lacking));
  }
}

async function addWithVectors(engine: Engine, corpus: Grown, count: number): Promise<void> {
  const files = [manyDocuments(corpus.documents, count)];
  corpus.claims += (await ingestInto(engine, PLACES_CORPUS, files)).claims;
  corpus.documents += count;
}

async function add(engine: Engine, corpus: Grown, count: number): Promise<number> {
  const claims = await addDocuments(engine.store, corpus.documents, count);
  corpus.documents += count;
  return claims;
}

async function measurePoint(
  opened: OpenedStore,
  engine: Engine,
  corpus: Grown,
  { index, batch }: { readonly index: number; readonly batch: number },
): Promise<Omit<GrowthPoint, 'followedCpu' | 'followedSlice' | 'bytesPerClaim'>> {
  const before = (await opened.meter?.()) ?? null;
  const size = { ...corpus, entries: (await engine.store.head()).size };
  const documentCpu = await cheapest(async () => {
    corpus.claims += await add(engine, corpus, batch);
  }, batch);
  const vectoredCpu = await cheapest(() => addWithVectors(engine, corpus, batch), batch);
  const appendCpu = await appends(engine, index);
  const questions = await ask(engine, index);
  globalThis.gc?.();
  const after = (await opened.meter?.()) ?? null;
  return {
    ...size,
    ...{ documentCpu, vectoredCpu, appendCpu, ...questions },
    resident: process.memoryUsage.rss(),
    serverCpu: before === null || after === null ? null : after - before,
  };
}

function batchOf(documents: number): number {
  const { least, most } = DOCUMENTS_A_BATCH;
  return Math.min(most, Math.max(least, Math.floor(documents / SHARE_OF_BATCH)));
}

/** CPU of one of `count`, of the cheapest batch. */
async function cheapest(batch: () => Promise<void>, count: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < BATCHES; n += 1) {
    const { cpu } = await sample(null, async () => {
      await batch();
      return { document: count };
    });
    least = Math.min(least, cpu / count);
  }
  return least;
}

async function appends(engine: Engine, index: number): Promise<number> {
  const claims = await firstClaims(engine);
  let batch = 0;
  return cheapest(async () => {
    batch += 1;
    for (const [n, claim] of claims.entries()) {
      await append(engine, evidenceOf(claim, PLACES_CORPUS, `reader-${index}-${batch}-${n}`));
    }
  }, claims.length);
}

/** Claims of the first documents, one a document: the same at every size. */
async function firstClaims(engine: Engine): Promise<ClaimAddr[]> {
  const at = { corpus: PLACES_CORPUS, after: -1 };
  const artefacts = await readRange(engine.store, 'artefacts', at, { limit: APPENDS });
  const stated = await engine.store.ranges('occurrencesIn', {
    by: artefacts.map(({ record }) => record.artefact_id),
  });
  return stated.flatMap(([first]) => (first === undefined ? [] : [first.claim]));
}

async function ask(
  engine: Engine,
  index: number,
): Promise<Pick<GrowthPoint, 'askMedian' | 'askP95' | 'longestSlice'>> {
  const costs: number[] = [];
  let longestSlice = 0;
  // The first question of a process loads what questions need.
  await askOnce(engine, 'What is the museum?', `first-${index}`);
  for (let n = 0; n < QUESTIONS; n += 1) {
    const span = await watchLoop(() => askOnce(engine, questionOf(n), `reader-${index}`));
    costs.push(span.cpu);
    longestSlice = Math.max(longestSlice, span.turn);
  }
  costs.sort((a, b) => a - b);
  const at = (share: number) => costs[Math.floor(share * (costs.length - 1))] ?? 0;
  return { askMedian: at(1 / 2), askP95: at(P95), longestSlice };
}

/** Of places that the smallest store has too. */
function questionOf(n: number): string {
  const place = nameOf(n);
  const asked = [
    `How many lamps has the lighthouse of ${place}?`,
    `Who is the mayor of ${place}?`,
    `What does the ferry from ${place} cost?`,
  ];
  return asked[n % asked.length] ?? place;
}

async function askOnce(engine: Engine, q: string, tenant: string): Promise<void> {
  const view = await viewOf(engine, PLACES_CORPUS, null);
  const outcome = await engine.ask({ q, k: 10, mode: 'verified', maxSnapshotAge: null, view }, tenant);
  if (!outcome.ok) throw new Error(`${q}: ${outcome.refusal.message}`);
}
