import type { CommandContext } from '../command-context.ts';
import type { ExitCode } from '../exit-code.ts';
export async function demo(_context: CommandContext, _options: unknown): Promise<ExitCode> {
  return 0;
}
