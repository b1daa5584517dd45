/** What one event-loop slice of a query for all changes begins, counted: others of the process run between two slices. */
import { expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { asking } from '../asking.ts';
import { startServer, storeFolder } from '../graphql-server.ts';

const LISTS = ['artefacts', 'claims', 'evidence', 'retractions', 'turned'];

/** Names of the lists that each event-loop slice begins to read. */
function watching() {
  const slices: string[][] = [[]];
  let ticking = true;
  const tick = () => {
    slices.push([]);
    if (ticking) setImmediate(tick);
  };
  const noted = <A extends unknown[], R>(name: string, read: (...args: A) => R) => {
    return (...args: A) => {
      slices.at(-1)?.push(name);
      return read(...args);
    };
  };
  const around = (engine: Engine): Engine => {
    const { explore, store } = engine;
    return {
      ...engine,
      explore: {
        ...explore,
        artefacts: noted('artefacts', explore.artefacts),
        claims: noted('claims', explore.claims),
        evidence: noted('evidence', explore.evidence),
      },
      store: {
        ...store,
        entries: (query) => {
          if (query.types?.includes('artefact.withdrawn')) slices.at(-1)?.push('retractions');
          return store.entries(query);
        },
        ranges: (kind, query) => {
          if (kind === 'findings') slices.at(-1)?.push('turned');
          return store.ranges(kind, query);
        },
      },
    };
  };
  return {
    around,
    start: () => setImmediate(tick),
    end: () => {
      ticking = false;
      return slices.filter((begun) => begun.length > 0);
    },
  };
}

it('begins each list of the changes in an event-loop slice of its own', async () => {
  const folder = await storeFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const { around, start, end } = watching();
  await using server = await startServer({ path: folder.path, around });
  const moon = { id: 'mars', text: 'Mars has 2 moons.', domain: 'mars.example', day: '2019-10-08' };
  await ingestInto(server.engine, 'moons', [jsonLines([moon])]);
  start();
  const lists = LISTS.map((list) => `${list} { pageInfo { hasNextPage } }`).join(' ');
  const { changes } = await asking(() => server).dataOf(`{ changes { ${lists} } }`);
  expect(Object.keys(changes)).toEqual(LISTS);
  const begun = end();
  expect(begun.map((names) => names.length)).toEqual(LISTS.map(() => 1));
  expect(begun.flat().sort()).toEqual(LISTS);
});
