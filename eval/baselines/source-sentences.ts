/** Sentences of a corpus as anybody would cut them: lines of the source, divided where a sentence ends. Pure. */
import type { CorpusDocument } from '../corpus-source.ts';

export interface SourceSentence {
  readonly document: CorpusDocument;
  readonly text: string;
}

const SENTENCE_END = /(?<=[.!?])\s+(?=["([A-Z0-9])/;
const TABLE_RULE = /^\s*\|[\s:|-]+\|\s*$/;
/** A line of fewer words is no sentence. */
const LEAST_WORDS = 2;

/** In the order of the documents. */
export function sourceSentences(documents: readonly CorpusDocument[]): SourceSentence[] {
  return documents.flatMap((document) =>
    document.text
      .split('\n')
      .filter((line) => !TABLE_RULE.test(line))
      .flatMap((line) => line.split(SENTENCE_END))
      .map((text) => ({ document, text: text.trim() }))
      .filter(({ text }) => (text.match(/[a-z0-9_]+/gi)?.length ?? 0) >= LEAST_WORDS),
  );
}
