/** What a store knows of a receipt better than a key that leaked: its own log, and what its entries say. */
import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../../engine/answer/answer.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ReceiptView } from '../../engine/receipt/read-receipt.ts';
import { canonicalJson } from '../../engine/receipt/receipt-document.ts';
import { verifyBesideStore, verifyReceipt } from '../../engine/receipt/verify-against-store.ts';
import { verifyOffline } from '../../engine/receipt/verify-receipt.ts';
import { estimateTokens } from '../../engine/tokens/estimate-tokens.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import { verifierText } from '../../graph/log/checkpoint.ts';
import { trusted } from '../../graph/log/key-list.ts';
import { LOG_KEY_NOTE } from '../../graph/log/log-keys.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { answerOf, ingestInto, jsonLines, type TestDocument } from '../engine/documents.ts';
import { openEmptyEmbedded } from '../engine/open-stores.ts';
import { createTestEngine, TestClock, testVerifier } from '../engine/test-engine.ts';
import type { OpenStore } from './graph-store/harness.ts';
import { changes } from './graph-store/records.ts';

const DEPTH: TestDocument = {
  id: 'survey',
  text: 'Lake Vell is 212 metres deep.',
  domain: 'survey.example',
  day: '2024-05-02',
};
const LATER = '2026-10-02T08:00:00.000Z';
const TIMEOUT_MS = 120_000;

interface Logged {
  readonly store: GraphStore;
  readonly engine: Engine;
  readonly clock: TestClock;
  readonly answer: Answer;
  readonly view: ReceiptView;
}

/** What the tokenizer with the higher count counts. */
function counted(text: string): number {
  return Math.max(encodeO200k(text).length, encodeCl100k(text).length);
}

export function describeReceiptsBesideStore(name: string, open: OpenStore): void {
  /** Every store here is signed for with one and the same key. */
  const start = async (opener: OpenStore, documents: readonly TestDocument[] = [DEPTH]): Promise<Logged> => {
    const { store, dispose } = await opener();
    onTestFinished(() => dispose());
    await store.transact((tx) => tx.saveNote(LOG_KEY_NOTE, verifierText(testVerifier)));
    const clock = new TestClock();
    const engine = createTestEngine(store, clock);
    await ingestInto(engine, 'lakes', [jsonLines(documents)]);
    const { answer } = await answerOf(engine, { corpus: 'lakes', q: 'How deep is Lake Vell?' });
    const view = await engine.receipt(answer.answer_id, 'local');
    if (view === null) throw new Error('no receipt');
    return { store, engine, clock, answer, view };
  };

  describe(`a receipt beside ${name}`, { timeout: TIMEOUT_MS }, () => {
    test('is of the tree that the store has at its size, also after the log has grown', async () => {
      const { store, engine, view } = await start(open);
      const detail = "the store's own tree of";
      expect(await stepOf(view, store, 'store_tree')).toMatchObject({
        ok: true,
        detail: expect.stringContaining(detail),
      });
      await ingestInto(engine, 'lakes', [jsonLines([{ ...DEPTH, id: 'atlas' }])]);
      expect(await stepOf(view, store, 'store_tree')).toMatchObject({ ok: true });
    });

    test('counts the tokens of its answer, no fewer than tokenizers do', async () => {
      const { answer, view } = await start(open);
      const { receipt: _, ...body } = answer;
      const text = canonicalJson(body);
      const { tokens = 0 } = view.receipt.cost;
      expect(tokens).toBe(estimateTokens(text));
      expect(tokens).toBeGreaterThanOrEqual(counted(text));
      expect(tokens).toBeLessThan(2 * counted(text));
    });

    test('has the same cost where the other store gives the same answer', async () => {
      const [here, there] = [await start(open), await start(openEmptyEmbedded)];
      expect(here.answer.answer_id).toBe(there.answer.answer_id);
      expect(here.view.receipt.cost).toEqual(there.view.receipt.cost);
    });

    test("of another tree fails as a fork, though the log's own key signed it", async () => {
      const { store, engine } = await start(open);
      await ingestInto(engine, 'lakes', [
        jsonLines([
          { ...DEPTH, id: 'atlas' },
          { ...DEPTH, id: 'chart' },
        ]),
      ]);
      const { view } = await start(openEmptyEmbedded, [{ ...DEPTH, text: 'Lake Vell is 999 metres deep.' }]);
      expect(verifyOffline(view, [trusted(testVerifier)]).ok).toBe(true);
      const { ok, steps } = await verifyBesideStore(view, store);
      expect(ok).toBe(false);
      expect(steps.find(({ step }) => step === 'checkpoint')?.ok).toBe(true);
      expect(await stepOf(view, store, 'store_tree')).toMatchObject({
        ok: false,
        detail: expect.stringMatching(/^the log forked: the store's tree of \d+ has the root/),
      });
    });

    test("of a tree that is larger than the store's fails, and says how many entries there are", async () => {
      const { store } = await start(open);
      const more = Array.from({ length: 9 }, (_, at) => ({
        ...DEPTH,
        id: `d${at}`,
        domain: `d${at}.example`,
      }));
      const { view } = await start(openEmptyEmbedded, [DEPTH, ...more]);
      const { size } = await store.head();
      expect(view.log.tree_size).toBeGreaterThan(size);
      expect(await stepOf(view, store, 'store_tree')).toMatchObject({
        ok: false,
        detail: `the receipt's tree has ${view.log.tree_size} entries, the store holds only ${size}`,
      });
    });

    test.each([0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, null, 'x', {}])(
      'of a tree of size %j fails and does not throw',
      async (size) => {
        const { store, view } = await start(open);
        const log = { ...view.log, tree_size: size as never };
        expect(await stepOf({ ...view, log }, store, 'store_tree')).toMatchObject({ ok: false });
      },
    );

    test.each<[keyof ArtefactRecord, Partial<ArtefactRecord>]>([
      ['licence', { licence: 'proprietary' }],
      ['domain', { domain: 'forger.example' }],
      ['url', { url: 'https://forger.example/' }],
      ['doc_id', { doc_id: 'other' }],
      ['observed_at', { observed_at: LATER }],
      ['publisher', { publisher: 'forger.example' }],
      ['title', { title: 'Another title' }],
    ])('fails where the %s of its artefact was rewritten in the store', async (member, change) => {
      const { store, view } = await start(open);
      const [id] = view.receipt.evidence_set.artefact_ids;
      const [state] = await store.records('artefacts', [id!]);
      const record = { ...state!.record, ...change };
      await store.transact(async (tx) =>
        tx.save(changes({ head: await tx.head(), artefacts: [{ ...state!, record }] })),
      );
      expect(await stepOf(view, store, 'artefacts')).toMatchObject({
        ok: false,
        detail: expect.stringContaining(`another ${member} than`),
      });
    });

    test.each<['withdrawn' | 'redacted', string]>([
      ['withdrawn', 'withdrawal'],
      ['redacted', 'redaction'],
    ])('fails where its artefact was %s in the store and not in the log', async (member, what) => {
      const { store, view } = await start(open);
      const [id] = view.receipt.evidence_set.artefact_ids;
      const [state] = await store.records('artefacts', [id!]);
      const word = { seq: view.log.seq, effective_at: LATER, reason: 'never said' };
      await store.transact(async (tx) =>
        tx.save(changes({ head: await tx.head(), artefacts: [{ ...state!, [member]: word }] })),
      );
      expect(await stepOf(view, store, 'artefacts')).toMatchObject({
        ok: false,
        detail: `${id}: the store holds another ${what} than entry ${word.seq} of the log`,
      });
    });

    test('stays verified when its artefact is withdrawn, and names when and why', async () => {
      const { store, engine, clock, view } = await start(open);
      clock.set(LATER);
      const artefact = view.receipt.evidence_set.artefact_ids[0]!;
      const done = await engine.withdraw({ artefact, reason: 'retracted', by: 'ann' });
      if (!done.ok) throw new Error(done.refusal.message);
      const { ok, steps } = await verifyBesideStore(view, store);
      const { effective_at, seq } = done.value.word;
      expect(steps.at(-1)).toMatchObject({
        ok: true,
        detail: expect.stringContaining(
          `${artefact} was withdrawn since, as of ${effective_at} (entry ${seq}: retracted)`,
        ),
      });
      expect(ok).toBe(true);
    });
  });
}

async function stepOf(view: ReceiptView, store: GraphStore, name: string) {
  const { steps } = await verifyReceipt(view, { keys: [trusted(testVerifier)], reader: store });
  return steps.find(({ step }) => step === name);
}
