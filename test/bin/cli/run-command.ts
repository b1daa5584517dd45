import { Command } from 'commander';
import { vi } from 'vitest';
import { EXIT, type ExitCode } from '../../../bin/cli/exit-code.ts';
import { failureOf } from '../../../bin/cli/failure.ts';
import type { OnExit } from '../../../bin/cli/new-command.ts';

export interface CommandResult {
  readonly code: ExitCode;
  /** Standard output, or the failure's one line. */
  readonly text: string;
}

/** Runs a command in this process. @param add adds it to the program */
export async function runCommand(
  add: (program: Command, onExit: OnExit) => void,
  args: readonly string[],
): Promise<CommandResult> {
  const written: string[] = [];
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  let code: ExitCode = EXIT.error;
  const program = new Command('adduce').exitOverride();
  add(program, (ended) => {
    code = ended;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (fault) {
    const failure = failureOf(fault);
    return { code: failure.exit, text: failure.message };
  } finally {
    out.mockRestore();
  }
  return { code, text: written.join('').trim() };
}
