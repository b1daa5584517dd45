/** What one event-loop slice of an ingest does, counted: others of the process run between two slices. */
import { expect, onTestFinished, test } from 'vitest';
import { nameOf } from '../../../bench/many-documents.ts';
import type { SourceFile } from '../../../engine/ingest/ingest.ts';
import type { GraphStore, GraphTransaction } from '../../../graph/store/store.ts';
import { ingestInto } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

/** Entries that a slice writes at most. */
const SLICE_ENTRIES = 64;
/** Searches for sections near the sentences of a document, of 32 sentences each, that a slice makes at most. */
const SLICE_SEARCHES = 1;

function page(n: number, sentences: number, lang = 'en'): SourceFile {
  const stated = Array.from(
    { length: sentences },
    (_, at) => `The lighthouse of ${nameOf(n * 1_009 + at)} has ${n + at + 3} lamps.`,
  );
  const text = `---\nlang: ${lang}\n---\n# Coast ${n}\n\n${stated.join('\n\n')}\n`;
  return { name: `page-${n}.md`, bytes: new TextEncoder().encode(text) };
}

interface Slice {
  entries: number;
  searches: number;
  artefacts: number;
}

/** The most that one slice does under the log's lock. */
function watched(store: GraphStore) {
  const most: Slice = { entries: 0, searches: 0, artefacts: 0 };
  let now: Slice = { ...most };
  let isTicking = true;
  const tick = () => {
    now = { entries: 0, searches: 0, artefacts: 0 };
    if (isTicking) setImmediate(tick);
  };
  setImmediate(tick);
  const noted = (kind: keyof Slice, count: number) => {
    now[kind] += count;
    most[kind] = Math.max(most[kind], now[kind]);
  };
  const watchedWrites = (tx: GraphTransaction): GraphTransaction => ({
    ...tx,
    save: (changes) => {
      noted('entries', changes.entries.length);
      noted('artefacts', changes.artefacts.length);
      return tx.save(changes);
    },
    sectionsSharing: (query) => {
      noted('searches', 1);
      return tx.sectionsSharing(query);
    },
  });
  const transact: GraphStore['transact'] = (work) => store.transact((tx) => work(watchedWrites(tx)));
  return {
    store: new Proxy(store, {
      get: (target, name) => (name === 'transact' ? transact : Reflect.get(target, name)),
    }),
    end: () => {
      isTicking = false;
      return most;
    },
  };
}

async function slicesOf(files: readonly SourceFile[]) {
  const opened = await openEmptyEmbedded();
  onTestFinished(() => opened.dispose());
  const { store, end } = watched(opened.store);
  const report = await ingestInto(createTestEngine(store), 'coast', files);
  return { report, most: end() };
}

// Sentences of other languages are compared with none.
test.each(['en', 'de'])(
  'documents that commit together are written in slices of their own: %s',
  async (lang) => {
    const { report, most } = await slicesOf(Array.from({ length: 20 }, (_, n) => page(n, 6, lang)));
    expect(report).toMatchObject({ added: 20 });
    expect(most.artefacts).toBe(1);
  },
);

test('a document of many claims is written some entries at a time, and searched for some sentences at a time', async () => {
  const { report, most } = await slicesOf([page(0, 6), page(1, 200)]);
  expect(report).toMatchObject({ added: 2, claims: 206 });
  expect(most.entries).toBeLessThanOrEqual(SLICE_ENTRIES);
  expect(most.searches).toBe(SLICE_SEARCHES);
});
