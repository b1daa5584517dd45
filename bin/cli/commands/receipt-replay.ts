import { type ReplayedAnswer, replayStored } from '../../../engine/receipt/replay-stored.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openRequired } from '../open-store.ts';
import { locate } from '../settings.ts';
import { tableLines } from '../table.ts';

/** Receipts that are named where they differ; the others are counted. */
const MAX_NAMED = 20;

/** `adduce receipt replay`: re-executes every receipt of a store, and compares bytes. */
export async function receiptReplay(
  { settings, env, output }: CommandContext,
  { store: wanted }: { readonly store?: string },
): Promise<ExitCode> {
  const named = wanted === undefined ? settings.graph : locate(env, wanted, settings.dataFolder);
  await using store = await openRequired(named);
  let receipts = 0;
  const different: ReplayedAnswer[] = [];
  for await (const one of replayStored(store)) {
    receipts += 1;
    if (one.fault !== null) different.push(one);
  }
  const equal = receipts - different.length;
  const shown = different.slice(0, MAX_NAMED);
  output.result({ receipts, equal, different: shown }, [
    ...tableLines(shown.map(({ receipt_id, answer_id, fault }) => [receipt_id, answer_id, fault ?? ''])),
    `${equal} of ${receipts} receipts are byte for byte the same when they are re-executed`,
  ]);
  return different.length === 0 ? EXIT.ok : EXIT.fail;
}
