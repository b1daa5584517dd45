/** A quote is looked for in whole texts: in a bounded part of them, and while nobody waits for the log. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkCitation, MAX_SEARCHED_CHARACTERS } from '../../../engine/annotate/check-citation.ts';
import { readRange } from '../../../graph/store/ranges.ts';
import type { GraphStore, GraphTransaction } from '../../../graph/store/store.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { ingestInto, jsonLines } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

const CORPUS = 'sky';
const QUOTE = 'Saturn has 82 known moons.';
let opened: OpenedStore;
let ref: string;

beforeAll(async () => {
  opened = await openEmptyEmbedded();
  const engine = createTestEngine(opened.store);
  const of = (day: string, text: string) => jsonLines([{ id: 'moons', domain: 'moons.example', day, text }]);
  await ingestInto(engine, CORPUS, [of('2026-09-01', 'Saturn has 62 known moons.')]);
  await ingestInto(engine, CORPUS, [of('2026-09-02', QUOTE)]);
  const [state] = await readRange(opened.store, 'artefacts', { corpus: CORPUS, after: -1 }, { limit: 1 });
  ref = state?.record.url ?? '';
});

afterAll(() => opened.dispose());

/** The store with other texts of the document, the newest first. */
function holding(texts: readonly string[]): GraphStore {
  const left = [...texts];
  const blobs = async () => [Buffer.from(left.shift() ?? '')];
  return new Proxy(opened.store, {
    get: (real, name) => (name === 'blobs' ? blobs : Reflect.get(real, name)),
  });
}

/** The store, whose texts cannot be read while the log is locked. */
function withoutTexts(): GraphStore {
  const locked = (tx: GraphTransaction) =>
    new Proxy(tx, {
      get: (real, name) =>
        name === 'blobs' ? () => Promise.reject(new Error('locked')) : Reflect.get(real, name),
    });
  const transact: GraphStore['transact'] = (work) => opened.store.transact((tx) => work(locked(tx)));
  return new Proxy(opened.store, {
    get: (real, name) => (name === 'transact' ? transact : Reflect.get(real, name)),
  });
}

describe('a quote', () => {
  test.each([
    ['is found at the end of a million characters', 0, 'match'],
    ['is not looked for one character further', 1, 'unknown'],
  ])('%s, in one text or two', async (_, further, check) => {
    const before = 'x'.repeat(MAX_SEARCHED_CHARACTERS - QUOTE.length + further);
    for (const texts of [[before + QUOTE], [before.slice(9), before.slice(-9) + QUOTE]]) {
      expect(await checkCitation(holding(texts), CORPUS, { ref, quote: QUOTE })).toBe(check);
    }
  });

  test('is looked for in the newest version first', async () => {
    const old = 'x'.repeat(MAX_SEARCHED_CHARACTERS);
    expect(await checkCitation(holding([QUOTE, old]), CORPUS, { ref, quote: QUOTE })).toBe('match');
    expect(await checkCitation(holding([old, QUOTE]), CORPUS, { ref, quote: QUOTE })).toBe('unknown');
  });

  test('is looked for before the log is locked', async () => {
    const engine = createTestEngine(withoutTexts());
    const writer = { actor: 'a', actorRoot: 'a', standing: 700, tokenId: 't' };
    const outcome = await engine.annotate({
      target: `wx://${CORPUS}/article/moons`,
      corpus: CORPUS,
      kind: 'note',
      body: 'Counted again.',
      citation: { ref, quote: QUOTE },
      writer,
      idempotency: null,
    });
    expect(outcome).toMatchObject({ ok: true, value: { annotation: { check: 'match' } } });
  });
});
