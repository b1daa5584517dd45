/** The tests of eval/train/encoder that need no torch, by the Python of this machine. */
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { skipBecause } from '../../setup/skip-because.ts';

const run = promisify(execFile);
const hasPython = (() => {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

skipBecause(hasPython ? null : 'python: PATH has no Python 3.9 or newer');

it('the encoder reads texts, corpora and sources as its own tests say', async () => {
  const args = ['-m', 'unittest', 'discover', '-s', 'eval/train/encoder', '-p', 'test_*.py'];
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  const { stderr } = await run('python3', args, { env });
  expect(stderr).toMatch(/Ran \d{2,} tests[\s\S]*OK/);
});
