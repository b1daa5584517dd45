/** What all commands share: the options, the context that they run with, and where their exit code goes. */
import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { ExitCode } from './exit-code.ts';
import { Output } from './output.ts';

/** Takes a command's exit code. */
export type OnExit = (code: ExitCode) => void;

const JSON_OPTION = 'one JSON document on standard output';

/** A command with the options that all commands have. */
export function newCommand(parent: Command, usageText: string, description: string): Command {
  return parent.command(usageText).description(description).option('--json', JSON_OPTION);
}

/** What a command runs with; the environment is read here and nowhere else. */
export async function contextOf({ json = false }: { readonly json?: boolean }): Promise<CommandContext> {
  const { readSettings } = await import('./settings.ts');
  return { settings: readSettings(process.env), env: process.env, output: new Output(json) };
}

/** One more value of an option that may be repeated. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
