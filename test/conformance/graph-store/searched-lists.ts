/** Lists that are looked through for what passes a filter, held against a plain reading: verdicts and annotations. */
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  ANY_ANNOTATION,
  type AnnotationFilter,
  filteredAnnotations,
} from '../../../engine/annotate/filtered-annotations.ts';
import {
  ANY_FINDING,
  type FindingFilter,
  listFindings,
  MAX_FINDINGS_LOOKED_AT,
} from '../../../engine/findings/list-findings.ts';
import type { LookedThrough } from '../../../engine/look-through.ts';
import type { AnnotationKind } from '../../../graph/annotation.ts';
import type { FindingCode, FindingsState } from '../../../graph/log/entry.ts';
import { type PageCut, type RangeReader, readRange, type Stretch } from '../../../graph/store/ranges.ts';
import type { FindingRecord, StoredAnnotation } from '../../../graph/store/rows.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { joinedOf, positions, times } from './drawn-filters.ts';
import { type StoreTest, save } from './harness.ts';
import { annotation, answerId, artefactId, at, claimAddr, finding, TENANT } from './records.ts';

const RUNS = { embedded: 60, neo4j: 5 };
const NO_JOINS = { and: fc.constant([]), or: fc.constant([]), not: fc.constant(null) };
const some = <T>(...values: T[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.subarray(values, { minLength: 1, maxLength: 2 }) },
  );
const paging = fc.record({
  limit: fc.integer({ min: 1, max: 7 }),
  newestFirst: fc.boolean(),
  view: fc.option(fc.record({ seq: fc.integer({ min: -1, max: 60 }), until: fc.constant(at(1_000)) })),
});

const STATES: readonly FindingsState[] = ['PASS', 'WARN', 'FAIL'];
const CODES: readonly FindingCode[] = ['contested', 'coverage_lost', 'belief_stale'];
const MANY = 50;
const numbers = Array.from({ length: MANY }, (_, n) => n);

const FINDINGS: readonly FindingRecord[] = numbers.map((n) => {
  const row = finding(n, n % 5, STATES[n % 3] ?? 'PASS', n % 7 === 0 ? { corpus: 'other' } : {});
  const reasons = [
    { code: CODES[n % 3] ?? 'contested', claim: n % 4 === 0 ? null : claimAddr(n % 2) },
    { code: CODES[n % 2] ?? 'contested', claim: claimAddr(9), artefact: artefactId(n % 3) },
  ];
  return { ...row, body: { ...row.body, from: STATES[(n >> 1) % 3] ?? 'PASS', reasons } };
});

const findingFilter = joinedOf<FindingFilter>(
  fc.record({
    answer: some(answerId(1), answerId(2), answerId(77)),
    corpus: some('space', 'other'),
    from: some(...STATES),
    to: some(...STATES, 'UNKNOWN' as const),
    code: some(...CODES),
    claim: some(claimAddr(0), claimAddr(9)),
    artefact: some(artefactId(0), artefactId(2)),
    at: times,
    seq: positions,
    ...NO_JOINS,
  }),
  ANY_FINDING,
);

const KINDS: readonly AnnotationKind[] = ['note', 'correction', 'context'];
const ANNOTATIONS: readonly StoredAnnotation[] = numbers.map((n) =>
  annotation(n, {
    kind: KINDS[n % 3] ?? 'note',
    body: n % 4 === 0 ? `Größe ${n}` : `Note ${n}`,
    check: n % 2 === 0 ? 'match' : 'unknown',
    actor: ['ann', 'bob'][(n >> 1) % 2] ?? 'ann',
    standing: n * 10,
  }),
);

const annotationFilter = joinedOf<AnnotationFilter>(
  fc.record({
    kind: some(...KINDS),
    actor: some('ann', 'bob', 'nobody'),
    check: some('match' as const, 'unknown' as const),
    text: fc.constantFrom(null, null, 'GRÖSSE', 'größe', '%'),
    standing: fc.option(fc.record({ from: fc.option(fc.nat(500)), to: fc.option(fc.nat(500)) })),
    createdAt: times,
    seq: positions,
    ...NO_JOINS,
  }),
  ANY_ANNOTATION,
);

export function describeSearchedLists(test: StoreTest): void {
  test('gives the verdicts of a tenant that pass a filter as a plain reading does', async ({ store }) => {
    const foreign = finding(MANY, 1, 'FAIL', { tenant: 'globex' });
    await save(store, { findings: [...FINDINGS, foreign] });
    await fc.assert(
      fc.asyncProperty(findingFilter, paging, async (filter, { limit, newestFirst, view }) => {
        const expected = FINDINGS.filter(({ seq }) => view === null || seq <= view.seq).filter((one) =>
          plainly(filter, (own) => findingHolds(one, own)),
        );
        const found = await walk(newestFirst, (stretch) =>
          listFindings(store, { tenant: TENANT, filter, view, limit, newestFirst, ...stretch }),
        );
        expect(found).toEqual(newestFirst ? expected.toReversed() : expected);
      }),
      { numRuns: RUNS[store.capabilities.engine] },
    );
  });

  test('reads few verdicts of each of many answers, and no more than a page may where none passes', async ({
    store,
  }) => {
    const [answers, each] = [40, 60];
    const all = Array.from({ length: answers * each }, (_, n) => finding(n, n % answers, 'PASS'));
    await save(store, { findings: all });
    const answer = Array.from({ length: answers }, (_, n) => answerId(n));
    const list = { tenant: TENANT, view: null, after: -1, before: null, limit: 20 };
    for (const newestFirst of [false, true]) {
      const { read, reader } = counting(store);
      const filter = { ...ANY_FINDING, answer };
      const { records } = await listFindings(reader, { ...list, filter, newestFirst });
      expect(records).toEqual((newestFirst ? all.toReversed() : all).slice(0, list.limit));
      expect(read.rows).toBeLessThanOrEqual(6 * answers);
      read.rows = 0;
      const none = { ...filter, corpus: ['nowhere'] };
      const { stoppedAt } = await listFindings(reader, { ...list, filter: none, newestFirst });
      expect(stoppedAt).not.toBeNull();
      expect(read.rows).toBeGreaterThan(MAX_FINDINGS_LOOKED_AT - 2 * answers);
      expect(read.rows).toBeLessThan(MAX_FINDINGS_LOOKED_AT + answers);
    }
  });

  test('gives the annotations of an address that pass a filter as a plain reading does', async ({
    store,
  }) => {
    const elsewhere = annotation(MANY, { target: claimAddr(2) });
    await save(store, { annotations: [...ANNOTATIONS, elsewhere] });
    await fc.assert(
      fc.asyncProperty(annotationFilter, paging, async (filter, { limit, newestFirst, view }) => {
        const expected = ANNOTATIONS.filter(({ seq }) => view === null || seq <= view.seq).filter((one) =>
          plainly(filter, (own) => annotationHolds(one, own)),
        );
        const found = await walk(newestFirst, (stretch) =>
          filteredAnnotations({
            ...{ filter, view, limit, newestFirst, ...stretch },
            read: ({ after, before, ...cut }) =>
              readRange(store, 'annotations', { target: claimAddr(1), after, before }, cut),
          }),
        );
        expect(found).toEqual(newestFirst ? expected.toReversed() : expected);
      }),
      { numRuns: RUNS[store.capabilities.engine] },
    );
  });
}

/** The store, and how many rows of ranges were read from it. */
function counting(store: GraphStore) {
  const read = { rows: 0 };
  const reader: RangeReader = {
    ranges: async (kind, query) => {
      const lists = await store.ranges(kind, query);
      read.rows += lists.flat().length;
      return lists;
    },
  };
  return { read, reader };
}

async function walk<T extends { readonly seq: number }>(
  newestFirst: PageCut['newestFirst'],
  read: (stretch: Stretch) => Promise<LookedThrough<T>>,
): Promise<T[]> {
  const found: T[] = [];
  for (let stretch: Stretch = { after: -1, before: null }; ; ) {
    const { records, stoppedAt } = await read(stretch);
    found.push(...records);
    const last = records.at(-1);
    const place = stoppedAt ?? (last === undefined ? null : last.seq);
    if (place === null) return found;
    stretch = newestFirst ? { ...stretch, before: place } : { ...stretch, after: place };
  }
}

/** Written out without `rowCheck`, which is what is tested. */
function plainly<F extends { and: readonly F[]; or: readonly F[]; not: F | null }>(
  filter: F,
  has: (own: F) => boolean,
): boolean {
  const inner = (one: F) => plainly(one, has);
  if (!has(filter) || filter.and.some((one) => !inner(one))) return false;
  if (filter.or.length > 0 && filter.or.every((one) => !inner(one))) return false;
  return filter.not === null || !inner(filter.not);
}

const has = <T>(wanted: readonly T[] | null, value: T) => wanted === null || wanted.indexOf(value) >= 0;

function inRange<T extends number | string>(
  range: { readonly from: T | null; readonly to: T | null } | null,
  value: T,
): boolean {
  const { from = null, to = null } = range ?? {};
  return !(from !== null && value < from) && !(to !== null && value > to);
}

function findingHolds({ seq, at: time, corpus, body }: FindingRecord, filter: FindingFilter): boolean {
  const { code, claim, artefact } = filter;
  const asks = code !== null || claim !== null || artefact !== null;
  const isReason = (reason: (typeof body.reasons)[number]) =>
    has(code, reason.code) &&
    has<string | null | undefined>(claim, reason.claim) &&
    has<string | null | undefined>(artefact, reason.artefact);
  return (
    has(filter.answer, body.answer_id) &&
    has(filter.corpus, corpus) &&
    has(filter.from, body.from) &&
    has(filter.to, body.to) &&
    (!asks || body.reasons.some(isReason)) &&
    inRange(filter.at, time) &&
    inRange(filter.seq, seq)
  );
}

function annotationHolds({ record, seq }: StoredAnnotation, filter: AnnotationFilter): boolean {
  return (
    has(filter.kind, record.kind) &&
    has(filter.actor, record.actor) &&
    has(filter.check, record.check) &&
    (filter.text === null || record.body.toLowerCase().includes(filter.text.toLowerCase())) &&
    inRange(filter.standing, record.standing) &&
    inRange(filter.createdAt, record.created_at) &&
    inRange(filter.seq, seq)
  );
}
