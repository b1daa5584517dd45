/** `adduce keys mint|revoke`. */
import type { Command } from 'commander';
import { usage } from './failure.ts';
import { collect, contextOf, newCommand, type OnExit } from './new-command.ts';

const MAX_STANDING = 1_000;

export function addKeyCommands(program: Command, onExit: OnExit): void {
  const keys = program.command('keys').description('capability tokens of agents, API keys of organisations');
  addMint(keys, onExit);
  newCommand(keys, 'revoke <id>', 'end a token or an engine key by its id').action(
    async (id: string, options) => {
      const { revokeKey } = await import('./commands/keys.ts');
      onExit(await revokeKey(await contextOf(options), id));
    },
  );
}

function addMint(keys: Command, onExit: OnExit): void {
  newCommand(keys, 'mint', 'make a capability token, or with --engine an API key')
    .option('--cap <capability>', 'what the token grants; may be repeated', collect, [])
    .option('--standing <n>', `0 to ${MAX_STANDING} per mille; else that of a self-minted key`, standingOf)
    .option('--ttl <duration>', 'how long the token lasts', 'P30D')
    .option('--actor <id>', 'an actor that there is; else a new one')
    .option('--engine', 'an API key of an organisation', false)
    .option('--org <name>', 'that organisation')
    .action(async (options) => {
      const context = await contextOf(options);
      const { mintEngineKey, mintToken } = await import('./commands/keys.ts');
      if (options.engine) {
        if (options.org === undefined) throw usage('--engine needs --org NAME');
        onExit(await mintEngineKey(context, options.org));
        return;
      }
      if (options.cap.length === 0) throw usage('name what the token grants: --cap CAPABILITY');
      const { cap: capabilities, standing = null, ttl, actor = null } = options;
      onExit(await mintToken(context, { capabilities, standing, ttl, actor }));
    });
}

function standingOf(text: string): number {
  const standing = /^\d{1,4}$/.test(text) ? Number(text) : MAX_STANDING + 1;
  if (standing > MAX_STANDING) throw usage(`--standing is a whole number from 0 to ${MAX_STANDING}`);
  return standing;
}
