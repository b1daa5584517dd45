/** What the readers of single constructions share: the clause in its sentence, its resolved subject, and their result. */
import type { ClaimAttribute, ClaimValue, Span, SubjectHow } from '../../graph/claim.ts';
import type { Token } from '../text/token.ts';
import type { Clause } from './clauses.ts';
import type { Adjunct, Phrase } from './noun-phrase.ts';

/** The subject of a clause with what a pronoun or short phrase stands for. */
export interface ResolvedSubject {
  readonly key: string;
  readonly surface: string;
  readonly how: SubjectHow;
  /** Where the antecedent stands in the document, null when the subject is explicit or from the title. */
  readonly context: Span | null;
  readonly phrase: Phrase;
}

/** One clause ready to be read. */
export interface ClauseView {
  /** The sentence's text; token offsets are within it. */
  readonly sentence: string;
  /** The document's day of publication, for dates without a year; null when unknown. */
  readonly published: string | null;
  readonly clause: Clause;
  readonly subject: ResolvedSubject;
}

/** A form before its scope and modality are known. */
export interface Draft {
  readonly subject: Omit<ResolvedSubject, 'phrase'>;
  readonly attribute: ClaimAttribute;
  readonly value: ClaimValue;
  /** The tokens that carry the value: the claim's span ends with them. */
  readonly valueTokens: readonly Token[];
  /** The value began with the stated date ("rose to", "became"), so the date opens the scope. */
  readonly starts: boolean;
  /** Prepositional parts after the value, for scope and qualifiers. */
  readonly adjuncts: readonly Adjunct[];
}

/** A subject that its own words name. */
export function explicitSubject(key: string, surface: string): Draft['subject'] {
  return { key, surface, how: 'explicit', context: null };
}

/** A draft of what began at no stated date and is narrowed by nothing, unless its parts say so. */
export function draftOf(
  parts: Omit<Draft, 'starts' | 'adjuncts'> & Partial<Pick<Draft, 'starts' | 'adjuncts'>>,
): Draft {
  return { starts: false, adjuncts: [], ...parts };
}
