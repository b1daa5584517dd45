import type { CommandContext } from '../command-context.ts';
import type { ExitCode } from '../exit-code.ts';
export async function serve(_context: CommandContext): Promise<ExitCode> {
  return 0;
}
