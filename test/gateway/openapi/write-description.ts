/**
 * The second half of `npm run describe`: prints what the API is now, for readers and to compare with a release. With
 * `--release` the same is kept as the description of the version in package.json.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { releaseFolder } from '../../releases/last-release.ts';
import { PRESENT, PRINTED } from './printed.ts';

for (const { file, text } of PRINTED) await writeFile(file, text);
if (process.argv.includes('--release')) {
  const folder = releaseFolder(PRESENT.version);
  await mkdir(folder, { recursive: true });
  for (const { file, text } of PRINTED) await writeFile(join(folder, basename(file)), text);
}
