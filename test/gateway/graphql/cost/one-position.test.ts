/** Which operations may read the log as it stood when they began, and which see each commit. */
import { expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { seenPosition } from '../../../../graph/caller.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { asking } from '../asking.ts';
import { startServer, storeFolder } from '../graphql-server.ts';

const QUERY = '{ claims(corpus: "moons", first: 1) { nodes { addr text } } }';

async function started() {
  const folder = await storeFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const seen: unknown[] = [];
  const around = (engine: Engine): Engine => ({
    ...engine,
    claims: (...args) => {
      seen.push(seenPosition());
      return engine.claims(...args);
    },
  });
  const server = await startServer({ path: folder.path, around });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const moon = { id: 'mars', text: 'Mars has 2 moons.', domain: 'mars.example', day: '2019-10-08' };
  await ingestInto(server.engine, 'moons', [jsonLines([moon])]);
  return { ...asking(() => server), seen };
}

it('reads a query at one position, of its own, compiled or not', async () => {
  const { dataOf, seen } = await started();
  for (let asked = 0; asked < 4; asked += 1) await dataOf(QUERY.replace('first: 1', `first: ${asked + 1}`));
  for (let asked = 0; asked < 4; asked += 1) await dataOf(QUERY);
  expect(seen.length).toBeGreaterThanOrEqual(5);
  expect(seen).not.toContain(null);
  expect(new Set(seen).size).toBe(seen.length);
});

it('sees each commit in a mutation, whose result is of what it wrote', async () => {
  const { dataOf, tokenFor, seen } = await started();
  const [{ addr }] = (await dataOf(QUERY)).claims.nodes;
  seen.length = 0;
  const evidence = '[{ref: "https://a.example", hash: "unknown", kind: SOURCE}]';
  const mutation = `mutation {
    appendEvidence(claim: "${addr}", kind: CORROBORATE, evidence: ${evidence}) {
      __typename ... on EvidenceAppended { entry { claim { text } } } ... on Refusal { message }
    }
  }`;
  const { appendEvidence } = await dataOf(mutation, await tokenFor({}, ['svc.evidence']));
  expect(appendEvidence).toMatchObject({ __typename: 'EvidenceAppended' });
  expect(seen).toEqual([null]);
});
