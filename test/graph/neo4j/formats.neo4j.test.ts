/** Projections of another format are cleared and made again from the log; what another version holds is not touched. */
import neo4j, { type Driver } from 'neo4j-driver';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { replay } from '../../../graph/log/replay.ts';
import { VERSION } from '../../../graph/neo4j/format.ts';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { projectionsOf } from '../../conformance/projections.ts';
import { ingestInto, jsonLines } from '../../engine/documents.ts';
import { createTestEngine } from '../../engine/test-engine.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from './empty-server.ts';

const DOCUMENTS = Array.from({ length: 12 }, (_, n) => ({
  ...{ id: `d${n}`, day: `2026-09-${String(n + 1).padStart(2, '0')}`, domain: `d${n % 5}.example` },
  text: `Saturn has ${140 + (n % 4)} known moons. The museum of Town${n} is open on Sundays.`,
}));

const FIRST = { id: 'first', day: '2026-09-01', domain: 'd.example', text: 'Mars has 2 known moons.' };

describeNeo4j('a server whose projections are of another format', (server) => {
  let driver: Driver;
  let before: GraphStore;
  let expected: Awaited<ReturnType<typeof projectionsOf>>;

  beforeEach(async () => {
    await emptyServer(server());
    const { url, user, password } = server();
    driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    before = await openNeo4j(server());
    await ingestInto(createTestEngine(before), 'sky', [jsonLines(DOCUMENTS)]);
    expected = await projectionsOf(before);
    await driver.executeQuery('MATCH (s:AdduceSchema) SET s.version = $version', { version: VERSION - 1 });
  }, 120_000);
  afterEach(async () => {
    await before[Symbol.asyncDispose]();
    await driver.close();
  });

  async function graphOf(): Promise<unknown[]> {
    const { records } = await driver.executeQuery(`
      MATCH (a)-[r:SUPPORTS|DISPUTES|SUPERSEDES|CONTRADICTS|STATED_IN|ABOUT|PUBLISHED_BY|MIRRORS|ON|NAMES]->(b)
      RETURN type(r) + ' ' + coalesce(a.addr, a.id) + ' ' + coalesce(b.addr, b.id, b.domain, b.key) AS edge,
        coalesce(r.event, r.quote, '') AS it ORDER BY edge, it`);
    return records.map((record) => record.toObject());
  }

  it('holds nothing of them when it is opened, says so, and holds the same again once replayed', async () => {
    const graph = await graphOf();
    expect(graph.length).toBeGreaterThan(100);
    await using store = await openNeo4j(server());
    expect(await store.head()).toEqual({ ...expected.head, replayedTo: 0 });
    expect(await store.corpora()).toEqual([]);
    const reports: number[] = [];
    await replay(store, ({ entries }) => reports.push(entries));
    expect(reports).toEqual([expected.head.size]);
    expect(await projectionsOf(store)).toEqual(expected);
    expect(await graphOf()).toEqual(graph);
  });

  it('loses the index that no read goes along any more', async () => {
    const OLD = 'adduce_annotation_corpus';
    await driver.executeQuery(`CREATE INDEX ${OLD} FOR (n:Annotation) ON (n.corpus)`);
    await using _ = await openNeo4j(server());
    const { records } = await driver.executeQuery('SHOW INDEXES YIELD name RETURN name');
    const names = records.map((record) => record.get('name'));
    expect(names).toContain('adduce_annotation_by_seq');
    expect(names).not.toContain(OLD);
  });

  it('takes no append meanwhile', async () => {
    await using store = await openNeo4j(server());
    const refused = ingestInto(createTestEngine(store), 'sky', [jsonLines([{ ...FIRST, id: 'new' }])]);
    await expect(refused).rejects.toMatchObject({ code: 'store_unavailable' });
    expect((await store.head()).size).toBe(expected.head.size);
  });

  it('goes on clearing where a process was killed in the middle, and many may do so at once', async () => {
    await using first = await openNeo4j(server());
    await replay(first, () => undefined);
    await driver.executeQuery(
      'MATCH (s:AdduceSchema) SET s.isClearing = true WITH s MATCH (h:LogHead) SET h.replayedTo = 0',
    );
    const stores = await Promise.all([openNeo4j(server()), openNeo4j(server()), openNeo4j(server())]);
    await Promise.all(stores.map((store) => replay(store, () => undefined)));
    for (const store of stores) await store[Symbol.asyncDispose]();
    expect(await projectionsOf(first)).toEqual(expected);
  });

  it('refuses the reads and writes of a program of another version, which would mix formats', async () => {
    await using store = await openNeo4j(server());
    await replay(store, () => undefined);
    await driver.executeQuery('MATCH (h:LogHead) SET h.format = $version', { version: VERSION + 1 });
    const written = store.transact((tx) => tx.saveNote('n', 'v'));
    await expect(written).rejects.toThrow(`format ${VERSION + 1}, and this program writes ${VERSION}`);
    const { records } = await driver.executeQuery("MATCH (n:Note {name: 'n'}) RETURN n");
    expect(records).toEqual([]);
    // Another one that writes nothing finds out with its next look at the head, and reads nothing more from then on.
    await expect(before.head()).rejects.toThrow(`format ${VERSION + 1}, and this program writes ${VERSION}`);
    await expect(before.corpora()).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(before.note('n')).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});
