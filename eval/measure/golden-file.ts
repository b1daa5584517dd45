/** Golden questions and true conflicts of a small corpus. */
import { z } from 'zod';
import { endOfAsOf } from '../../graph/time.ts';
import { type RecordShape, readRecords } from './read-records.ts';

const MAX_QUESTION = 2_000;

const golden = z.object({
  q: z.string().min(1).max(MAX_QUESTION),
  as_of: z
    .string()
    .refine((text) => endOfAsOf(text) !== null, {
      error: ({ input }) => `${input} is neither a date nor a timestamp`,
    })
    .nullable(),
  want: z.string().min(1).nullable(),
  never: z.array(z.string().min(1)).default([]),
});
/** `want` stands in a right answer, null where nothing supports one; a word of `never` must not. */
export type GoldenQuestion = z.infer<typeof golden>;

const GOLDEN: RecordShape<GoldenQuestion> = {
  schema: golden,
  accepted: '{"q", "as_of": time or null, "want": text or null, "never": ["text"]} in a list or a line each',
};

const conflict = z.tuple([z.string().min(1), z.string().min(1), z.string().min(1), z.string().min(1)]);
/** Two documents and the value that each states, folded to lower case, digits without separators. */
export type Conflict = z.infer<typeof conflict>;

const CONFLICTS: RecordShape<Conflict> = {
  schema: conflict,
  accepted: '["document", "document", "value", "value"] in a list or a line each',
};

/** @throws {CommandFailure} for a file without golden questions */
export async function readGoldenFile(file: string): Promise<GoldenQuestion[]> {
  return (await readRecords(file, GOLDEN)).map(({ value }) => value);
}

/** @throws {CommandFailure} for a file without conflicts */
export async function readConflicts(file: string): Promise<Conflict[]> {
  return (await readRecords(file, CONFLICTS)).map(({ value }) => value);
}
