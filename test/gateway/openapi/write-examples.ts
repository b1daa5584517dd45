/** The first half of `npm run describe`: makes the description's examples anew, where they are no longer what is sent. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import written from '../../../gateway/openapi/examples.json' with { type: 'json' };
import { isSame, realExamples } from './real-examples.ts';

const FILE = join(import.meta.dirname, '../../../gateway/openapi/examples.json');

const real = await realExamples();
// Ids and hashes differ each time: they alone are no reason to change a file that people compare.
if (!isSame(written, real)) await writeFile(FILE, `${JSON.stringify(real, null, 2)}\n`);
