/** What several callers wait for together goes on for the others when one of them leaves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnnotationVotes } from '../../engine/annotate/annotation-votes.ts';
import { Beliefs } from '../../engine/belief/read-beliefs.ts';
import { Revocations } from '../../engine/keys/revocations.ts';
import { NewestOf } from '../../engine/retrieve/newest-of.ts';
import { DocumentCounts } from '../../engine/search/document-counts.ts';
import { CachedCount } from '../../engine/stats/cached-count.ts';
import type { CorpusView } from '../../engine/view.ts';
import { FullTextCosts } from '../../gateway/operations/full-text-cost.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { forCaller } from '../../graph/caller.ts';
import { ANY_CLAIM } from '../../graph/store/filters.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import type { OpenedStore } from '../conformance/graph-store/harness.ts';
import { WatchedReads } from '../conformance/watched-reads.ts';
import { annotateOn, disputeBy } from './annotated.ts';
import { ingestInto, jsonLines, viewOf } from './documents.ts';
import { openEmptyEmbedded } from './open-stores.ts';
import { createTestEngine, TestClock } from './test-engine.ts';

const CORPUS = 'moons';
const LEFT = new Error('nobody waits any longer');
/** More entries than a belief is read of at once. */
const ACTORS = 20;

let opened: OpenedStore;
let claim: ClaimAddr;
let view: CorpusView;

beforeAll(async () => {
  opened = await openEmptyEmbedded();
  const engine = createTestEngine(opened.store);
  const document = { id: 'one', text: 'Saturn has 145 moons.', domain: 'one.example', day: '2023-05-12' };
  await ingestInto(engine, CORPUS, [jsonLines([document])]);
  const list = await engine.explore.claims({
    corpus: CORPUS,
    view: (await viewOf(engine, CORPUS)).view,
    isAsOf: false,
    filter: ANY_CLAIM,
    belief: null,
    prefixes: null,
  });
  const page = {
    by: 'seq',
    descending: false,
    after: null,
    before: null,
    limit: 1,
    isBackward: false,
  } as const;
  claim = (await list.page(page)).rows[0]!.id;
  for (let n = 0; n < ACTORS; n += 1) await disputeBy(engine, claim, `actor${n}`);
  await annotateOn(engine, claim);
  view = await viewOf(engine, CORPUS);
});
afterAll(() => opened.dispose());

/** Each makes a reader over a store, and gives its reading. */
const READINGS: Readonly<Record<string, (store: GraphStore) => () => Promise<unknown>>> = {
  'folds of a long ledger': (store) => {
    const beliefs = new Beliefs(store);
    return async () => (await beliefs.read([claim], view.view)).get(claim)?.fold;
  },
  'what annotations say': (store) => {
    const voices = new AnnotationVotes(store);
    return () => voices.read([claim], view.view);
  },
  'the number of documents': (store) => {
    const counts = new DocumentCounts(store);
    return () => counts.of(view);
  },
  'a count that is kept': (store) => {
    const count = new CachedCount<unknown>(new TestClock());
    return () => count.read('now', () => store.counts(CORPUS));
  },
  'the newest of a corpus': (store) => {
    const newest = new NewestOf<unknown>(1);
    return () => newest.get(CORPUS, 'head', () => store.head());
  },
  'the revoked ids': (store) => {
    const revocations = new Revocations(store);
    return () => revocations.includesAny(['k1']);
  },
  'what a ledger costs': (store) => {
    const costs = new FullTextCosts();
    return () => costs.of(store, [{ behind: { ledger: claim } }], view.view.seq);
  },
};

describe.each(Object.entries(READINGS))('%s', (_, readingOver) => {
  it.each([1, 2, 3, 4, 7, 8, 9])(
    'reach a caller whose shared reading another caller leaves at read %i',
    async (turn) => {
      const expected = await readingOver(opened.store)();
      const leaving = new AbortController();
      const watched = new WatchedReads();
      watched.at(turn, () => leaving.abort(LEFT));
      const read = readingOver(watched.around(opened.store));
      const left = forCaller(leaving.signal, read).catch((fault: unknown) => fault);
      expect(await read()).toEqual(expected);
      expect([LEFT, expected]).toContainEqual(await left);
      expect(await read()).toEqual(expected);
    },
  );
});
