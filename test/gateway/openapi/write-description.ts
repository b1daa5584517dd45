/**
 * The second half of `npm run describe`: prints what the API is now, for readers and to compare. With `--release` the whole
 * description of the version in package.json is written, which later versions are compared with.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseFolder } from '../../releases/last-release.ts';
import { PRESENT, PRINTED, RELEASED } from './printed.ts';

for (const { file, text } of PRINTED) await writeFile(file, text);
if (process.argv.includes('--release')) {
  const folder = releaseFolder(PRESENT.version);
  await mkdir(folder, { recursive: true });
  for (const { name, text } of RELEASED) await writeFile(join(folder, name), text);
}
