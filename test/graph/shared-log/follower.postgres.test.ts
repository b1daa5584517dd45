/** A graph store that follows a shared log: it holds what the log holds, once, and readers see what they must. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { BeliefProjection } from '../../../engine/belief/projection/belief-projection.ts';
import { compareProjections } from '../../../graph/embedded/compare-projections.ts';
import { embeddedFile, openEmbedded } from '../../../graph/embedded/open.ts';
import { copyLog } from '../../../graph/log/copy-log.ts';
import { LogMoved } from '../../../graph/log/log-successor.ts';
import { rebuildInPlace } from '../../../graph/log/rebuild.ts';
import { LogWriter } from '../../../graph/log/writer.ts';
import { openPostgres } from '../../../graph/postgres/open.ts';
import { OtherGraph } from '../../../graph/shared-log/check-follower.ts';
import { Follower } from '../../../graph/shared-log/follower.ts';
import { projectStep } from '../../../graph/shared-log/project-step.ts';
import type { SharedLog } from '../../../graph/shared-log/shared-log.ts';
import { sharedLogStore } from '../../../graph/shared-log/store.ts';
import { type GraphStore, StoreCorrupted } from '../../../graph/store/store.ts';
import { ATLAS, DEPTH, granted, idOf, QUESTION } from '../../conformance/lake.ts';
import { answerOf, ingestInto, jsonLines } from '../../engine/documents.ts';
import { createTestEngine, TestClock } from '../../engine/test-engine.ts';
import { describePostgres } from '../../setup/describe-engine.ts';
import { newPlace, openAt, type SharedPlace } from './open-shared.ts';

const QUIET = () => undefined;
const TIMEOUT = { timeout: 60_000 } as const;
/** How long a read waits at most, with room for a slow machine. */
const LATE_MS = 5_000;
const SEARCH = { corpus: 'lakes', terms: ['vell'], match: 'all', limit: 10 } as const;
const UNTIL = '2100-01-01T00:00:00.000Z';

describePostgres('a graph store that follows a shared log', (server) => {
  let place: SharedPlace;
  let store: GraphStore;

  beforeEach(async () => {
    place = await newPlace(server());
    store = await openAt(place);
  });
  afterEach(async () => {
    await store[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  async function ingest(documents = [DEPTH, ATLAS]) {
    const engine = createTestEngine(store, new TestClock());
    await ingestInto(engine, 'lakes', [jsonLines(documents)]);
    return engine;
  }

  /** The rows of the follower against those of a store that is filled from the log alone. */
  async function expectAsProjected(path = place.path, withBeliefs = false): Promise<void> {
    const other = await newPlace(server());
    const expected = await openEmbedded({ path: other.path });
    await copyLog(store, expected);
    if (withBeliefs) await new BeliefProjection(expected).catchUp();
    await expected[Symbol.asyncDispose]();
    // A count waits until the follower has everything.
    await store.counts('lakes');
    const tables = compareProjections(await embeddedFile(path), await embeddedFile(other.path));
    await other[Symbol.asyncDispose]();
    expect(tables?.filter(({ differences }) => differences.length > 0)).toEqual([]);
    expect(tables?.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(0);
  }

  /** A second gateway's store, with a graph store of its own unless it is given one. */
  async function another(path?: string): Promise<GraphStore> {
    const own = await newPlace(server());
    const opened = await openAt(place, path ?? own.path);
    onTestFinished(async () => {
      await opened[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    });
    return opened;
  }

  const hitsOf = async (at: GraphStore) => {
    const { size } = await at.head();
    return (await at.searchText({ ...SEARCH, view: { seq: size - 1, until: UNTIL } })).map(
      ({ addr }) => addr,
    );
  };

  test('holds the rows that the log makes, of answers, evidence and redactions too', TIMEOUT, async () => {
    const engine = await ingest();
    await answerOf(engine, QUESTION);
    granted(await engine.redact({ artefact: await idOf(engine, 'atlas'), reason: 'x', by: null }));
    await engine.monitor.catchUp();
    await expectAsProjected();
  });

  test(
    'is read by every gateway as the log stood when they asked, also what another wrote',
    TIMEOUT,
    async () => {
      const second = await another();
      await ingest();
      const hits = await hitsOf(second);
      expect(hits.length).toBeGreaterThan(0);
      expect(hits).toEqual(await hitsOf(store));
      expect(await second.counts('lakes')).toEqual(await store.counts('lakes'));
    },
  );

  test('has the beliefs that the log gives, each gateway in its own file', TIMEOUT, async () => {
    const own = await newPlace(server());
    const second = await openAt(place, own.path);
    const engine = await ingest();
    await Promise.all([engine.beliefProjection.catchUp(), new BeliefProjection(second).catchUp()]);
    expect(await second.beliefs('tallies', { corpus: 'lakes' })).not.toEqual([]);
    await expectAsProjected(place.path, true);
    await expectAsProjected(own.path, true);
    await second[Symbol.asyncDispose]();
    await own[Symbol.asyncDispose]();
  });

  test('has each step of beliefs once where two gateways move them in the same graph', TIMEOUT, async () => {
    const second = await another(place.path);
    const engine = await ingest();
    await Promise.all([engine.beliefProjection.catchUp(), new BeliefProjection(second).catchUp()]);
    await engine.beliefProjection.catchUp();
    await expectAsProjected(place.path, true);
  });

  test('takes no step of beliefs while another process fills it again', TIMEOUT, async () => {
    await ingest();
    const { size } = await store.head();
    await store.counts('lakes');
    const log: SharedLog = await openPostgres(place.schema);
    const graph = await openEmbedded({ path: place.path });
    await store[Symbol.asyncDispose]();
    // What this process last knew of it.
    const follower = new Follower({ log, graph, isShared: false, keepsEntries: true, step: 64 }, size);
    const behind = sharedLogStore(log, graph, follower);
    await graph.transact(async (tx) => {
      await tx.clearProjections();
      await tx.saveReplayed(0);
    });
    await expect(new BeliefProjection(behind).catchUp()).rejects.toMatchObject({
      code: 'store_unavailable',
      message: `the graph store is filled again: it holds 0 of ${size} entries`,
    });
    expect(await behind.beliefs('position', {})).toEqual([]);
    await behind[Symbol.asyncDispose]();
    store = await openAt(place);
    await new BeliefProjection(store).catchUp();
    await expectAsProjected(place.path, true);
  });

  test('is filled once when two processes follow into the same one', TIMEOUT, async () => {
    const second = await another(place.path);
    await ingest();
    expect(await hitsOf(second)).toEqual(await hitsOf(store));
    await expectAsProjected();
  });

  test(
    'goes on where it ended when it is opened again, behind by all that was written meanwhile',
    TIMEOUT,
    async () => {
      await ingest([DEPTH]);
      await store[Symbol.asyncDispose]();
      store = await another();
      await ingest([ATLAS]);
      const again = await openAt(place);
      expect(await hitsOf(again)).toEqual(await hitsOf(store));
      await again[Symbol.asyncDispose]();
      await expectAsProjected();
    },
  );

  test(
    'takes no step that does not follow what it holds: a late follower writes nothing',
    TIMEOUT,
    async () => {
      await ingest();
      await store.counts('lakes');
      const graph = await openEmbedded({ path: place.path });
      const before = await graph.head();
      for (const after of [-1, before.size - 3]) {
        const late = await store.entries({ after, limit: 3, types: null });
        expect(await graph.transact((tx) => projectStep(tx, store, late, true))).toBe(before.size);
      }
      const ahead = (await store.entries({ after: 1, limit: 2, types: null })).map((one) => ({
        ...one,
        entry: { ...one.entry, seq: one.entry.seq + before.size },
      }));
      expect(await graph.transact((tx) => projectStep(tx, store, ahead, true))).toBe(before.size);
      expect(await graph.head()).toEqual(before);
      await graph[Symbol.asyncDispose]();
      await expectAsProjected();
    },
  );

  test('refuses an entry that is not the one its root was made of, and names it', TIMEOUT, async () => {
    await ingest();
    const own = await newPlace(server());
    const graph = await openEmbedded({ path: own.path });
    const [first, second] = await store.entries({ after: -1, limit: 2, types: null });
    if (first === undefined || second === undefined) throw new Error('nothing was ingested');
    const changed = { ...second, bytes: Uint8Array.from([...second.bytes, 0]) };
    const step = graph.transact((tx) => projectStep(tx, store, [first, changed], true));
    await expect(step).rejects.toMatchObject({ code: 'store_corrupted', seq: 1 });
    expect(await step.catch((fault: unknown) => fault)).toBeInstanceOf(StoreCorrupted);
    expect((await graph.head()).size).toBe(0);
    await graph[Symbol.asyncDispose]();
    await own[Symbol.asyncDispose]();
  });

  test('is refused where it holds another log, and left as it is', TIMEOUT, async () => {
    await ingest();
    const other = await newPlace(server());
    const alone = await openEmbedded({ path: other.path });
    await new LogWriter(alone, () => '2026-01-01T00:00:00.000Z').append(async () => ({
      entries: [
        {
          ...{ corpus: null, tenant: null, effectiveAt: null },
          body: { type: 'key.revoked', key_id: 'k' },
        },
      ],
      result: QUIET,
    }));
    await alone[Symbol.asyncDispose]();
    await expect(openAt(place, other.path)).rejects.toThrow(OtherGraph);
    await expect(openAt(place, other.path)).rejects.toThrow(
      /holds 1 entries of another log than that of \d+ entries/,
    );
    const again = await openEmbedded({ path: other.path });
    expect((await again.head()).size).toBe(1);
    expect(await again.note('log.successor')).toBeNull();
    await again[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  test('takes no entries of its own any more, and says where the log is', TIMEOUT, async () => {
    await ingest();
    await store.counts('lakes');
    const alone = await openEmbedded({ path: place.path });
    const append = new LogWriter(alone, () => UNTIL).append(async () => ({ entries: [], result: QUIET }));
    await expect(append).rejects.toThrow(LogMoved);
    await expect(append).rejects.toThrow('the log goes on in postgres://test');
    await alone[Symbol.asyncDispose]();
  });

  test('follows on from the log that it had itself, once that was copied', TIMEOUT, async () => {
    const own = await newPlace(server());
    const alone = await openEmbedded({ path: own.path });
    const engine = createTestEngine(alone, new TestClock());
    await ingestInto(engine, 'lakes', [jsonLines([DEPTH, ATLAS])]);
    await copyLog(alone, store);
    await alone[Symbol.asyncDispose]();
    const moved = await openAt(place, own.path);
    expect(await hitsOf(moved)).toEqual(await hitsOf(store));
    await moved[Symbol.asyncDispose]();
    await expectAsProjected(own.path);
    await own[Symbol.asyncDispose]();
  });

  test('is cleared and filled again by a rebuild, also after one that broke off', TIMEOUT, async () => {
    await ingest();
    await rebuildInPlace(store, QUIET);
    await expectAsProjected();
    await store[Symbol.asyncDispose]();
    const graph = await openEmbedded({ path: place.path });
    await graph.transact(async (tx) => {
      await tx.clearProjections();
      await tx.saveReplayed(0);
    });
    await graph[Symbol.asyncDispose]();
    store = await openAt(place);
    expect(await hitsOf(store)).not.toEqual([]);
    await expectAsProjected();
  });

  test(
    'that does not get on is reported as unavailable within 5 s; what it holds is read all the same',
    TIMEOUT,
    async () => {
      await ingest();
      const { size } = await store.head();
      await store.counts('lakes');
      const log: SharedLog = await openPostgres(place.schema);
      const graph = await openEmbedded({ path: place.path });
      const stuck: GraphStore = { ...graph, transact: () => Promise.reject(new Error('the disk is full')) };
      const follower = new Follower(
        { log, graph: stuck, isShared: false, keepsEntries: true, step: 64 },
        size,
      );
      follower.start();
      const behind = sharedLogStore(log, stuck, follower);
      await store[Symbol.asyncDispose]();
      await new LogWriter(behind, () => UNTIL).append(async () => ({
        entries: [
          {
            ...{ corpus: null, tenant: null, effectiveAt: null },
            body: { type: 'key.revoked', key_id: 'k' },
          },
        ],
        result: QUIET,
      }));
      const view = { seq: size - 1, until: UNTIL };
      expect(await behind.searchText({ ...SEARCH, view })).not.toEqual([]);
      const began = performance.now();
      const late = await behind.counts('lakes').catch((fault: unknown) => fault);
      expect(late).toMatchObject({ code: 'store_unavailable', cause: new Error('the disk is full') });
      expect(String(late)).toContain(`the graph store holds ${size} of ${size + 1} entries of the log`);
      expect(performance.now() - began).toBeLessThan(LATE_MS);
      await behind[Symbol.asyncDispose]();
      store = await openAt(place);
      expect(await store.counts('lakes')).toMatchObject({ documents: 2 });
    },
  );

  test(
    'is written by one follower at a time where several gateways share it, and by another once that has gone',
    TIMEOUT,
    async () => {
      const log = await openPostgres(place.schema);
      const other = await openPostgres(place.schema);
      const [ending, later] = [new AbortController(), new AbortController()];
      const leaders: string[] = [];
      const lead = (name: string) => async (lost: AbortSignal) => {
        leaders.push(name);
        while (!lost.aborted) await sleep(10);
        leaders.push(`${name} ends`);
      };
      const first = log.whileLocked('projection', lead('first'), ending.signal);
      await expect.poll(() => leaders).toEqual(['first']);
      const second = other.whileLocked('projection', lead('second'), later.signal);
      await sleep(1_000);
      expect(leaders).toEqual(['first']);
      ending.abort();
      await first;
      await expect.poll(() => leaders).toEqual(['first', 'first ends', 'second']);
      // A session that the server has ended is noticed, and its lock taken again.
      await place.schema.query(
        `SELECT pg_terminate_backend(l.pid) FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted`,
      );
      await expect.poll(() => leaders.slice(3)).toEqual(['second ends', 'second']);
      later.abort();
      await second;
      await log[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
    },
  );
});
