/** Conformance: annotations and what closed stubs. */
import { expect } from 'vitest';
import type { AnnotationSelection } from '../../../graph/store/lists.ts';
import { readRange } from '../../../graph/store/ranges.ts';
import type { StoredAnnotation } from '../../../graph/store/rows.ts';
import type { ListPage } from '../../../graph/store/selection.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import { type StoreTest, save } from './harness.ts';
import { annotation, annotationId, at, CORPUS, claimAddr, closure, hash, stubId } from './records.ts';

const ELSEWHERE = 'wx://sea/claim/c11';

export function describeAnnotations(test: StoreTest): void {
  describeAnnotationReads(test);
  describeTargets(test);
  describeCorpus(test);
  describeVoices(test);
  describeClosures(test);
}

function describeAnnotationReads(test: StoreTest): void {
  test('gives annotations in the order asked for, null for unknown ones', async ({ store }) => {
    await save(store, { annotations: [annotation(1), annotation(2)] });
    const ids = [annotationId(2), annotationId(9), annotationId(1), annotationId(2)];
    const [one, two] = [annotation(1), annotation(2)];
    expect(await store.records('annotations', ids)).toEqual([two, null, one, two]);
    expect(await store.records('annotations', [])).toEqual([]);
  });

  test('gives an annotation back with every member', async ({ store }) => {
    const full = annotation(1, {
      kind: 'correction',
      body: 'Nein: "82"\n\u0000 – 82 🪐',
      citation: { ref: 'https://example.org/?q=%00', quote: "it's 82" },
      check: 'match',
      standing: 1000,
      token_id: 't1',
    });
    await save(store, { annotations: [full] });
    expect(await store.records('annotations', [annotationId(1)])).toEqual([full]);
  });

  test('keeps the first of two annotations with one id', async ({ store }) => {
    const again = annotation(1, { body: 'another', target: claimAddr(2) }, { seq: 9 });
    await save(store, { annotations: [annotation(1), again] });
    await save(store, { annotations: [again] });
    expect(await store.records('annotations', [annotationId(1)])).toEqual([annotation(1)]);
    expect(await ofTarget(store, claimAddr(1))).toEqual([annotation(1)]);
    expect(await ofTarget(store, claimAddr(2))).toEqual([]);
  });

  test('keeps apart ids and targets that differ in case only', async ({ store }) => {
    const upper = annotation(2, { id: 'n1A', target: `${claimAddr(1)}/A` });
    const lower = annotation(3, { id: 'n1a', target: `${claimAddr(1)}/a` });
    await save(store, { annotations: [upper, lower] });
    expect(await store.records('annotations', ['n1a', 'n1A'])).toEqual([lower, upper]);
    expect(await ofTarget(store, `${claimAddr(1)}/a`)).toEqual([lower]);
  });

  test('stores which annotation an idempotency key led to', async ({ store }) => {
    const once = { key: 'root:abc', request_hash: hash('body'), result_id: annotationId(1) };
    await save(store, { idempotency: [once] });
    expect(await store.records('idempotency', ['root:abc'])).toEqual([once]);
  });
}

function describeTargets(test: StoreTest): void {
  const targeted = (n: number, target: string) => annotation(n, { target });

  test('pages the annotations of a target by seq', async ({ store }) => {
    const all = [5, 0, 7].map((n) => annotation(n));
    await save(store, { annotations: [...all, targeted(6, claimAddr(11)), targeted(8, ELSEWHERE)] });
    const page = (after: number, limit: number) =>
      readRange(
        store,
        'annotations',
        { target: claimAddr(1), after, before: null },
        { limit, newestFirst: false },
      );
    const [five, zero, seven] = all;
    expect(await page(-1, 3)).toEqual([zero, five, seven]);
    expect(await page(-1, 2)).toEqual([zero, five]);
    expect(await page(0, 1)).toEqual([five]);
    expect(await page(5, 10)).toEqual([seven]);
    expect(await page(7, 10)).toEqual([]);
    expect(await page(-1, 0)).toEqual([]);
  });

  test('counts the annotations of a target in a range of the log', async ({ store }) => {
    const all = [5, 0, 7].map((n) => annotation(n));
    await save(store, { annotations: [...all, targeted(6, claimAddr(11)), targeted(8, ELSEWHERE)] });
    const count = (after: number, upTo: number, target: string = claimAddr(1)) =>
      store.countAnnotations({ target, after, upTo });
    expect(await count(-1, 7)).toBe(3);
    expect(await count(-1, 6)).toBe(2);
    expect(await count(0, 7)).toBe(2);
    expect(await count(5, 100)).toBe(1);
    expect([await count(7, 100), await count(5, 5), await count(7, 0)]).toEqual([0, 0, 0]);
    for (const target of [claimAddr(9), 'wx://space/claim/', '', '%'])
      expect(await count(-1, 100, target), target).toBe(0);
  });

  test('finds nothing on a target that nobody annotated, or on part of an address', async ({ store }) => {
    await save(store, { annotations: [annotation(1)] });
    for (const target of [claimAddr(9), 'wx://space/claim/', '', '%']) {
      expect(
        await readRange(
          store,
          'annotations',
          { target, after: -1, before: null },
          { limit: 10, newestFirst: false },
        ),
      ).toEqual([]);
    }
  });
}

function describeCorpus(test: StoreTest): void {
  const all = [
    annotation(2),
    annotation(3, { target: 'wx://space/sec/a11/0', kind: 'context' }),
    annotation(5, { kind: 'correction' }),
    annotation(6, { target: claimAddr(7) }),
  ];
  const elsewhere = annotation(4, { target: ELSEWHERE, corpus: 'sea' });
  const [two, three, five, six] = all;
  const listed = async (
    store: GraphReader,
    page: Partial<ListPage<'seq'>> = {},
    selection: Partial<AnnotationSelection> = {},
  ) => {
    const first = { by: 'seq', descending: false, after: null, before: null, limit: 10 } as const;
    const found = await store.list(
      'annotations',
      { corpus: CORPUS, kinds: null, view: null, ...selection },
      { ...first, ...page },
    );
    expect(found.stoppedAt).toBeNull();
    return found.rows;
  };
  const key = (seq: number) => ({ value: seq, id: '' });

  test('pages the annotations of a corpus by seq, from either end, whatever they are about', async ({
    store,
  }) => {
    await save(store, { annotations: [six, elsewhere, five].flatMap((one) => one ?? []) });
    await save(store, { annotations: [two, three].flatMap((one) => one ?? []) });
    expect(await listed(store)).toEqual(all);
    expect(await listed(store, { descending: true })).toEqual(all.toReversed());
    expect(await listed(store, { limit: 3 })).toEqual([two, three, five]);
    expect(await listed(store, { limit: 0 })).toEqual([]);
    expect(await listed(store, { descending: true, limit: 1 })).toEqual([six]);
    expect(await listed(store, { after: key(3) })).toEqual([five, six]);
    expect(await listed(store, { after: key(4), before: key(6) })).toEqual([five]);
    expect(await listed(store, { after: key(6) })).toEqual([]);
    expect(await listed(store, { descending: true, after: key(5) })).toEqual([three, two]);
    expect(await listed(store, { descending: true, after: key(6), before: key(2) })).toEqual([five, three]);
    expect(await listed(store, {}, { corpus: 'sea' })).toEqual([elsewhere]);
    for (const corpus of ['none', '', 'SPACE', 'spac'])
      expect(await listed(store, {}, { corpus })).toEqual([]);
    await expect(listed(store, { limit: 1_001 })).rejects.toThrow(RangeError);
  });

  test('gives those of a corpus of the kinds asked for, each once, and those that a view sees', async ({
    store,
  }) => {
    await save(store, { annotations: [...all, elsewhere] });
    expect(await listed(store, {}, { kinds: ['note'] })).toEqual([two, six]);
    const both = { kinds: ['correction', 'context', 'correction'] } as const;
    expect(await listed(store, {}, both)).toEqual([three, five]);
    expect(await listed(store, { descending: true, limit: 1 }, both)).toEqual([five]);
    expect(await listed(store, {}, { kinds: [] })).toEqual([]);
    const view = (seq: number) => ({ seq, until: at(1_000) });
    expect(await listed(store, {}, { view: view(4) })).toEqual([two, three]);
    expect(await listed(store, { descending: true, limit: 1 }, { view: view(5) })).toEqual([five]);
    expect(await listed(store, { before: key(3) }, { view: view(5), kinds: ['note'] })).toEqual([two]);
    expect(await listed(store, {}, { view: view(-1) })).toEqual([]);
  });
}

function describeVoices(test: StoreTest): void {
  const target = claimAddr(1);
  /** An annotation that takes a side, at a position. */
  const sided = (n: number, parts: Parameters<typeof annotation>[1] = {}) =>
    annotation(n, { kind: 'correction', body: 'words '.repeat(1_000), ...parts });
  const voice = ({ record, seq, effective_at }: StoredAnnotation) => {
    const { actor_root, kind, check, standing } = record;
    return { seq, effective_at, actor_root, kind, check, standing };
  };

  test('gives what annotations say of many targets at once, and of no note', async ({ store }) => {
    const all = [
      sided(2),
      sided(3, { target: 'wx://space/sec/a11/0', kind: 'context', check: 'match', standing: 1000 }),
      sided(4, { target: ELSEWHERE, corpus: 'sea', actor_root: 'root "\u0000 水' }),
      annotation(5, { kind: 'note' }),
      sided(1, { kind: 'context' }),
    ];
    await save(store, { annotations: all });
    const [two, section, elsewhere, , one] = all.map(voice);
    const targets = [ELSEWHERE, claimAddr(9), target, 'wx://space/sec/a11/0', target];
    const places = targets.map((each) => ({ target: each, after: -1 }));
    const found = await store.ranges('voices', { by: places, limit: 10 });
    expect(found).toEqual([[elsewhere], [], [one, two], [section], [one, two]]);
    expect(await store.ranges('voices', { by: [], limit: 10 })).toEqual([]);
  });

  test('pages them by seq, each target from a place of its own', async ({ store }) => {
    const all = [1, 3, 5, 7].map((n) => sided(n));
    const other = sided(8, { target: claimAddr(2) });
    await save(store, {
      annotations: [...all, other, ...[0, 2, 4, 6].map((n) => annotation(n, { kind: 'note' }))],
    });
    const voices = all.map(voice);
    const page = async (after: number, limit: number) =>
      (await store.ranges('voices', { by: [{ target, after }], limit }))[0];
    expect(await page(-1, 2)).toEqual(voices.slice(0, 2));
    expect(await page(3, 2)).toEqual(voices.slice(2));
    expect(await page(3, 1)).toEqual(voices.slice(2, 3));
    expect(await page(4, 10)).toEqual(voices.slice(2));
    expect(await page(7, 10)).toEqual([]);
    expect(await page(-1, 0)).toEqual([]);
    const places = [
      { target, after: 1 },
      { target: claimAddr(2), after: -1 },
      { target, after: 5 },
    ];
    expect(await store.ranges('voices', { by: places, limit: 1 })).toEqual([
      voices.slice(1, 2),
      [voice(other)],
      voices.slice(3),
    ]);
  });

  test('gives one for the first of two annotations with one id', async ({ store }) => {
    await save(store, { annotations: [annotation(1, { kind: 'note' })] });
    await save(store, { annotations: [sided(1, {})] });
    expect(await store.ranges('voices', { by: [{ target, after: -1 }], limit: 10 })).toEqual([[]]);
  });
}

async function ofTarget(store: GraphReader, target: string): Promise<StoredAnnotation[]> {
  return readRange(
    store,
    'annotations',
    { target, after: -1, before: null },
    { limit: 10, newestFirst: false },
  );
}

function describeClosures(test: StoreTest): void {
  test('gives what closed each stub, null for an open one', async ({ store }) => {
    await save(store, { closures: [closure(1), closure(2, { corpus: 'sea' })] });
    const found = await store.records('closures', [stubId(2), stubId(9), stubId(1)]);
    expect(found).toEqual([closure(2, { corpus: 'sea' }), null, closure(1)]);
    expect(await store.records('closures', [])).toEqual([]);
  });

  test('keeps the first closing of a stub, for good', async ({ store }) => {
    const second = closure(1, { id: 'k1second', actor: 'bob', annotation_id: annotationId(2) });
    await save(store, { closures: [closure(1), second] });
    await save(store, { closures: [second] });
    expect(await store.records('closures', [stubId(1)])).toEqual([closure(1)]);
  });

  test('keeps a closing whose annotation it never saw', async ({ store }) => {
    await save(store, { closures: [closure(1)] });
    expect(await store.records('annotations', [closure(1).annotation_id])).toEqual([null]);
    await save(store, { annotations: [annotation(1)] });
    expect(await store.records('annotations', [closure(1).annotation_id])).toEqual([annotation(1)]);
  });
}
