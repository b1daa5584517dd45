/** What an auditor does with receipts: reads them with their proofs, verifies them, re-executes what a store holds. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import type { ReceiptView } from '../engine/receipt/read-receipt.ts';
import { readReceipt } from '../engine/receipt/read-receipt.ts';
import { readReceiptBytes } from '../engine/receipt/read-receipt-bytes.ts';
import { documentBytes, receiptDocument } from '../engine/receipt/receipt-document.ts';
import { replayStored } from '../engine/receipt/replay-stored.ts';
import { verifyOffline } from '../engine/receipt/verify-receipt.ts';
import type { AnswerId } from '../graph/address.ts';
import { signCheckpoint, type Verifier } from '../graph/log/checkpoint.ts';
import { trusted } from '../graph/log/key-list.ts';
import {
  answerOf,
  DEMO_FOLDER,
  demoFiles,
  type Golden,
  ingestInto,
  readGolden,
} from '../test/engine/documents.ts';
import type { Contestant } from './benchmark.ts';
import { openEngine } from './engine-over.ts';
import { sample } from './sample.ts';
import { EMBEDDED } from './stores.ts';

const ORIGIN = 'bench.adduce.example/log';
/** How often all receipts are checked in a round. */
const PASSES = 4;

/** Over the answers to the golden questions of the demo corpus. */
export async function receiptContestants(undo: AsyncDisposableStack): Promise<Contestant[]> {
  const { engine } = undo.use(await openEngine(EMBEDDED));
  await ingestInto(engine, 'demo', demoFiles());
  const golden: Golden[] = readGolden(join(DEMO_FOLDER, 'golden.json'));
  const ids = new Set<AnswerId>();
  for (const { q, as_of: asOf } of golden) {
    ids.add((await answerOf(engine, { corpus: 'demo', q, asOf, mode: 'light' })).answer.answer_id);
  }
  const { privateKey } = generateKeyPairSync('ed25519');
  const verifier: Verifier = { name: ORIGIN, key: createPublicKey(privateKey) };
  const sign = async (head: { readonly size: number; readonly root: Uint8Array }) =>
    signCheckpoint({ origin: ORIGIN, ...head }, privateKey);
  const read = async (id: AnswerId): Promise<ReceiptView> => {
    const view = await readReceipt(engine.store, sign, id, 'local');
    if (view === null) throw new Error(`${id} has no receipt`);
    return view;
  };
  const files = await Promise.all(
    [...ids].map(async (id) => documentBytes(receiptDocument(await read(id)), 'json')),
  );
  const bytes = files.map(({ length }) => length).toSorted((a, b) => a - b);
  console.log(
    `${files.length} receipts, ${bytes[0]} to ${bytes.at(-1)} bytes, median ${bytes[bytes.length >> 1]}`,
  );
  const repeated = (name: string, pass: () => Promise<number>): Contestant => ({
    name,
    against: null,
    round: () =>
      sample(null, async () => {
        let receipt = 0;
        for (let at = 0; at < PASSES; at += 1) receipt += await pass();
        return { receipt };
      }),
  });
  return [
    repeated('a receipt read with its proofs', async () => {
      for (const id of ids) await read(id);
      return ids.size;
    }),
    repeated('a receipt verified from its file, offline', async () => {
      for (const file of files) check(file, verifier);
      return files.length;
    }),
    repeated('a stored receipt re-executed', async () => {
      let count = 0;
      for await (const { fault } of replayStored(engine.store)) {
        if (fault !== null) throw new Error(fault);
        count += 1;
      }
      return count;
    }),
  ];
}

function check(file: Uint8Array, verifier: Verifier): void {
  const given = readReceiptBytes(file);
  if (!given.ok) throw new Error(given.fault);
  const wrong = verifyOffline(given.view, [trusted(verifier)]).steps.find(({ ok }) => !ok);
  if (wrong !== undefined) throw new Error(wrong.detail);
}
