/** A server that an earlier version wrote to: it opens, keeps what it has, and holds what is new. */
import neo4j, { type Driver } from 'neo4j-driver';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { listed } from '../../conformance/graph-store/listed.ts';
import {
  annotation,
  annotationId,
  artefact,
  artefactId,
  at,
  CORPUS,
  changes,
  claim,
  eventId,
  hash,
} from '../../conformance/graph-store/records.ts';
import { makeWorld, worldChanges } from '../../conformance/graph-store/world.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from './empty-server.ts';

/** More than two pages of the migration. */
const MANY = 1_001;
/** Indexes that version 1 did not have. */
const NEW_INDEXES = [
  'adduce_claim_by_seq',
  'adduce_annotation_target',
  'adduce_annotation_corpus',
  'adduce_closure_corpus',
];
const NEW_CONSTRAINTS = ['adduce_Annotation', 'adduce_StubClosure'];

describeNeo4j('a server of schema version 1', (server) => {
  let driver: Driver;

  beforeEach(async () => {
    await emptyServer(server());
    const { url, user, password } = server();
    driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    await using store = await openNeo4j(server());
    const artefacts = Array.from({ length: MANY }, (_, n) => artefact(n));
    await store.transact((tx) => tx.save(changes({ artefacts, claims: [claim(1)] })));
    await run('MATCH (a:Artefact) REMOVE a.licence, a.effectiveAt');
    await run("CREATE (:Artefact {id: 'a1named'})");
    for (const name of NEW_INDEXES) await run(`DROP INDEX ${name}`);
    for (const name of NEW_CONSTRAINTS) await run(`DROP CONSTRAINT ${name}`);
    await run('MATCH (s:AdduceSchema) SET s.version = 1');
  });

  afterEach(async () => {
    await driver.close();
  });

  async function run(cypher: string, params: Record<string, unknown> = {}) {
    return (await driver.executeQuery(cypher, params)).records;
  }

  async function saveIdempotency(key: string): Promise<void> {
    const record = JSON.stringify({ key, request_hash: hash(key), event_id: eventId(1, 0) });
    await run('CREATE (:IdempotencyKey {key: $key, record: $record})', { key, record });
  }

  test('counts the artefacts that it has, and none that is only named', async () => {
    await using store = await openNeo4j(server());
    expect(await store.counts(CORPUS)).toMatchObject({
      artefacts: MANY,
      documents: MANY,
      claims: 1,
      licences: { 'CC-BY-4.0': MANY },
      oldestEffectiveAt: at(0),
      newestEffectiveAt: at(MANY - 1),
    });
    expect(await store.artefacts([artefactId(7)])).toEqual([artefact(7)]);
  });

  test('says of each idempotency key which event it led to', async () => {
    const keys = ['root\n"event_id":"\\u0000"', 'plain'];
    for (const key of keys) await saveIdempotency(key);
    await using store = await openNeo4j(server());
    expect(await store.idempotency(keys)).toEqual(
      keys.map((key) => ({ key, request_hash: hash(key), result_id: eventId(1, 0) })),
    );
  });

  test('takes annotations and is looked through once, also by many at once', async () => {
    const stores = await Promise.all([openNeo4j(server()), openNeo4j(server()), openNeo4j(server())]);
    for (const store of stores) await store[Symbol.asyncDispose]();
    expect((await run('MATCH (s:AdduceSchema) RETURN s.version AS version'))[0]?.get('version')).toBe(7);
    await run('MATCH (a:Artefact {id: $id}) SET a.licence = $licence', {
      id: artefactId(1),
      licence: 'kept',
    });
    await using store = await openNeo4j(server());
    await store.transact((tx) => tx.save(changes({ annotations: [annotation(1)] })));
    expect(await store.annotations([annotationId(1)])).toEqual([annotation(1)]);
    expect((await store.counts(CORPUS)).licences).toEqual({ 'CC-BY-4.0': MANY - 1, kept: 1 });
  });

  test('gives the voices of annotations that version 2 saved, and reads them by kind', async () => {
    const sided = [1, 2].map((n) => annotation(n, { kind: n === 1 ? 'note' : 'correction' }));
    await using before = await openNeo4j(server());
    await before.transact((tx) => tx.save(changes({ annotations: sided })));
    await run('MATCH (n:Annotation) REMOVE n.voice, n.kind');
    await run('MATCH (s:AdduceSchema) SET s.version = 2');
    await using store = await openNeo4j(server());
    const { seq, effective_at, record } = annotation(2);
    const { actor_root, check, standing } = record;
    expect(await store.voicesOn([{ target: record.target, after: -1 }], 10)).toEqual([
      [{ seq, effective_at, actor_root, kind: 'correction', check, standing }],
    ]);
    const all = { target: record.target, after: -1, before: null };
    const corrections = { limit: 9, newestFirst: false, kinds: ['correction'] } as const;
    expect(await store.annotationPages([all], corrections)).toEqual([
      [annotation(2, { kind: 'correction' })],
    ]);
  });

  test('goes on where a migration was interrupted', async () => {
    await saveIdempotency('k');
    await run('MATCH (a:Artefact) WHERE a.seq < 500 SET a.licence = "CC-BY-4.0", a.effectiveAt = $at', {
      at: at(600),
    });
    const migrated = JSON.stringify({ key: 'done', request_hash: 'h', result_id: annotationId(1) });
    await run('CREATE (:IdempotencyKey {key: "done", record: $migrated})', { migrated });
    await using store = await openNeo4j(server());
    expect(await store.counts(CORPUS)).toMatchObject({
      licences: { 'CC-BY-4.0': MANY },
      oldestEffectiveAt: at(0),
    });
    expect(await store.idempotency(['k', 'done'])).toMatchObject([
      { result_id: eventId(1, 0) },
      { result_id: annotationId(1) },
    ]);
  });

  test('lists and relates what version 3 saved as a server that is filled anew does', async () => {
    const world = makeWorld();
    await emptyServer(server());
    await using before = await openNeo4j(server());
    await before.transact((tx) => tx.save(changes(worldChanges(world))));
    const expected = await listed(before);
    await run('MATCH ()-[s:STATED_IN]->() REMOVE s.effectiveAt');
    await run('MATCH (e:Event) REMOVE e.effectiveAt, e.corpus');
    await run('MATCH (c:Claim) REMOVE c.effectiveAt, c.words, c.subject, c.object, c.attribute, c.dimension');
    await run(
      `MATCH (a:Artefact) REMOVE a.words, a.domain, a.lang, a.mirrorOf, a.withdrawnSeq, a.withdrawnAt, a.redacted, a.mediaType`,
    );
    expect(await listed(before)).not.toEqual(expected);
    await run('MATCH (s:AdduceSchema) SET s.version = 3');
    await using store = await openNeo4j(server());
    expect(await listed(store)).toEqual(expected);
  });
});
