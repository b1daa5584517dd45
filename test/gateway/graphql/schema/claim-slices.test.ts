/** In which event-loop slice claims of a level are loaded, counted: others of the process run between two slices. */
import { expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { asking } from '../asking.ts';
import { startServer, storeFolder } from '../graphql-server.ts';

/** Slices from the search for a page of claims to the loading of these. */
function watching() {
  let slice = 0;
  let readIn = 0;
  let passed = -1;
  let ticking = true;
  const tick = () => {
    slice += 1;
    if (ticking) setImmediate(tick);
  };
  const around = (engine: Engine): Engine => ({
    ...engine,
    claims: (...args) => {
      passed = slice - readIn;
      return engine.claims(...args);
    },
    explore: {
      ...engine.explore,
      claims: (request) => {
        readIn = slice;
        return engine.explore.claims(request);
      },
    },
  });
  setImmediate(tick);
  return {
    around,
    passed: () => passed,
    end: () => {
      ticking = false;
    },
  };
}

it.each([
  [8, 0],
  [9, 1],
])('loads a page of %i claims %i slices behind the search for it', async (first, expected) => {
  const folder = await storeFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const { around, passed, end } = watching();
  onTestFinished(end);
  await using server = await startServer({ path: folder.path, around });
  const planets = Array.from({ length: 9 }, (_, n) => {
    const text = `Planet P${n} has ${n + 2} moons.`;
    return { id: `p${n}`, text, domain: 'planets.example', day: '2019-10-08' };
  });
  await ingestInto(server.engine, 'planets', [jsonLines(planets)]);
  const query = `{ claims(corpus: "planets", first: ${first}) { nodes { text } } }`;
  const { claims } = await asking(() => server).dataOf(query);
  expect(claims.nodes).toHaveLength(first);
  expect(passed()).toBe(expected);
});
