import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../gateway/receipt-page');
const KEPT = join(FOLDER, 'dist');
const SAY_SCRIPT =
  "const { pageScript } = await import('./page-script.ts'); console.log(await pageScript());";

/** Of another process: nothing is shared but the file. */
async function scriptOfAnother(): Promise<string> {
  const args = ['--input-type=module', '--eval', SAY_SCRIPT];
  const options = { cwd: FOLDER, maxBuffer: Number.MAX_SAFE_INTEGER };
  return (await promisify(execFile)(process.execPath, args, options)).stdout.trimEnd();
}

async function contents(): Promise<string[]> {
  const names = (await readdir(KEPT)).filter((name) => name.endsWith('.js'));
  return Promise.all(names.map((name) => readFile(join(KEPT, name), 'utf8')));
}

it('is bundled where no file has it, also by two processes at once, to the same bytes', async () => {
  const kept = await scriptOfAnother();
  await rm(KEPT, { recursive: true, maxRetries: 5 });
  expect(await Promise.all([scriptOfAnother(), scriptOfAnother()])).toEqual([kept, kept]);
  expect(await contents()).toEqual([kept]);
});

it('is read from the file that keeps it', async () => {
  const kept = await scriptOfAnother();
  expect(await contents()).toContain(kept);
  expect(await scriptOfAnother()).toBe(kept);
});

it('ends no element and begins no comment where it is embedded', async () => {
  expect(await scriptOfAnother()).not.toMatch(/<(?:!--|\/?script)/i);
});
