import { setTimeout as sleep } from 'node:timers/promises';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atOnePosition, forEverybody } from '../../../graph/caller.ts';
import { MARKS } from '../../../graph/neo4j/link.ts';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { readRecord } from '../../../graph/store/records.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { clearServer } from './empty-server.ts';

const LOCK = 'MATCH (h:LogHead) SET h.lock = true';
/** Entries of one commit: applying them takes longer than a read waits for the lock. */
const MANY = 100_000;
const ROUNDS = 5;
const PENDING_MS = 100;

describeNeo4j('positions of a log whose lock is held for long', (server) => {
  let driver: Driver;
  let store: GraphStore;

  beforeEach(async () => {
    await clearServer(server());
    const { url, user, password } = server();
    driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    store = await openNeo4j(server());
  });

  afterEach(async () => {
    await store[Symbol.asyncDispose]();
    await driver.close();
  });

  /** What the transaction that could not have the lock has written last. */
  async function mark(): Promise<string> {
    const { records } = await driver.executeQuery('MATCH (m:AdduceMark) RETURN m.value');
    return records[0]?.get(0);
  }

  /** Whether the index has the entry: of a commit, what was written last is applied last. */
  async function isShown(seq: number): Promise<boolean> {
    const cypher = 'MATCH (e:Entry {seq: $seq}) USING INDEX SEEK e:Entry(seq) RETURN e.seq';
    const { records } = await driver.executeQuery(cypher, { seq: neo4j.int(seq) }, { bookmarkManager: null });
    return records.length === 1;
  }

  /** A server that is too busy to say in time what is applied has the read refused, which publishes nothing. */
  async function seenBy(read: () => Promise<unknown>, last: number) {
    try {
      await read();
    } catch (fault) {
      expect(fault).toMatchObject({ code: 'store_unavailable' });
      return 'refused';
    }
    return (await isShown(last)) ? 'published' : 'published early';
  }

  /** Whether the server is applying a commit: what is committed behind it is published only when that is done. */
  async function isApplying(): Promise<boolean> {
    await using behind = driver.session();
    await behind.run('MERGE (n:Note {name: "mark"}) SET n.value = randomUUID()');
    const session = driver.session({ bookmarks: behind.lastBookmarks() });
    const told = session.run('RETURN 1').finally(() => session.close());
    return Promise.race([told.then(() => false), sleep(PENDING_MS, true)]);
  }

  test('are published while a transaction is at work, and settled once for all reads of them', async () => {
    await driver.executeQuery("MATCH (h:LogHead) SET h.size = 1, h.commit = 'one'");
    await using session = driver.session();
    const atWork = session.beginTransaction();
    await atWork.run(`${LOCK}, h.size = 2`);
    expect((await store.head()).size).toBe(1);
    const marked = await mark();
    expect((await store.head()).size).toBe(1);
    expect(await mark()).toBe(marked);
    await atWork.rollback();
  });

  test('are read once for each commit, and asked for once by work at one position', async () => {
    const commit = (name: string, size: number) =>
      driver.executeQuery('MATCH (h:LogHead) SET h.size = $size, h.commit = $name', {
        name,
        size: neo4j.int(size),
      });
    const sizeOf = async () => (await store.head()).size;
    const atPosition = () => atOnePosition(sizeOf);
    await commit('one', 1);
    // The first read learns the name of the commit, the second one is of it.
    expect([await atPosition(), await atPosition()]).toEqual([1, 1]);
    await driver.executeQuery('MATCH (h:LogHead) SET h.size = 7');
    expect(await atPosition()).toBe(1);
    // What signs the log sees what nobody committed.
    expect(await sizeOf()).toBe(7);
    await commit('two', 2);
    expect([await atPosition(), await atPosition()]).toEqual([2, 2]);
    await atOnePosition(async () => {
      expect(await sizeOf()).toBe(2);
      await commit('three', 3);
      expect(await sizeOf()).toBe(2);
      expect(await forEverybody(sizeOf)).toBe(3);
    });
    expect(await atOnePosition(sizeOf)).toBe(3);
  });

  test('are never behind what the same work has seen', async () => {
    await driver.executeQuery("MATCH (h:LogHead) SET h.size = 1, h.commit = 'one'");
    await atOnePosition(() => store.corpora());
    await atOnePosition(async () => {
      expect(await store.corpora()).toEqual([]);
      await driver.executeQuery(`
        MATCH (h:LogHead) SET h.size = 2, h.commit = 'two'
        CREATE (:Corpus {name: 'w', ordinal: 0, record: '{"name":"w"}'})`);
      expect((await store.head()).size).toBe(2);
      expect(await store.corpora()).toEqual([{ name: 'w' }]);
    });
  });

  test('are not published before everything up to them is applied', { timeout: 120_000 }, async () => {
    const reads = [() => store.head(), () => store.corpora(), () => readRecord(store, 'corpora', 'w0')];
    const published = new Set<number>();
    for (let round = 0; round < ROUNDS && published.size < reads.length; round += 1) {
      await using session = driver.session();
      // What a reader sees first of a commit; the rest of it is applied with the lock held.
      await driver.executeQuery("MATCH (h:LogHead) SET h.size = h.size + 1, h.commit = 'c' + h.size");
      const transaction = session.beginTransaction();
      await transaction.run(
        `${LOCK} WITH h UNWIND range(1, $many) AS i CREATE (:Entry {seq: $round * $many + i, type: 't'})`,
        { many: neo4j.int(MANY), round: neo4j.int(round) },
      );
      let applied = false;
      const committed = transaction.commit().then(() => {
        applied = true;
      });
      while (!applied && !(await isApplying()));
      const last = (round + 1) * MANY;
      const seen = applied ? [] : await Promise.all(reads.map((read) => seenBy(read, last)));
      expect(seen).not.toContain('published early');
      for (const [index, one] of seen.entries()) if (one === 'published') published.add(index);
      await committed;
    }
    expect(published.size).toBe(reads.length);
  });

  test('are served while another process that has stopped keeps its mark', async () => {
    await driver.executeQuery("MATCH (h:LogHead) SET h.size = 1, h.commit = 'one'");
    await using first = driver.session();
    const atWork = first.beginTransaction();
    await atWork.run(LOCK);
    await store.head();
    await driver.executeQuery('MATCH (m:AdduceMark) CREATE (:AdduceMark {id: (m.id + 1) % $marks})', {
      marks: neo4j.int(MARKS),
    });
    await using second = driver.session();
    const stopped = second.beginTransaction();
    await stopped.run('MATCH (m:AdduceMark) WHERE m.value IS NULL SET m.value = "theirs"');
    await atWork.run("MATCH (h:LogHead) SET h.commit = 'two'");
    await atWork.commit();
    await using third = driver.session();
    const next = third.beginTransaction();
    await next.run(LOCK);
    expect((await store.head()).size).toBe(1);
    await next.rollback();
    await stopped.rollback();
  });

  test('are refused where nobody can tell whether all up to them is applied', async () => {
    await driver.executeQuery("MATCH (h:LogHead) SET h.size = 1, h.commit = 'one'");
    await driver.executeQuery('UNWIND range(0, $last) AS id MERGE (:AdduceMark {id: id})', {
      last: neo4j.int(MARKS - 1),
    });
    await using session = driver.session();
    const atWork = session.beginTransaction();
    await atWork.run(LOCK);
    await atWork.run('MATCH (m:AdduceMark) SET m.lock = true');
    await expect(store.head()).rejects.toMatchObject({ code: 'store_unavailable' });
    await atWork.rollback();
    expect(await store.head()).toMatchObject({ size: 1 });
  });
});
