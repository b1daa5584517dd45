/** The main job on any store: golden questions, verdicts that turn, receipts that replay. */

import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import type { SourceFile } from '../../engine/ingest/ingest.ts';
import { verifyReceipt } from '../../engine/receipt/verify-against-store.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { trusted } from '../../graph/log/key-list.ts';
import {
  answerOf,
  askEngine,
  DEMO_FOLDER,
  demoFiles,
  faultsOf,
  ingestInto,
  jsonLines,
  readGolden,
} from '../engine/documents.ts';
import { createTestEngine, TestClock, testVerifier } from '../engine/test-engine.ts';
import type { OpenedStore, OpenStore } from './graph-store/harness.ts';

const GOLDEN_TIMEOUT_MS = 120_000;

/** What the learned ranking loses of the demo (eval/floors.json). */
const LOST = 'How many moons does Saturn have? (2023-06-30T00:00:00Z)';

export function describeMainJob(name: string, open: OpenStore): void {
  const start = async (): Promise<OpenedStore & { readonly engine: Engine; readonly clock: TestClock }> => {
    const opened = await open();
    onTestFinished(() => opened.dispose());
    const clock = new TestClock();
    return { ...opened, clock, engine: createTestEngine(opened.store, clock) };
  };

  describe(`the main job on ${name}`, () => {
    test('answers the golden questions of the demo corpus, but one', {
      timeout: GOLDEN_TIMEOUT_MS,
    }, async () => {
      const { engine } = await start();
      await ingestInto(engine, 'demo', demoFiles());
      const found = await faults(engine, 'demo', join(DEMO_FOLDER, 'golden.json'));
      expect(found.filter((fault) => !fault.startsWith(LOST))).toEqual([]);
    });

    test('starts settled at 0.7059 on two publishers, turns WARN with one newer and FAIL with a second', async () => {
      const { engine } = await start();
      await ingestInto(engine, 'sky', [moons(['a', 62, '2026-09-01'], ['b', 62, '2026-09-02'])]);
      const { answer, trust } = await answerOf(engine, { corpus: 'sky', q: MOONS });
      expect(answer.summary).toBe('Saturn has 62 known moons.');
      expect(answer.claims.map(({ belief }) => belief)).toEqual([
        { state: 'settled', effective_confidence: 0.7059 },
      ]);
      expect(trust).toMatchObject({ findings_state: 'PASS', reasons: [] });

      await ingestInto(engine, 'sky', [moons(['c', 82, '2026-09-03'])]);
      await engine.monitor.catchUp();
      expect(await transitionsOf(engine)).toEqual(['UNKNOWN PASS', 'PASS WARN newer_rival']);

      await ingestInto(engine, 'sky', [moons(['d', 82, '2026-09-04'])]);
      await engine.monitor.catchUp();
      expect((await transitionsOf(engine)).at(-1)).toMatch(/^WARN FAIL .*superseded_contradicting/);
    });

    test('gives the stored answer to the same question at the same snapshot', async () => {
      const { engine } = await start();
      await ingestInto(engine, 'sky', [moons(['a', 62, '2026-09-01'])]);
      const first = await answerOf(engine, { corpus: 'sky', q: MOONS });
      const again = await answerOf(engine, { corpus: 'sky', q: ` ${MOONS} ` });
      expect(again).toEqual(first);
      const other = await answerOf(engine, { corpus: 'sky', q: MOONS, tenant: 'other' });
      expect(other.answer.answer_id).not.toBe(first.answer.answer_id);
      expect(await engine.answer(first.answer.answer_id, 'other')).toBeNull();
    });

    test('lets nobody see the answer of a question that nothing supports', async () => {
      const { engine } = await start();
      await ingestInto(engine, 'sky', [moons(['a', 62, '2026-09-01'])]);
      const { answer, trust } = await answerOf(engine, {
        corpus: 'sky',
        q: 'How many moons does Neptune have?',
      });
      expect(answer).toMatchObject({
        summary: '',
        sentences: [],
        claims: [],
        evidence_set: { artefact_ids: [] },
      });
      expect(trust).toMatchObject({
        findings_state: 'UNKNOWN',
        reasons: [{ code: 'no_support', claim: null }],
      });
    });

    test('quotes exact spans of the stored texts', async () => {
      const { engine, store } = await start();
      await ingestInto(engine, 'demo', demoFiles());
      const { answer } = await answerOf(engine, { corpus: 'demo', q: MOONS });
      const citations = answer.sentences.flatMap((sentence) => sentence.citations);
      expect(citations.length).toBeGreaterThan(0);
      for (const { artefact_id, quote, start: from, end } of citations) {
        const [state] = await store.records('artefacts', [artefact_id]);
        const [text] = await store.blobs([state?.record.text_hash ?? '']);
        expect(new TextDecoder().decode(text ?? undefined).slice(from, end)).toBe(quote);
      }
    });

    test('verifies a receipt against the store, also after more was written', async () => {
      const { engine, store } = await start();
      await ingestInto(engine, 'sky', [moons(['a', 62, '2026-09-01'], ['b', 62, '2026-09-02'])]);
      const { answer } = await answerOf(engine, { corpus: 'sky', q: MOONS });
      await ingestInto(engine, 'sky', [moons(['c', 82, '2026-09-03'])]);
      const receipt = await engine.receipt(answer.answer_id, 'local');
      if (receipt === null) throw new Error('no receipt');
      const { ok, steps } = await verifyReceipt(receipt, { keys: [trusted(testVerifier)], reader: store });
      expect(steps.filter((step) => !step.ok)).toEqual([]);
      expect(ok).toBe(true);
      expect(await engine.receipt(answer.answer_id, 'other')).toBeNull();
    });

    test('adds only the observation when nothing has changed, and a version when bytes have', async () => {
      const { engine, store } = await start();
      await ingestInto(engine, 'sky', [moons(['a', 62, '2026-09-01'])]);
      const { size } = await store.head();
      const again = await ingestInto(engine, 'sky', [moons(['a', 62, '2026-09-01'])]);
      expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
      const [entry, ...more] = await store.entries({ after: size - 1, limit: 10, types: null });
      expect([entry?.entry.body.type, more]).toEqual(['corpus.observed', []]);
      const changed = await ingestInto(engine, 'sky', [moons(['a', 83, '2026-09-05'])]);
      expect(changed).toMatchObject({ added: 0, changed: 1 });
      const [versions] = await store.ranges('versions', { corpus: 'sky', by: ['a'] });
      expect(versions?.map(({ record }) => record.version)).toEqual([1, 2]);
      const { answer } = await answerOf(engine, { corpus: 'sky', q: MOONS });
      expect(answer.summary).toBe('Saturn has 83 known moons.');
    });

    test('takes bytes that come back for a version, unless they say themselves how old they are', async () => {
      const { engine, store, clock } = await start();
      const note = (count: number): SourceFile => ({
        name: 'saturn.md',
        bytes: new TextEncoder().encode(`# Saturn\n\nSaturn has ${count} known moons.\n`),
      });
      for (const [day, count] of [62, 82, 62].entries()) {
        clock.set(`2026-10-0${day + 1}T12:00:00.000Z`);
        expect(await ingestInto(engine, 'sky', [note(count)])).toMatchObject({ unchanged: 0 });
      }
      const [versions] = await store.ranges('versions', { corpus: 'sky', by: ['saturn.md'] });
      expect(versions?.map(({ record }) => record.version)).toEqual([1, 2, 3]);
      expect(new Set(versions?.map(({ record }) => record.artefact_id)).size).toBe(3);
      const { answer } = await answerOf(engine, { corpus: 'sky', q: MOONS });
      expect(answer.summary).toBe('Saturn has 62 known moons.');
      expect(await ingestInto(engine, 'sky', [note(62)])).toMatchObject({ unchanged: 1 });

      const dated = [moons(['a', 62, '2026-09-01']), moons(['a', 82, '2026-09-02'])];
      expect(await ingestInto(engine, 'sea', dated)).toMatchObject({ added: 1, changed: 1 });
      expect(await ingestInto(engine, 'sea', dated)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    });

    test('counts a mirror on another domain as no second voice', async () => {
      const { engine } = await start();
      const text =
        'Saturn has 62 known moons. Titan is the largest of them, and its thick orange air hides lakes of methane.';
      const document = (id: string, day: string) => ({
        id,
        day,
        text,
        domain: `${id}.example`,
        title: 'Saturn',
      });
      await ingestInto(engine, 'sky', [
        jsonLines([document('original', '2026-09-01'), document('copy', '2026-09-02')]),
      ]);
      const { answer } = await answerOf(engine, { corpus: 'sky', q: MOONS });
      expect(answer.claims[0]?.belief?.effective_confidence).toBe(0.6296);
      expect(answer.artefacts.map(({ domain }) => domain)).toEqual(['original.example']);
    });

    test('refuses a snapshot outside the freshness window, and only a stated one for history', async () => {
      const { engine, clock } = await start();
      await ingestInto(engine, 'sky', [moons(['a', 62, '2026-09-01'])]);
      clock.set('2026-10-08T12:00:00.001Z');
      const ask = (more: object) => askEngine(engine, { corpus: 'sky', q: MOONS, ...more });
      expect(await ask({})).toMatchObject({ ok: false, refusal: { reason: 'stale:snapshot' } });
      expect(await ask({ mode: 'light' })).toMatchObject({ ok: true });
      expect(await ask({ mode: 'light', maxSnapshotAge: 'P7D' })).toMatchObject({ ok: false });
      expect(await ask({ asOf: '2026-09-02' })).toMatchObject({ ok: true });
      expect(await ask({ asOf: '2026-09-02', maxSnapshotAge: 'P7D' })).toMatchObject({ ok: false });
      expect(await ask({ maxSnapshotAge: 'a week' })).toMatchObject({ refusal: { reason: 'invalid:body' } });
    });

    test('fails an answer when two vetted actors dispute its claim, and says so with 409 in verified mode', async () => {
      const { engine } = await start();
      await ingestInto(engine, 'sky', [moons(['a', 62, '2026-09-01'])]);
      const { answer } = await answerOf(engine, { corpus: 'sky', q: MOONS });
      const claim = answer.claims[0]?.addr;
      if (claim === undefined) throw new Error('no claim');
      await dispute(engine, claim, 'ann');
      await engine.monitor.catchUp();
      expect((await transitionsOf(engine)).at(-1)).toBe('UNKNOWN PASS');
      await dispute(engine, claim, 'bob');
      await engine.monitor.catchUp();
      expect((await transitionsOf(engine)).at(-1)).toBe('PASS FAIL contradiction_authoritative');
      expect(await askEngine(engine, { corpus: 'sky', q: MOONS })).toMatchObject({
        ok: true,
        contradicted: true,
        contradictions: [
          {
            claim,
            belief: { state: 'disputed' },
            supportedBy: [{ actor_root: 'publisher:a.example' }],
            disputedBy: [
              { actor: 'ann' },
              { actor: 'bob', evidence: [{ ref: 'https://bob.example/count' }] },
            ],
            rivals: [],
          },
        ],
      });
      const light = await askEngine(engine, { corpus: 'sky', q: MOONS, mode: 'light' });
      expect(light).toMatchObject({
        ok: true,
        contradicted: false,
        contradictions: [],
        value: { trust: { findings_state: 'FAIL' } },
      });
    });

    test('keeps two corpora apart', async () => {
      const { engine } = await start();
      await ingestInto(engine, 'sky', [moons(['a', 62, '2026-09-01'])]);
      await ingestInto(engine, 'sea', [moons(['b', 82, '2026-09-02'])]);
      const { answer } = await answerOf(engine, { corpus: 'sky', q: MOONS });
      expect(answer.summary).toContain('62');
      expect(answer.claim_clusters[0]?.counterfactuals).toEqual([]);
    });
  });
}

const MOONS = 'How many moons does Saturn have?';

/** Documents that state Saturn's moons, each of a publisher of its own. */
function moons(...stated: readonly (readonly [id: string, count: number, day: string])[]): SourceFile {
  return jsonLines(
    stated.map(([id, count, day]) => ({
      id,
      day,
      domain: `${id}.example`,
      text: `Saturn has ${count} known moons.`,
    })),
  );
}

async function transitionsOf(engine: Engine): Promise<string[]> {
  const found = await engine.findingsAfter('local', -1, null);
  return found.map(({ body }) => [body.from, body.to, ...body.reasons.map(({ code }) => code)].join(' '));
}

async function dispute(engine: Engine, claim: ClaimAddr, actor: string): Promise<void> {
  const outcome = await engine.appendEvidence({
    claim,
    corpus: 'sky',
    kind: 'dispute',
    evidence: [{ ref: `https://${actor}.example/count`, hash: `unseen by ${actor}`, kind: 'reproduction' }],
    attestations: [],
    stake: null,
    writer: { actor, actorRoot: actor, standing: 1000, tokenId: `t-${actor}`, maySupersede: false },
    idempotency: null,
  });
  expect(outcome).toMatchObject({ ok: true, value: { repeated: false } });
}

async function faults(engine: Engine, corpus: string, golden: string): Promise<string[]> {
  const found: string[] = [];
  for (const question of readGolden(golden)) {
    const answer = await answerOf(engine, { corpus, q: question.q, asOf: question.as_of });
    found.push(...faultsOf(question, answer));
  }
  return found;
}
