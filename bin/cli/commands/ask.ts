import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { AnswerMode, AnswerView } from '../../../engine/answer/answer.ts';
import type { Engine } from '../../../engine/engine.ts';
import { receiptDocument } from '../../../engine/receipt/receipt-document.ts';
import { LOCAL_TENANT } from '../../../gateway/operations/authenticate.ts';
import { type ReceiptFileKind, receiptFile } from '../../../gateway/receipt-page/receipt-file.ts';
import type { CommandContext } from '../command-context.ts';
import { type ExitCode, exitOfVerdict } from '../exit-code.ts';
import { granted, usage } from '../failure.ts';
import { openEngine } from '../open-engine.ts';
import { answerDocument, answerLines } from '../print-answer.ts';

export interface AskArguments {
  readonly question: string;
  readonly corpus: string | undefined;
  readonly asOf: string | undefined;
  readonly mode: AnswerMode;
  readonly k: number;
  /** File that the receipt is saved in, of the kind that its name ends with: json, cbor or html. */
  readonly receipt: string | undefined;
}

const MAX_QUESTION = 2_000;

/** `adduce ask QUESTION`: exits by the verdict. */
export async function ask({ settings, output }: CommandContext, args: AskArguments): Promise<ExitCode> {
  const q = args.question.trim();
  if (q === '' || q.length > MAX_QUESTION) throw usage(`a question has 1 to ${MAX_QUESTION} characters`);
  await using opened = await openEngine(settings);
  const { engine } = opened;
  const view = granted(await engine.resolveCorpus(args.corpus ?? null, args.asOf ?? null));
  const { k, mode } = args;
  const outcome = await engine.ask({ q, k, mode, maxSnapshotAge: null, view }, LOCAL_TENANT);
  const answer = granted(outcome);
  output.result(answerDocument(answer, outcome.ok && outcome.contradicted), answerLines(output, answer));
  if (args.receipt !== undefined) await saveReceipt(engine, answer, args.receipt);
  return exitOfVerdict(answer.trust.findings_state);
}

async function saveReceipt(engine: Engine, { answer }: AnswerView, file: string): Promise<void> {
  const view = await engine.receipt(answer.answer_id, LOCAL_TENANT);
  if (view === null) throw new RangeError(`answer ${answer.answer_id} has no receipt`);
  await writeFile(file, await receiptFile(receiptDocument(view), kindOf(file)));
}

/** By the ending of the file's name, JSON for any other. */
function kindOf(file: string): ReceiptFileKind {
  const ending = extname(file).toLowerCase();
  if (ending === '.cbor') return 'cbor';
  return ending === '.html' || ending === '.htm' ? 'html' : 'json';
}
