import { expect, onTestFinished, test } from 'vitest';
import type { LedgerEntry } from '../../../graph/evidence.ts';
import { NO_LIMIT, readRange } from '../../../graph/store/ranges.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { ingestInto, jsonLines } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

/** Entries of the log that one document of two claims may bring at most. */
const MAX_ENTRIES = 15;
const NAMES = ['Ana', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida', 'Jo'];

async function opened() {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  return { store, engine: createTestEngine(store) };
}

/** Ledger entries of the corpus, by log position. */
async function evidenceIn(store: GraphStore): Promise<LedgerEntry[]> {
  const query = { corpus: 'sky', kinds: ['corroborate', 'dispute', 'supersede-propose'] } as const;
  return readRange(
    store,
    'evidence',
    { ...query, actors: null, after: -1, before: null },
    { limit: 10_000, newestFirst: false },
  );
}

const nameOf = (n: number) => `${NAMES[n % 10]} ${NAMES[Math.floor(n / 10) % 10]}son`;

test('documents whose sentence differs by a name bring as many entries each, however many there are', async () => {
  const { store, engine } = await opened();
  const documents = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => {
      const text = `Local groups maintain a path around it, and ${nameOf(from + n)} runs a museum.`;
      return { id: `d${from + n}`, text, domain: `d${from + n}.example`, day: '2026-09-01', title: 'Notes' };
    });
  const sizes = [0];
  for (const [from, to] of [
    [0, 20],
    [20, 80],
  ] as const) {
    await ingestInto(engine, 'sky', [jsonLines(documents(from, to))]);
    sizes.push((await store.head()).size);
  }
  const [none = 0, few = 0, many = 0] = sizes;
  expect((few - none) / 20).toBeLessThanOrEqual(MAX_ENTRIES);
  expect((many - few) / 60).toBeLessThanOrEqual((few - none) / 20);
  // No claim is supported by a document that speaks of another museum.
  const supporters = Map.groupBy(await evidenceIn(store), ({ claim }) => claim);
  expect(Math.max(...[...supporters.values()].map(({ length }) => length))).toBe(1);
});

test('each artefact brings one entry for a claim, in whichever of its wordings', async () => {
  const { store, engine } = await opened();
  const wordings = [
    'Saturn has 146 known moons.',
    'Saturn has 146 known moons, more than the other planets.',
    'Saturn now has 146 known moons.',
  ];
  const text = wordings.join(' ');
  const documents = [1, 2, 3, 4].map((n) => {
    return {
      id: `d${n}`,
      text: n < 4 ? (wordings[n - 1] ?? '') : text,
      domain: `d${n}.example`,
      day: `2026-09-0${n}`,
      title: `On ${n}`,
    };
  });
  await ingestInto(engine, 'sky', [jsonLines(documents)]);
  const evidence = await evidenceIn(store);
  expect(evidence).toHaveLength(4);
  const [canonical] = new Set(evidence.map(({ claim }) => claim));
  expect(new Set(evidence.map(({ claim }) => claim)).size).toBe(1);
  const [record] = await store.records('claims', [canonical ?? evidence[0]!.claim]);
  expect(record?.core.text).toBe(wordings[0]);
  const members = (
    await store.ranges('claimsOfCluster', { by: [record?.claim_cluster_id ?? ''], limit: NO_LIMIT })
  ).flat();
  expect(members).toHaveLength(3);
  const views = await engine.claims(
    members.map(({ addr }) => addr),
    null,
  );
  const confidences = views.map((view) => view?.belief.fold?.confidence);
  expect(new Set(confidences).size).toBe(1);
  expect(views.every((view) => view?.belief.claim === canonical)).toBe(true);
});

test('values of one attribute propose against the present holder alone, however many came before', async () => {
  const { store, engine } = await opened();
  const documents = Array.from({ length: 60 }, (_, n) => {
    const day = new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10);
    return {
      id: `d${n}`,
      text: `Saturn has ${101 + 2 * n} known moons.`,
      domain: `d${n}.example`,
      day,
      title: `On ${n}`,
    };
  });
  await ingestInto(engine, 'sky', [jsonLines(documents)]);
  const evidence = await evidenceIn(store);
  const proposals = evidence.filter(({ kind }) => kind === 'supersede-propose');
  expect(proposals).toHaveLength(59);
  expect(evidence).toHaveLength(119);
});

test('a publisher that corrects itself supersedes its own value, beside the present holder', async () => {
  const { store, engine } = await opened();
  const said = (id: string, domain: string, moons: number, day: string) => {
    return { id, text: `Saturn has ${moons} known moons.`, domain, day, title: id };
  };
  await ingestInto(engine, 'sky', [
    jsonLines([
      said('a1', 'a.example', 62, '2025-01-01'),
      said('b1', 'b.example', 82, '2025-02-01'),
      said('c1', 'c.example', 82, '2025-03-01'),
      said('a2', 'a.example', 146, '2025-04-01'),
    ]),
  ]);
  const addrOf = async (moons: number) =>
    (await store.ranges('claimsOfSlot', { corpus: 'sky', by: await slots(store), upTo: 1_000, limit: 100 }))
      .flat()
      .find(({ core }) => core.text.includes(`${moons}`))?.addr;
  const proposed = (await evidenceIn(store)).filter(
    ({ actor, kind }) => actor === 'publisher:a.example' && kind === 'supersede-propose',
  );
  // Its own value of 62 was superseded by two others before.
  expect(proposed.map(({ claim }) => claim)).toEqual([await addrOf(82)]);
});

async function slots(store: GraphStore): Promise<string[]> {
  const entries = await store.entries({ after: -1, limit: 1_000, types: ['claim.asserted'] });
  return [
    ...new Set(
      entries.flatMap(({ entry }) => (entry.body.type === 'claim.asserted' ? (entry.body.slot ?? []) : [])),
    ),
  ];
}
