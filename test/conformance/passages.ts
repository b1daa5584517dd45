/** Passages of answers that say nothing, on any store: verbatim, and without the words of what may not be shown later. */
import { describe, expect, test } from 'vitest';
import type { Passage } from '../../engine/answer/answer.ts';
import type { Engine } from '../../engine/engine.ts';
import { DEFAULT_TRUST_POLICY, type TrustPolicy } from '../../engine/select/trust-policy.ts';
import type { AnswerId } from '../../graph/address.ts';
import type { View } from '../../graph/store/rows.ts';
import { answerOf } from '../engine/documents.ts';
import { createTestEngine } from '../engine/test-engine.ts';
import type { OpenStore } from './graph-store/harness.ts';
import { DEPTH, granted, idOf, startLake, TIMEOUT_MS } from './lake.ts';

const SHORE = {
  ...DEPTH,
  id: 'shore',
  domain: 'shore.example',
  text: 'Lake Vell lies in Orland.',
  licence: 'proprietary',
};
/** Nothing says it. */
const OWNER = { corpus: 'lakes', q: 'Which company runs the ferries on Lake Vell?' };
const REFUSING: TrustPolicy = {
  ...DEFAULT_TRUST_POLICY,
  id: 'test/refusing',
  licences: { ...DEFAULT_TRUST_POLICY.licences, refused: ['proprietary'] },
};
const WITHHELD = { quote: '', start: 0, end: 0, title: 'Notes' };

export function describePassages(name: string, open: OpenStore): void {
  describe(`passages on ${name}`, { timeout: TIMEOUT_MS }, () => {
    const start = () => startLake(open, [DEPTH, SHORE]);

    test('are quoted verbatim by an answer that says nothing, and have no part in its evidence', async () => {
      const { engine } = await start();
      const { answer, trust } = await answerOf(engine, OWNER);
      expect(answer).toMatchObject({ summary: '', sentences: [], claims: [], artefacts: [] });
      expect(answer.evidence_set.artefact_ids).toEqual([]);
      expect(trust).toMatchObject({ findings_state: 'UNKNOWN', reasons: [{ code: 'no_support' }] });
      const { passages = [] } = answer;
      expect(passages.map(({ quote }) => quote).sort()).toEqual([
        'Lake Vell is 212 metres deep.',
        'Lake Vell lies in Orland.',
      ]);
      const written = new Map([DEPTH, SHORE].map(({ id, text }) => [id, text]));
      for (const { artefact_id, start: from, end, quote } of passages) {
        const [state] = await engine.store.records('artefacts', [artefact_id]);
        expect(written.get(state?.record.doc_id ?? '')?.slice(from, end)).toBe(quote);
      }
    });

    test('are not there where something answers', async () => {
      const { engine } = await start();
      const { answer } = await answerOf(engine, { ...OWNER, q: 'How deep is Lake Vell?' });
      expect(answer.confidence).toBeGreaterThan(0);
      expect(answer).not.toHaveProperty('passages');
    });

    test('lose the words of an artefact that is redacted, as of any time, and of no other', async () => {
      const { engine, clock } = await start();
      const { answer, at } = await answerOf(engine, OWNER);
      const shore = await idOf(engine, 'shore');
      clock.set('2026-10-02T08:00:00.000Z');
      granted(await engine.redact({ artefact: shore, reason: 'a court order', by: null }));
      const before = await engine.viewAt(at);
      expect(before).not.toBeNull();
      for (const view of [null, before])
        expect(await readAgain(engine, answer.answer_id, view)).toEqual(withheldIn(answer.passages, shore));
    });

    test('lose the words of an artefact whose licence is refused now, and of no other', async () => {
      const { engine, store } = await start();
      const { answer } = await answerOf(engine, OWNER);
      const refusing = createTestEngine(store, undefined, null, REFUSING);
      const shore = await idOf(engine, 'shore');
      expect(await readAgain(refusing, answer.answer_id)).toEqual(withheldIn(answer.passages, shore));
      expect(await readAgain(engine, answer.answer_id)).toEqual(answer.passages);
    });

    test('have no such words in an answer that is asked for again, nor in a receipt', async () => {
      const { engine, store } = await start();
      const { answer } = await answerOf(engine, OWNER);
      const shore = await idOf(engine, 'shore');
      const refusing = createTestEngine(store, undefined, null, REFUSING);
      expect(JSON.stringify((await answerOf(refusing, OWNER)).answer.passages)).not.toContain('Orland');
      granted(await engine.redact({ artefact: shore, reason: 'a court order', by: null }));
      for (const asOf of [null, '2026-09-30']) {
        const again = (await answerOf(engine, { ...OWNER, asOf })).answer;
        expect(again.passages?.map(({ quote }) => quote)).toEqual(['Lake Vell is 212 metres deep.']);
      }
      expect(JSON.stringify(await engine.receipt(answer.answer_id, 'local'))).not.toContain('Orland');
      expect(JSON.stringify(await engine.trustReport(answer.answer_id, 'local'))).not.toContain('Orland');
    });

    test('keep the words of an artefact that was withdrawn, as citations do', async () => {
      const { engine } = await start();
      const { answer } = await answerOf(engine, OWNER);
      granted(await engine.withdraw({ artefact: await idOf(engine, 'shore'), reason: 'x', by: null }));
      expect(await readAgain(engine, answer.answer_id)).toEqual(answer.passages);
    });
  });
}

function withheldIn(passages: readonly Passage[] | undefined, artefact: string): Passage[] {
  const changed = (passages ?? []).map((one) =>
    one.artefact_id === artefact ? { ...one, ...WITHHELD } : one,
  );
  expect(changed.filter(({ quote }) => quote === '')).toHaveLength(1);
  return changed;
}

/** By the id alone, and among others in a batch. */
async function readAgain(engine: Engine, id: AnswerId, view: View | null = null) {
  const [batched] = await engine.answers([id], 'local', view);
  const alone = await engine.answer(id, 'local');
  const passages = [batched, alone].map((one) => (one && 'answer' in one ? one.answer.passages : null));
  expect(passages[0]).toEqual(passages[1]);
  return passages[0];
}
