/** `adduce keys mint|narrow|revoke`. */
import type { Command } from 'commander';
import { usage } from './failure.ts';
import { collect, contextOf, newCommand, type OnExit } from './new-command.ts';

const MAX_STANDING = 1_000;
const DEFAULT_TTL = 'P30D';

interface MintOptions {
  readonly json?: boolean;
  readonly cap: readonly string[];
  readonly standing?: number;
  readonly ttl?: string;
  readonly actor?: string;
  readonly engine: boolean;
  readonly org?: string;
}

export function addKeyCommands(program: Command, onExit: OnExit): void {
  const keys = program.command('keys').description('capability tokens of agents, API keys of organisations');
  addMint(keys, onExit);
  addNarrow(keys, onExit);
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
    .option('--ttl <duration>', `how long the token lasts (default: ${DEFAULT_TTL})`)
    .option('--actor <id>', 'an actor that there is; else a new one')
    .option('--engine', 'an API key of an organisation', false)
    .option('--org <name>', 'that organisation')
    .action(async (options: MintOptions) => {
      checkKind(options);
      const { mintEngineKey, mintToken } = await import('./commands/keys.ts');
      const context = await contextOf(options);
      if (options.org !== undefined) {
        onExit(await mintEngineKey(context, options.org));
        return;
      }
      const { cap: capabilities, standing = null, ttl = DEFAULT_TTL, actor = null } = options;
      onExit(await mintToken(context, { capabilities, standing, ttl, actor }));
    });
}

function addNarrow(keys: Command, onExit: OnExit): void {
  newCommand(keys, 'narrow', 'narrow the token of ADDUCE_TOKEN, offline: what is named is all that is left')
    .option('--cap <capability>', 'a capability; may be repeated', collect)
    .option('--corpus <name>', 'a corpus; may be repeated', collect)
    .option('--prefix <address>', 'how addresses must begin; may be repeated', collect)
    .option('--ttl <duration>', 'how long from now on')
    .option('--budget <n>', 'most tokens that a call may ask for', budgetOf)
    .option('--audience <name>', 'the only service that may accept it')
    .action(async ({ cap: caps, corpus: corpora, prefix: prefixes, ttl, budget, audience, json }) => {
      const { narrowToken } = await import('./commands/keys-narrow.ts');
      onExit(
        await narrowToken(await contextOf({ json }), { caps, corpora, prefixes, ttl, budget, audience }),
      );
    });
}

/** Refuses an option of the other kind of key, which would be ignored without a word. */
function checkKind({ engine, org, cap, standing, ttl, actor }: MintOptions): void {
  if (!engine && org !== undefined) throw usage('--org names the organisation of an API key: add --engine');
  if (!engine && cap.length === 0) throw usage('name what the token grants: --cap CAPABILITY');
  if (!engine) return;
  if (org === undefined) throw usage('--engine needs --org NAME');
  const ofTokens = { '--cap': cap[0], '--standing': standing, '--ttl': ttl, '--actor': actor };
  const given = Object.entries(ofTokens).find(([, value]) => value !== undefined)?.[0];
  if (given !== undefined)
    throw usage(`--engine makes an API key, which has no ${given}: leave one of them out`);
}

function budgetOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw usage(`--budget is ${JSON.stringify(text)}: it accepts a whole number of tokens`);
}

function standingOf(text: string): number {
  const standing = /^\d{1,4}$/.test(text) ? Number(text) : MAX_STANDING + 1;
  if (standing > MAX_STANDING)
    throw usage(`--standing is ${JSON.stringify(text)}: it accepts a whole number from 0 to ${MAX_STANDING}`);
  return standing;
}
