/** Withdrawal, redaction, drift and what they turn, on any store. */

import { describe, expect, test } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import { readLayout } from '../../engine/reading/document/layout-blob.ts';
import { verifyReceipt } from '../../engine/receipt/verify-against-store.ts';
import { DEFAULT_TRUST_POLICY, type TrustPolicy } from '../../engine/select/trust-policy.ts';
import type { ArtefactId } from '../../graph/address.ts';
import { copyLog } from '../../graph/log/copy-log.ts';
import { trusted } from '../../graph/log/key-list.ts';
import { verifyInclusion } from '../../graph/log/merkle.ts';
import { rebuildInPlace } from '../../graph/log/rebuild.ts';
import { verifyLog } from '../../graph/log/verify-log.ts';
import { readRange } from '../../graph/store/ranges.ts';
import { answerOf, ingestInto, jsonLines, type TestDocument, viewOf } from '../engine/documents.ts';
import { createTestEngine, testVerifier } from '../engine/test-engine.ts';
import type { OpenStore } from './graph-store/harness.ts';
import { ATLAS, DEPTH, granted, idOf, opened, QUESTION, startLake, TIMEOUT_MS } from './lake.ts';
import { projectionsOf } from './projections.ts';

const RIVAL = { ...DEPTH, id: 'rival', domain: 'rival.example', text: 'Lake Vell is 190 metres deep.' };
const QUIET = { verifiers: [], seen: null, onProgress: () => undefined };
const TWO_PUBLISHERS: TrustPolicy = {
  ...DEFAULT_TRUST_POLICY,
  set: { ...DEFAULT_TRUST_POLICY.set, minPublishers: 2 },
};
const REFUSING: TrustPolicy = {
  ...DEFAULT_TRUST_POLICY,
  licences: { ...DEFAULT_TRUST_POLICY.licences, refused: ['proprietary'] },
};
/** @param openOther another store, for a rebuild */
export function describeArtefactEnds(name: string, open: OpenStore, openOther: OpenStore): void {
  const start = (documents?: readonly TestDocument[], policy?: TrustPolicy) =>
    startLake(open, documents, policy);

  describe(`an artefact that is withdrawn on ${name}`, { timeout: TIMEOUT_MS }, () => {
    test('fails the answer whose only support it was, with who withdrew it, why and when', async () => {
      const { engine, clock } = await start();
      const { answer } = await answerOf(engine, QUESTION);
      clock.set('2026-10-02T08:00:00.000Z');
      const artefact = await idOf(engine, 'survey');
      const done = granted(
        await engine.withdraw({ artefact, reason: ' re\u202etracted\u2028', by: '\u2066ann\u2069' }),
      );
      expect(done).toMatchObject({ repeated: false, word: { reason: 'retracted', by: 'ann' } });
      expect(await lastTurn(engine)).toBe('PASS FAIL coverage_lost');
      const found = await engine.provenance(artefact, 'local');
      expect(found?.withdrawn).toEqual({ ...done.word, at: '2026-10-02T08:00:00.000Z' });
      expect(found?.answers.items).toMatchObject([{ answerId: answer.answer_id, findingsState: 'FAIL' }]);
      expect([found?.bytes, found?.redacted]).toEqual(['stored', null]);
      expect((await answerOf(engine, QUESTION)).answer.summary).toBe('');
    });

    test('warns of the loss of diversity where another publisher of the set still covers the claim', async () => {
      const { engine } = await start([DEPTH, ATLAS], TWO_PUBLISHERS);
      const { answer } = await answerOf(engine, QUESTION);
      const [artefact = 'a1none', ...others] = answer.evidence_set.artefact_ids;
      expect(others).toHaveLength(1);
      granted(await engine.withdraw({ artefact, reason: 'retracted', by: null }));
      expect(await lastTurn(engine)).toBe('PASS WARN artefact_withdrawn diversity_lost');
    });

    test('is withdrawn once: a second word writes nothing and gives the first', async () => {
      const { engine, store } = await start();
      const artefact = await idOf(engine, 'survey');
      const first = granted(await engine.withdraw({ artefact, reason: 'first', by: null }));
      const { size } = await store.head();
      const second = granted(await engine.withdraw({ artefact, reason: 'second', by: 'bob' }));
      expect(second).toEqual({ ...first, repeated: true });
      const both = [1, 2].map(() => engine.withdraw({ artefact, reason: 'at once', by: null }));
      expect((await Promise.all(both)).every((one) => granted(one).repeated)).toBe(true);
      expect((await store.head()).size).toBe(size);
    });

    test('is refused where it is not there, and without a reason or with a book of one', async () => {
      const { engine, store } = await start();
      const artefact = await idOf(engine, 'survey');
      const before = await store.head();
      const refusals = [
        await engine.withdraw({ artefact: 'a1none', reason: 'x', by: null }),
        await engine.withdraw({ artefact, reason: ' \n\u202e ', by: null }),
        await engine.withdraw({ artefact, reason: 'x'.repeat(1_001), by: null }),
        await engine.redact({ artefact, reason: 'x', by: 'y'.repeat(201) }),
        await engine.redact({ artefact: 'a1none', reason: 'x', by: null }),
      ];
      expect(refusals.map((one) => (one.ok ? null : one.refusal.reason))).toEqual([
        'missing:artefact',
        'invalid:body',
        'invalid:body',
        'invalid:body',
        'missing:artefact',
      ]);
      expect(await store.head()).toEqual(before);
    });

    test('leaves an answer about the time before alone', async () => {
      const { engine, clock } = await start();
      await answerOf(engine, { ...QUESTION, asOf: '2026-09-30' });
      clock.set('2026-10-02T08:00:00.000Z');
      granted(await engine.withdraw({ artefact: await idOf(engine, 'survey'), reason: 'x', by: null }));
      expect(await turns(engine)).toEqual(['UNKNOWN PASS']);
    });

    test('speaks again by a later version that says the same, which is a warning', async () => {
      const { engine } = await start();
      await answerOf(engine, QUESTION);
      granted(await engine.withdraw({ artefact: await idOf(engine, 'survey'), reason: 'x', by: null }));
      expect(await lastTurn(engine)).toBe('PASS FAIL coverage_lost');
      const later = { ...DEPTH, text: 'Lake Vell is 212 metres deep.', day: '2026-09-30' };
      await ingestInto(engine, 'lakes', [jsonLines([later])]);
      expect(await lastTurn(engine)).toBe('FAIL WARN artefact_withdrawn');
    });

    test('stays withdrawn where its source still holds it', async () => {
      const { engine } = await start();
      await answerOf(engine, QUESTION);
      granted(await engine.withdraw({ artefact: await idOf(engine, 'survey'), reason: 'x', by: null }));
      await ingestInto(engine, 'lakes', [jsonLines([DEPTH])]);
      expect(await lastTurn(engine)).toBe('PASS FAIL coverage_lost');
    });
  });

  describe(`an artefact that is redacted on ${name}`, { timeout: TIMEOUT_MS }, () => {
    test('loses its bytes, text, summary and words, and keeps hash, entry and place', async () => {
      const { engine, store } = await start();
      const artefact = await idOf(engine, 'survey');
      const before = await engine.provenance(artefact, 'local');
      if (before === null) throw new Error('there is no survey');
      const done = granted(await engine.redact({ artefact, reason: 'a court order', by: 'ann' }));
      expect(done).toMatchObject({ repeated: false, sharedWith: [], quotedBy: 0 });
      const { hash, text_hash, sections } = before.record;
      expect(await store.blobs([hash, text_hash])).toEqual([null, null]);
      const [layout] = await store.blobs([before.record.layout_hash]);
      expect(readLayout(layout ?? new Uint8Array())).toMatchObject([{ kind: 'paragraph', start: 0 }]);
      const found = await engine.provenance(artefact, 'local');
      expect(found).toMatchObject({
        bytes: 'redacted',
        record: { hash, text_hash, summary: '' },
        redacted: { reason: 'a court order', by: 'ann' },
        withdrawn: { reason: 'a court order' },
        log: { seq: before.log.seq },
      });
      expect(before.claims.items).not.toEqual([]);
      expect(found?.claims.items.map(({ text, spans }) => [text, spans])).toEqual(
        before.claims.items.map(() => ['', []]),
      );
      const blank = { titleTerms: '', textTerms: '' };
      expect(
        await store.records(
          'sections',
          sections.map(({ addr }) => addr),
        ),
      ).toMatchObject(sections.map(() => blank));
      const view = (await viewOf(engine, 'lakes')).view;
      const words = { corpus: 'lakes', terms: ['quagga'], match: 'any', limit: 9, view } as const;
      expect(await store.searchText(words)).toEqual([]);
    });

    test('keeps the proof that the log holds its entry, by the leaf alone, and none of its words', async () => {
      const { engine } = await start([DEPTH, RIVAL]);
      const [survey, rival] = [await idOf(engine, 'survey'), await idOf(engine, 'rival')];
      const before = await engine.provenance(rival, 'local');
      expect(before?.claims.items.map(({ text }) => text)).toContain('Lake Vell is 212 metres deep.');
      granted(await engine.redact({ artefact: survey, reason: 'x', by: null }));
      const { log } = (await engine.provenance(survey, 'local')) ?? {};
      if (log === undefined) throw new Error('there is no survey');
      const [leaf, root] = [Buffer.from(log.leaf ?? '', 'hex'), Buffer.from(log.root, 'hex')];
      const proof = log.inclusion.map((hash) => Buffer.from(hash, 'hex'));
      expect(verifyInclusion(leaf, log.seq, log.tree_size, proof, root)).toBe(true);
      expect(log).not.toHaveProperty('entry');
      const after = await engine.provenance(rival, 'local');
      expect(after?.claims.items.map(({ text }) => text)).toEqual(
        before?.claims.items.map(({ text }) => (text.includes('212') ? '' : text)),
      );
      expect(after?.log.entry).toBe(before?.log.entry);
    });

    test('fails what rests on it, as of any time, and is found by no question or search again', async () => {
      const { engine } = await start();
      await answerOf(engine, QUESTION);
      await answerOf(engine, { ...QUESTION, asOf: '2024-06-01' });
      granted(await engine.redact({ artefact: await idOf(engine, 'survey'), reason: 'x', by: null }));
      await engine.monitor.catchUp();
      expect((await turns(engine)).slice(2)).toEqual(['PASS FAIL coverage_lost', 'PASS FAIL coverage_lost']);
      for (const asOf of [null, '2024-06-01']) {
        expect((await answerOf(engine, { ...QUESTION, asOf })).answer.summary).toBe('');
        const view = await viewOf(engine, 'lakes', asOf);
        const found = await engine.search({ q: 'quagga', k: 10, view });
        expect(found.ok && found.value.results).toEqual([]);
        expect((await engine.findItems({ q: 'quagga', k: 10, view, admits: () => true })).items).toEqual([]);
      }
    });

    test('leaves answer and receipt as they were: the receipt verifies, and names what was redacted', async () => {
      const { engine, store } = await start();
      const { answer } = await answerOf(engine, QUESTION);
      const artefact = await idOf(engine, 'survey');
      expect(granted(await engine.redact({ artefact, reason: 'a court order', by: null })).quotedBy).toBe(1);
      const again = await engine.answer(answer.answer_id, 'local');
      expect(again?.answer).toEqual(answer);
      const receipt = await engine.receipt(answer.answer_id, 'local');
      if (receipt === null) throw new Error('no receipt');
      const { ok, steps } = await verifyReceipt(receipt, { keys: [trusted(testVerifier)], reader: store });
      expect(steps.find(({ step }) => step === 'artefacts')).toMatchObject({
        ok: true,
        detail: expect.stringContaining(`${artefact} was redacted`),
      });
      expect(ok).toBe(true);
    });

    test('is redacted once, also after it was withdrawn, and says what was said first', async () => {
      const { engine, store } = await start();
      const artefact = await idOf(engine, 'survey');
      const withdrawn = granted(await engine.withdraw({ artefact, reason: 'wrong', by: 'ann' }));
      const first = granted(await engine.redact({ artefact, reason: 'law', by: 'bob' }));
      const { size } = await store.head();
      expect(granted(await engine.redact({ artefact, reason: 'again', by: null }))).toMatchObject({
        word: first.word,
        repeated: true,
      });
      expect(granted(await engine.withdraw({ artefact, reason: 'again', by: null })).repeated).toBe(true);
      expect((await store.head()).size).toBe(size);
      expect(await engine.provenance(artefact, 'local')).toMatchObject({
        withdrawn: { reason: 'wrong', by: 'ann', seq: withdrawn.word.seq },
        redacted: { reason: 'law', by: 'bob', seq: first.word.seq },
      });
    });

    test('keeps bytes that another artefact rightly holds, and names it', async () => {
      const store = await opened(open);
      const engine = createTestEngine(store);
      const bytes = new TextEncoder().encode('Lake Vell is 212 metres deep.');
      const file = (source: string) => ({ name: `${source}.txt`, bytes });
      await ingestInto(engine, 'lakes', [file('first')]);
      await ingestInto(engine, 'ponds', [file('second')]);
      const [[one] = [], [two] = []] = [
        await readRange(store, 'artefacts', { corpus: 'lakes', after: -1 }, { limit: 9 }),
        await readRange(store, 'artefacts', { corpus: 'ponds', after: -1 }, { limit: 9 }),
      ];
      if (one === undefined || two === undefined) throw new Error('nothing was ingested');
      const redact = (artefact: ArtefactId) => engine.redact({ artefact, reason: 'x', by: null });
      const done = granted(await redact(one.record.artefact_id));
      expect(done.sharedWith).toEqual([two.record.artefact_id]);
      expect(await store.blobs([two.record.hash])).toEqual([bytes]);
      expect((await engine.provenance(one.record.artefact_id, 'local'))?.bytes).toBe('redacted');
      expect((await engine.provenance(two.record.artefact_id, 'local'))?.bytes).toBe('stored');
      expect(granted(await redact(two.record.artefact_id)).sharedWith).toEqual([]);
      expect(await store.blobs([two.record.hash])).toEqual([null]);
    });

    test('is not read in again from a source that still holds it, also after another version', async () => {
      const { engine, store } = await start();
      const artefact = await idOf(engine, 'survey');
      granted(await engine.redact({ artefact, reason: 'x', by: null }));
      const { hash } = (await store.records('artefacts', [artefact]))[0]?.record ?? { hash: '' };
      for (const text of [DEPTH.text, 'Lake Vell is very deep.', DEPTH.text]) {
        await ingestInto(engine, 'lakes', [jsonLines([{ ...DEPTH, text }])]);
        expect(await store.blobs([hash])).toEqual([null]);
      }
      expect((await store.ranges('versions', { corpus: 'lakes', by: ['survey'] }))[0]).toHaveLength(2);
    });

    test('is not taken in again with other bytes, as another document or into another corpus', async () => {
      const { engine, store } = await start();
      const artefact = await idOf(engine, 'survey');
      const [state] = await store.records('artefacts', [artefact]);
      granted(await engine.redact({ artefact, reason: 'x', by: null }));
      const sources = [
        { corpus: 'lakes', document: { ...DEPTH, title: 'Depths' } },
        { corpus: 'lakes', document: { ...DEPTH, day: '2026-09-30' } },
        { corpus: 'lakes', document: { ...DEPTH, id: 'copy', domain: 'copy.example' } },
        { corpus: 'ponds', document: DEPTH },
      ];
      for (const { corpus, document } of sources) {
        const report = await ingestInto(engine, corpus, [jsonLines([document])]);
        expect(report).toMatchObject({
          ...{ added: 0, changed: 0, unchanged: 0, claims: 0, events: 0 },
          skipped: [{ name: document.id, line: null, reason: 'redacted' }],
        });
        expect(report.skipped[0]?.detail).toContain(artefact);
      }
      const { hash = '', text_hash = '' } = state?.record ?? {};
      expect(await store.blobs([hash, text_hash])).toEqual([null, null]);
      expect(await readRange(store, 'artefacts', { corpus: 'lakes', after: -1 }, { limit: 9 })).toHaveLength(
        1,
      );
      expect((await answerOf(engine, QUESTION)).answer.summary).toBe('');
    });

    test('keeps only what says the same out of an ingest', async () => {
      const { engine } = await start();
      granted(await engine.redact({ artefact: await idOf(engine, 'survey'), reason: 'x', by: null }));
      const report = await ingestInto(engine, 'lakes', [jsonLines([{ ...DEPTH, id: 'copy' }, ATLAS])]);
      expect(report).toMatchObject({ added: 1, skipped: [{ name: 'copy', reason: 'redacted' }] });
    });

    test('is the same after a rebuild in place and into another store, and the log verifies', async () => {
      const { engine, store } = await start([DEPTH, ATLAS]);
      const { answer } = await answerOf(engine, QUESTION);
      granted(await engine.redact({ artefact: await idOf(engine, 'survey'), reason: 'x', by: 'ann' }));
      granted(await engine.withdraw({ artefact: await idOf(engine, 'atlas'), reason: 'y', by: null }));
      await engine.monitor.catchUp();
      const live = await projectionsOf(store);
      await rebuildInPlace(store, () => undefined);
      expect(await projectionsOf(store)).toEqual(live);
      const other = await opened(openOther);
      await copyLog(store, other);
      expect(await projectionsOf(other)).toEqual(live);
      for (const one of [store, other]) expect((await verifyLog(one, QUIET)).redacted).toBe(2);
      const there = await createTestEngine(other).answer(answer.answer_id, 'local');
      expect(there?.answer).toEqual(answer);
      expect(there?.trust.findings_state).toBe('FAIL');
    });
  });

  describe(`a document that changes on ${name}`, { timeout: TIMEOUT_MS }, () => {
    test('keeps the verdict where its new version says the same', async () => {
      const { engine } = await start();
      await answerOf(engine, QUESTION);
      const later = { ...DEPTH, text: `${DEPTH.text} It is cold.`, day: '2024-08-01' };
      await ingestInto(engine, 'lakes', [jsonLines([later])]);
      expect(await turns(engine)).toEqual(['UNKNOWN PASS']);
    });

    test('warns where its new version comes under another licence, a refused one too', async () => {
      for (const licence of ['CC-BY-4.0', 'proprietary']) {
        const { engine } = await start([DEPTH], REFUSING);
        await answerOf(engine, QUESTION);
        await ingestInto(engine, 'lakes', [jsonLines([{ ...DEPTH, day: '2024-08-01', licence }])]);
        expect(await lastTurn(engine)).toBe('PASS WARN licence_changed');
        await ingestInto(engine, 'lakes', [jsonLines([{ ...DEPTH, day: '2024-09-01' }])]);
        expect(await lastTurn(engine)).toBe('WARN PASS');
      }
    });
  });
}

async function turns(engine: Engine): Promise<string[]> {
  await engine.monitor.catchUp();
  const found = await engine.findingsAfter('local', -1, null);
  return found.map(({ body }) => [body.from, body.to, ...body.reasons.map(({ code }) => code)].join(' '));
}

async function lastTurn(engine: Engine): Promise<string | undefined> {
  return (await turns(engine)).at(-1);
}
