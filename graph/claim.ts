/**
 * A claim: one atomic, immutable statement with the exact place it was read from.
 *
 * Records that are hashed (log bodies, claim cores, ledger entries, receipts) keep their wire names in code,
 * because the hash is over those very names (ADR 3). Everything here is pure data.
 */
import type { ArtefactId, ClaimAddr } from './address.ts';

/** A half-open range `[start, end)` of UTF-16 code units in an artefact's extracted text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How the subject was found: named in the sentence, resolved from an antecedent, or taken from the title. */
export type SubjectHow = 'explicit' | 'coref' | 'title';

/** The thing the claim is about. `key` is NFC, case-folded and lemmatised; identity modifiers stay in it. */
export interface ClaimSubject {
  readonly key: string;
  readonly surface: string;
  readonly how: SubjectHow;
}

/** What is said of the subject, with open lemmas: there is no list of known relations. */
export interface ClaimAttribute {
  readonly head: string;
  readonly modifiers: readonly string[];
  readonly predicate: string;
  /** Kind of value expected: `count`, `length`, `money`, `date`, `entity`, `version`, `boolean`, … */
  readonly dimension: string;
}

/**
 * A value. Numbers are decimal strings so that no float is ever hashed.
 * A quantity is an interval: "at least 17" has `min` only, "274" has `min` = `max`.
 */
export type ClaimValue =
  | {
      readonly kind: 'quantity';
      readonly min: string | null;
      readonly max: string | null;
      readonly unit: string;
      /** Power of ten of the last digit that was stated: "20,000" is 4, "9.58" is -2. */
      readonly precision: number;
    }
  | { readonly kind: 'date'; readonly from: string; readonly to: string }
  | { readonly kind: 'entity'; readonly key: string; readonly surface: string }
  | { readonly kind: 'version'; readonly version: string }
  | { readonly kind: 'boolean'; readonly value: boolean };

/** Where and when the statement holds. Dates are ISO 8601 days, null when not stated. */
export interface ClaimScope {
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly place: string | null;
  readonly qualifiers: readonly string[];
}

/** Whether the value is the present one, a former one, a part of a whole, a rank or a difference. */
export type ClaimRole = 'current' | 'old' | 'part' | 'ordinal' | 'delta';
export type ClaimPolarity = 'affirmed' | 'negated';
export type ClaimModality = 'asserted' | 'reported' | 'planned' | 'hypothetical';

/** The structured reading of a sentence (docs/spec/decisions.md#9-form). It refines the sentence and never gates it. */
export interface ClaimForm {
  readonly subject: ClaimSubject;
  readonly attribute: ClaimAttribute;
  readonly value: ClaimValue;
  readonly scope: ClaimScope;
  readonly role: ClaimRole;
  readonly polarity: ClaimPolarity;
  readonly modality: ClaimModality;
  /** Terms of what the other clauses of its sentence state, each once, ascending; absent: the sentence states nothing else. */
  readonly beside?: readonly string[];
  /** A pronoun of its clause stands for something that no clause before it names; absent: there is none. */
  readonly open?: true;
}

/** What the claim's address is derived from (docs/spec/decisions.md#2-claim-core): same core, same address. */
export interface ClaimCore {
  readonly v: 1;
  readonly corpus: string;
  readonly lang: string;
  /** NFC, trimmed. */
  readonly text: string;
  /**
   * What the text leaves unsaid and its document says, outermost first: title, headings, what leads in, a table's head
   * row, and of a text that opens with a pronoun the sentence before. NFC, trimmed; never empty. Absent: the text stands
   * by itself, in any document.
   */
  readonly context?: readonly string[];
  readonly form?: ClaimForm;
}

/** A claim as the graph holds it, once per address, from its first assertion on. */
export interface ClaimRecord {
  /** The artefact that stated it first. */
  readonly artefact: ArtefactId;
  readonly addr: ClaimAddr;
  readonly core: ClaimCore;
  /** BLAKE3-256 of the core's canonical CBOR, 64 hex digits. */
  readonly content_hash: string;
  readonly claim_cluster_id: string;
  /** Coarse key under which claims that may agree or disagree meet; null where there is no form. */
  readonly slot: string | null;
  /** Log position of the first assertion. */
  readonly seq: number;
  readonly effective_at: string;
}

/** One place where one artefact states a claim. */
export interface ClaimOccurrence {
  readonly claim: ClaimAddr;
  readonly artefact: ArtefactId;
  /** The words that carry the claim. */
  readonly span: Span;
  /** The full sentence: what a citation quotes. */
  readonly sentence: Span;
  /** Antecedents that the sentence leans on ("it", "the press"). */
  readonly context_spans: readonly Span[];
  readonly seq: number;
  readonly effective_at: string;
}

/** Two claims that cannot both hold: same explicit subject and attribute, disjoint values, overlapping scope. */
export interface ClaimRivalry {
  readonly claim: ClaimAddr;
  readonly rival: ClaimAddr;
  /** Log position of the assertion that revealed it. */
  readonly seq: number;
  /** Where a stance judge saw it in two texts: an opinion, which alone warns and never fails. Absent: forms tell. */
  readonly judged?: JudgedRivalry;
}

export interface JudgedRivalry {
  /** The judge's id and version: `lexical/1`. */
  readonly judge: string;
  /** 0..1000 ‰. */
  readonly confidence: number;
}

/** What a stance judge said of a claim's sentence held against another publisher's claim. */
export interface StanceOpinion extends JudgedRivalry {
  readonly claim: ClaimAddr;
  readonly stance: 'SUPPORT' | 'CONTRADICT' | 'NONE';
  /** Names of what it rests on, the first reason first. */
  readonly features: readonly string[];
}
