/** Another process that holds SQLite's write lock on a file, as a backup or a long import would. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const SCRIPT = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1], { timeout: 5000 });
  database.exec('BEGIN IMMEDIATE');
  process.stdout.write('held');
  process.stdin.resume().on('end', () => process.exit(0));
`;

/** Resolves when the lock is held; ending the process lets it go. */
export async function holdLock(file: string): Promise<AsyncDisposable> {
  const child = spawn(process.execPath, ['-e', SCRIPT, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [first] = await Promise.race([once(child.stdout, 'data'), ended]);
  if (String(first) !== 'held') throw new Error(`the lock on ${file} was not taken`);
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
