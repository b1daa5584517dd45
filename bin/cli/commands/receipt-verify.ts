import { failed, type StepResult } from '../../../engine/receipt/step-result.ts';
import { verifyBesideStore, verifyReceipt } from '../../../engine/receipt/verify-against-store.ts';
import type { Verification } from '../../../engine/receipt/verify-receipt.ts';
import { readReceiptFile } from '../../../gateway/receipt-page/receipt-file.ts';
import { printable } from '../../../gateway/report/printable.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usage } from '../failure.ts';
import { openExisting, openRequired } from '../open-store.ts';
import type { Output, Tone } from '../output.ts';
import { readReceiptBytesOf } from '../read-bounded.ts';
import { readTrustedKeys } from '../read-trusted-keys.ts';
import { receiptVerdict, stepWord } from '../receipt-verdict.ts';
import { locate } from '../settings.ts';
import { tableLines } from '../table.ts';

export interface VerifyArguments {
  readonly file: string;
  /** Verifier text of the log's key, or a file of its keys; undefined: the store's. */
  readonly key: string | undefined;
  /** The store to check against, as `locate` reads it; true or undefined: the settings'. */
  readonly store?: string | true;
  /** Verifies the file alone, without a store. */
  readonly offline: boolean;
}

const TONES = { FAILED: 'red', 'not checked': 'yellow', ok: 'green' } as const;

/** `adduce receipt verify FILE`: checks every hash and proof, and repeats the selection. Exits 3 where something is wrong, 4 where a step could not be checked. */
export async function receiptVerify(
  { settings, env, output }: CommandContext,
  { file, key, store: wanted, offline }: VerifyArguments,
): Promise<ExitCode> {
  if (offline && wanted !== undefined) throw usage('--offline and --store exclude each other');
  const given = key === undefined ? null : await readTrustedKeys(key);
  const read = await readReceiptFile(await readReceiptBytesOf(file));
  if (!read.ok) return print(output, { ok: false, steps: [failed('form', read.fault)], replay: null });
  const named = typeof wanted === 'string' ? locate(env, wanted, settings.dataFolder) : settings.graph;
  const open = wanted === undefined ? openExisting : openRequired;
  await using store = offline ? null : await open(named);
  const verified =
    store !== null && given === null
      ? await verifyBesideStore(read.view, store)
      : await verifyReceipt(read.view, { keys: given, reader: store });
  return print(output, { ...verified, steps: [read.form, ...verified.steps] });
}

function print(output: Output, { ok, steps, replay }: Verification): ExitCode {
  const { exit, words } = receiptVerdict(steps);
  output.result({ ok, steps, replay }, [
    ...tableLines(steps.map((one) => [one.step, wordOf(output, one), printable(one.detail)])),
    `receipt ${output.tone(toneOf(exit), words)}`,
  ]);
  return exit;
}

function toneOf(exit: ExitCode): Tone {
  if (exit === EXIT.ok) return 'green';
  return exit === EXIT.warn ? 'yellow' : 'red';
}

function wordOf(output: Output, step: StepResult): string {
  return output.tone(TONES[stepWord(step)], stepWord(step));
}
