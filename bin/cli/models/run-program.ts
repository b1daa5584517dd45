import { type ExecFileException, execFile } from 'node:child_process';
import { EXIT } from '../exit-code.ts';
import { CommandFailure } from '../failure.ts';

const TIMEOUT_MS = 600_000;
const MAX_OUTPUT_BYTES = 8_388_608;

export interface ProgramOptions {
  /** Where it runs. */
  readonly folder: string;
  /** What to do where it is not installed. */
  readonly otherwise: string;
}

/**
 * Runs a program of the PATH to its end.
 * @throws {CommandFailure} that says which program failed and its last words
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { folder, otherwise }: ProgramOptions,
): Promise<void> {
  // On Windows both programs are scripts, which only a shell starts.
  const options = {
    cwd: folder,
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
    shell: process.platform === 'win32',
  };
  return new Promise((resolve, reject) => {
    execFile(program, [...args], options, (error, stdout, stderr) => {
      if (error === null) resolve();
      else reject(failure(program, error, otherwise, `${stdout}\n${stderr}`));
    });
  });
}

function failure(
  program: string,
  error: ExecFileException,
  otherwise: string,
  output: string,
): CommandFailure {
  const said = output.split('\n').find((line) => /error/i.test(line)) ?? error.message.split('\n', 1)[0];
  const why = error.code === 'ENOENT' ? `it is not in the PATH; ${otherwise}` : (said ?? '').trim();
  return new CommandFailure(EXIT.error, 'program_failed', `${program}: ${why}`, { cause: error });
}
