import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const MODULE = resolve(import.meta.dirname, 'memory-folder.ts');
const SCRIPT = `
  const { existsSync } = require('node:fs');
  const { memoryFolder } = require(process.argv[1]);
  const folder = memoryFolder();
  console.log(JSON.stringify([folder, existsSync(folder)]));
`;

it('makes a folder in memory that goes away with its process, else names the temporary folder', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', SCRIPT, MODULE]);
  const [folder, isThere] = JSON.parse(stdout) as [string, boolean];
  expect(isThere).toBe(true);
  expect([false, tmpdir()]).toContain(existsSync(folder) && folder);
});
