import { describe, expect, onTestFinished, test } from 'vitest';
import { ContestFinder, type StatedDocument } from '../../../engine/ingest/contest-finder.ts';
import { Opinions } from '../../../engine/ingest/opinions.ts';
import { hashed, planDocument } from '../../../engine/ingest/plan-document.ts';
import { readFile } from '../../../engine/ingest/readers/read-file.ts';
import { RedactedTexts } from '../../../engine/ingest/redacted-texts.ts';
import { SentenceCache } from '../../../engine/ingest/stated-sentences.ts';
import type { Statement } from '../../../engine/reading/relate/statement.ts';
import { DEFAULT_TRUST_POLICY } from '../../../engine/select/trust-policy.ts';
import { LEXICAL_JUDGE } from '../../../engine/stance/lexical-judge.ts';
import type { ArtefactState } from '../../../graph/artefact.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { ingestInto, jsonLines, type TestDocument } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

const CORPUS = 'arlen';
const TIMEOUT_MS = 300_000;

const designed = (nation: string) =>
  `The Tal viaduct near Arlen was designed by a ${nation} engineer in the service of the railway.`;
const OTHERS = ['It was painted in 1931.', 'Its arches are 40 m high.', 'It carries 12 trains a day.'];
const small = documentOf('small', designed('Swiss'));
const large = documentOf('large', [designed('French'), ...OTHERS].join('\n\n'));

function documentOf(id: string, text: string): TestDocument {
  return { id, text, title: 'Tal viaduct', domain: `${id}.example`, day: '2026-09-01' };
}

function statement(text: string): Statement {
  return { text, title: 'Tal viaduct', above: [], header: null };
}

/** A document that is not in the log, with one sentence. */
function stating(text: string, ...more: string[]): StatedDocument {
  const sentences = new Map([text, ...more].map((one) => [one, statement(one)]));
  const source = { publisher: 'new.example', observedAt: '2026-09-20T09:00:00.000Z' };
  return { docId: 'new', lang: 'en', ...source, sentences, places: new Map() };
}

function finderWith(cache?: SentenceCache): ContestFinder {
  return new ContestFinder(CORPUS, new Opinions(LEXICAL_JUDGE, () => undefined), cache);
}

async function openWith(...documents: TestDocument[]) {
  const opened = await openEmptyEmbedded();
  onTestFinished(opened.dispose);
  const engine = createTestEngine(opened.store);
  await ingestInto(engine, CORPUS, [jsonLines(documents)]);
  const versions = await opened.store.ranges('versions', {
    corpus: CORPUS,
    by: documents.map(({ id }) => id),
  });
  return { engine, store: opened.store, states: versions.flat() };
}

/** The same store, and the artefacts of which the places of claims were read. */
function countingPlaces(store: GraphStore) {
  const read: string[] = [];
  const ranges: GraphStore['ranges'] = (kind, query) => {
    if (kind === 'occurrencesIn') read.push(...query.by.map(String));
    return store.ranges(kind, query);
  };
  return { store: { ...store, ranges }, read };
}

function stateOf(states: readonly ArtefactState[], id: string): ArtefactState {
  const found = states.find(({ record }) => record.doc_id === id);
  if (found === undefined) throw new Error('the document was ingested');
  return found;
}

describe('what contradicts a sentence', { timeout: TIMEOUT_MS }, () => {
  test('is found in a cached document that gives way in the cache to another one beside it', async () => {
    const { store } = await openWith(small, large);
    const sentence = stating(designed('Danish'));
    const expected = await finderWith(new SentenceCache(0)).find(store, sentence);
    expect(expected.get(designed('Danish'))).toHaveLength(2);
    for (const bound of [1, 2, 3, 4, 5]) {
      const finder = finderWith(new SentenceCache(bound));
      expect([await finder.find(store, sentence), await finder.find(store, sentence)]).toEqual([
        expected,
        expected,
      ]);
    }
  });

  test('is sought in a document once, however many sentences are near and however few the cache holds', async () => {
    const { store } = await openWith(large);
    const counted = countingPlaces(store);
    const finder = finderWith(new SentenceCache(1));
    await finder.find(counted.store, stating(designed('Danish'), designed('Swiss'), designed('Polish')));
    expect(counted.read).toHaveLength(1);
  });

  test('is no longer found in a cached document that was withdrawn', async () => {
    const { engine, store, states } = await openWith(small);
    const finder = finderWith();
    const sentence = stating(designed('Danish'));
    expect((await finder.find(store, sentence)).get(designed('Danish'))).toHaveLength(1);
    const artefact = stateOf(states, 'small').record.artefact_id;
    await engine.withdraw({ artefact, reason: 'retracted', by: null });
    expect((await finder.find(store, sentence)).size).toBe(0);
  });

  test('is not found in what a transaction noted that was rolled back, once a mirror or nothing is written', async () => {
    const { store, states } = await openWith(small);
    const state = stateOf(states, 'small');
    const [places = []] = await store.ranges('occurrencesIn', { by: [state.record.artefact_id] });
    const start = places[0]?.sentence.start ?? 0;
    const noted = { ...stating(''), places: new Map([[start, statement(OTHERS[0] ?? '')]]) };
    const mirror = { ...state, record: { ...state.record, mirror_of: state.record.artefact_id } };
    const [read] = [...readFile('test.jsonl', jsonLines([small]).bytes)];
    if (!read?.ok) throw new Error('the line is a document');
    const context = { corpus: CORPUS, policy: DEFAULT_TRUST_POLICY, redacted: new RedactedTexts() };
    for (const again of ['mirror', 'unchanged']) {
      const contests = finderWith();
      contests.written(state, noted, places);
      expect((await contests.find(store, stating(designed('Danish')))).size).toBe(0);
      if (again === 'mirror') contests.written(mirror, noted, places);
      else {
        const plan = planDocument({ ...hashed(read.document), stated: [] }, { ...context, contests });
        await store.transact((tx) => plan(tx, '2026-10-01T12:00:00.000Z'));
      }
      expect((await contests.find(store, stating(designed('Danish')))).size).toBe(1);
    }
  });
});
