/** Queries with the documents that answer them, or claims with their evidence as queries. */
import { z } from 'zod';
import type { Grades } from './ranking-metrics.ts';
import { type PlacedRecord, type RecordShape, readRecords } from './read-records.ts';

/** Sentences of a document that are evidence for a claim. */
export interface GoldSentences {
  readonly doc: string;
  readonly sentences: readonly number[];
}

export interface EvalQuery {
  readonly id: string;
  readonly text: string;
  readonly grades: Grades;
  /** Empty where the file does not name sentences. */
  readonly evidence: readonly GoldSentences[];
}

export const documentId = z.union([z.string(), z.number().transform(String)]);
/** The longest question or claim that is read. */
const MAX_CHARS = 2_000;
const statement = z.string().min(1).max(MAX_CHARS);
/** SciFact: one `ev` an acceptable set of sentences; `cited` are the abstracts that the claim was written from. */
export const citedClaim = z.object({
  id: documentId,
  claim: statement,
  ev: z.array(
    z.object({
      doc: documentId,
      label: z.string(),
      sents: z.array(z.int().nonnegative()),
    }),
  ),
  cited: z.array(documentId),
});
export type CitedClaim = z.infer<typeof citedClaim>;
export const CITED_CLAIM = '{"id", "claim", "ev": [{"doc", "label", "sents": [0]}], "cited": ["doc"]}';

const judged = z.object({
  id: documentId,
  text: statement,
  qrels: z.record(z.string(), z.number().nonnegative()),
});

const SHAPE: RecordShape<z.infer<typeof judged> | CitedClaim> = {
  schema: z.union([judged, citedClaim]),
  accepted: `{"id", "text", "qrels": {"doc": grade}} or ${CITED_CLAIM} a line`,
};

/** @throws {CommandFailure} for a file without queries */
export async function readQueries(file: string): Promise<EvalQuery[]> {
  const records = await readRecords(file, SHAPE);
  return records.map(queryOf);
}

function queryOf({ value }: PlacedRecord<z.infer<typeof judged> | CitedClaim>): EvalQuery {
  if ('text' in value) {
    return { id: value.id, text: value.text, grades: new Map(Object.entries(value.qrels)), evidence: [] };
  }
  const { id, claim, cited } = value;
  return { id, text: claim, grades: new Map(cited.map((doc) => [doc, 1])), evidence: evidenceOf(value) };
}

/** All the evidence sentences of each document, together. */
function evidenceOf({ ev }: CitedClaim): GoldSentences[] {
  const byDoc = Map.groupBy(ev, ({ doc }) => doc);
  return [...byDoc].map(([doc, sets]) => ({
    doc,
    sentences: [...new Set(sets.flatMap(({ sents }) => sents))],
  }));
}
