import { availableParallelism } from 'node:os';
import { createGraphql, type Graphql } from '../../gateway/graphql/create-graphql.ts';
import type { Survey } from '../benchmark.ts';
import { openEngine } from '../engine-over.ts';
import { GRAPHQL_CONFIG } from '../graphql-config.ts';
import { type LoopSpan, watchLoop } from '../loop-watch.ts';
import { MADE_CORPUS } from '../made-claims.ts';
import { makeCorpus } from '../made-corpus.ts';
import { servedEmbedded } from '../stores.ts';

/** Claims of the corpora, where `--rows` names no others. */
const SIZES = [10_000, 126_000];
const FILES = [
  ['claims', 'NDJSON'],
  ['claims', 'CSV'],
  ['claims', 'GRAPHML'],
  ['claims, filter: {belief: [DISPUTED, CONTESTED]}', 'CSV'],
  ['artefacts', 'CSV'],
] as const;
/** How often the memory is looked at. */
const EVERY_CHUNKS = 100;
const MB = 1e6;

interface Measured extends LoopSpan {
  readonly name: string;
  readonly bytes: number;
  /** Most that the heap held after a collection, beyond what it held before. */
  readonly heap: number;
}

/** Whole files, read as fast as they come. */
export const exportsSurvey: Survey = {
  name: 'exports',
  about:
    'how long a file of a list keeps the serving thread, and what memory it takes, by the size of the corpus',
  async report({ rows }) {
    const sizes = rows.length === 0 ? SIZES : rows;
    const lines: string[] = [];
    for (const size of sizes) for (const one of await measureSize(size)) lines.push(lineOf(size, one));
    const header = ['claims', 'file', 'MB', 'longest turn', 'own CPU', 'all CPU', 'wall', 'heap'];
    return [`| ${header.join(' | ')} |`, `|${'---|'.repeat(header.length)}`, ...lines].join('\n');
  },
};

async function measureSize(claims: number): Promise<Measured[]> {
  await using undo = new AsyncDisposableStack();
  const { engine } = undo.use(await openEngine(servedEmbedded(availableParallelism())));
  await makeCorpus(engine.store, claims, engine.clock.now());
  await engine.beliefProjection.catchUp();
  const graphql = createGraphql({ engine, config: GRAPHQL_CONFIG });
  undo.defer(() => graphql.close(0));
  const measured: Measured[] = [];
  for (const [list, format] of FILES) measured.push(await measureFile(graphql, list, format));
  return measured;
}

async function measureFile(graphql: Graphql, list: string, format: string): Promise<Measured> {
  const [field = '', ...filter] = list.split(', ');
  const args = [`corpus: "${MADE_CORPUS}"`, ...filter].join(', ');
  const body = JSON.stringify({ query: `{ list: ${field}(${args}) { export { url(format: ${format}) } } }` });
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const asked = new Request('http://bench/graphql', { method: 'POST', headers, body });
  const { data } = await (await graphql.handle(asked)).json();
  const { url } = data.list.export;
  let bytes = 0;
  const span = await watchLoop(async () => {
    for await (const chunk of await fileOf(graphql, url)) bytes += chunk.length;
  });
  return { name: `${list} as ${format}`, bytes, heap: await heapOf(await fileOf(graphql, url)), ...span };
}

async function fileOf(graphql: Graphql, url: string): Promise<ReadableStream<Uint8Array>> {
  const file = await graphql.handle(new Request(`http://bench${url}`));
  if (file.status !== 200 || file.body === null) throw new Error(await file.text());
  return file.body;
}

async function heapOf(file: ReadableStream<Uint8Array>): Promise<number> {
  const before = heapHeld();
  let [most, chunks] = [0, 0];
  for await (const _ of file) {
    chunks += 1;
    if (chunks % EVERY_CHUNKS === 0) most = Math.max(most, heapHeld() - before);
  }
  return most;
}

function heapHeld(): number {
  // Benchmarks run with `--expose-gc`.
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function lineOf(claims: number, { name, bytes, turn, own, cpu, wall, heap }: Measured): string {
  const cells = [claims, name, (bytes / MB).toFixed(1), ...[turn, own, cpu, wall].map(ms)];
  return `| ${[...cells, `${(heap / MB).toFixed(0)} MB`].join(' | ')} |`;
}

function ms(value: number): string {
  return `${Number(value.toPrecision(3))} ms`;
}
