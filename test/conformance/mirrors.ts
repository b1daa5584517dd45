/** What a copy on another domain is worth once its original has gone, and under whose licence it stands: on any store. */

import { describe, expect, onTestFinished, test } from 'vitest';
import type { AnswerView } from '../../engine/answer/answer.ts';
import type { Engine } from '../../engine/engine.ts';
import { verifyReceipt } from '../../engine/receipt/verify-against-store.ts';
import { DEFAULT_TRUST_POLICY, type TrustPolicy } from '../../engine/select/trust-policy.ts';
import type { ArtefactId } from '../../graph/address.ts';
import { trusted } from '../../graph/log/key-list.ts';
import { answerOf, ingestInto, jsonLines, type TestDocument } from '../engine/documents.ts';
import { createTestEngine, testVerifier } from '../engine/test-engine.ts';
import type { OpenStore } from './graph-store/harness.ts';

const QUESTION = { corpus: 'sky', q: 'How many moons does Saturn have?' };
const TEXT =
  'Saturn has 62 known moons. Titan is the largest of them, and its thick orange air hides lakes of methane.';
const CLOSED = 'CC-BY-NC-4.0';
const NO_NC: TrustPolicy = {
  ...DEFAULT_TRUST_POLICY,
  id: 'no-nc/1',
  licences: { ...DEFAULT_TRUST_POLICY.licences, refused: [CLOSED] },
};

function stating(id: string, day: string, more: Partial<TestDocument> = {}): TestDocument {
  return { id, day, text: TEXT, domain: `${id}.example`, title: 'Saturn', ...more };
}
const ORIGINAL = stating('original', '2026-09-01');
const COPY = stating('copy', '2026-09-02');
const SECOND = stating('second', '2026-09-03');

export function describeMirrors(name: string, open: OpenStore): void {
  const start = async (documents: readonly TestDocument[], policy: TrustPolicy = DEFAULT_TRUST_POLICY) => {
    const opened = await open();
    onTestFinished(() => opened.dispose());
    const engine = createTestEngine(opened.store, undefined, null, policy);
    const read = async (document: TestDocument) => {
      await ingestInto(engine, 'sky', [jsonLines([document])]);
      await engine.monitor.catchUp();
    };
    for (const document of documents) await read(document);
    const idOf = async (id: string): Promise<ArtefactId> => {
      const [versions = []] = await opened.store.ranges('versions', { corpus: 'sky', by: [id] });
      const newest = versions.at(-1);
      if (newest === undefined) throw new Error(`${id} was not read`);
      return newest.record.artefact_id;
    };
    const withdraw = async (id: string) => {
      const body = { type: 'artefact.withdrawn', artefact: await idOf(id), reason: 'retracted' } as const;
      const entry = { corpus: 'sky', tenant: null, effectiveAt: null, body };
      await engine.writer.append(async () => ({ entries: [entry], result: () => undefined }));
      await engine.monitor.catchUp();
    };
    const receiptOf = async ({ answer }: AnswerView) => {
      const receipt = await engine.receipt(answer.answer_id, 'local');
      if (receipt === null) throw new Error('an answer without a receipt');
      const { steps } = await verifyReceipt(receipt, { keys: [trusted(testVerifier)], reader: opened.store });
      expect(steps.filter(({ ok }) => !ok)).toEqual([]);
      return receipt.receipt;
    };
    return { engine, read, withdraw, receiptOf };
  };

  const ask = (engine: Engine, asOf: string | null = null) => answerOf(engine, { ...QUESTION, asOf });
  const latest = async (engine: Engine) => {
    const body = (await engine.findingsAfter('local', -1, null)).at(-1)?.body;
    return [body?.to, ...(body?.reasons ?? []).map(({ code }) => code)];
  };
  const evidenceOf = ({ answer }: AnswerView) =>
    answer.artefacts.filter(({ role }) => role === 'evidence').map(({ domain }) => domain);

  describe(`a mirror whose original was withdrawn, on ${name}`, () => {
    test('stands in its place for the answers that come', async () => {
      const { engine, withdraw, receiptOf } = await start([ORIGINAL, COPY]);
      await withdraw('original');
      const view = await ask(engine);
      expect(view.answer.summary).toContain('62');
      expect(evidenceOf(view)).toEqual(['copy.example']);
      expect(view.trust).toMatchObject({ findings_state: 'PASS', reasons: [] });
      const { candidates, selection } = await receiptOf(view);
      expect(candidates.map(({ domain, dropped }) => `${domain} ${dropped}`)).toEqual(
        expect.arrayContaining(['original.example withdrawn', 'copy.example null']),
      );
      expect(selection.result.uncovered).toEqual([]);
    });

    test('keeps the answers covered that rest on the original, with a warning', async () => {
      const { engine, withdraw } = await start([ORIGINAL, COPY]);
      await ask(engine);
      await withdraw('original');
      expect(await latest(engine)).toEqual(['WARN', 'artefact_withdrawn']);
    });

    test('is one voice with every other mirror of it', async () => {
      const two = { ...DEFAULT_TRUST_POLICY.set, minPublishers: 2 };
      const policy = { ...DEFAULT_TRUST_POLICY, id: 'two/1', set: two };
      const { engine, withdraw, receiptOf } = await start([ORIGINAL, COPY, SECOND], policy);
      await withdraw('original');
      const view = await ask(engine);
      expect(evidenceOf(view)).toHaveLength(1);
      const { selection } = await receiptOf(view);
      expect(new Set(selection.artefacts.map(({ publisher }) => publisher))).toEqual(
        new Set(['original.example']),
      );
      expect(selection.result.uncovered.map(({ available }) => available)).toContain(1);
    });

    test('is followed by the next mirror when it is withdrawn too, and by nothing when none is left', async () => {
      const { engine, withdraw } = await start([ORIGINAL, COPY, SECOND]);
      await ask(engine);
      await withdraw('original');
      const [resting] = evidenceOf(await ask(engine));
      const [next, last] = resting === 'copy.example' ? ['copy', 'second'] : ['second', 'copy'];
      await withdraw(next);
      expect(await latest(engine)).toEqual(['WARN', 'artefact_withdrawn']);
      await withdraw(last);
      const standing = await engine.standingFindings('local', null);
      expect(standing.map(({ body }) => body.to)).toEqual(['FAIL', 'FAIL']);
      expect((await ask(engine)).answer.summary).toBe('');
    });

    test('brings a failed answer back when it is found later', async () => {
      const { engine, read, withdraw } = await start([ORIGINAL]);
      await ask(engine);
      await withdraw('original');
      expect(await latest(engine)).toEqual(['FAIL', 'coverage_lost']);
      await read(COPY);
      expect(await latest(engine)).toEqual(['WARN', 'artefact_withdrawn']);
    });

    test('does not stand where it leaves out what the answer says', async () => {
      const rest =
        'Titan is the largest of them, and its thick orange air hides lakes of methane. Storms on the planet last for months, and its rings are thin.';
      const long = stating('original', '2026-09-01', { text: `Saturn has 62 known moons. ${rest}` });
      const { engine, withdraw } = await start([long, stating('copy', '2026-09-02', { text: rest })]);
      await ask(engine);
      await withdraw('original');
      expect(await latest(engine)).toEqual(['FAIL', 'coverage_lost']);
    });

    test('adds nothing while the original stands, also to a question of that time', async () => {
      const { engine, withdraw, receiptOf } = await start([ORIGINAL, COPY]);
      await withdraw('original');
      const before = await ask(engine, '2026-09-03');
      expect(evidenceOf(before)).toEqual(['original.example']);
      const { candidates } = await receiptOf(before);
      expect(candidates.find(({ domain }) => domain === 'copy.example')?.dropped).toBe('mirror');
    });
  });

  describe(`a mirror that was there before its original, on ${name}`, () => {
    test('is evidence of what it says until the original is there', async () => {
      const { engine, receiptOf } = await start([
        stating('original', '2026-09-05'),
        stating('copy', '2026-09-01'),
      ]);
      const early = await ask(engine, '2026-09-02');
      expect(early.answer.summary).toContain('62');
      expect(evidenceOf(early)).toEqual(['copy.example']);
      await receiptOf(early);
      expect(evidenceOf(await ask(engine))).toEqual(['original.example']);
    });
  });

  describe(`a mirror of a text under a refused licence, on ${name}`, () => {
    const closed = { ...ORIGINAL, licence: CLOSED };

    test('is dropped for the original’s licence, which the answer names', async () => {
      const { engine, receiptOf } = await start([closed, COPY], NO_NC);
      const view = await ask(engine);
      expect(view.answer.summary).toBe('');
      expect(view.answer.coverage.note).toMatch(/^licences: 2 of these .*\(CC-BY-NC-4\.0\)$/);
      const { candidates } = await receiptOf(view);
      expect(candidates.map(({ domain, dropped }) => `${domain} ${dropped}`)).toEqual(
        expect.arrayContaining(['original.example licence_refused', 'copy.example licence_refused']),
      );
    });

    test('takes no place when the original is withdrawn', async () => {
      const { engine, withdraw } = await start([closed, COPY], NO_NC);
      await withdraw('original');
      const { answer } = await ask(engine);
      expect(answer.summary).toBe('');
      expect(JSON.stringify(answer)).not.toContain('methane');
    });

    test('under a refused licence of its own does not keep an answer covered', async () => {
      const { engine, withdraw } = await start([ORIGINAL, { ...COPY, licence: CLOSED }], NO_NC);
      await ask(engine);
      await withdraw('original');
      expect(await latest(engine)).toEqual(['FAIL', 'coverage_lost']);
    });

    test('is named where it disagrees, without its words', async () => {
      const other = stating('other', '2026-09-04', { text: 'Saturn has 82 known moons.' });
      const { engine } = await start([closed, COPY, other], NO_NC);
      const { answer } = await ask(engine);
      const against = answer.claim_clusters.flatMap(({ counterfactuals }) => counterfactuals);
      expect(against.length).toBeGreaterThan(0);
      expect(against.map(({ quote }) => quote).join('')).toBe('');
      expect(JSON.stringify(answer)).not.toContain('62 known');
    });
  });
}
