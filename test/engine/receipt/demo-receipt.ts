/** A receipt of the demo corpus, and receipts that a forger would make of it. */
import { generateKeyPairSync } from 'node:crypto';
import type { ReceiptView } from '../../../engine/receipt/read-receipt.ts';
import type { Receipt } from '../../../engine/receipt/receipt.ts';
import { receiptIdOf } from '../../../engine/receipt/receipt-hashes.ts';
import { readReceiptProofs } from '../../../engine/receipt/receipt-proofs.ts';
import { encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import { signCheckpoint, type Verifier, verifierText } from '../../../graph/log/checkpoint.ts';
import type { AnswerAssembled, LogEntry } from '../../../graph/log/entry.ts';
import { leafHash } from '../../../graph/log/leaf.ts';
import { LOG_KEY_NOTE } from '../../../graph/log/log-keys.ts';
import { appendLeaves, EMPTY_EDGE } from '../../../graph/log/merkle.ts';
import type { StoredEntry } from '../../../graph/store/log.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { answerOf, demoFiles, ingestInto } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine, testVerifier } from '../test-engine.ts';

export interface DemoReceipt {
  readonly opened: OpenedStore;
  readonly view: ReceiptView;
}

/** Of the moons of Saturn, in a store that holds the key of its log. */
export async function openDemoReceipt(): Promise<DemoReceipt> {
  const opened = await openEmptyEmbedded();
  await opened.store.transact((tx) => tx.saveNote(LOG_KEY_NOTE, verifierText(testVerifier)));
  const engine = createTestEngine(opened.store);
  await ingestInto(engine, 'demo', demoFiles());
  const { answer } = await answerOf(engine, { corpus: 'demo', q: 'How many moons does Saturn have?' });
  const view = await engine.receipt(answer.answer_id, 'local');
  if (view === null) throw new Error('no receipt');
  return { opened, view };
}

/** A receipt whose own hash was made to fit what was changed in it: only the log knows better. */
export function resealed(view: ReceiptView, change: Partial<Receipt>): ReceiptView {
  const receipt = { ...view.receipt, ...change };
  const hash = blake3Hex(encodeCanonical(receipt));
  return { ...view, receipt, hash, receipt_id: receiptIdOf(hash) };
}

export interface Forgery {
  readonly view: ReceiptView;
  /** The forger's own. */
  readonly verifier: Verifier;
}

const FORGER = 'forger.example/log';
const forgerKey = generateKeyPairSync('ed25519');

/**
 * A receipt of somebody who owns a log too, with the same entries but for the answer's, which was made to fit: hash, proofs
 * and signature hold, and only what the receipt says of itself can be wrong.
 */
export async function forged(
  { opened: { store }, view }: DemoReceipt,
  change: Partial<Receipt>,
  logged: Partial<AnswerAssembled> = {},
): Promise<Forgery> {
  const sealed = resealed(view, change);
  const { seq } = view.log;
  const stored: StoredEntry[] = [];
  while (stored.length <= seq) {
    stored.push(...(await store.entries({ after: stored.length - 1, limit: 1_000, types: null })));
  }
  const own = stored[seq];
  if (own?.entry.body.type !== 'answer.assembled') throw new Error('no answer there');
  const body = { ...own.entry.body, receipt_hash: sealed.hash, receipt_id: sealed.receipt_id, ...logged };
  const entry: LogEntry = { ...own.entry, body };
  const entries = [...stored.slice(0, seq), { ...own, entry, bytes: encodeCanonical(entry) }];
  const { nodes } = appendLeaves(
    EMPTY_EDGE,
    entries.map(({ bytes }) => leafHash(bytes)),
  );
  const hashes = new Map(nodes.map(({ level, index, hash }) => [`${level} ${index}`, hash]));
  const reader = {
    note: async () => null,
    merkleNodes: async (ids: readonly { level: number; index: number }[]) =>
      ids.map(({ level, index }) => hashes.get(`${level} ${index}`)),
    records: async (_: 'entries', seqs: readonly number[]) => seqs.map((at) => entries[at] ?? null),
  };
  // What a place in the log is read from, and nothing else of a store.
  const log = await readReceiptProofs(reader as unknown as GraphReader, signAsForger, seq, sealed.receipt);
  return { view: { ...sealed, log }, verifier: { name: FORGER, key: forgerKey.publicKey } };
}

async function signAsForger(head: { readonly size: number; readonly root: Uint8Array }): Promise<string> {
  return signCheckpoint({ origin: FORGER, ...head }, forgerKey.privateKey);
}
