/** What an ingest reads while it holds the log's lock, and what it knows of others' writing: on any store. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { type IngestReport, ingest } from '../../engine/ingest/ingest.ts';
import { Opinions } from '../../engine/ingest/opinions.ts';
import { DEFAULT_TRUST_POLICY } from '../../engine/select/trust-policy.ts';
import { LEXICAL_JUDGE } from '../../engine/stance/lexical-judge.ts';
import type { StanceOpinion } from '../../graph/claim.ts';
import { LogWriter } from '../../graph/log/writer.ts';
import { substituted } from '../../graph/store/by-kind.ts';
import type { GraphReader, GraphStore, GraphTransaction } from '../../graph/store/store.ts';
import { jsonLines, type TestDocument } from '../engine/documents.ts';
import type { OpenStore } from './graph-store/harness.ts';

const CORPUS = 'arlen';
const NOW = '2026-10-01T12:00:00.000Z';
const REST =
  'It carries the line from the valley to the pass in eleven arches, and the trains that use it are slow and red.';
const CLAIM = `The Tal viaduct near Arlen was designed by a Swiss engineer in the service of the railway.`;
const AGAINST = CLAIM.replace('Swiss', 'Danish');

const document = (id: string, text: string, day = '2026-09-01'): TestDocument => ({
  id,
  text,
  day,
  domain: `${id}.example`,
  title: 'Tal viaduct',
});
const first = document('first', CLAIM);
const against = document('against', AGAINST, '2026-09-02');

/** The store itself, but for some of its methods. */
function over<T extends object>(target: T, own: Partial<T>): T {
  return new Proxy(target, {
    get: (_, name) => {
      // A proxy is asked for the target's own names.
      const value = own[name as keyof T] ?? target[name as keyof T];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Rejects as the ingest does, once everything else of it is written. */
async function read(
  store: GraphStore,
  documents: readonly TestDocument[],
  reader: GraphReader = store,
): Promise<IngestReport> {
  const opinions = new Opinions(LEXICAL_JUDGE, () => undefined);
  const writer = new LogWriter(store, () => NOW);
  try {
    return await ingest(writer, reader, [jsonLines(documents)], {
      corpus: CORPUS,
      source: 'test',
      policy: DEFAULT_TRUST_POLICY,
      opinions,
      onProgress: () => undefined,
    });
  } finally {
    await writer.settled();
  }
}

async function opinionsIn(store: GraphStore): Promise<StanceOpinion[]> {
  const entries = await store.entries({ after: -1, limit: 1_000, types: ['claim.asserted'] });
  return entries.flatMap(({ entry: { body } }) =>
    body.type === 'claim.asserted' ? (body.opinions ?? []) : [],
  );
}

async function recordOf(store: GraphStore, id: string) {
  const [versions = []] = await store.ranges('versions', { corpus: CORPUS, by: [id] });
  return versions.at(-1)?.record;
}

export function describeIngestLock(name: string, open: OpenStore): void {
  const start = async (): Promise<GraphStore> => {
    const opened = await open();
    onTestFinished(() => opened.dispose());
    return opened.store;
  };

  describe(`what an ingest holds a document against, on ${name}`, () => {
    test.each<[string, TestDocument, (store: GraphStore) => Promise<void>]>([
      [
        'is judged',
        against,
        async (store) => {
          const places = await store.ranges('occurrencesIn', {
            by: [(await recordOf(store, 'first'))?.artefact_id ?? 'a1'],
          });
          const claims = places.flat().map(({ claim }) => claim);
          expect((await opinionsIn(store)).map(({ claim }) => claim)).toEqual(claims);
        },
      ],
      [
        'is known as the original of a copy',
        document('copy', `${CLAIM} ${REST}`, '2026-09-03'),
        async (store) => {
          const original = await recordOf(store, 'first');
          expect(original).toBeDefined();
          expect((await recordOf(store, 'copy'))?.mirror_of).toBe(original?.artefact_id);
        },
      ],
    ])('%s where it was committed after an ingest had looked for what is new', async (_, later, check) => {
      const store = await start();
      let asked = 0;
      const reader = substituted<GraphReader>(store, {
        ranges: {
          versions: async (query) => {
            const found = await store.ranges('versions', query);
            // The lock is not taken yet.
            if (++asked === 1) {
              await read(store, [later.id === 'copy' ? { ...first, text: `${CLAIM} ${REST}` } : first]);
            }
            return found;
          },
        },
      });
      await read(store, [later], reader);
      expect(asked).toBe(1);
      await check(store);
    });

    test('is a bounded part of the corpus, however much that is', async () => {
      const store = await start();
      const other = (n: number) =>
        document(
          `other${n}`,
          `The bridge of village ${n} was opened on a rainy day in the year ${1900 + n}.`,
        );
      const readUnderLock = async (added: TestDocument) => {
        let [pages, blobs] = [0, 0];
        const locked = over<GraphStore>(store, {
          transact: (work) =>
            store.transact((tx) =>
              work(
                over<GraphTransaction>(
                  substituted(tx, {
                    ranges: {
                      artefacts: async (query) => {
                        const lists = await tx.ranges('artefacts', query);
                        pages += lists.flat().length;
                        return lists;
                      },
                    },
                  }),
                  {
                    blobs: async (hashes) => {
                      blobs += hashes.length;
                      return tx.blobs(hashes);
                    },
                  },
                ),
              ),
            ),
        });
        await read(locked, [added], store);
        return { pages, blobs };
      };
      await read(store, [first, ...Array.from({ length: 20 }, (_, n) => other(n))]);
      const few = await readUnderLock(against);
      expect(await opinionsIn(store)).toHaveLength(1);
      await read(
        store,
        Array.from({ length: 60 }, (_, n) => other(20 + n)),
      );
      const many = await readUnderLock({ ...against, id: 'again', domain: 'again.example' });
      expect(few.pages + many.pages).toBe(0);
      expect(many.blobs).toBeLessThanOrEqual(few.blobs);
    });

    test('is not read at all for documents that have not changed', async () => {
      const store = await start();
      await read(store, [first, against]);
      const reader = substituted<GraphReader>(store, {
        ranges: { artefacts: () => Promise.reject(new RangeError('the corpus was read')) },
      });
      expect(await read(store, [first, against], reader)).toMatchObject({ unchanged: 2 });
    });

    test('is nothing that a transaction saved and did not commit', async () => {
      const store = await start();
      const long = { ...first, text: `${CLAIM} ${REST}` };
      const failing = over<GraphStore>(store, {
        transact: (work) =>
          store.transact(async (tx) => {
            let isBad = false;
            const watched = over<GraphTransaction>(tx, {
              save: async (changes) => {
                isBad ||= changes.artefacts.some(({ record }) => record.doc_id === 'first');
                await tx.save(changes);
              },
            });
            const result = await work(watched);
            if (isBad) throw new RangeError('a fault of this document');
            return result;
          }),
      });
      const documents = [long, against, document('copy', `${CLAIM} ${REST}`, '2026-09-03')];
      await expect(read(failing, documents)).rejects.toThrow('a fault of this document');
      expect(await recordOf(store, 'first')).toBeUndefined();
      expect((await recordOf(store, 'copy'))?.mirror_of).toBeNull();
      const copied = (
        await store.ranges('occurrencesIn', { by: [(await recordOf(store, 'copy'))?.artefact_id ?? 'a1'] })
      ).flat();
      const stated = (
        await store.ranges('occurrencesIn', { by: [(await recordOf(store, 'against'))?.artefact_id ?? 'a1'] })
      ).flat();
      const known = new Set([...copied, ...stated].map(({ claim }) => claim));
      const opinions = await opinionsIn(store);
      expect(opinions.length).toBeGreaterThan(0);
      expect(opinions.filter(({ claim }) => !known.has(claim))).toEqual([]);
      const entries = await store.entries({ after: -1, limit: 100, types: ['claim.asserted'] });
      const ofAgainst = entries.filter(
        ({ entry: { body } }) => body.type === 'claim.asserted' && body.core.text === AGAINST,
      );
      expect(ofAgainst.map(({ entry }) => 'opinions' in entry.body)).toEqual([false]);
    });
  });
}
