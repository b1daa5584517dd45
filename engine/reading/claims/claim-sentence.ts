/** A sentence as the claim policy reads it: its words, its block and what stands above it. */
import { findVerbGroup } from '../../claims/verb-group.ts';
import type { Token } from '../../text/token.ts';
import { isEnglish, tokenise } from '../../text/tokens.ts';
import { contextOf, type SentenceContext } from '../document/context.ts';
import type { BlockKind, DocumentSentence, Layout } from '../document/layout.ts';

/** What a sentence leaves unsaid and its document says. */
export interface ClaimContext extends SentenceContext {
  readonly title: string;
  /** The sentence before it in its block; null for the first one. */
  readonly before: string | null;
}

export interface ClaimSentence {
  readonly text: string;
  readonly kind: BlockKind;
  /** BCP 47. */
  readonly lang: string;
  readonly context: ClaimContext;
}

/** A sentence with what its features are read from. */
export interface ReadSentence extends ClaimSentence {
  /** Words between blanks. */
  readonly words: readonly string[];
  /** Tagged in English, else by shape. */
  readonly tokens: readonly Token[];
  /** Index of the first finite verb in `tokens`; −1: none, or another language than English. */
  readonly verb: number;
}

/** A document whose sentences are read. */
export interface SentenceSource {
  readonly title: string;
  readonly text: string;
  readonly layout: Layout;
  /** BCP 47. */
  readonly lang: string;
}

/** A sentence of a document's layout with its block and context. `before`: the sentence before it in the document. */
export function claimSentence(
  { title, text, layout, lang }: SentenceSource,
  sentence: DocumentSentence,
  before: DocumentSentence | undefined,
): ClaimSentence {
  const follows = before !== undefined && before.block === sentence.block;
  return {
    text: text.slice(sentence.start, sentence.end),
    kind: layout[sentence.block]?.kind ?? 'paragraph',
    lang,
    context: {
      title,
      ...contextOf(text, layout, title, sentence),
      before: follows ? text.slice(before.start, before.end) : null,
    },
  };
}

/** Tags a sentence once for all features. */
export function readSentence(sentence: ClaimSentence): ReadSentence {
  const { text, lang } = sentence;
  const tokens = tokenise(text, lang);
  const verb = isEnglish(lang) ? (findVerbGroup(tokens, 0)?.from ?? -1) : -1;
  return { ...sentence, words: text.split(/\s+/).filter((word) => word !== ''), tokens, verb };
}
