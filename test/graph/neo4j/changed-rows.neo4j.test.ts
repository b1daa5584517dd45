/** On Neo4j, too, the log's key signs one history, and rows that were changed by hand are reported. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { LogForked } from '../../../graph/log/check-consistency.ts';
import { treeHead } from '../../../graph/log/check-log.ts';
import { checkTokens, checkVerdicts, RowsChanged } from '../../../graph/log/check-rows.ts';
import { compareReaders } from '../../../graph/log/compare-readers.ts';
import { copyLog } from '../../../graph/log/copy-log.ts';
import { NoteSigner } from '../../../graph/log/note-signer.ts';
import { rebuildInPlace } from '../../../graph/log/rebuild.ts';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import { NoteFile } from '../../../graph/note-file/note-file.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { added, annotated, appendFacts } from '../../conformance/annotate.ts';
import { answerOf, ingestInto, jsonLines } from '../../engine/documents.ts';
import { createTestEngine } from '../../engine/test-engine.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from './empty-server.ts';

describeNeo4j('a store on a server that somebody has changed', (server) => {
  let driver: Driver;
  let store: GraphStore;
  let expected: GraphStore;
  let folder: string;

  beforeAll(async () => {
    await emptyServer(server());
    const { url, user, password } = server();
    driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
    folder = await mkdtemp(join(tmpdir(), 'adduce-changed-'));
    store = await openNeo4j(server());
    const engine = createTestEngine(store);
    const state = (id: string, moons: number, day: string) =>
      jsonLines([{ id, day, domain: `${id}.example`, text: `Saturn has ${moons} known moons.` }]);
    await ingestInto(engine, 'sky', [state('a', 274, '2026-09-01')]);
    await answerOf(engine, { corpus: 'sky', q: 'How many moons does Saturn have?' });
    await ingestInto(engine, 'sky', [state('b', 285, '2026-09-02')]);
    await engine.monitor.catchUp();
    await appendFacts(engine.writer, 'sky', [added(annotated('wx://sky/entity/saturn', 'sky', 'ann'), null)]);
    const { key_id } = await engine.keys.mintKey('ann');
    await engine.keys.revoke(key_id);
    expected = await openEmbedded({ path: folder });
    await copyLog(store, expected);
  }, 120_000);
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    await expected[Symbol.asyncDispose]();
    await driver.close();
    await rm(folder, { recursive: true });
  });

  const differing = async () =>
    (await compareReaders(store, expected)).filter(({ differences }) => differences.length > 0);
  const check = async () => {
    await checkTokens(store);
    const { size } = await store.head();
    for await (const _ of checkVerdicts(store, { after: -1, before: size }));
  };

  it('differs nowhere before', async () => {
    expect(await differing()).toEqual([]);
    await expect(check()).resolves.toBeUndefined();
  });

  it.each([
    [
      'findings',
      `MATCH (n:Finding) WHERE n.to = 'WARN' SET n.record = replace(n.record, '"to":"WARN"', '"to":"PASS"')`,
      true,
    ],
    ['findings_counts', `MATCH (n:Finding) WHERE n.to = 'WARN' SET n.to = 'PASS'`, false],
    ['revocations', 'MATCH (n:Revocation) DETACH DELETE n', true],
    ['keys', `MATCH (n:Key) SET n.record = replace(n.record, '"revoked":true', '"revoked":false')`, true],
    ['claims', `MATCH (n:Claim) SET n.record = replace(n.record, '274', '999')`, false],
    ['ledger', `MATCH (n:Event) SET n.record = replace(n.record, 'corroborate', 'dispute')`, false],
    ['occurrences', 'MATCH ()-[s:STATED_IN]->() DELETE s', false],
    ['rivals', 'MATCH ()-[c:CONTRADICTS]->() DELETE c', false],
    ['sections', `MATCH (n:Section) SET n.textTerms = 'sun'`, false],
    ['annotations', 'MATCH (n:Annotation) DETACH DELETE n', false],
    ['artefacts', `MATCH (n:Artefact) SET n.record = replace(n.record, 'a.example', 'z.example')`, false],
    ['tallies', `MATCH (t:Tally {kind: 'entity'}) SET t.n0 = t.n0 + 1`, false],
    ['tallies', `MATCH (t:Tally {kind: 'publisher'}) DELETE t`, false],
    [
      'tallies',
      `MATCH (t:Tally {kind: 'actor'}) SET t.id = t.id + 'x', t.key = t.key + 'x', t.name = t.name + 'x'`,
      false,
    ],
    ['tallies', `MATCH (t:Tally {kind: 'chain'}) SET t.n1 = 0`, false],
    ['chain_members', 'MATCH (:ChainMember)-[r:NEXT]->() DELETE r', false],
    ['chain_members', 'MATCH (:ChainMember)-[r:BELOW]->() DELETE r', false],
  ] as const)('reports its %s, and makes them again', async (table, cypher, atStart) => {
    await driver.executeQuery(cypher);
    expect((await differing()).map((one) => one.table)).toContain(table);
    if (atStart) await expect(check()).rejects.toThrow(RowsChanged);
    await rebuildInPlace(store, () => undefined);
    expect(await differing()).toEqual([]);
  });

  it('is signed no more once it has fewer entries than were signed', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const options = {
      reader: store,
      journal: new NoteFile(join(folder, 'log.notes')),
      verifiers: [{ name: 'log.example', key: publicKey }],
      privateKeys: [privateKey],
    };
    const signer = new NoteSigner(options);
    await signer.begin();
    const tree = await treeHead(store);
    await signer.sign(tree);
    await driver.executeQuery('MATCH (h:LogHead) SET h.size = h.size - 2');
    await expect(signer.sign(tree)).rejects.toThrow(LogForked);
    await expect(new NoteSigner(options).open()).rejects.toThrow(`a tree of ${tree.size} was signed`);
  });
});
