import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };

/** Parses a command line as `process.argv` gives it and runs the command that it names. */
export async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('adduce')
    .description(
      'Answers whose every sentence is backed by checked artefacts, and verdicts that follow the evidence.',
    )
    .version(manifest.version)
    .showHelpAfterError();
  await program.parseAsync([...argv]);
}
