/** Conformance: what is read for a caller who leaves, and what goes on all the same. */
import { expect } from 'vitest';
import { forCaller, forEverybody } from '../../../graph/caller.ts';
import { NO_LIMIT, readRange } from '../../../graph/store/ranges.ts';
import { readRecord } from '../../../graph/store/records.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import { until } from '../../eventually.ts';
import { type StoreTest, save } from './harness.ts';
import { answer, answerId, artefactId, at, CORPUS, changes, claimAddr, hash, TENANT } from './records.ts';

const LEFT = new Error('nobody waits any longer');
const VIEW = { seq: 1_000, until: at(1_000) };

/** One read of each kind. */
const READS: readonly ((reader: GraphReader) => Promise<unknown>)[] = [
  (reader) => reader.head(),
  (reader) => readRecord(reader, 'corpora', CORPUS),
  (reader) => reader.entries({ after: -1, limit: 10, types: null }),
  (reader) => reader.blobs([hash('blob')]),
  (reader) => reader.records('artefacts', [artefactId(1)]),
  (reader) => reader.records('claims', [claimAddr(1)]),
  (reader) => readRange(reader, 'ledger', { claim: claimAddr(1), after: -1 }, { limit: NO_LIMIT }),
  (reader) => reader.records('answers', [answerId(1)]),
  (reader) => reader.counts(CORPUS),
  (reader) => reader.searchText({ corpus: CORPUS, terms: ['moon'], match: 'all', limit: 5, view: VIEW }),
  (reader) =>
    reader.edges({
      kinds: ['states'],
      of: [claimAddr(1)],
      view: VIEW,
      prefixes: null,
      after: null,
      limit: 5,
    }),
  (reader) => reader.note('note'),
];

export function describeCallers(test: StoreTest): void {
  test('refuses every read for a caller who has left, with the reason', async ({ store }) => {
    for (const read of READS) {
      const outcome = forCaller(AbortSignal.abort(LEFT), () => read(store));
      await expect(outcome, read.toString()).rejects.toBe(LEFT);
    }
    expect(await store.records('answers', [answerId(1)])).toEqual([null]);
  });

  test('reads for a caller that is still there, and for others when one leaves', async ({ store }) => {
    await save(store, { answers: [answer(1)] });
    const leaving = new AbortController();
    const staying = new AbortController();
    const read = () => store.records('answers', [answerId(1)]);
    await forCaller(leaving.signal, async () => {
      expect(await read()).toEqual([answer(1)]);
      leaving.abort(LEFT);
      await expect(read()).rejects.toBe(LEFT);
      expect(await forEverybody(read)).toEqual([answer(1)]);
      expect(await forCaller(staying.signal, read)).toEqual([answer(1)]);
      await expect(read()).rejects.toBe(LEFT);
    });
    expect(await read()).toEqual([answer(1)]);
  });

  test('writes whole what was asked for by one who leaves, and reads for it', async ({ store }) => {
    const leaving = new AbortController();
    const seen = await forCaller(leaving.signal, () =>
      store.transact(async (tx) => {
        await tx.save(changes({ answers: [answer(1)] }));
        leaving.abort(LEFT);
        const found = await tx.records('answers', [answerId(1)]);
        await tx.save(changes({ answers: [answer(2)] }));
        return found;
      }),
    );
    expect(seen).toEqual([answer(1)]);
    expect(
      await readRange(
        store,
        'answers',
        { tenant: TENANT, uses: null, after: -1, before: null },
        { newestFirst: true, limit: 10 },
      ),
    ).toEqual([answer(2), answer(1)]);
    await forCaller(leaving.signal, () => store.transact((tx) => tx.saveNote('late', 'kept')));
    expect(await store.note('late')).toBe('kept');
  });

  test('notifies of commits for as long as somebody listens, after others have left', async ({ store }) => {
    const heard: (readonly unknown[])[] = [];
    const stop = forCaller(AbortSignal.abort(LEFT), () =>
      store.onCommit(
        () =>
          void readRange(
            store,
            'answers',
            { tenant: TENANT, uses: null, after: -1, before: null },
            { newestFirst: true, limit: 10 },
          ).then((found) => heard.push(found)),
      ),
    );
    await forCaller(AbortSignal.abort(LEFT), () =>
      store.transact((tx) => tx.save(changes({ answers: [answer(1)] }))),
    );
    await until(() => heard.length > 0);
    stop();
    expect(heard[0]).toEqual([answer(1)]);
  });
}
