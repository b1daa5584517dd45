/** `adduce migrate|backup|restore`. */
import type { Command } from 'commander';
import { contextOf, newCommand, type OnExit } from './new-command.ts';

const STORE = 'embedded, embedded:PATH, a bolt, neo4j or postgres URL, or a folder';

export function addMoveCommands(program: Command, onExit: OnExit): void {
  newCommand(
    program,
    'migrate',
    'move the log to another store and verify it there; goes on where it broke off',
  )
    .requiredOption('--from <store>', STORE)
    .requiredOption('--to <store>', `${STORE}; empty, or the beginning of the same log`)
    .action(async (options) => {
      const { migrate } = await import('./commands/migrate.ts');
      onExit(await migrate(await contextOf(options), options));
    });
  newCommand(
    program,
    'backup <folder>',
    'copy log, blobs, keys and records to a folder, beside a running service',
  )
    .option('--no-keys', 'leave the private keys out')
    .option('--verify', 'verify the whole backup afterwards, not only what was copied', false)
    .action(async (folder: string, options) => {
      const { backup } = await import('./commands/backup.ts');
      onExit(await backup(await contextOf(options), { folder, ...options }));
    });
  newCommand(
    program,
    'restore <folder>',
    'fill the store and data folder of the settings from a backup',
  ).action(async (folder: string, options) => {
    const { restore } = await import('./commands/restore.ts');
    onExit(await restore(await contextOf(options), folder));
  });
}
