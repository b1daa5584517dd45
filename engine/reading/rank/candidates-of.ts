/** The sentences of a document that may answer, with their context. */
import type { Span } from '../../../graph/claim.ts';
import { ownText } from '../../own-text.ts';
import { contextOf } from '../document/context.ts';
import type { DocumentSentence, Layout } from '../document/layout.ts';
import { sentencesOf } from '../document/sentences.ts';
import type { Candidate } from './candidate.ts';

export interface CandidateDocument {
  readonly id: string;
  readonly title: string;
  /** What spans count in. */
  readonly text: string;
  readonly layout: Layout;
  /** BCP 47. */
  readonly lang: string;
  /** RFC 3339 UTC. */
  readonly effectiveAt: string;
  /** Fused retrieval score, 0 to 1. */
  readonly retrieval: number;
  /** Sections that were found, with their fused scores, 0 to 1: their sentences alone may answer. Null: all may. */
  readonly sections: readonly FoundSection[] | null;
}

export interface FoundSection {
  readonly span: Span;
  readonly score: number;
}

export interface PlacedCandidate {
  readonly candidate: Candidate;
  readonly span: Span;
}

/** Every sentence of the found sections but headings, in the order of the text. */
export function candidatesOf(document: CandidateDocument): PlacedCandidate[] {
  const { text, layout, title, lang } = document;
  const sentences = sentencesOf(text, layout, lang);
  // A sentence is its neighbours' neighbour: one string for all three, which is hashed once. Much that is read of it is cached.
  const texts = sentences.map(({ start, end }) => ownText(text.slice(start, end)));
  const wordsAt = (index: number, section: number) => {
    const one = sentences[index];
    return one === undefined || headingOf(layout, one) !== section ? null : (texts[index] ?? null);
  };
  const contexts = new Map<number, ReturnType<typeof contextOf>>();
  return sentences.flatMap((sentence, index) => {
    const { start, end, block } = sentence;
    const kind = layout[block]?.kind ?? 'paragraph';
    const found = document.sections?.find(({ span }) => span.start <= start && end <= span.end);
    if (kind === 'heading' || (document.sections !== null && found === undefined)) return [];
    const section = headingOf(layout, sentence);
    const context = contexts.get(block) ?? contextOf(text, layout, title, sentence);
    contexts.set(block, context);
    const candidate: Candidate = {
      id: `${document.id}:${start}`,
      document: document.id,
      title,
      text: texts[index] ?? '',
      kind,
      ...context,
      before: wordsAt(index - 1, section),
      after: wordsAt(index + 1, section),
      section: `${document.id}:${section}`,
      position: index / sentences.length,
      sentences: sentences.length,
      lang,
      effectiveAt: document.effectiveAt,
      retrieval: document.retrieval,
      sectionRetrieval: found?.score ?? 0,
    };
    return [{ candidate, span: { start, end } }];
  });
}

/** Of a heading itself: its own, so that the first sentence under it has it before it. */
function headingOf(layout: Layout, { block }: DocumentSentence): number {
  const own = layout[block];
  return own?.kind === 'heading' ? block : (own?.heading ?? -1);
}
