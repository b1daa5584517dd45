/** The second half of `npm run describe`: prints what the API is now, for readers and to compare with a release. */
import { writeFile } from 'node:fs/promises';
import { PRINTED } from './printed.ts';

for (const { file, text } of PRINTED) await writeFile(file, text);
