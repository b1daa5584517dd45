/** `adduce log verify|key|rotate-key|forget|reopen|adopt`. */
import type { Command } from 'commander';
import { contextOf, newCommand, type OnExit } from './new-command.ts';

const VERIFIER = "the log's public key, NAME+ID+BASE64, or a file of its keys; else those of the store";

export function addLogCommands(program: Command, onExit: OnExit): void {
  const log = program.command('log').description('the transparency log and its keys');
  newCommand(log, 'verify', 'check every entry of the log; exits 3 and names the first bad one')
    .option('--checkpoint <file>', 'a signed checkpoint of earlier, which the log must still begin with')
    .option('--key <verifier>', VERIFIER)
    .option(
      '--store [store]',
      'embedded, embedded:PATH, a bolt or neo4j URL, or a folder; else of the settings',
    )
    .action(async (options) => {
      const { logVerify } = await import('./commands/log-verify.ts');
      onExit(await logVerify(await contextOf(options), options));
    });
  newCommand(log, 'key', 'print the public keys, newest first; those that sign no more as comments').action(
    async (options) => {
      const { logKey } = await import('./commands/log-key.ts');
      onExit(await logKey(await contextOf(options)));
    },
  );
  newCommand(
    log,
    'forget',
    "forget the checkpoints that the page's backend has verified: for a store that was replaced or restored",
  ).action(async (options) => {
    const { forgetLog } = await import('./commands/log-forget.ts');
    onExit(await forgetLog(await contextOf(options)));
  });
  newCommand(
    log,
    'reopen',
    'begin another log with what the store holds, where it does not go on from its notes',
  )
    .option('--force', 'also where it does: after a restore, where later trees were published', false)
    .action(async (options) => {
      const { reopenLog } = await import('./commands/log-reopen.ts');
      onExit(await reopenLog(await contextOf(options), options));
    });
  newCommand(log, 'adopt', 'begin the signed notes of a further machine that serves this log').action(
    async (options) => {
      const { adoptLog } = await import('./commands/log-reopen.ts');
      onExit(await adoptLog(await contextOf(options)));
    },
  );
  newCommand(log, 'rotate-key', 'let a new key sign beside the present one; with --end, alone')
    .option('--end', 'the old key signs no more; start every gateway again before', false)
    .action(async (options) => {
      const { rotateLogKey } = await import('./commands/log-key.ts');
      onExit(await rotateLogKey(await contextOf(options), options));
    });
}
