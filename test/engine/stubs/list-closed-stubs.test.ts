import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import { type ClosedStubsRequest, listClosedStubs } from '../../../engine/stubs/list-closed-stubs.ts';
import type { KnowledgeBody } from '../../../graph/log/entry.ts';
import type { LogReader } from '../../../graph/store/log.ts';
import { annotated, appendFacts, closed } from '../../conformance/annotate.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

const CORPUS = 'moons';
/** As many as a page looks at, between the two of the corpus. */
const OTHERS = 5_000;

let opened: OpenedStore;
let engine: Engine;

const bodies = (corpus: string, names: readonly string[]): KnowledgeBody[] =>
  names.map((name) =>
    closed(`stub_${corpus}-${name}`, annotated(`wx://${corpus}/article/${name}`, corpus, 'ann')),
  );

beforeAll(async () => {
  opened = await openEmptyEmbedded();
  engine = createTestEngine(opened.store);
  await appendFacts(engine.writer, CORPUS, bodies(CORPUS, ['first']));
  const others = Array.from({ length: OTHERS }, (_, index) => String(index));
  await appendFacts(engine.writer, 'lakes', bodies('lakes', others));
  await appendFacts(engine.writer, CORPUS, bodies(CORPUS, ['last']));
});
afterAll(() => opened.dispose());

const list = (more: Partial<ClosedStubsRequest>, reader: LogReader = opened.store) =>
  listClosedStubs(reader, {
    corpus: CORPUS,
    until: null,
    after: -1,
    limit: 10,
    admits: () => true,
    ...more,
  });

describe('the closed gaps of a corpus', () => {
  test('stop after so many closings of others, and go on from there', async () => {
    const first = await list({});
    expect(first.records.map(({ closure }) => closure.stub_id)).toEqual(['stub_moons-first']);
    expect(first.stoppedAt).toBeGreaterThan(0);
    const rest = await list({ after: first.stoppedAt ?? -1 });
    expect(rest.records.map(({ closure }) => closure.stub_id)).toEqual(['stub_moons-last']);
    expect(rest.stoppedAt).toBeNull();
  });

  test('end at the limit, with nothing to go on from but the last one', async () => {
    const page = await list({ corpus: 'lakes', limit: 3 });
    expect(page.records).toHaveLength(3);
    expect(page.stoppedAt).toBeNull();
  });

  test('look no further than the time that is asked for', async () => {
    let reads = 0;
    const counting: LogReader = {
      ...opened.store,
      entries: (query) => {
        reads += 1;
        return opened.store.entries(query);
      },
    };
    const none = await list({ until: '2020-01-01T00:00:00.000Z' }, counting);
    expect([none.records, none.stoppedAt, reads]).toEqual([[], null, 1]);
  });

  test('leave out what the caller may not see', async () => {
    const page = await list({ corpus: 'lakes', limit: 2, admits: (target) => target.endsWith('/7') });
    expect(page.records.map(({ closure }) => closure.stub_id)).toEqual(['stub_lakes-7']);
  });
});
