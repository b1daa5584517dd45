/** Edges of a claim that stands on more pages than are read of it: the last page's edge has its place as the first one's has. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_PLACES } from '../../../../engine/stated-places.ts';
import type { ArtefactId } from '../../../../graph/address.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { asking } from '../asking.ts';
import { type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const CORPUS = 'moons';
const SAID = 'Saturn has 145 moons.';
/** Documents go into the log by their ids. */
const idOf = (n: number) => `p${String(n).padStart(4, '0')}`;
const LAST = idOf(MAX_PLACES);

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  const pages = Array.from({ length: MAX_PLACES + 1 }, (_, n) => ({
    id: idOf(n),
    text: SAID,
    domain: `${idOf(n)}.example`,
    day: '2023-05-12',
    title: 'Saturn',
  }));
  await ingestInto(server.engine, CORPUS, [jsonLines(pages)]);
});
afterAll(async () => {
  await server.stop();
  expect(server.faults).toEqual([]);
  await folder[Symbol.asyncDispose]();
});

const { dataOf } = asking(() => server);

async function placesOf(document: string) {
  const [versions = []] = await server.engine.store.ranges('versions', { corpus: CORPUS, by: [document] });
  const id = versions[0]?.record.artefact_id as ArtefactId;
  const { neighbours } = await dataOf(
    `{ neighbours(of: "${id}", kinds: [STATES]) { nodes { occurrences { artefact { artefactId } claim { text } } } } }`,
  );
  return { id, edges: neighbours.nodes };
}

it.each([idOf(0), idOf(MAX_PLACES - 1), LAST])('of %s have their place', async (document) => {
  const { id, edges } = await placesOf(document);
  expect(edges).toEqual([{ occurrences: [{ artefact: { artefactId: id }, claim: { text: SAID } }] }]);
});

it('of a redacted page have none', async () => {
  const { id } = await placesOf(LAST);
  await server.engine.redact({ artefact: id, reason: 'a court order', by: 'ann' });
  const { edges } = await placesOf(LAST);
  for (const { occurrences } of edges) expect(occurrences).toEqual([]);
});
