/** Pairs of sentences that meet in the corpora, as an ingest would find them, with what their authors say of them. */

import type { ReadDocument } from '../../engine/ingest/readers/read-document.ts';
import { readFile } from '../../engine/ingest/readers/read-file.ts';
import { sentencesOf } from '../../engine/reading/document/sentences.ts';
import {
  type StatedText,
  statementAt,
  statesAt,
  titleOf,
} from '../../engine/reading/relate/document-statements.ts';
import type { IndexedSentence } from '../../engine/reading/relate/nearest-sentences.ts';
import { type Source, type SourcePair, sourcePair } from '../../engine/reading/relate/relate-statements.ts';
import { registrableDomain } from '../../engine/registrable-domain.ts';
import { findCorpora, type GoldenCorpus } from '../corpora-of.ts';
import type { DocumentPair } from '../document-pairs.ts';
import { type StatingSentence, statesPair } from '../measure/states-values.ts';
import { SentenceIndex } from './sentence-index.ts';
import { UNLISTED_CHANGES } from './unlisted-changes.ts';

/** A sentence with its document. */
export interface CorpusSentence extends IndexedSentence, Source {}

/** Two sentences of different documents, the earlier one first. */
export interface MetPair {
  readonly corpus: string;
  readonly a: CorpusSentence;
  readonly b: CorpusSentence;
  readonly sources: SourcePair;
  /** The conflict or change that the two state; null: none is listed. */
  readonly truth: DocumentPair | null;
  /** Listed as one that only seems to be a conflict. */
  readonly near: boolean;
}

/**
 * The pairs of every corpus whose conflicts somebody listed, and those of real documentation, in which next to nothing
 * contradicts anything.
 */
export async function metPairs(): Promise<MetPair[]> {
  const { corpora } = await findCorpora(['short', 'realistic', 'older', 'real']);
  return corpora.filter(({ pairs, group }) => pairs !== null || group === 'real').flatMap(pairsIn);
}

function pairsIn(corpus: GoldenCorpus): MetPair[] {
  const listed = [...(corpus.pairs ?? []), ...(UNLISTED_CHANGES[corpus.name] ?? [])];
  const [nearly, known] = [true, false].map((near) =>
    listed.filter(({ relation }) => (relation === 'near') === near),
  );
  const index = new SentenceIndex<CorpusSentence>();
  const met: MetPair[] = [];
  for (const document of documentsOf(corpus)) {
    const sentences = sentencesIn(document);
    for (const b of sentences) {
      for (const a of index.find(b)) {
        const truth = known?.find((one) => statesPair(one, said(a), said(b))) ?? null;
        const near = truth === null && nearly?.some((one) => statesPair(one, said(a), said(b))) === true;
        met.push({ corpus: corpus.name, a, b, sources: sourcePair(a, b), truth, near });
      }
    }
    for (const one of sentences) index.add(one);
  }
  return met;
}

/** In the order of observation, as an ingest reads them. */
function documentsOf({ files }: GoldenCorpus): ReadDocument[] {
  const read = files.flatMap(({ name, bytes }) => [...readFile(name, bytes)]);
  const documents = read.flatMap((one) => (one.ok ? [one.document] : []));
  const keyOf = ({ observedAt, docId }: ReadDocument) => `${observedAt ?? '\uffff'}\u0000${docId}`;
  return documents.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function sentencesIn({
  docId,
  title,
  text,
  layout,
  lang,
  domain,
  observedAt,
}: ReadDocument): CorpusSentence[] {
  const stated: StatedText = { title: titleOf(title, docId), text, layout };
  return sentencesOf(text, layout, lang)
    .filter((span) => statesAt(layout, span))
    .map((span) => ({
      statement: statementAt(stated, span),
      document: docId,
      publisher: registrableDomain(domain),
      observedAt: observedAt ?? '',
    }));
}

function said({ document, statement }: CorpusSentence): StatingSentence {
  return { document, text: statement.text };
}
