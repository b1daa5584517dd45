import { availableParallelism } from 'node:os';
import { createGraphql, type Graphql } from '../../gateway/graphql/create-graphql.ts';
import type { Survey } from '../benchmark.ts';
import { CostlyDraws, type CostlyQuery, nameOf, textOf } from '../costly-queries.ts';
import { openEngineOver } from '../engine-over.ts';
import { GRAPHQL_CONFIG } from '../graphql-config.ts';
import { type LoopSpan, watchLoop } from '../loop-watch.ts';
import { MADE_CORPUS } from '../made-claims.ts';
import { clockOf, makeCorpusOnce } from '../made-corpus.ts';
import { servedEmbedded } from '../stores.ts';

const CLAIMS = 126_000;
const SECONDS = 240;
const SEED = 1;
/** Single lists that are asked first. */
const DRAWN = 40;
/** Of these one is changed. */
const COSTLIEST = 8;
const SHOWN = 10;
const ACCEPTED = { accept: 'application/json', 'content-type': 'application/json' };

interface Asked extends LoopSpan {
  readonly query: CostlyQuery;
  readonly cost: string;
  readonly isLate: boolean;
}

/** Climbs from single lists to the queries that cost the most CPU within the limits. Writes nothing to a store that holds the corpus. */
export const costliestSurvey: Survey = {
  name: 'costliest',
  about: `a search of --seconds (${SECONDS}) for the lists that cost the most CPU within the limits of GraphQL, at --claims (${CLAIMS}) claims (--data FOLDER: of a store that stays)`,
  async report({ claims, seconds, data }) {
    const size = claims ?? CLAIMS;
    await using undo = new AsyncDisposableStack();
    const opened = undo.use(await servedEmbedded(availableParallelism(), data).open());
    const { engine } = undo.use(openEngineOver(opened, () => undefined, clockOf(size)));
    await makeCorpusOnce(engine.store, size, engine.clock.now());
    if (data === null) await engine.beliefProjection.catchUp();
    const graphql = createGraphql({ engine, config: GRAPHQL_CONFIG });
    undo.defer(() => graphql.close(0));
    return table(await climb(graphql, (seconds ?? SECONDS) * 1_000));
  },
};

async function climb(graphql: Graphql, forMs: number): Promise<readonly Asked[]> {
  const draws = new CostlyDraws(SEED);
  const until = performance.now() + forMs;
  const seen = new Set<string>();
  const asked: Asked[] = [];
  for (let n = 0; performance.now() < until; n += 1) {
    const best = asked.toSorted((a, b) => b.cpu - a.cpu).slice(0, COSTLIEST);
    const parent = best[draws.below(best.length)];
    const query = n < DRAWN || parent === undefined ? [draws.list()] : draws.changed(parent.query);
    const text = textOf(query);
    if (seen.has(text)) continue;
    seen.add(text);
    const found = await ask(graphql, query);
    if (found !== null) asked.push(found);
  }
  return asked;
}

/** Null where it is past a limit. */
async function ask(graphql: Graphql, query: CostlyQuery): Promise<Asked | null> {
  let code: unknown;
  let cost = '';
  const span = await watchLoop(async () => {
    const body = JSON.stringify({ query: textOf(query) });
    const request = new Request(`http://bench/graphql`, { method: 'POST', headers: ACCEPTED, body });
    const reply = await (await graphql.handle(request)).json();
    code = reply.errors?.[0]?.extensions?.code;
    const isFault = reply.errors !== undefined && code !== 'query:too_large' && code !== 'upstream:timeout';
    if (isFault) throw new Error(`${textOf(query)}: ${JSON.stringify(reply.errors)}`);
    cost = String(reply.extensions?.cost?.asked ?? '');
  });
  return code === 'query:too_large' ? null : { query, cost, isLate: code !== undefined, ...span };
}

function table(asked: readonly Asked[]): string {
  const header = [`Query of ${MADE_CORPUS}`, 'cost', 'longest slice', 'own CPU', 'all CPU', 'wall'];
  const lines = asked
    .toSorted((a, b) => b.cpu - a.cpu)
    .slice(0, SHOWN)
    .map(({ query, cost, isLate, turn, own, cpu, wall }) => [
      `${nameOf(query)}${isLate ? ' (no answer within its deadline)' : ''}`,
      ...[cost, ...[turn, own, cpu, wall].map(ms)],
    ]);
  const rule = header.map((_, column) => (column === 0 ? '---' : '---:'));
  const longest = Math.max(...asked.map(({ turn }) => turn));
  const late = asked.filter(({ isLate }) => isLate).length;
  return [
    ...[header, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `${asked.length} queries within the limits, longest slice ${ms(longest)}, without an answer within the deadline ${late}`,
  ].join('\n');
}

function ms(value: number): string {
  return `${Number(value.toPrecision(3))} ms`;
}
