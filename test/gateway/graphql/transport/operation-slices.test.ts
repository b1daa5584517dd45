/** In which event-loop slice an operation is read and executed, counted: others of the process run between two slices. */
import { expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import type { DocumentPolicy } from '../../../../gateway/graphql/config.ts';
import { schema } from '../../../../gateway/graphql/schema.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { asking } from '../asking.ts';
import { startServer, storeFolder } from '../graphql-server.ts';

it('finds the schema validated', () => {
  expect(schema.__validationErrors).toEqual([]);
});

it('executes an operation in a slice behind that in which it was parsed', async () => {
  const folder = await storeFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  let slice = 0;
  let ticking = true;
  const tick = () => {
    slice += 1;
    if (ticking) setImmediate(tick);
  };
  onTestFinished(() => {
    ticking = false;
  });
  let [parsedIn, readIn] = [0, 0];
  const documents: DocumentPolicy = {
    listed: new Map(),
    get only() {
      parsedIn = slice;
      return false;
    },
  };
  const around = (engine: Engine): Engine => ({
    ...engine,
    explore: {
      ...engine.explore,
      claims: (request) => {
        readIn = slice;
        return engine.explore.claims(request);
      },
    },
  });
  await using server = await startServer({ path: folder.path, around, config: { documents } });
  const moon = { id: 'mars', text: 'Mars has 2 moons.', domain: 'mars.example', day: '2019-10-08' };
  await ingestInto(server.engine, 'moons', [jsonLines([moon])]);
  setImmediate(tick);
  const { claims } = await asking(() => server).dataOf('{ claims(corpus: "moons") { nodes { text } } }');
  expect(claims.nodes).toHaveLength(1);
  expect(parsedIn).toBeGreaterThan(0);
  expect(readIn).toBeGreaterThan(parsedIn);
});
