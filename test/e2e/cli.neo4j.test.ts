/** The commands on a Neo4j server, and the way of a log to it and back. */
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { emptyServer } from '../graph/neo4j/empty-server.ts';
import { describeNeo4j } from '../setup/describe-engine.ts';
import { adduce, adduceJson } from './cli.ts';
import { QUESTION, writeLighthouses } from './lighthouses.ts';
import { temporaryFolder } from './temporary-folder.ts';

const PATIENCE_MS = 180_000;

describeNeo4j('adduce on Neo4j', (server) => {
  beforeAll(() => emptyServer(server()));

  it('takes a log from an embedded store and gives it back, root for root', {
    timeout: PATIENCE_MS,
  }, async () => {
    await using folder = await temporaryFolder();
    const embedded = { ADDUCE_DATA: join(folder.path, 'data') };
    const { url, user, password } = server();
    const onServer = { ADDUCE_GRAPH: url, ADDUCE_GRAPH_USER: user, ADDUCE_GRAPH_PASSWORD: password };
    const receipt = join(folder.path, 'receipt.json');
    await adduce(['ingest', await writeLighthouses(folder.path), '--corpus', 'lights'], embedded);
    const asked = await adduceJson(['ask', QUESTION, '--receipt', receipt], embedded);

    const from = `embedded:${embedded.ADDUCE_DATA}`;
    const there = await adduceJson(['migrate', '--from', from, '--to', url], onServer);
    expect(there.code).toBe(0);
    // The keys stay in the data folder.
    const moved = { ...embedded, ...onServer };
    expect((await adduceJson(['rebuild'], moved)).document).toMatchObject({ root: there.document.root });
    expect(await adduceJson(['receipt', 'verify', receipt], moved)).toMatchObject({ code: 0 });
    expect((await adduceJson(['ask', QUESTION], moved)).document).toEqual(asked.document);

    const back = join(folder.path, 'back');
    const again = await adduceJson(['backup', back], moved);
    expect(again.document).toMatchObject({ root: there.document.root, copied: there.document.entries });
  });

  it('refuses another log key than the one that the store was begun with', {
    timeout: PATIENCE_MS,
  }, async () => {
    await using folder = await temporaryFolder();
    const { url, user, password } = server();
    const onServer = { ADDUCE_GRAPH: url, ADDUCE_GRAPH_USER: user, ADDUCE_GRAPH_PASSWORD: password };
    const { code, stderr } = await adduce(['ask', QUESTION], { ADDUCE_DATA: folder.path, ...onServer });
    expect(code).toBe(1);
    expect(stderr).toContain('ADDUCE_LOG_KEY');
  });
});
