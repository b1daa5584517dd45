import type { OperatorOutcome, OperatorRequest } from '../../../engine/artefact/operator-request.ts';
import { planRedaction, type Redaction } from '../../../engine/artefact/redact.ts';
import { planWithdrawal } from '../../../engine/artefact/withdraw.ts';
import type { Engine } from '../../../engine/engine.ts';
import { plainLine } from '../../../engine/plain-line.ts';
import type { Outcome } from '../../../engine/refusal.ts';
import type { Command } from '../../../graph/log/command.ts';
import { artefactArgument, settingsWithStore } from '../artefact-argument.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { granted } from '../failure.ts';
import { openEngine } from '../open-engine.ts';
import type { Output } from '../output.ts';
import { turnLines, turnsDocument } from '../print-turns.ts';

export interface EndArguments {
  readonly id: string;
  readonly reason: string;
  readonly by?: string;
  readonly dryRun: boolean;
  /** As `locate` reads it; true or undefined: the settings'. */
  readonly store?: string | true;
}

/** `adduce artefact withdraw ID`: one entry, which a running server follows; a second one says so and writes nothing. */
export function artefactWithdraw(context: CommandContext, args: EndArguments): Promise<ExitCode> {
  return end(context, args, {
    word: 'withdrawn',
    plan: planWithdrawal,
    write: (engine, request) => engine.withdraw(request),
    document: () => ({}),
    lines: () => [],
  });
}

/** `adduce artefact redact ID`: its bytes and text are gone from the store's files once it has returned. */
export function artefactRedact(context: CommandContext, args: EndArguments): Promise<ExitCode> {
  return end(context, args, {
    word: 'redacted',
    plan: planRedaction,
    write: (engine, request) => engine.redact(request),
    document: ({ sharedWith, quotedBy }) => ({ shared_with: sharedWith, quoted_by: quotedBy }),
    lines: redactionLines,
  });
}

/** How an artefact is withdrawn or redacted, and what is printed about it. */
interface Ending<R extends OperatorOutcome> {
  readonly word: string;
  readonly plan: (request: OperatorRequest) => Command<Outcome<R>>;
  readonly write: (engine: Engine, request: OperatorRequest) => Promise<Outcome<R>>;
  readonly document: (result: R) => Record<string, unknown>;
  readonly lines: (result: R) => string[];
}

async function end<R extends OperatorOutcome>(
  { settings, env, output }: CommandContext,
  { id, reason, by, dryRun, store }: EndArguments,
  ending: Ending<R>,
): Promise<ExitCode> {
  const request: OperatorRequest = { artefact: artefactArgument(id), reason, by: by ?? null };
  await using opened = await openEngine(await settingsWithStore(settings, env, store));
  const { engine } = opened;
  if (dryRun) return await printSupposed(output, engine, ending, request);
  const result = granted(await ending.write(engine, request));
  // A running server does the same; where there is none, verdicts are evaluated now and not at its next start.
  await engine.monitor.catchUp();
  const { seq, reason: why, by: who } = result.word;
  const said = result.repeated ? `was ${ending.word} before` : ending.word;
  const whose = who === undefined ? '' : ` by ${who}`;
  output.result({ artefact: id, ...result.word, repeated: result.repeated, ...ending.document(result) }, [
    `${id} ${said}${whose}: ${plainLine(why)} (log entry ${seq})`,
    ...ending.lines(result),
  ]);
  return EXIT.ok;
}

async function printSupposed<R extends OperatorOutcome>(
  output: Output,
  engine: Engine,
  ending: Ending<R>,
  request: OperatorRequest,
): Promise<ExitCode> {
  const { result, turns } = await engine.whatWouldTurn(ending.plan(request), null);
  const would = granted(result);
  const { repeated } = would;
  const document = { artefact: request.artefact, dry_run: true, repeated, turns: turnsDocument(turns) };
  output.result({ ...document, ...ending.document(would) }, [
    ...(repeated ? [`${request.artefact} was ${ending.word} before`] : []),
    ...turnLines(turns),
  ]);
  return EXIT.ok;
}

function redactionLines({ sharedWith, quotedBy }: Redaction): string[] {
  const shared = sharedWith.map((id) => `the same bytes or text are still held as ${id}`);
  if (quotedBy === 0) return shared;
  return [...shared, `${quotedBy} answers go on quoting it: answers and receipts never change`];
}
