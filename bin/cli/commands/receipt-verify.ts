import { failed, type StepResult, type VerificationStep } from '../../../engine/receipt/step-result.ts';
import { verifyBesideStore, verifyReceipt } from '../../../engine/receipt/verify-against-store.ts';
import type { Verification } from '../../../engine/receipt/verify-receipt.ts';
import { printable } from '../../../gateway/report/printable.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usage } from '../failure.ts';
import { openExisting, openRequired } from '../open-store.ts';
import type { Output } from '../output.ts';
import { readReceiptFile } from '../read-receipt-file.ts';
import { readTrustedKeys } from '../read-trusted-keys.ts';
import { locate } from '../settings.ts';
import { tableLines } from '../table.ts';

export interface VerifyArguments {
  readonly file: string;
  /** Verifier text of the log's key, or a file of its keys; undefined: the store's. */
  readonly key: string | undefined;
  /** The store to check against, as `locate` reads it; true or undefined: the settings'. */
  readonly store?: string | true;
  /** The file alone, whatever store there is. */
  readonly offline: boolean;
}

/** What the verdict says of a step that was not checked. */
const OPEN: Partial<Record<VerificationStep, string>> = {
  form: 'of the page only its data were checked, not what it shows',
  // A receipt can name any key: whose log it is, only a key from elsewhere shows.
  checkpoint: 'its signer was NOT checked: give --key to check it',
};

/** `adduce receipt verify FILE`: checks every hash and proof, and selects again. Exits 3 where something is wrong, 4 where a step could not be checked. */
export async function receiptVerify(
  { settings, env, output }: CommandContext,
  { file, key, store: wanted, offline }: VerifyArguments,
): Promise<ExitCode> {
  if (offline && wanted !== undefined) throw usage('--offline and --store exclude each other');
  const given = key === undefined ? null : await readTrustedKeys(key);
  const read = await readReceiptFile(file);
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
  const isWhole = steps.every(({ not_checked }) => not_checked !== true);
  output.result({ ok, steps, replay }, [
    ...tableLines(steps.map((one) => [one.step, wordOf(output, one), printable(one.detail)])),
    `receipt ${verdictOf(output, ok, steps)}`,
  ]);
  if (!ok) return EXIT.fail;
  return isWhole ? EXIT.ok : EXIT.warn;
}

function wordOf(output: Output, { ok, not_checked }: StepResult): string {
  if (!ok) return output.tone('red', 'FAILED');
  return not_checked ? output.tone('yellow', 'not checked') : output.tone('green', 'ok');
}

function verdictOf(output: Output, ok: boolean, steps: readonly StepResult[]): string {
  if (!ok) return output.tone('red', 'NOT verified');
  const open = steps.flatMap(({ step, not_checked }) => (not_checked ? (OPEN[step] ?? []) : []));
  return open.length === 0
    ? output.tone('green', 'verified')
    : output.tone('yellow', `whole, but ${open.join(', and ')}`);
}
