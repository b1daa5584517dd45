/** Claims with a document's sentences and the sets of them that are enough. */
import { z } from 'zod';
import type { EvalDocument } from './corpus-file.ts';
import { sentencesIn } from './pairs-file.ts';
import { CITED_CLAIM, type CitedClaim, citedClaim } from './queries-file.ts';
import { type PlacedRecord, type RecordShape, readRecords, wrongRecord } from './read-records.ts';

export interface SupportSets {
  readonly claim: string;
  readonly sentences: readonly string[];
  /** Indexes of sentences; every set is acceptable, none is empty, there is at least one. */
  readonly acceptable: readonly (readonly number[])[];
}

/** What the engine covers at once. */
const MAX_CLAIM = 2_000;
const MAX_SENTENCES = 4_096;

/** WiCE. */
const supported = z.object({
  label: z.string(),
  claim: z.string().min(1).max(MAX_CLAIM),
  evidence: z.array(z.string()).min(1).max(MAX_SENTENCES),
  supporting_sentences: z.array(z.array(z.int().nonnegative())),
});
type SetRecord = z.infer<typeof supported> | CitedClaim;

const SHAPE: RecordShape<SetRecord> = {
  schema: z.union([supported, citedClaim]),
  accepted:
    '{"label", "claim", "evidence": ["…"], "supporting_sentences": [[0]]} or, with --corpus, ' +
    `${CITED_CLAIM} a line`,
};
const UNSUPPORTED = 'not_supported';

/**
 * The claims that have support; those without are left out.
 * @param corpus the documents that claims cite, by id; null where no corpus was given
 * @throws {CommandFailure} for a file without such claims, and for a sentence that is not there
 */
export async function readSupportSets(
  file: string,
  corpus: ReadonlyMap<string, EvalDocument> | null,
): Promise<SupportSets[]> {
  const records = await readRecords(file, SHAPE);
  return records.flatMap((record) => {
    const sets = setsOf(file, record, corpus);
    for (const { sentences, acceptable } of sets) {
      const beyond = acceptable.flat().find((index) => index >= sentences.length);
      if (beyond !== undefined)
        throw wrongRecord(file, record.place, `there is no sentence ${beyond} (they count from 0)`, SHAPE);
    }
    return sets;
  });
}

function setsOf(
  file: string,
  { place, value }: PlacedRecord<SetRecord>,
  corpus: ReadonlyMap<string, EvalDocument> | null,
): SupportSets[] {
  if ('evidence' in value) {
    const acceptable = value.supporting_sentences.filter((set) => set.length > 0);
    if (value.label === UNSUPPORTED || acceptable.length === 0) return [];
    return [{ claim: value.claim, sentences: value.evidence, acceptable }];
  }
  if (corpus === null) throw wrongRecord(file, place, 'the sentences are in a corpus', SHAPE);
  const byDoc = Map.groupBy(
    value.ev.filter(({ sents }) => sents.length > 0),
    ({ doc }) => doc,
  );
  return [...byDoc].map(([doc, sets]) => ({
    claim: value.claim,
    sentences: sentencesIn({ file, place }, corpus, doc).sentences,
    acceptable: sets.map(({ sents }) => sents),
  }));
}
