/** The queries of docs/neo4j.md, pasted as they stand there, against a filled store: each gives what the engine's reads give. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import type { ArtefactId } from '../../../graph/address.ts';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { answerOf, demoFiles, ingestInto } from '../../engine/documents.ts';
import { createTestEngine } from '../../engine/test-engine.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from './empty-server.ts';
import { claimOf, type EngineView, readEngineView } from './graph-queries/engine-view.ts';
import { EXPECTED } from './graph-queries/expected-rows.ts';

const CORPUS = 'things-that-changed';
const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../docs/neo4j.md'), 'utf8');
const QUERIES = [...DOCUMENT.matchAll(/^### (\d+)\. (.+)\n\n```cypher\n([^`]+)```/gm)].map(
  ([, number, title = '', cypher = '']) => ({ number: Number(number), title, cypher }),
);

it('docs/neo4j.md has twenty queries in order, and each has what it must give', () => {
  expect(QUERIES.map(({ number }) => number)).toEqual(EXPECTED.map((_, index) => index + 1));
  expect(QUERIES).toHaveLength(20);
});

describeNeo4j('a query of docs/neo4j.md', (server) => {
  let driver: Driver;
  let store: GraphStore;
  let view: EngineView;

  beforeAll(async () => {
    await emptyServer(server());
    const { url, user, password } = server();
    driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    store = await openNeo4j(server());
    await fill(createTestEngine(store), store);
    view = await readEngineView(store, CORPUS, 'local');
  }, 400_000);
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    await driver.close();
  });

  describe.each(QUERIES)('$number, $title', ({ number, cypher }) => {
    it('gives what the engine says, and something', async () => {
      const { records } = await driver.executeQuery(cypher);
      const expected = await EXPECTED[number - 1]?.(view);
      expect(expected).not.toEqual([]);
      expect(records.map((record) => plain(record.toObject()))).toEqual(expected);
    });
  });
});

/** The demo corpus, three answers, then a dispute and a withdrawal, by which verdicts change. */
async function fill(engine: Engine, store: GraphStore): Promise<void> {
  await ingestInto(engine, CORPUS, demoFiles());
  for (const planet of ['Saturn', 'Jupiter', 'Pluto']) {
    await answerOf(engine, { corpus: CORPUS, q: `How many moons does ${planet} have?` });
  }
  const seen = await readEngineView(store, CORPUS, 'local');
  const disputed = claimOf(seen, 'Saturn has 146 known moons.').addr;
  const cited = seen.answers.flatMap(({ body }) => body.artefacts);
  const witness = seen.artefacts.find(
    ({ record }) => cited.includes(record.artefact_id) && isOnlySource(seen, record.artefact_id),
  );
  if (witness === undefined) throw new Error('no answer cites an artefact that alone states a claim');
  const { artefact_id: artefact, url: ref, hash } = witness.record;
  const disputing = await engine.appendEvidence({
    ...{ claim: disputed, corpus: CORPUS, kind: 'dispute', evidence: [{ ref, hash, kind: 'source' }] },
    ...{ attestations: [], stake: null, idempotency: null },
    writer: { actor: 'ann', actorRoot: 'root-ann', standing: 600, tokenId: 't', maySupersede: false },
  });
  expect(disputing).toMatchObject({ ok: true });
  // Of two answers' claims, one is proposed to replace the other, by a writer whose word needs no quorum.
  const [replaced, successor] = [seen.answers[0], seen.answers[1]].map((answer) => answer?.body.claims[0]);
  if (replaced === undefined || successor === undefined) throw new Error('an answer uses no claim');
  const proposing = await engine.appendEvidence({
    ...{ claim: replaced, corpus: CORPUS, kind: 'supersede-propose' },
    evidence: [
      { ref, hash, kind: 'source' },
      { ref: successor, hash, kind: 'source' },
    ],
    ...{ attestations: [], stake: null, idempotency: null },
    writer: { actor: 'cid', actorRoot: 'root-cid', standing: 1_000, tokenId: 't', maySupersede: true },
  });
  expect(proposing).toMatchObject({ ok: true });
  expect(await engine.withdraw({ artefact, reason: 'retracted', by: null })).toMatchObject({ ok: true });
  await engine.monitor.catchUp();
}

/** Whether a claim is stated in no other artefact. */
function isOnlySource({ claims, places }: EngineView, artefact: ArtefactId): boolean {
  return claims.some(({ addr }) => {
    const stating = places.filter(({ claim }) => claim === addr);
    return stating.length > 0 && stating.every((place) => place.artefact === artefact);
  });
}

/** Native values as the engine writes them. */
function plain(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (neo4j.isDateTime(value)) return [name, value.toStandardDate().toISOString()];
      return [name, neo4j.isDate(value) ? value.toString() : value];
    }),
  );
}
