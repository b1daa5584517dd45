import type { Benchmark } from '../benchmark.ts';
import { treeContestants } from '../log-appends.ts';
import { proofContestants } from '../log-proofs.ts';
import { EMBEDDED } from '../stores.ts';

const ROUNDS = 7;

/** What the transparency log costs: an append with its tree and without, proofs and checkpoints of short and long logs. */
export const receiptsBenchmark: Benchmark = {
  name: 'receipts',
  about: 'appends with the Merkle tree against without, proofs from 1,000 to 1,000,000 entries',
  rounds: ROUNDS,
  async prepare() {
    await using undo = new AsyncDisposableStack();
    const contestants = [
      ...(await treeContestants(EMBEDDED, undo, ROUNDS + 1)),
      ...(await proofContestants(EMBEDDED, undo)),
    ];
    const kept = undo.move();
    return { contestants, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  },
};
