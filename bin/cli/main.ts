/**
 * The command line. Commands are loaded when they are called, so that help and the first line of output do not wait
 * for the engine.
 */
import { Command, CommanderError } from 'commander';
import { printable } from '../../gateway/report/printable.ts';
import manifest from '../../package.json' with { type: 'json' };
import { addCommands } from './add-commands.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { type CommandFailure, failureOf, usage } from './failure.ts';

/** Parses a command line as `process.argv` gives it, runs the command that it names, and sets the exit status. */
export async function main(argv: readonly string[]): Promise<void> {
  process.stdout.on('error', passOverClosedPipe);
  try {
    process.exitCode = await run(argv);
  } catch (thrown) {
    process.exitCode = fail(thrown, argv.includes('--json'));
  }
}

/** A reader of the output may close it early (`adduce demo | head`): the command still ends in order. */
function passOverClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

async function run(argv: readonly string[]): Promise<ExitCode> {
  let exit: ExitCode = EXIT.ok;
  const program = new Command('adduce')
    .description(
      'Answers whose every sentence is backed by checked artefacts, and verdicts that follow the evidence.',
    )
    .version(manifest.version)
    // What is wrong is said below, in the one line that every failure has.
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  addCommands(program, (code) => {
    exit = code;
  });
  await program.parseAsync([...argv]);
  return exit;
}

/** Says in one line why the command ended; with `--json` the same is the one document. */
function fail(thrown: unknown, json: boolean): ExitCode {
  // Asking for help or the version is no failure.
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return EXIT.ok;
  const failure = thrown instanceof CommanderError ? usage(saidOf(thrown)) : failureOf(thrown);
  // Where no command is named, commander has listed them.
  if (!(thrown instanceof CommanderError && thrown.code === 'commander.help'))
    process.stderr.write(`adduce: ${oneLine(failure)}${hintOf(thrown)}\n`);
  if (json) process.stdout.write(`${JSON.stringify(errorDocument(failure), null, 2)}\n`);
  return failure.exit;
}

function saidOf({ message }: CommanderError): string {
  return message.replace(/^error: /, '');
}

function hintOf(thrown: unknown): string {
  return thrown instanceof CommanderError ? ' (adduce --help lists the commands)' : '';
}

function errorDocument({ exit, reason, message }: CommandFailure): unknown {
  return { error: { exit, reason, message } };
}

/** A message may quote a stranger's file: nothing in it is for the terminal to obey. */
function oneLine({ message }: CommandFailure): string {
  return printable(message.replace(/\s*\n\s*/g, ' '));
}
