import type { Benchmark } from '../benchmark.ts';
import { treeContestants } from '../log-appends.ts';
import { proofContestants } from '../log-proofs.ts';
import { receiptContestants } from '../receipt-checks.ts';
import { EMBEDDED, storeKinds } from '../stores.ts';

const ROUNDS = 7;

/** What receipts and the transparency log cost: a verification, a re-execution, an append with its tree and without, proofs and checkpoints of short and long logs. */
export const receiptsBenchmark: Benchmark = {
  name: 'receipts',
  about:
    'receipts verified and re-executed, appends with the Merkle tree against without, proofs up to 1,000,000 entries',
  rounds: ROUNDS,
  async prepare() {
    await using undo = new AsyncDisposableStack();
    const contestants = [
      ...(await receiptContestants(undo)),
      ...(await treeContestants(storeKinds(), undo)),
      ...(await proofContestants(EMBEDDED, undo)),
    ];
    const kept = undo.move();
    return { contestants, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  },
};
