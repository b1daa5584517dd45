/** How SQLite goes about lists: along the index of their order, so that a page costs what it returns. */
import { describe, expect, it } from 'vitest';
import type { AnnotationKind } from '../../../graph/annotation.ts';
import { annotationLists } from '../../../graph/embedded/list-annotations.ts';
import { artefactLists } from '../../../graph/embedded/list-artefacts.ts';
import { tallyLists } from '../../../graph/embedded/tallies.ts';
import { ANY_ARTEFACT, type ArtefactFilter } from '../../../graph/store/filters.ts';
import {
  ANY_TALLY,
  ORDERED_COUNTS,
  TALLY_COUNTS,
  type TallyFilter,
  type TallyKind,
  type TallyOrder,
} from '../../../graph/store/tallies.ts';
import { at, CORPUS } from '../../conformance/graph-store/records.ts';
import { expectAlong, expectNoScan, filledStores } from './expect-plan.ts';
import { EVERYTHING, PAGES } from './listed.ts';

const ARTEFACTS_IN_ORDER = {
  seq: 'artefacts_by_seq',
  effective_at: 'artefacts_by_time',
  id: 'artefacts_by_id',
} as const;

const filledStore = filledStores();

describe('the plan of a list', () => {
  it.each<[string, readonly AnnotationKind[] | null, string]>([
    ['every kind', null, 'annotations_by_corpus (corpus=? AND seq>? AND seq<?)'],
    [
      'some kinds',
      ['correction', 'context'],
      'annotations_by_corpus_kind (corpus=? AND kind=? AND seq>? AND seq<?)',
    ],
  ])('of annotations of %s goes along the index of positions', async (_, kinds, index) => {
    const connection = await filledStore();
    const page = { by: 'seq', after: null, before: { value: 9, id: '' }, limit: 6 } as const;
    for (const descending of [false, true]) {
      connection.plan.length = 0;
      const selection = { corpus: CORPUS, kinds, view: EVERYTHING.view };
      await annotationLists(connection).list(selection, { ...page, descending });
      const searches = connection.plan.filter((step) => / n USING /.test(step));
      expect(searches.at(-1)).toBe('SEARCH n USING INTEGER PRIMARY KEY (rowid=?)');
      expect(searches.slice(0, -1)).toHaveLength(kinds?.length ?? 1);
      for (const step of searches.slice(0, -1)) expect(step).toContain(index);
      expectNoScan(connection.plan);
    }
  });

  it('of counts and groups of artefacts goes along the log', async () => {
    const connection = await filledStore();
    const { corpus, view } = EVERYTHING;
    const selection = { corpus, view, filter: { ...ANY_ARTEFACT, text: 'moons' } };
    const { count, groups } = artefactLists(connection);
    for (const read of [() => count(selection), () => groups(selection, 'licence')]) {
      connection.plan.length = 0;
      await read();
      expect(connection.plan).toContainEqual(
        expect.stringMatching(/INDEX artefacts_by_seq \(corpus=\? AND seq>\? AND seq<\?\)$/),
      );
      expectNoScan(connection.plan);
    }
  });

  it.each<[string, Partial<ArtefactFilter>]>([
    ['of all', {}],
    ['by words', { text: 'moons', lang: ['en'], mediaType: ['text/plain'] }],
    [
      'by origin',
      {
        or: [
          { ...ANY_ARTEFACT, licence: ['MIT'], domain: ['d'], publisher: ['p'] },
          { ...ANY_ARTEFACT, text: 'x' },
        ],
      },
    ],
    ['by times', { effectiveAt: { from: at(0), to: at(9) } }],
    ['that are withdrawn', { withdrawn: true }],
    ['that stand', { withdrawn: false }],
  ])('of artefacts, %s, goes along the index of its order', async (_, filter) => {
    const connection = await filledStore();
    const { corpus, view } = EVERYTHING;
    for (const page of PAGES) {
      connection.plan.length = 0;
      const selection = { corpus, view, filter: { ...ANY_ARTEFACT, ...filter } };
      await artefactLists(connection).list(selection, page);
      expectAlong(connection.plan, ARTEFACTS_IN_ORDER[page.by as keyof typeof ARTEFACTS_IN_ORDER]);
    }
  });

  it('of artefacts of one publisher goes along the index of these in the order of the log', async () => {
    const connection = await filledStore();
    const { corpus, view } = EVERYTHING;
    const filter = { ...ANY_ARTEFACT, publisher: ['p'], licence: ['MIT'], domain: ['d'] };
    for (const page of PAGES.filter(({ by }) => by === 'seq')) {
      connection.plan.length = 0;
      await artefactLists(connection).list({ corpus, view, filter }, page);
      expectAlong(connection.plan, 'artefacts_by_publisher');
    }
  });

  it.each<[string, Partial<ArtefactFilter>, string]>([
    ['a publisher', { publisher: ['p'] }, 'artefacts_by_publisher (corpus=? AND publisher=?)'],
    ['publishers', { publisher: ['p', 'q'], text: 'x' }, 'artefacts_by_publisher'],
    ['a domain', { domain: ['www.p.org'] }, 'artefacts_by_publisher (corpus=? AND publisher=?)'],
    ['a licence', { licence: ['MIT'] }, 'artefacts_by_licence (corpus=? AND licence=?)'],
  ])('of %s looks its few artefacts up, whatever the order', async (_, filter, index) => {
    const connection = await filledStore();
    const { corpus, view } = EVERYTHING;
    const selection = { corpus, view, filter: { ...ANY_ARTEFACT, ...filter } };
    const { list, count, groups } = artefactLists(connection);
    const isOfOne = filter.publisher?.length === 1;
    for (const read of [
      ...PAGES.filter(({ by }) => by !== 'seq' || !isOfOne).map((page) => () => list(selection, page)),
      ...(isOfOne ? [] : [() => count(selection), () => groups(selection, 'licence')]),
    ]) {
      connection.plan.length = 0;
      await read();
      expect(connection.plan).toContainEqual(expect.stringContaining(index));
      expect(connection.plan.filter((step) => / c USING /.test(step))).toEqual([
        'SEARCH c USING INTEGER PRIMARY KEY (rowid=?)',
      ]);
      expectNoScan(connection.plan);
    }
  });
});

it('goes along the index of each order of tallies, and sorts nothing', async () => {
  const connection = await filledStore();
  const lists = tallyLists(connection);
  const selection = {
    ...{ corpus: CORPUS, view: EVERYTHING.view, closedLicences: ['closed'], among: null },
    filter: { ...ANY_TALLY, text: 'x', since: { from: at(0), to: null } },
  };
  for (const kind of Object.keys(TALLY_COUNTS) as TallyKind[]) {
    for (const by of ['key', 'seq', ...TALLY_COUNTS[kind].slice(0, ORDERED_COUNTS)] as TallyOrder[]) {
      for (const page of PAGES.filter((one) => one.by === 'seq')) {
        connection.plan.length = 0;
        await lists.list({ ...selection, kind }, { ...page, by });
        const steps = connection.plan.filter((step) => / t USING /.test(step));
        const index = by === 'key' ? 'PRIMARY KEY' : `INDEX tallies_by_${by === 'seq' ? by : 'n'}`;
        // Where a slice ends, and what passes of it.
        expect(steps).toHaveLength(2);
        for (const step of steps) {
          expect(step).toMatch(/^SEARCH t USING (COVERING )?/);
          expect(step.replace('COVERING ', '')).toContain(`SEARCH t USING ${index}`);
          expect(step).toContain('(kind=? AND corpus=?');
        }
        expect(connection.plan.join('\n')).not.toMatch(/SCAN c|TEMP B-TREE/);
      }
    }
  }
});

it.each<[string, Partial<TallyFilter>, RegExp]>([
  ['keys', { key: ['a b'] }, /^SEARCH t USING PRIMARY KEY \(kind=\? AND corpus=\? AND key=\?\)$/],
  [
    'one that contradicts',
    { contradicting: ['a'] },
    /^SEARCH t USING PRIMARY KEY \(kind=\? AND corpus=\? AND key>\? AND key<\?\)$/,
  ],
  [
    'one that is contradicted',
    { contradicted: ['a'] },
    /^SEARCH t USING (COVERING )?INDEX tallies_by_contradicted \(corpus=\? AND <expr>=\?\)$/,
  ],
])('looks the few oppositions of %s up by an index, in every order', async (_, filter, index) => {
  const connection = await filledStore();
  const lists = tallyLists(connection);
  const selection = {
    ...{
      kind: 'opposition' as const,
      corpus: CORPUS,
      view: EVERYTHING.view,
      closedLicences: [],
      among: null,
    },
    filter: { ...ANY_TALLY, ...filter },
  };
  for (const by of ['key', 'seq', 'contradictions'] as const) {
    connection.plan.length = 0;
    await lists.list(selection, { by, descending: true, after: null, before: null, limit: 6 });
    expect(connection.plan).toContainEqual(expect.stringMatching(index));
    const steps = connection.plan.filter((step) => / t USING /.test(step) && !index.test(step));
    expect(
      steps.filter((step) => !/^SEARCH t USING PRIMARY KEY \(kind=\? AND corpus=\? AND key=\?\)$/.test(step)),
    ).toEqual([]);
    expect(connection.plan.filter((step) => /^SCAN t/.test(step))).toEqual([]);
  }
});

it('reads of an order of tallies by a count the range that is asked for, and no more', async () => {
  const connection = await filledStore();
  const counts = { statements: { from: 3, to: 9 } };
  const selection = {
    ...{ kind: 'publisher' as const, corpus: CORPUS, view: EVERYTHING.view, closedLicences: [], among: null },
    filter: { ...ANY_TALLY, counts },
  };
  for (const descending of [false, true]) {
    connection.plan.length = 0;
    const page = { by: 'statements', descending, after: null, before: null, limit: 6 } as const;
    await tallyLists(connection).list(selection, page);
    const steps = connection.plan.filter((step) => / t USING /.test(step));
    expect(steps).toHaveLength(2);
    for (const step of steps)
      expect(step).toContain('tallies_by_n1 (kind=? AND corpus=? AND (n1,key)>(?,?) AND (n1,key)<(?,?))');
  }
});
