import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReceiptView } from '../../../engine/receipt/read-receipt.ts';
import { recordSelection, selectionInput } from '../../../engine/receipt/selection-record.ts';
import { verifyReceipt } from '../../../engine/receipt/verify-against-store.ts';
import { chooseEvidenceSet } from '../../../engine/select/choose-evidence-set.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import { signCheckpoint } from '../../../graph/log/checkpoint.ts';
import { trusted } from '../../../graph/log/key-list.ts';
import { testVerifier } from '../test-engine.ts';
import { type DemoReceipt, openDemoReceipt, resealed } from './demo-receipt.ts';

let demo: DemoReceipt;
let view: ReceiptView;

beforeAll(async () => {
  demo = await openDemoReceipt();
  view = demo.view;
});

afterAll(() => demo.opened.dispose());

async function faultsOf(given: ReceiptView, withStore = false): Promise<string[]> {
  const options = { keys: [trusted(testVerifier)], reader: withStore ? demo.opened.store : null };
  const { ok, steps } = await verifyReceipt(given, options);
  const faults = steps.filter((step) => !step.ok).map(({ step }) => step);
  expect(ok).toBe(faults.length === 0);
  return faults;
}

describe('verifying a receipt', () => {
  test('passes offline and against the store', async () => {
    expect(await faultsOf(view)).toEqual([]);
    expect(await faultsOf(view, true)).toEqual([]);
  });

  test('survives a trip through JSON', async () => {
    expect(await faultsOf(JSON.parse(JSON.stringify(view)))).toEqual([]);
  });

  test('never takes a dev receipt or a replayed one for a verified one', async () => {
    expect(await faultsOf({ ...view, class: 'dev' })).toEqual(['receipt_hash']);
    expect(await faultsOf({ ...view, class: 'replay' })).toEqual(['receipt_hash']);
  });

  test.each([
    ['another summary', { summary: 'Saturn has 9 moons.' }],
    ['another tenant', { tenant: 'other' }],
    ['another snapshot', { corpus: { name: 'demo', snapshot: '1.000000000000' } }],
  ])('finds a receipt that was sealed again over %s', async (_, change) => {
    expect(await faultsOf(resealed(view, change))).toContain('log_entry');
  });

  test('names a set that lost cover, and one with an artefact too many', async () => {
    const set = view.receipt.evidence_set;
    const empty = resealed(view, { evidence_set: { ...set, artefact_ids: [] } });
    expect(await faultsOf(empty)).toEqual(expect.arrayContaining(['cover', 'selection']));
    const spare = view.receipt.selection.artefacts.find(
      ({ id }) => !set.artefact_ids.some((one) => one === id),
    );
    if (spare === undefined) throw new Error('the demo corpus has more than one supporter');
    const padded = resealed(view, {
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
    expect(await faultsOf(resealed(view, { sentences: [{ ...first, citations }, ...rest] }))).toContain(
      'spans',
    );
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

  test.each([
    ['whose keys it names', (own: string) => [own]],
    ['whose keys it does not name', () => []],
    ['whose one key it names twice', (own: string) => [own, own]],
  ])('finds a signature of a stranger, or one twice, on the note of a log %s', async (_, named) => {
    const { log } = view;
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const head = { origin: 'court.example', size: log.tree_size, root: Buffer.from(log.root, 'hex') };
    const lines = [signCheckpoint(head, stranger), log.checkpoint].map((note) => note.split('\n').at(-2));
    for (const line of lines) {
      const checkpoint = `${log.checkpoint}${line}\n`;
      expect(await faultsOf({ ...view, log: { ...log, checkpoint, keys: named(log.keys[0]!) } })).toEqual([
        'checkpoint',
      ]);
    }
  });

  test('names the signer where no key was given, and reports an unchecked signature where none is named', async () => {
    const told = await verifyReceipt(view, { keys: null, reader: null });
    expect(told).toMatchObject({ ok: true });
    const signer = told.steps.find(({ step }) => step === 'checkpoint');
    expect(signer).toMatchObject({ not_checked: true });
    expect(signer?.detail).toMatch(/signer not checked.*as the receipt itself says/);
    const unnamed = { ...view, log: { ...view.log, keys: [] } };
    const { steps } = await verifyReceipt(unnamed, { keys: null, reader: null });
    const unsigned = steps.find(({ step }) => step === 'checkpoint');
    expect(unsigned).toMatchObject({ not_checked: true, detail: expect.stringMatching(/not checked/) });
    const known = await verifyReceipt(view, { keys: [trusted(testVerifier)], reader: null });
    expect(known.steps.filter(({ not_checked }) => not_checked)).toEqual([]);
  });

  test.each([
    ['artefacts', { artefacts: null as never }],
    ['selection', { selection: null as never }],
    ['primary', { evidence_set: null as never }],
  ])('reports %s of another shape and does not throw, also beside a store', async (step, change) => {
    expect(await faultsOf(resealed(view, change), true)).toContain(step);
  });

  test('bounds its search by the limits of a selection, whatever the receipt states', async () => {
    const { selection } = view.receipt;
    const longer = { ...selection, node_budget: selection.node_budget + 1 };
    expect(await faultsOf(resealed(view, { selection: longer }))).toContain('selection');
    const endless = { ...selection, node_budget: 'endless' as never };
    expect(await faultsOf(resealed(view, { selection: endless }))).toContain('selection');
  });

  test('chooses among as many artefacts as an answer may, and not among one more', async () => {
    const { selection } = view.receipt;
    const among = (count: number) => {
      const more = Array.from({ length: count - selection.artefacts.length }, (_, index) => ({
        id: `a${index}`,
        hash: blake3Hex(Uint8Array.of(index >> 8, index & 0xff)),
        publisher: `p${index}`,
        penalty: 0,
        independent: true,
        covers: [],
      }));
      const input = selectionInput({ ...selection, artefacts: [...selection.artefacts, ...more] });
      return resealed(view, { selection: recordSelection(input, chooseEvidenceSet(input)) });
    };
    expect(await faultsOf(among(500))).toEqual(['log_entry']);
    expect(await faultsOf(among(501))).toEqual(['log_entry', 'selection']);
  });

  test('accepts a proved set that another search found in more steps, and no other set', async () => {
    const { selection } = view.receipt;
    const { result } = selection;
    expect(result.optimality).toBe('proved');
    const slower = { ...result, nodes_explored: result.nodes_explored + 9 };
    expect(await faultsOf(resealed(view, { selection: { ...selection, result: slower } }))).not.toContain(
      'selection',
    );
    const dearer = { ...result, cost: result.cost + 1 };
    expect(await faultsOf(resealed(view, { selection: { ...selection, result: dearer } }))).toContain(
      'selection',
    );
  });

  test.each([null, 7, 'text', [], {}])('finds content %j malformed and does not throw', async (receipt) => {
    const given = JSON.parse(JSON.stringify({ ...view, receipt }));
    expect(await faultsOf(given)).toEqual(['receipt_hash']);
  });
});
