import { availableParallelism } from 'node:os';
import type { Engine } from '../../engine/engine.ts';
import { createGraphql, type Graphql } from '../../gateway/graphql/create-graphql.ts';
import type { Survey } from '../benchmark.ts';
import { openEngineOver, viewOf } from '../engine-over.ts';
import { GRAPHQL_CONFIG } from '../graphql-config.ts';
import { type ListQuery, listQueries } from '../list-queries.ts';
import { type LoopSpan, watchLoop } from '../loop-watch.ts';
import { MADE_CORPUS } from '../made-claims.ts';
import { clockOf, makeCorpusOnce } from '../made-corpus.ts';
import { servedEmbedded } from '../stores.ts';

/** Claims of the corpora, where `--rows` names no others. */
const SIZES = [10_000, 126_000];
const QUESTIONS = ['How many bells has the tower 39?', 'harbour boats', 'Where is nothing of this kind?'];
/** Rows of the table: the queries with the longest turns of the largest corpus. */
const SHOWN = 30;
const ACCEPTED = { accept: 'application/json', 'content-type': 'application/json' };

interface Measured extends LoopSpan {
  readonly name: string;
  readonly cost: number | null;
}

/** Every list of GraphQL in each order and by each filter, its counts and groups, search and questions. */
export const listsSurvey: Survey = {
  name: 'lists',
  about:
    'how long lists, counts, search and questions keep the serving thread, by the size of the corpus (--rows CLAIMS; --data FOLDER: of a store that stays)',
  async report({ rows, claims, data }) {
    const asked = claims === null ? rows : [claims];
    const sizes = asked.length === 0 ? SIZES : asked;
    const columns: Measured[][] = [];
    for (const size of sizes) columns.push(await measureSize(size, data));
    return table(sizes, columns);
  },
};

async function measureSize(claims: number, data: string | null): Promise<Measured[]> {
  await using undo = new AsyncDisposableStack();
  const opened = undo.use(await servedEmbedded(availableParallelism(), data).open());
  const { engine } = undo.use(openEngineOver(opened, () => undefined, clockOf(claims)));
  await makeCorpusOnce(engine.store, claims, engine.clock.now());
  await engine.beliefProjection.catchUp();
  const graphql = createGraphql({ engine, config: GRAPHQL_CONFIG });
  undo.defer(() => graphql.close(0));
  const measured: Measured[] = [];
  for (const query of listQueries(claims)) measured.push(await measureQuery(graphql, query));
  for (const q of QUESTIONS) measured.push(...(await measureQuestion(engine, q)));
  return measured;
}

async function measureQuery(graphql: Graphql, { name, query, total }: ListQuery): Promise<Measured> {
  let cost: number | null = null;
  let isLate = false;
  const span = await watchLoop(async () => {
    const body = JSON.stringify({ query });
    const request = new Request('http://bench/graphql', { method: 'POST', headers: ACCEPTED, body });
    const reply = await (await graphql.handle(request)).json();
    isLate = reply.errors?.[0]?.extensions?.code === 'upstream:timeout';
    if (isLate) return;
    if (reply.errors !== undefined) throw new Error(`${name}: ${JSON.stringify(reply.errors)}`);
    const { totalCount: found, totalIsExact: isExact } = reply.data?.claims ?? {};
    const isWrong = total !== undefined && (isExact ? found !== total : found > total);
    if (isWrong) throw new Error(`${name}: ${found}, and not ${total}`);
    const { asked, used } = reply.extensions?.cost ?? {};
    cost = used ?? asked ?? null;
  });
  return { name: isLate ? `${name} (no answer within its deadline)` : name, cost, ...span };
}

async function measureQuestion(engine: Engine, q: string): Promise<Measured[]> {
  const view = await viewOf(engine, MADE_CORPUS, null);
  const search = await watchLoop(() => engine.search({ q, k: 10, view, signal: NEVER }));
  const request = { q, k: 10, mode: 'verified', maxSnapshotAge: null, view } as const;
  const ask = await watchLoop(() => engine.ask(request, 'bench'));
  return [
    { name: `search: ${q}`, cost: null, ...search },
    { name: `ask: ${q}`, cost: null, ...ask },
  ];
}

const NEVER = new AbortController().signal;

function table(sizes: readonly number[], columns: readonly Measured[][]): string {
  const header = [
    'Query',
    'cost',
    ...sizes.flatMap((size) => [`${size}: turn`, 'own CPU', 'all CPU', 'wall']),
  ];
  const [first = []] = columns;
  const rows = first.map((_, row) => columns.flatMap((column) => column[row] ?? []));
  const slowest = rows.toSorted((a, b) => (b.at(-1)?.turn ?? 0) - (a.at(-1)?.turn ?? 0)).slice(0, SHOWN);
  const lines = slowest.map((cells) => [
    cells[0]?.name ?? '',
    cells.at(-1)?.cost ?? '',
    ...cells.flatMap(({ turn, own, cpu, wall }) => [turn, own, cpu, wall].map(ms)),
  ]);
  const rule = header.map((_, column) => (column === 0 ? '---' : '---:'));
  const longest = columns.map((column, index) => {
    const turn = Math.max(...column.map((one) => one.turn));
    const blocked = Math.max(...column.map((one) => one.blocked));
    return `${sizes[index]} claims: ${column.length} queries, longest turn ${ms(turn)} of CPU, ${ms(blocked)} by the clock`;
  });
  return [...[header, rule, ...lines].map((line) => `| ${line.join(' | ')} |`), '', ...longest].join('\n');
}

function ms(value: number): string {
  return `${Number(value.toPrecision(3))} ms`;
}
