/** A corpus and answers that came about one after another: a verdict that turns twice, a version, a withdrawal. */
import type { AnswerView } from '../../../engine/answer/answer.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { Stats } from '../../../engine/stats/stats.ts';
import { createGraphql, type Graphql } from '../../../gateway/graphql/create-graphql.ts';
import type { ArtefactId } from '../../../graph/address.ts';
import { addMilliseconds } from '../../../graph/time.ts';
import { answerOf, ingestInto, jsonLines } from '../../engine/documents.ts';
import { createTestEngine, TestClock } from '../../engine/test-engine.ts';
import { graphqlConfig } from '../../gateway/graphql/graphql-config.ts';
import type { GraphqlBody } from '../../gateway/graphql/graphql-server.ts';
import type { OpenedStore, OpenStore } from '../graph-store/harness.ts';

const MOONS = 'How many moons does Saturn have?';

/** When what came about. */
export const INGESTED = '2026-09-10T10:00:00.000Z';
export const ASKED = '2026-09-11T10:00:00.000Z';
export const WARNED = '2026-09-12T10:00:00.000Z';
export const FAILED = '2026-09-13T10:00:00.000Z';
export const ASKED_AGAIN = '2026-09-14T10:00:00.000Z';
export const UNOBSERVED = '2026-09-28T10:00:00.000Z';
export const OBSERVED = '2026-10-01T10:00:00.000Z';
export const WITHDRAWN = '2026-10-01T18:00:00.000Z';
export const NOW = '2026-10-02T10:00:00.000Z';
export const FUTURE = '2031-01-01';

/** What each time left behind. */
export interface World {
  readonly first: AnswerView;
  readonly second: AnswerView;
  readonly foreign: AnswerView;
  /** Engine key of the other organisation. */
  readonly key: string;
  /** Two versions of a document, of 1 and of 20 September; the later was withdrawn. */
  readonly versions: readonly ArtefactId[];
  /** As they were reported a second after each time. */
  readonly stats: ReadonlyMap<string, Stats>;
}

/** A store with this world in it, and GraphQL over it. */
export async function openWorld(
  open: OpenStore,
): Promise<{ readonly opened: OpenedStore; readonly graphql: Graphql; readonly world: World }> {
  const opened = await open();
  const clock = new TestClock(INGESTED);
  const engine = createTestEngine(opened.store, clock);
  const world = await fill(engine, clock);
  return { opened, world, graphql: createGraphql({ engine, config: graphqlConfig() }) };
}

/** As a caller of open mode, or with a key. */
export async function send(
  graphql: Graphql,
  query: string,
  variables: object,
  headers = {},
): Promise<GraphqlBody> {
  const response = await graphql.handle(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    }),
  );
  return (await response.json()) as GraphqlBody;
}

async function fill(engine: Engine, clock: TestClock): Promise<World> {
  const tell = (id: string, count: number, day: string, title = 'Saturn') =>
    ingestInto(engine, 'sky', [
      jsonLines([{ id, text: `${title} has ${count} known moons.`, domain: `${id}.example`, day, title }]),
    ]);
  const stats = new Map<string, Stats>();
  const pass = async (to: string) => {
    // Events of one claim follow each other by a millisecond, so that the log may be a little ahead of the clock.
    stats.set(addMilliseconds(clock.now(), 1_000), await engine.stats('local'));
    clock.set(to);
  };
  await tell('a', 62, '2026-09-01');
  await tell('b', 62, '2026-09-02');
  await tell('e', 95, '2026-09-01', 'Jupiter');
  await pass(ASKED);
  const first = await answerOf(engine, { corpus: 'sky', q: MOONS });
  const foreign = await answerOf(engine, { corpus: 'sky', q: MOONS, tenant: 'others' });
  const { key } = await engine.keys.mintKey('others');
  await pass(WARNED);
  await tell('c', 82, '2026-09-03');
  await engine.monitor.catchUp();
  await pass(FAILED);
  await tell('d', 82, '2026-09-04');
  await engine.monitor.catchUp();
  await pass(ASKED_AGAIN);
  const second = await answerOf(engine, { corpus: 'sky', q: MOONS });
  await pass(OBSERVED);
  await tell('d', 82, '2026-09-04');
  await tell('e', 97, '2026-09-20', 'Jupiter');
  await pass(WITHDRAWN);
  const versions = await versionsOf(engine, 'e');
  await engine.withdraw({ artefact: versions.at(-1) ?? 'a1', reason: 'It was retracted.', by: null });
  await pass(NOW);
  return { first, second, foreign, key, versions, stats };
}

async function versionsOf(engine: Engine, docId: string): Promise<ArtefactId[]> {
  const [versions = []] = await engine.store.ranges('versions', { corpus: 'sky', by: [docId] });
  return versions.map(({ record }) => record.artefact_id);
}
