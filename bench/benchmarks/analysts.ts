import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../engine/engine.ts';
import type { Clock } from '../../engine/ports.ts';
import { createGraphql, type Graphql } from '../../gateway/graphql/create-graphql.ts';
import { type AnalystQuestion, analystQuestions } from '../analyst-questions.ts';
import type { Survey } from '../benchmark.ts';
import { openEngineOver, viewOf } from '../engine-over.ts';
import { GRAPHQL_CONFIG } from '../graphql-config.ts';
import { type LoopSpan, watchLoop } from '../loop-watch.ts';
import { MADE_CORPUS, madeClaim } from '../made-claims.ts';
import { clockOf, makeCorpusOnce } from '../made-corpus.ts';
import { type OpenedStore, type StoreKind, servedEmbedded, storeKinds } from '../stores.ts';

/** Claims of the corpora, where `--rows` names no others. */
const SIZES = [126_000];
const WARM_ROUNDS = 5;
/** How often a neighbour asks, ms. */
const EVERY_MS = 20;
const ACCEPTED = { accept: 'application/json', 'content-type': 'application/json' };
const ORGANISATION = 'local';

/** Milliseconds. */
interface Asked extends LoopSpan {
  /** CPU of the store's server; 0 for the embedded store. */
  readonly server: number;
}

interface Measured {
  readonly name: string;
  /** Of a round that was not answered within its deadline, which is one of the clock. */
  readonly isLate: boolean;
  readonly cold: Asked;
  /** Medians of the rounds, and the longest slice of all. */
  readonly warm: Asked;
}

/** How long a neighbour waited, ms: by the clock, and CPU of the serving thread meanwhile. */
interface Waited {
  readonly wall: number;
  readonly own: number;
}

/** The analysts' fifteen questions, each over caches that are empty and then over those that it filled, and what a neighbour notices. */
export const analystsSurvey: Survey = {
  name: 'analysts',
  about: `the analysts' fifteen questions at --rows (${SIZES.join(', ')}) claims; --store embedded or Neo4j measures one store, --data FOLDER an embedded one that stays`,
  async report({ rows, store, data }) {
    const sizes = rows.length === 0 ? SIZES : rows;
    const kinds = storeKinds()
      .filter(({ name }) => store === null || name === store)
      .map((kind) => (kind.name === 'embedded' ? servedEmbedded(availableParallelism(), data) : kind));
    const tables: string[] = [];
    for (const kind of kinds) for (const size of sizes) tables.push(await measureSize(kind, size));
    return tables.join('\n\n');
  },
};

async function measureSize(kind: StoreKind, claims: number): Promise<string> {
  await using opened = await kind.open();
  const artefact = await fill(opened, claims);
  const questions = analystQuestions(claims, artefact);
  const measured: Measured[] = [];
  const made: MadeStore = { again: opened.again, meter: opened.meter, clock: clockOf(claims) };
  for (const question of questions) measured.push(await measureQuestion(made, question));
  const alone = await neighbours(made, []);
  const beside = await neighbours(made, questions);
  return [
    questionTable(`${claims} claims, ${kind.name}`, measured),
    '',
    waitedLine('A neighbour alone', alone),
    waitedLine('Beside the questions', beside),
  ].join('\n');
}

/** The corpus with an answer; gives an artefact that it rests on. */
async function fill(opened: OpenedStore, claims: number): Promise<string> {
  await using over = openEngineOver(opened, () => undefined, clockOf(claims));
  const { engine } = over;
  const start = performance.now();
  await makeCorpusOnce(engine.store, claims, engine.clock.now());
  await engine.beliefProjection.catchUp();
  const artefact = await askAll(engine, claims);
  await engine.monitor.catchUp();
  console.error(`${claims} claims were stored within ${Math.round((performance.now() - start) / 1_000)} s`);
  return artefact;
}

const ANSWERS = 10;

async function askAll(engine: Engine, claims: number): Promise<string> {
  const found: string[] = [];
  for (let n = 0; n < ANSWERS; n += 1) {
    const { subject, attribute } = madeClaim(Math.floor((claims * n) / ANSWERS) + 7).core.form ?? {};
    const q = `How many ${attribute?.head} has the ${subject?.key}?`;
    const view = await viewOf(engine, MADE_CORPUS, null);
    const request = { q, k: 10, mode: 'verified', maxSnapshotAge: null, view } as const;
    const outcome = await engine.ask(request, ORGANISATION);
    if (outcome.ok) found.push(...outcome.value.answer.evidence_set.artefact_ids);
  }
  const [artefact] = found;
  if (artefact === undefined) throw new Error('no question was answered');
  return artefact;
}

/** A store with the corpus, and when it is. */
interface MadeStore extends Pick<OpenedStore, 'again' | 'meter'> {
  readonly clock: Clock;
}

interface Serving extends AsyncDisposable {
  readonly graphql: Graphql;
}

/** The store opened once more, by a server whose caches are empty, and whose reader threads have started. */
async function serve({ again, meter, clock }: MadeStore): Promise<Serving> {
  await using undo = new AsyncDisposableStack();
  const store = undo.use(await again());
  const { engine } = undo.use(openEngineOver({ store, meter }, () => undefined, clock));
  await Promise.all(Array.from({ length: availableParallelism() }, () => store.counts(MADE_CORPUS)));
  const graphql = createGraphql({ engine, config: GRAPHQL_CONFIG });
  undo.defer(() => graphql.close(0));
  const resources = undo.move();
  return { graphql, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

async function measureQuestion(made: MadeStore, question: AnalystQuestion): Promise<Measured> {
  await using serving = await serve(made);
  let isLate = false;
  const once = async (round: number): Promise<Asked> => {
    globalThis.gc?.();
    const before = (await made.meter?.()) ?? 0;
    const span = await watchLoop(async () => {
      isLate = (await ask(serving.graphql, question, round)) || isLate;
    });
    return { ...span, server: ((await made.meter?.()) ?? 0) - before };
  };
  const cold = await once(0);
  const rounds: Asked[] = [];
  for (let round = 1; round <= WARM_ROUNDS; round += 1) rounds.push(await once(round));
  return { name: question.name, isLate, cold, warm: warmOf(rounds) };
}

function warmOf(rounds: readonly Asked[]): Asked {
  const median = (of: (one: Asked) => number) => at(rounds.map(of), 1 / 2);
  return {
    turn: Math.max(...rounds.map(({ turn }) => turn)),
    blocked: Math.max(...rounds.map(({ blocked }) => blocked)),
    own: median(({ own }) => own),
    cpu: median(({ cpu }) => cpu),
    wall: median(({ wall }) => wall),
    server: median(({ server }) => server),
  };
}

/** Whether it was not answered in time. */
async function ask(
  graphql: Graphql,
  { name, query, variables }: AnalystQuestion,
  round: number,
): Promise<boolean> {
  const body = JSON.stringify({ query, variables: variables(round) });
  const request = new Request('http://bench/graphql', { method: 'POST', headers: ACCEPTED, body });
  const reply = await (await graphql.handle(request)).json();
  const [error] = reply.errors ?? [];
  if (error === undefined) return false;
  if (error.extensions?.code === 'upstream:timeout') return true;
  throw new Error(`${name}: ${JSON.stringify(reply.errors)}`);
}

/** What somebody waits who reads one claim every few milliseconds, while each question is asked twice as in a new round. */
async function neighbours(made: MadeStore, questions: readonly AnalystQuestion[]): Promise<Waited[]> {
  await using serving = await serve(made);
  const { graphql } = serving;
  let isRunning = true;
  const waited: Promise<Waited>[] = [];
  const asking = (async () => {
    for (let n = 0; isRunning; n += 1) {
      waited.push(waitFor(() => ask(graphql, claimRead(n), n)));
      await pause(EVERY_MS);
    }
  })();
  if (questions.length === 0) await pause(ALONE_MS);
  for (const question of questions)
    for (const round of [WARM_ROUNDS + 1, WARM_ROUNDS + 2]) await ask(graphql, question, round);
  isRunning = false;
  await asking;
  return Promise.all(waited);
}

const ALONE_MS = 3_000;

function claimRead(n: number): AnalystQuestion {
  return {
    name: 'a claim',
    query: 'query ($addr: ID!) { claim(addr: $addr) { text effectiveAt } }',
    variables: () => ({ addr: madeClaim(n).addr }),
  };
}

async function waitFor(work: () => Promise<unknown>): Promise<Waited> {
  const own = () => (process.threadCpuUsage().user + process.threadCpuUsage().system) / 1_000;
  const before = { wall: performance.now(), own: own() };
  await work();
  return { wall: performance.now() - before.wall, own: own() - before.own };
}

function questionTable(title: string, measured: readonly Measured[]): string {
  const header = [title, 'cold: CPU', 'slice', 'wall', 'warm: CPU', 'server CPU', 'slice', 'wall'];
  const rule = header.map((_, column) => (column === 0 ? '---' : '---:'));
  const lines = measured.map(({ name, isLate, cold, warm }) => [
    isLate ? `${name} (a round had no answer within its deadline)` : name,
    ...[cold.cpu, cold.turn, cold.wall, warm.cpu, warm.server, warm.turn, warm.wall].map(ms),
  ]);
  return [header, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function waitedLine(who: string, waited: readonly Waited[]): string {
  const figures = [1 / 2, 0.99].map((share) => {
    const [wall, own] = [waited.map((one) => one.wall), waited.map((one) => one.own)];
    return `${ms(at(wall, share))} (${ms(at(own, share))} of the thread's CPU)`;
  });
  return `${who}: p50 ${figures[0]}, p99 ${figures[1]}, of ${waited.length} reads.`;
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? 0;
}

function ms(value: number): string {
  return `${Number(value.toPrecision(3))} ms`;
}
