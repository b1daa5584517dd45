import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiptIdOf } from '../../../engine/receipt/build-receipt.ts';
import type { ReceiptView } from '../../../engine/receipt/read-receipt.ts';
import type { Receipt } from '../../../engine/receipt/receipt.ts';
import { verifyReceipt } from '../../../engine/receipt/verify-receipt.ts';
import { decodeCanonical, encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { answerOf, demoFiles, ingestInto } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine, testVerifier } from '../test-engine.ts';

let opened: OpenedStore;
let view: ReceiptView;

beforeAll(async () => {
  opened = await openEmptyEmbedded();
  const engine = createTestEngine(opened.store);
  await ingestInto(engine, 'demo', demoFiles());
  const { answer } = await answerOf(engine, { corpus: 'demo', q: 'How many moons does Saturn have?' });
  const receipt = await engine.receipt(answer.answer_id, 'local');
  if (receipt === null) throw new Error('no receipt');
  view = receipt;
});

afterAll(() => opened.dispose());

async function faultsOf(given: ReceiptView, withStore = false): Promise<string[]> {
  const options = { verifier: testVerifier, reader: withStore ? opened.store : null };
  const { ok, steps } = await verifyReceipt(given, options);
  const faults = steps.filter((step) => !step.ok).map(({ step }) => step);
  expect(ok).toBe(faults.length === 0);
  return faults;
}

/** A receipt whose own hash was made to fit what was changed in it: only the log knows better. */
function resealed(change: Partial<Receipt>): ReceiptView {
  const receipt = { ...view.receipt, ...change };
  const hash = blake3Hex(encodeCanonical(receipt));
  return { ...view, receipt, hash, receipt_id: receiptIdOf(hash) };
}

function flip(bytes: Uint8Array, at: number): Uint8Array {
  const flipped = Uint8Array.from(bytes);
  flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
  return flipped;
}

/** Null where the bytes are refused before anything is verified. */
function readCbor(bytes: Uint8Array): ReceiptView | null {
  try {
    return decodeCanonical(bytes) as ReceiptView;
  } catch {
    return null;
  }
}

function readJson(bytes: Uint8Array): ReceiptView | null {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

describe('verifying a receipt', () => {
  test('passes offline and against the store', async () => {
    expect(await faultsOf(view)).toEqual([]);
    expect(await faultsOf(view, true)).toEqual([]);
  });

  test('survives a trip through JSON', async () => {
    expect(await faultsOf(JSON.parse(JSON.stringify(view)))).toEqual([]);
  });

  test('detects every single flipped bit of its canonical bytes, sampled over all of them', async () => {
    const bytes = encodeCanonical(view);
    expect(await faultsOf(readCbor(bytes) ?? view)).toEqual([]);
    for (let at = 0; at < bytes.length; at += 5) {
      const given = readCbor(flip(bytes, at));
      if (given === null) continue;
      const { ok } = await verifyReceipt(given, { verifier: testVerifier, reader: null });
      expect(ok, `byte ${at}`).toBe(false);
    }
  });

  test('detects every flipped bit of its JSON that changes a value', { timeout: 60_000 }, async () => {
    const bytes = Buffer.from(JSON.stringify(view));
    for (let at = 0; at < bytes.length; at += 7) {
      const given = readJson(flip(bytes, at));
      // Another spelling of the same number or letter is the same receipt.
      if (given === null || isDeepStrictEqual(given, view)) continue;
      const { ok } = await verifyReceipt(given, { verifier: testVerifier, reader: null });
      expect(ok, `byte ${at}`).toBe(false);
    }
  });

  test('never takes a dev receipt for a verified one', async () => {
    expect(await faultsOf({ ...view, class: 'dev' })).toEqual(['receipt_hash']);
  });

  test.each([
    ['another summary', { summary: 'Saturn has 9 moons.' }],
    ['another tenant', { tenant: 'other' }],
    ['another snapshot', { corpus: { name: 'demo', snapshot: '1.000000000000' } }],
  ])('finds a receipt that was sealed again over %s', async (_, change) => {
    expect(await faultsOf(resealed(change))).toContain('log_entry');
  });

  test('names a set that lost cover, and one with an artefact too many', async () => {
    const set = view.receipt.evidence_set;
    const empty = resealed({ evidence_set: { ...set, artefact_ids: [] } });
    expect(await faultsOf(empty)).toEqual(expect.arrayContaining(['cover', 'selection']));
    const spare = view.receipt.selection.artefacts.find(
      ({ id }) => !set.artefact_ids.some((one) => one === id),
    );
    if (spare === undefined) throw new Error('the demo corpus has more than one supporter');
    const padded = resealed({
      evidence_set: { ...set, artefact_ids: [...set.artefact_ids, `a1${spare.id.slice(2)}`] },
    });
    expect(await faultsOf(padded)).toEqual(expect.arrayContaining(['redundancy', 'selection']));
  });

  test('finds a quote that the claim graph does not state', async () => {
    const [first, ...rest] = view.receipt.sentences;
    if (first === undefined) throw new Error('no sentence');
    const citations = first.citations.map((citation) => ({
      ...citation,
      quote: `${citation.quote} Really.`,
    }));
    expect(await faultsOf(resealed({ sentences: [{ ...first, citations }, ...rest] }))).toContain('spans');
  });

  test('finds a proof for another place, another tree and another key', async () => {
    const { log } = view;
    const moved = { ...view, log: { ...log, seq: log.seq + 1 } };
    expect(await faultsOf(moved)).toEqual(expect.arrayContaining(['log_entry', 'inclusion']));
    const shorter = { ...view, log: { ...log, inclusion: log.inclusion.slice(1) } };
    expect(await faultsOf(shorter)).toEqual(['inclusion']);
    const grown = { ...view, log: { ...log, tree_size: log.tree_size + 1 } };
    expect(await faultsOf(grown)).toEqual(expect.arrayContaining(['checkpoint']));
    const unsigned = { ...view, log: { ...log, checkpoint: log.checkpoint.replace('\n\n— ', '\n\n— x') } };
    expect(await faultsOf(unsigned)).toEqual(['checkpoint']);
  });

  test('says that no key was given instead of claiming a signature', async () => {
    const { steps } = await verifyReceipt(view, { verifier: null, reader: null });
    expect(steps.find(({ step }) => step === 'checkpoint')?.detail).toMatch(/not checked/);
  });

  test.each([
    ['artefacts', { artefacts: null as never }],
    ['selection', { selection: null as never }],
    ['primary', { evidence_set: null as never }],
  ])('finds %s of another shape and does not throw, beside a store too', async (step, change) => {
    expect(await faultsOf(resealed(change), true)).toContain(step);
  });

  test('searches as long as a selection may, and no longer whatever the receipt says', async () => {
    const { selection } = view.receipt;
    const longer = { ...selection, node_budget: selection.node_budget + 1 };
    expect(await faultsOf(resealed({ selection: longer }))).toContain('selection');
    const endless = { ...selection, node_budget: 'endless' as never };
    expect(await faultsOf(resealed({ selection: endless }))).toContain('selection');
  });

  test('accepts a proved set that another search found in more steps, and no other set', async () => {
    const { selection } = view.receipt;
    const { result } = selection;
    expect(result.optimality).toBe('proved');
    const slower = { ...result, nodes_explored: result.nodes_explored + 9 };
    expect(await faultsOf(resealed({ selection: { ...selection, result: slower } }))).not.toContain(
      'selection',
    );
    const dearer = { ...result, cost: result.cost + 1 };
    expect(await faultsOf(resealed({ selection: { ...selection, result: dearer } }))).toContain('selection');
  });

  test.each([null, 7, 'text', [], {}])('finds content %j malformed and does not throw', async (receipt) => {
    const given = JSON.parse(JSON.stringify({ ...view, receipt }));
    expect(await faultsOf(given)).toEqual(['receipt_hash']);
  });
});
