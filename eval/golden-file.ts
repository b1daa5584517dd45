/** Golden questions in both forms of their files, as one. */
import { z } from 'zod';
import { endOfAsOf } from '../graph/time.ts';
import { type RecordShape, readRecords } from './measure/read-records.ts';

const MAX_QUESTION = 2_000;
const text = z.string().min(1);

const golden = z.object({
  q: text.max(MAX_QUESTION),
  as_of: z
    .string()
    .refine((time) => endOfAsOf(time) !== null, {
      error: ({ input }) => `${input} is neither a date nor a timestamp`,
    })
    .nullable()
    .default(null),
  want: z.union([text, z.array(text).min(1)]).nullable(),
  never: z.array(text).default([]),
  evidence: z.array(z.object({ document: text, fragment: text })).nullish(),
  kind: text.nullish(),
  style: text.nullish(),
  all: z.array(z.array(text).min(1)).nullish(),
});

const GOLDEN: RecordShape<z.infer<typeof golden>> = {
  schema: golden,
  accepted:
    '{"q", "as_of": time or null, "want": text, list of texts or null, "never": ["text"], ' +
    '"evidence": [{"document", "fragment"}]} in a list or a line each',
};

/** Where an accepted answer stands: a fragment of the document's source. */
export interface Evidence {
  /** The document's id. */
  readonly document: string;
  readonly fragment: string;
}

/** A question and what a right answer to it is. */
export interface GoldenQuestion {
  readonly q: string;
  /** Only what was observed by then exists; null: today. */
  readonly asOf: string | null;
  /** One of these is enough; yes or no asks for a verdict; null: the documents do not hold an answer. */
  readonly want: readonly string[] | null;
  /** Must not be in the summary. */
  readonly never: readonly string[];
  /** The accepted documents; null where the file names none, and any document is accepted. */
  readonly evidence: readonly Evidence[] | null;
  /** `value`, `yesno`, `list`, `as_of`, `conflict` or `none`; as the file says, else by what is wanted. */
  readonly kind: string;
  /** `keyword` or `sentence`; as the file says, else by the question mark. */
  readonly style: string;
  /** What a complete list contains, each item in its accepted wordings; null for other questions. */
  readonly all: readonly (readonly string[])[] | null;
}

/**
 * Reads the form with evidence and the older one (`want` a single text), as JSON list or lines, gzip'd or not.
 * @throws {CommandFailure} for a file without golden questions
 */
export async function readGoldenFile(file: string): Promise<GoldenQuestion[]> {
  return (await readRecords(file, GOLDEN)).map(({ value }) => questionOf(value));
}

function questionOf(record: z.infer<typeof golden>): GoldenQuestion {
  const want = typeof record.want === 'string' ? [record.want] : record.want;
  const { q, as_of: asOf, never, evidence, kind, style, all } = record;
  return {
    q,
    asOf,
    want,
    never,
    evidence: evidence === undefined || evidence === null || evidence.length === 0 ? null : evidence,
    kind: kind ?? kindOf(want, asOf),
    style: style ?? (q.trimEnd().endsWith('?') ? 'sentence' : 'keyword'),
    all: all ?? null,
  };
}

function kindOf(want: readonly string[] | null, asOf: string | null): string {
  if (want === null) return 'none';
  if (asksForVerdict(want)) return 'yesno';
  return asOf === null ? 'value' : 'as_of';
}

/** Whether yes or no is wanted and nothing else. */
export function asksForVerdict(want: readonly string[]): boolean {
  return want.every((value) => /^(?:yes|no)$/i.test(value));
}
