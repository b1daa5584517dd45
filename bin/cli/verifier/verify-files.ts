/** Verifies the receipts in files, as `adduce receipt verify FILE --offline` does, and says of each step what it found. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type ReadBytes, readReceiptBytes } from '../../../engine/receipt/read-receipt-bytes.ts';
import { failed, type StepResult } from '../../../engine/receipt/step-result.ts';
import { verifyOffline } from '../../../engine/receipt/verify-receipt.ts';
import { isPage, readPage } from '../../../gateway/receipt-page/read-page.ts';
import { printable } from '../../../gateway/report/printable.ts';
import { hexOf } from '../../../graph/bytes.ts';
import { sha256 } from '../../../graph/digest.ts';
import type { LogKey } from '../../../graph/log/key-list.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type CommandFailure, failureOf, usage } from '../failure.ts';
import { readReceiptBytesOf } from '../read-bounded.ts';
import { readTrustedKeys } from '../read-trusted-keys.ts';
import { receiptVerdict, stepWord } from '../receipt-verdict.ts';
import { tableLines } from '../table.ts';

export interface VerifierHost {
  /** `sourceHash` of the script of the pages that this version renders. */
  readonly renderer: string;
  /** Path of this program's own file, whose SHA-256 pages name. */
  readonly program: string;
  /** Takes results. */
  readonly write: (text: string) => void;
  /** Takes errors. */
  readonly note: (text: string) => void;
}

const USAGE = 'node verify.mjs FILE… [--key KEYS] [--json]';
const HELP = `${USAGE}

Verifies receipts, as JSON, CBOR or HTML, from the files alone: no network, no store.

  --key KEYS  the log's public key, NAME+ID+BASE64, or a file with its list of keys, from its operator;
              without it the signer is not checked
  --json      one JSON document on standard output

Exit status: 0 verified, 3 a receipt is not, 4 a step was not checked, 2 wrong usage or a file that cannot
be read, 1 any other error. Of several files the gravest counts: 3, then 2, then 4.
`;
/** Of several files the first of these that there is. */
const GRAVEST_FIRST: readonly ExitCode[] = [EXIT.fail, EXIT.usage, EXIT.warn];

type Result =
  | { readonly file: string; readonly exit: ExitCode; readonly steps: readonly StepResult[] }
  | { readonly file: string; readonly exit: ExitCode; readonly failure: CommandFailure };

interface Arguments {
  readonly files: readonly string[];
  readonly key: string | undefined;
  readonly json: boolean;
  readonly help: boolean;
}

/** The exit status. Never rejects. @param args as they follow the name of the program */
export async function verifyFiles(args: readonly string[], host: VerifierHost): Promise<ExitCode> {
  try {
    const { files, key, json, help } = readArguments(args);
    if (help) {
      host.write(HELP);
      return EXIT.ok;
    }
    const keys = key === undefined ? null : await readTrustedKeys(key);
    const results: Result[] = [];
    // One after the other: a file is read whole.
    for (const file of files) results.push(await verifyFile(file, keys, host));
    if (json) host.write(`${inAscii(documentOf(results))}\n`);
    else print(results, host);
    return GRAVEST_FIRST.find((exit) => results.some((one) => one.exit === exit)) ?? EXIT.ok;
  } catch (thrown) {
    const failure = failureOf(thrown);
    host.note(noteOf(failure));
    if (args.includes('--json')) host.write(`${inAscii({ ok: false, error: errorOf(failure) })}\n`);
    return failure.exit;
  }
}

/** @throws {CommandFailure} with what is wrong */
function readArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parsed(args);
  const { key = [], json = false, help = false } = values;
  if (key.length > 1) throw usage('--key is given twice: one file may hold several keys, one a line');
  if (positionals.length === 0 && !help) throw usage(`no file is named: ${USAGE}`);
  return { files: positionals, key: key[0], json, help };
}

function parsed(args: readonly string[]) {
  const options = {
    key: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (fault) {
    throw usage(`${fault instanceof Error ? fault.message : fault}: ${USAGE}`);
  }
}

async function verifyFile(file: string, keys: readonly LogKey[] | null, host: VerifierHost): Promise<Result> {
  try {
    const steps = stepsOf(await readReceipt(await readReceiptBytesOf(file), host), keys);
    return { file, steps, exit: receiptVerdict(steps).exit };
  } catch (thrown) {
    const failure = failureOf(thrown);
    // What is no wrong argument is a fault of this program, and ends it.
    if (failure.exit !== EXIT.usage) throw thrown;
    return { file, failure, exit: failure.exit };
  }
}

async function readReceipt(bytes: Uint8Array, { renderer, program }: VerifierHost): Promise<ReadBytes> {
  if (!isPage(bytes)) return readReceiptBytes(bytes);
  // A program that was piped into Node has no file.
  const own = await readFile(program).catch(() => null);
  return readPage(bytes, { renderer, verifier: own && hexOf(sha256(own)) });
}

function stepsOf(read: ReadBytes, keys: readonly LogKey[] | null): readonly StepResult[] {
  return read.ok ? [read.form, ...verifyOffline(read.view, keys).steps] : [failed('form', read.fault)];
}

function print(results: readonly Result[], { write, note }: VerifierHost): void {
  for (const result of results) {
    if ('failure' in result) {
      note(noteOf(result.failure));
      continue;
    }
    if (results.length > 1) write(`${printable(result.file)}:\n`);
    for (const line of tableLines(
      result.steps.map((one) => [one.step, stepWord(one), printable(one.detail)]),
    )) {
      write(`${line}\n`);
    }
    write(`receipt ${receiptVerdict(result.steps).words}\n`);
  }
}

function documentOf(results: readonly Result[]): unknown {
  const files = results.map((result) =>
    'failure' in result
      ? { file: result.file, ok: false, exit: result.exit, error: errorOf(result.failure) }
      : {
          file: result.file,
          ok: result.steps.every(({ ok }) => ok),
          exit: result.exit,
          steps: result.steps,
        },
  );
  return { ok: files.every(({ ok }) => ok), files };
}

function errorOf({ exit, reason, message }: CommandFailure): unknown {
  return { exit, reason, message };
}

/** In one line, of which a terminal obeys nothing. */
function noteOf({ message }: CommandFailure): string {
  return `verify.mjs: ${printable(message)}\n`;
}

/** JSON whose every other character is an escape: the values are a stranger's, and a terminal obeys some of them. */
function inAscii(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[^\n\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
