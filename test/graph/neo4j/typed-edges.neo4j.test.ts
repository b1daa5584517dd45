/** The edges that an analyst walks: there once for each event, native in their types, and right after every end of an artefact. */

import neo4j, { type Driver } from 'neo4j-driver';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import type { ArtefactId } from '../../../graph/address.ts';
import { rebuildInPlace } from '../../../graph/log/rebuild.ts';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { readRange } from '../../../graph/store/ranges.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import {
  artefact,
  artefactId,
  at,
  claim,
  claimAddr,
  ledgerEntry,
} from '../../conformance/graph-store/records.ts';
import { ingestInto, jsonLines } from '../../engine/documents.ts';
import { createTestEngine } from '../../engine/test-engine.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from './empty-server.ts';

const QUOTES =
  'MATCH (:Claim)-[s:STATED_IN]->(a:Artefact) RETURN a.docId AS doc, s.quote AS quote ORDER BY doc';
const EDGES = `
  MATCH (a)-[r]->(b) WHERE NOT a:Section AND NOT a:Observation
  RETURN type(r) AS type, coalesce(a.addr, a.id) AS from, coalesce(b.addr, b.id, b.key, b.domain) AS to,
    properties(r) AS it ORDER BY type, from, to, coalesce(r.seq, r.logSeq)`;
const MOONS = 'Saturn has 274 known moons.';

describeNeo4j('the graph in Neo4j', (server) => {
  let driver: Driver;
  let store: GraphStore;
  let engine: Engine;

  beforeEach(async () => {
    await emptyServer(server());
    const { url, user, password } = server();
    driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    store = await openNeo4j(server());
    engine = createTestEngine(store);
  });
  afterEach(async () => {
    await store[Symbol.asyncDispose]();
    await driver.close();
  });

  async function rows(cypher: string): Promise<Record<string, unknown>[]> {
    return (await driver.executeQuery(cypher)).records.map((record) => record.toObject());
  }

  const ingest = (...ids: string[]) =>
    ingestInto(engine, 'sky', [
      jsonLines(ids.map((id, n) => ({ id, day: `2026-09-0${n + 1}`, domain: `${id}.example`, text: MOONS }))),
    ]);

  async function idOf(doc: string): Promise<ArtefactId> {
    const [state] = await readRange(store, 'versions', doc, { corpus: 'sky' });
    if (state === undefined) throw new Error(`no document ${doc}`);
    return state.record.artefact_id;
  }

  it('has one edge of an event however often it is saved, with native times and a number for its weight', async () => {
    const item = { ref: 'r', hash: 'h', kind: 'source', check: 'match', domain: 'example.org' } as const;
    const entry = ledgerEntry(1, 0, {
      ...{ kind: 'dispute', standing: 700, effective_at: at(5) },
      evidence: [
        { ...item, artefact: artefactId(1) },
        { ...item, artefact: artefactId(1) },
      ],
    });
    for (let times = 0; times < 2; times += 1) {
      await save(store, { artefacts: [artefact(1)], claims: [claim(1)], ledger: [entry] });
    }
    const edges = await rows('MATCH (:Artefact)-[d:DISPUTES]->(:Claim) RETURN properties(d) AS edge');
    expect(edges).toHaveLength(1);
    expect(edges[0]?.edge).toMatchObject({ publisher: 'example.org', weight: 0.7, event: entry.event_id });
    const [typed] = await rows(`
      MATCH ()-[d:DISPUTES]->()
      RETURN d.effectiveAt = datetime('2026-01-01T00:00:05Z') AS isThen, d.at.timezone AS zone`);
    expect(typed).toEqual({ isThen: true, zone: 'Z' });
  });

  it('has a proposal of a claim to replace itself as an edge, which no walk of the port follows', async () => {
    const entry = ledgerEntry(1, 0, { kind: 'supersede-propose', successor: claimAddr(1) });
    await save(store, { claims: [claim(1)], ledger: [entry] });
    expect(await rows('MATCH (c)-[:SUPERSEDES]->(c) RETURN c.addr AS addr')).toEqual([
      { addr: claimAddr(1) },
    ]);
    const view = { seq: 1_000, until: at(1_000) };
    const query = {
      kinds: ['supersedes'],
      of: [claimAddr(1)],
      view,
      prefixes: null,
      after: null,
      limit: 9,
    } as const;
    expect(await store.edges(query)).toEqual([[{ first: [], total: 0 }]]);
  });

  it('quotes a sentence at each place, and not of a redacted artefact, also where another has the same text', async () => {
    await ingest('a', 'b');
    expect(await rows(QUOTES)).toEqual([
      { doc: 'a', quote: MOONS },
      { doc: 'b', quote: MOONS },
    ]);
    await engine.redact({ artefact: await idOf('a'), reason: 'a court order', by: null });
    const after = [
      { doc: 'a', quote: null },
      { doc: 'b', quote: MOONS },
    ];
    expect(await rows(QUOTES)).toEqual(after);
    await rebuildInPlace(store, () => undefined);
    expect(await rows(QUOTES)).toEqual(after);
  });

  it('keeps the edges of a withdrawn artefact, which says when it was withdrawn', async () => {
    await ingest('a');
    await engine.withdraw({ artefact: await idOf('a'), reason: 'retracted', by: null });
    const supports = await rows(`
      MATCH (a:Artefact)-[:SUPPORTS]->(c:Claim) RETURN c.text AS text, a.withdrawnAt IS NOT NULL AS isWithdrawn`);
    expect(supports).toEqual([{ text: MOONS, isWithdrawn: true }]);
  });

  it('is the same once it was made again from the log', async () => {
    await ingest('a', 'b', 'c');
    await engine.redact({ artefact: await idOf('b'), reason: 'a court order', by: null });
    const before = await rows(EDGES);
    expect(before.length).toBeGreaterThan(10);
    await rebuildInPlace(store, () => undefined);
    expect(await rows(EDGES)).toEqual(before);
  });
});
