import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DocumentCounts } from '../../../engine/search/document-counts.ts';
import type { CorpusView } from '../../../engine/view.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { artefact, CORPUS, changes } from '../../conformance/graph-store/records.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

const opened: OpenedStore[] = [];
let store: GraphStore;
let counts: number;
let faults: number;
let counter: DocumentCounts;

beforeEach(async () => {
  const one = await openEmptyEmbedded();
  opened.push(one);
  store = one.store;
  counts = 0;
  faults = 0;
  counter = new DocumentCounts({
    ...store,
    counts: async (corpus) => {
      counts += 1;
      if (faults-- > 0) throw new Error('gone for a moment');
      return store.counts(corpus);
    },
  });
});
afterAll(async () => {
  for (const one of opened) await one.dispose();
});

function at(seq: number, asOf: string | null = null): CorpusView {
  return { corpus: CORPUS, snapshot: '', root: '', view: { seq, until: '2030-01-01T00:00:00.000Z' }, asOf };
}

/** Versions at these positions, each the first of a document of its own or the second of one that is there. */
async function save(positions: readonly number[], version = 1): Promise<void> {
  const artefacts = positions.map((seq) => {
    return artefact(seq, { version, ...(version > 1 && { doc_id: artefact(1).record.doc_id }) });
  });
  await store.transact((tx) => tx.save(changes({ artefacts })));
}

const upTo = (first: number, length: number) => Array.from({ length }, (_, n) => first + n);

describe('the documents of a corpus', () => {
  it('are counted once, and then only as they arrive', async () => {
    await save([1, 2, 3]);
    expect(await counter.of(at(3))).toBe(3);
    await save([4, 5]);
    await save([6], 2);
    expect([await counter.of(at(6)), await counter.of(at(6)), await counter.of(at(9))]).toEqual([5, 5, 5]);
    expect((await store.counts(CORPUS)).documents).toBe(5);
    expect(counts).toBe(1);
  });

  it.each([
    [100, 1],
    [101, 2],
  ])('of which %i arrive at once are counted by the store %i times', async (length, times) => {
    await save([1]);
    await counter.of(at(1));
    await save(upTo(2, length));
    expect(await counter.of(at(length + 1))).toBe(length + 1);
    expect(counts).toBe(times);
  });

  it('that arrive while they are counted are counted again, none twice', async () => {
    await save([1, 2, 3]);
    await counter.of(at(2));
    expect(await counter.of(at(3))).toBe(3);
    await save([4]);
    expect(await counter.of(at(4))).toBe(4);
    expect(counts).toBe(2);
  });

  it('are counted once for all who ask at the same time, and again after a fault', async () => {
    await save([1, 2]);
    faults = 1;
    const both = await Promise.allSettled([1, 2].map(() => counter.of(at(2))));
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await Promise.all([2, 1, 2, 3].map((seq) => counter.of(at(seq))))).toEqual([2, 2, 2, 2]);
    expect(counts).toBe(2);
  });

  it('are not counted for a view of the past', async () => {
    expect(await counter.of(at(3, '2020-01-01T00:00:00.000Z'))).toBeNull();
    expect(counts).toBe(0);
  });
});
