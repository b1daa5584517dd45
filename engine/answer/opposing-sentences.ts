/**
 * Which of the sentences read contradict one that the answer quotes: the judge of pairs decides, on sentences of
 * other documents that share most words with it (docs/spec/decisions.md#9-cluster: unclear means no verdict).
 */
import { statementOf } from '../reading/relate/document-statements.ts';
import {
  isJudged,
  type Relation,
  readingOf,
  relateRead,
  sourcePair,
} from '../reading/relate/relate-statements.ts';
import { nextSlice } from '../slices.ts';
import type { StatedSentence } from './read-sentences.ts';

/** A sentence that contradicts. */
export interface OpposingSentence {
  readonly stated: StatedSentence;
  readonly relation: Relation;
  /** 0..1, four decimals. */
  readonly score: number;
}

/** Most sentences that one is compared with. */
const MAX_JUDGED = 24;
/** Sentences that are judged in one event-loop slice. */
const SLICE = 8;
const WORD = /[\p{L}\p{N}]{3,}/gu;

export async function opposingSentences(
  quoted: StatedSentence,
  sentences: readonly StatedSentence[],
): Promise<OpposingSentence[]> {
  if (!isJudged(quoted.read)) return [];
  const own = readingOf(statementIn(quoted));
  const opposing: OpposingSentence[] = [];
  for (const [index, stated] of closest(quoted, sentences).entries()) {
    if (index % SLICE === 0) await nextSlice();
    const sources = sourcePair(sourceOf(quoted), sourceOf(stated));
    const { relation, probability } = relateRead(own, readingOf(statementIn(stated)), sources);
    if (relation !== null) opposing.push({ stated, relation, score: Math.round(probability * 1e4) / 1e4 });
  }
  return opposing;
}

/** Sentences of other documents that share two words with it at least, those that share most first. */
function closest(quoted: StatedSentence, sentences: readonly StatedSentence[]): StatedSentence[] {
  const own = wordsOf(quoted);
  return sentences
    .filter(({ artefact, read }) => artefact.doc_id !== quoted.artefact.doc_id && isJudged(read))
    .map((one) => ({ one, shared: [...wordsOf(one)].filter((word) => own.has(word)).length }))
    .filter(({ shared }) => shared > 1)
    .toSorted((a, b) => b.shared - a.shared || (a.one.read.id < b.one.read.id ? -1 : 1))
    .slice(0, MAX_JUDGED)
    .map(({ one }) => one);
}

function statementIn({ read, artefact }: StatedSentence) {
  return statementOf(read, artefact.doc_id);
}

function sourceOf({ artefact }: StatedSentence) {
  return { publisher: artefact.publisher, observedAt: artefact.observed_at };
}

function wordsOf({ read }: StatedSentence): Set<string> {
  return new Set(read.text.toLowerCase().match(WORD) ?? []);
}
