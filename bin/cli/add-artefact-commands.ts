/** `adduce artefact show|withdraw|redact|check`. */
import type { Command } from 'commander';
import { contextOf, newCommand, type OnExit } from './new-command.ts';

const STORE = 'embedded, embedded:PATH, a bolt or neo4j URL, or a folder; else of the settings';
const DRY_RUN = 'say which answers would turn, and write nothing';

export function addArtefactCommands(program: Command, onExit: OnExit): void {
  const artefact = program.command('artefact').description('artefacts: where they are from, and their end');
  newCommand(artefact, 'show <id>', 'where an artefact is from, what it says and what rests on it')
    .option('--tenant <name>', 'whose answers are shown', 'local')
    .option('--store [store]', STORE)
    .action(async (id: string, options) => {
      const { artefactShow } = await import('./commands/artefact-show.ts');
      onExit(await artefactShow(await contextOf(options), { id, ...options }));
    });
  ended(artefact, 'withdraw <id>', 'let nothing rest on an artefact any more').action(
    async (id: string, options) => {
      const { artefactWithdraw } = await import('./commands/artefact-end.ts');
      onExit(await artefactWithdraw(await contextOf(options), { id, ...options }));
    },
  );
  ended(
    artefact,
    'redact <id>',
    'withdraw an artefact and erase its bytes; what answers quote of it stays',
  ).action(async (id: string, options) => {
    const { artefactRedact } = await import('./commands/artefact-end.ts');
    onExit(await artefactRedact(await contextOf(options), { id, ...options }));
  });
  newCommand(artefact, 'check', 'hold every stored byte against the log; exits 3 where one has changed')
    .option('--store [store]', STORE)
    .action(async (options) => {
      const { artefactCheck } = await import('./commands/artefact-check.ts');
      onExit(await artefactCheck(await contextOf(options), options));
    });
}

function ended(artefact: Command, usageText: string, description: string): Command {
  return newCommand(artefact, usageText, description)
    .requiredOption('--reason <text>', 'why; it stays in the log for good')
    .option('--by <name>', 'who says so')
    .option('--dry-run', DRY_RUN, false)
    .option('--store [store]', STORE);
}
