/** The embedded store reads synchronously: a caller who leaves is noticed between event-loop slices only. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANY_ANSWER, listAnswers } from '../../../engine/answer/list-answers.ts';
import type { Engine } from '../../../engine/engine.ts';
import { forCaller } from '../../../graph/caller.ts';
import { EDGE_KINDS } from '../../../graph/store/edges.ts';
import { ANY_ARTEFACT, ANY_CLAIM } from '../../../graph/store/filters.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { claimIn, placeOf, type Shape, worldOf } from '../../conformance/explore-world.ts';
import { type OpenedStore, save } from '../../conformance/graph-store/harness.ts';
import { answer, at, TENANT } from '../../conformance/graph-store/records.ts';
import { range } from '../../conformance/graph-store/world.ts';
import { WatchedReads } from '../../conformance/watched-reads.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

const PLACE = placeOf(1);
const FIRST = claimIn(PLACE, 0);
const LAST = claimIn(PLACE, 6);
const VIEW = { seq: 1_000_000, until: at(1_000_000) };
const REACH = { view: VIEW, prefixes: null, kinds: EDGE_KINDS };
const TREE = [0, 1, 2, 3, 4, 5].map((n): [number, number] => [Math.floor(n / 2), n + 1]);
/** A tree of rivals, and a chain of successors. */
const SHAPE: Shape = {
  claims: 7,
  artefacts: 4,
  places: range(7).map((n) => [n, n % 4]),
  rivals: TREE,
  proposals: range(6).map((n) => [n, n + 1]),
  support: [],
  disputes: [],
  clusters: range(7),
};
/** Of no mode that is asked for: all are looked at. */
const ANSWERS = 600;

let opened: OpenedStore;
let watched: WatchedReads;
let store: GraphStore;
let engine: Engine;

beforeAll(async () => {
  opened = await openEmptyEmbedded();
  await save(opened.store, worldOf(PLACE, SHAPE));
  await save(opened.store, { answers: range(ANSWERS).map((n) => answer(1_000 + n)) });
});
afterAll(() => opened.dispose());
beforeEach(() => {
  watched = new WatchedReads();
  store = watched.around(opened.store);
  engine = createTestEngine(store);
});

const claims = () =>
  engine.explore.claims({
    corpus: PLACE.corpus,
    view: VIEW,
    isAsOf: false,
    filter: ANY_CLAIM,
    belief: null,
    prefixes: null,
  });

const LONG: Readonly<Record<string, () => Promise<unknown>>> = {
  'a neighbourhood': () => engine.explore.neighbourhood({ ...REACH, of: FIRST, depth: 3, limitPerNode: 10 }),
  'a path': () =>
    engine.explore.path({ ...REACH, kinds: ['contradicts'], from: FIRST, to: LAST, maxDepth: 6 }),
  'a chain of successors': () =>
    engine.explore.supersessionChain({ claim: FIRST, view: VIEW, prefixes: null }),
  'a list with its counts': async () => {
    const list = await claims();
    return [await list.count(), await list.groups('publisher'), await list.beliefs()];
  },
  'a list of artefacts with its counts': async () => {
    const selection = { corpus: PLACE.corpus, view: VIEW, filter: ANY_ARTEFACT };
    const list = engine.explore.artefacts(selection);
    return [await list.count(), await list.groups('publisher')];
  },
  'a list of answers': () =>
    listAnswers(store, {
      filter: { ...ANY_ANSWER, mode: ['audit'] },
      ...{ tenant: TENANT, uses: null, view: null },
      after: -1,
      before: null,
      limit: 5,
      newestFirst: true,
    }),
};

describe.each(Object.entries(LONG))('%s', (_, read) => {
  it('ends in the turn in which its caller is known to have left', async () => {
    await read();
    const whole = watched.count;
    const leaving = new AbortController();
    watched.at(1, () => setImmediate(() => leaving.abort('left')));
    await expect(forCaller(leaving.signal, read)).rejects.toBe('left');
    expect(watched.count - whole).toBeLessThan(whole);
  });
});
