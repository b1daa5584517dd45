/** Rebuilding, from one store into another: the same log, the same projections, the same receipts. */

import { describe, expect, onTestFinished, test } from 'vitest';
import { replayStored } from '../../engine/receipt/replay-stored.ts';
import { verifyReceipt } from '../../engine/receipt/verify-against-store.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import { compareReaders } from '../../graph/log/compare-readers.ts';
import { copyLog } from '../../graph/log/copy-log.ts';
import type { KnowledgeBody } from '../../graph/log/entry.ts';
import { trusted } from '../../graph/log/key-list.ts';
import { rebuildInPlace } from '../../graph/log/rebuild.ts';
import { answerOf, demoFiles, ingestInto } from '../engine/documents.ts';
import { createTestEngine, testVerifier } from '../engine/test-engine.ts';
import { added, annotated, appendFacts, closed } from './annotate.ts';
import type { OpenStore } from './graph-store/harness.ts';
import { projectionsOf } from './projections.ts';

const TIMEOUT_MS = 120_000;

const BY_ANN = annotated('wx://demo/claim/c1moons', 'demo', 'ann');
const BY_BOB = annotated('wx://demo/article/moons', 'demo', 'bob');
/** Of the second closing and of the repeated annotation nothing may come up again. */
const FACTS: readonly KnowledgeBody[] = [
  added(BY_ANN, { key: 'ann once', request_hash: BY_ANN.id }),
  closed('stub_moons', BY_ANN),
  added(BY_BOB, null),
  closed('stub_moons', BY_BOB),
  added({ ...BY_ANN, standing: 1000 }, null),
];

export function describeRebuild(title: string, openFrom: OpenStore, openTo: OpenStore): void {
  const open = async (opener: OpenStore) => {
    const opened = await opener();
    onTestFinished(() => opened.dispose());
    return opened.store;
  };

  describe(`rebuilding ${title}`, () => {
    test('copies the log and projects it to equal records', { timeout: TIMEOUT_MS }, async () => {
      const from = await open(openFrom);
      const engine = createTestEngine(from);
      await ingestInto(engine, 'demo', demoFiles().slice(0, 12));
      const { answer } = await answerOf(engine, { corpus: 'demo', q: 'How many moons does Jupiter have?' });
      await engine.monitor.catchUp();
      await appendFacts(engine.writer, 'demo', FACTS);
      const key = await engine.keys.mintKey('org');
      await engine.keys.revoke(key.key_id);

      const to = await open(openTo);
      const progress: number[] = [];
      const { size } = await copyLog(from, to, { onProgress: ({ entries }) => progress.push(entries) });
      expect(progress.at(-1)).toBe(size);
      const original = await projectionsOf(from);
      expect(await projectionsOf(to)).toEqual(original);
      expect(original.annotations.map((one) => one?.record)).toEqual([BY_ANN, BY_BOB]);
      expect(original.closures.map((one) => one?.annotation_id)).toEqual([BY_ANN.id]);
      expect(original.idempotency.map((one) => one?.result_id)).toEqual([BY_ANN.id]);
      expect(original.counts).toMatchObject([{ annotations: 2, closedStubs: 1 }]);

      const there = createTestEngine(to);
      const receipt = await engine.receipt(answer.answer_id, 'local');
      const copy = await there.receipt(answer.answer_id, 'local');
      if (receipt === null || copy === null) throw new Error('no receipt');
      // With its proofs: a receipt is the same file from either store.
      expect(Buffer.compare(encodeCanonical(copy), encodeCanonical(receipt))).toBe(0);
      for await (const { fault } of replayStored(to)) expect(fault).toBeNull();
      const { steps } = await verifyReceipt(receipt, { keys: [trusted(testVerifier)], reader: to });
      expect(steps.filter(({ ok }) => !ok)).toEqual([]);

      await rebuildInPlace(to, () => undefined);
      expect(await projectionsOf(to)).toEqual(original);
      const compared = await compareReaders(to, from);
      expect(compared.filter(({ differences }) => differences.length > 0)).toEqual([]);
      expect(compared.filter(({ rows }) => rows === 0).map(({ table }) => table)).toEqual([]);
    });
  });
}
