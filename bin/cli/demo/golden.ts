/** The golden questions of the demo corpus (`golden.json`; its README says what the members mean). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { DEMO_FOLDER } from '../sources.ts';

const golden = z.array(
  z.object({
    q: z.string(),
    as_of: z.string().nullable(),
    want: z.string().nullable(),
    never: z.array(z.string()),
  }),
);
export type DemoQuestion = z.infer<typeof golden>[number];

export async function readGolden(): Promise<DemoQuestion[]> {
  return golden.parse(JSON.parse(await readFile(join(DEMO_FOLDER, 'golden.json'), 'utf8')));
}
