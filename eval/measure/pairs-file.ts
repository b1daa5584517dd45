/** Pairs of a claim and evidence with the stance that people saw, from the files that such sets come in. */
import { z } from 'zod';
import type { Stance } from '../../engine/stance/stance.ts';
import { stanceOf } from './confusion.ts';
import type { EvalDocument } from './corpus-file.ts';
import { CITED_CLAIM, type CitedClaim, citedClaim, documentId } from './queries-file.ts';
import { type PlacedRecord, type RecordShape, readRecords, wrongRecord } from './read-records.ts';

export interface StancePair {
  readonly id: string;
  readonly claim: string;
  /** Of the document that the evidence is from; empty where it is not known. */
  readonly title: string;
  /** Sentences, at least one. */
  readonly evidence: readonly string[];
  readonly truth: Stance;
}

const text = z.string().min(1);
const plain = z.object({
  id: documentId.optional(),
  claim: text,
  evidence: z.union([text, z.array(text).min(1)]),
  label: z.string(),
});
/** Fool Me Twice. */
const quoted = z.object({
  id: documentId,
  text,
  wikipedia_page: z.string().optional(),
  gold_evidence: z.array(z.object({ text })).min(1),
  label: z.string(),
});
/** Natural language inference: the premise is the evidence, the hypothesis the claim. */
const inference = z.object({
  pairID: documentId.optional(),
  sentence1: text,
  sentence2: text,
  gold_label: z.string(),
});
type PairRecord =
  | z.infer<typeof plain>
  | z.infer<typeof quoted>
  | z.infer<typeof inference>
  | z.infer<typeof citedClaim>;

const SHAPE: RecordShape<PairRecord> = {
  schema: z.union([plain, quoted, inference, citedClaim]),
  accepted:
    '{"id", "claim", "evidence", "label"}, {"id", "text", "gold_evidence": [{"text"}], "label"}, ' +
    `{"sentence1", "sentence2", "gold_label"} or, with --corpus, ${CITED_CLAIM} a line`,
};
const LABELS: Pick<RecordShape<unknown>, 'accepted'> = {
  accepted:
    'SUPPORT(S), CONTRADICT(S), REFUTES, contradiction, entailment, NONE, NEI, NOT ENOUGH INFO, neutral',
};

/**
 * @param corpus the documents that claims cite, by id; null where no corpus was given
 * @throws {CommandFailure} for a file without pairs, an unknown label, a claim that cites what the corpus lacks
 */
export async function readPairs(
  file: string,
  corpus: ReadonlyMap<string, EvalDocument> | null,
): Promise<StancePair[]> {
  const records = await readRecords(file, SHAPE);
  return records.flatMap((record) => pairsOf(file, record, corpus));
}

function pairsOf(
  file: string,
  { place, value }: PlacedRecord<PairRecord>,
  corpus: ReadonlyMap<string, EvalDocument> | null,
): StancePair[] {
  const truthOf = (label: string) => {
    const truth = stanceOf(label);
    if (truth === null) throw wrongRecord(file, place, `the label is ${JSON.stringify(label)}`, LABELS);
    return truth;
  };
  if ('ev' in value) {
    if (corpus === null) throw wrongRecord(file, place, 'the evidence is in a corpus', NEEDS_CORPUS);
    return citedPairs(value, (doc) => sentencesIn({ file, place }, corpus, doc), truthOf);
  }
  if ('gold_evidence' in value) {
    const { id, text: claim, wikipedia_page: title = '', gold_evidence, label } = value;
    return [{ id, claim, title, evidence: gold_evidence.map((one) => one.text), truth: truthOf(label) }];
  }
  if ('sentence1' in value) {
    const { pairID: id = place, sentence1, sentence2: claim, gold_label } = value;
    return [{ id, claim, title: '', evidence: [sentence1], truth: truthOf(gold_label) }];
  }
  const { id = place, claim, evidence, label } = value;
  const sentences = typeof evidence === 'string' ? [evidence] : evidence;
  return [{ id, claim, title: '', evidence: sentences, truth: truthOf(label) }];
}

/** A claim against each abstract that it cites: its evidence sentences, or all of them where there is none. */
function citedPairs(
  { id, claim, ev, cited }: CitedClaim,
  documentOf: (doc: string) => SentencedDocument,
  truthOf: (label: string) => Stance,
): StancePair[] {
  return [...new Set([...cited, ...ev.map(({ doc }) => doc)])].map((doc) => {
    const { title, sentences, at } = documentOf(doc);
    const sets = ev.filter((one) => one.doc === doc);
    const chosen = [...new Set(sets.flatMap(({ sents }) => sents))].toSorted((a, b) => a - b);
    return {
      id: `${id}/${doc}`,
      claim,
      title,
      evidence: chosen.length === 0 ? sentences : chosen.map(at),
      truth: truthOf(sets[0]?.label ?? 'NONE'),
    };
  });
}

/** A document of the corpus that a claim cites. */
export interface SentencedDocument {
  readonly title: string;
  /** At least one. */
  readonly sentences: readonly string[];
  /** @throws {CommandFailure} for an index that no sentence has */
  at(index: number): string;
}

const NEEDS_CORPUS: Pick<RecordShape<unknown>, 'accepted'> = {
  accepted: 'such claims with --corpus FILE, whose documents have "sentences", counted from 0',
};

/** @throws {CommandFailure} where the corpus has no such document, or has it as running text */
export function sentencesIn(
  { file, place }: { readonly file: string; readonly place: string },
  corpus: ReadonlyMap<string, EvalDocument>,
  doc: string,
): SentencedDocument {
  const found = corpus.get(doc);
  if (found === undefined) throw wrongRecord(file, place, `the corpus has no document ${doc}`, NEEDS_CORPUS);
  const { title, sentences } = found;
  if (sentences === null || sentences.length === 0)
    throw wrongRecord(file, place, `document ${doc} has no sentences`, NEEDS_CORPUS);
  const at = (index: number) => {
    const sentence = sentences[index];
    if (sentence === undefined)
      throw wrongRecord(file, place, `there is no sentence ${index} in document ${doc}`, NEEDS_CORPUS);
    return sentence;
  };
  return { title, sentences, at };
}
