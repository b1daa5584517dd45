/** A question as the backbone needs it: what is asked, of whom, in which words. */
import type { Dimension } from './concepts.ts';
import type { SuccessionKind } from './succession.ts';

/** What would answer it. */
export type QuestionForm =
  | 'count'
  | 'measure'
  | 'date'
  | 'entity'
  | 'version'
  | 'yes-no'
  | 'list'
  | 'comparison'
  | 'open';

/** A proper name of the question; every word of it must be near a sentence that answers. */
export interface QuestionName {
  readonly surface: string;
  /** Folded words, in order; a number that identifies ("Unicode 13.0") is one of them. */
  readonly words: readonly string[];
  /** Stems of what else the question says, beside which it may stand in a longer name: "the pool in Dorn", "Dorn Lido". */
  readonly beside?: readonly string[];
  /** The next word of the one longer form that the texts at hand use: "Saltby", "Saltby Town". */
  readonly longer?: string;
}

/** What a term does in the question: the noun that is asked for, the kind of answer, or what narrows it. */
export type TermRole = 'asked' | 'kind' | 'modifier' | 'verb' | 'other';

/** A content word of the question and the stems that may stand for it. */
export interface Term {
  readonly surface: string;
  readonly keys: readonly string[];
  readonly role: TermRole;
  /** True when the value's own unit says it already ("deep" beside metres), or the name behind it ("the river Sawe"). */
  readonly impliedByUnit: boolean;
}

/** "the tallest building", "the most moons". */
export interface Superlative {
  readonly surface: string;
  readonly keys: readonly string[];
  /** What it grades: the last word of the phrase it opens. */
  readonly noun: Term | null;
}

/** Two content words that stand together, the first narrowing the second: ("high", "jump"). */
export interface Modification {
  readonly modifier: Term;
  readonly head: Term;
}

/** What a yes-or-no question asks to be true. */
export interface Proposition {
  /** Whether it asks for a denial: "is it true that X no longer …". */
  readonly negated: boolean;
  /** Whether "yes" could be understood either way: "does it not …". */
  readonly ambiguous: boolean;
  /** Whether it asks what one may or can do. */
  readonly permission: boolean;
  /** The first noun, as written in lower case; null where a name comes before it. */
  readonly subject: string | null;
  /** The words of the grammatical subject before any preposition, folded; empty where it is "there" or anybody. */
  readonly subjectWords: readonly string[];
  /** The words after a passive's "by", folded. */
  readonly agentWords: readonly string[];
  /** The main verb or adjective, as written in lower case; null where a noun is the predicate. */
  readonly predicate: string | null;
  /** Words that set the scene and that an answer need not repeat: subordinate clauses, classes, "without X". */
  readonly optional: readonly string[];
  /** Of these, what follows "without". */
  readonly without: readonly string[];
}

/** One of two that are compared. */
export interface ComparedSide {
  readonly name: QuestionName;
  /** Questions of which each asks for its figure, the best first. */
  readonly questions: readonly Question[];
}

/** "Which is taller, A or B?" */
export interface Comparison {
  readonly sides: readonly [ComparedSide, ComparedSide];
  /** What is compared, in its base form: "tall", "votes". */
  readonly quality: string;
  readonly wantsMore: boolean;
  /** Whether the first is said to be the one, so that yes or no answers. */
  readonly claimed: boolean;
}

/** The reading of one question. */
export interface Question {
  readonly text: string;
  readonly lang: string;
  readonly form: QuestionForm;
  readonly entityKind: 'person' | 'place' | 'thing' | null;
  readonly names: readonly QuestionName[];
  readonly terms: readonly Term[];
  readonly modifications: readonly Modification[];
  /** Terms that narrow what is asked to a group: "in towns", "for an adult". */
  readonly groups: readonly Term[];
  readonly superlative: Superlative | null;
  /** "What was X called before?" */
  readonly formerName: boolean;
  /** "Who came before X?": the relation, and X; null where neither a predecessor nor a successor is asked for. */
  readonly succession: { readonly kind: SuccessionKind; readonly name: QuestionName } | null;
  /** The measurable idea that is asked for ("depth"), by name; null where none is. */
  readonly concept: string | null;
  /** Dimensions of a quantity that answers; empty for a form that asks for none. */
  readonly dimensions: readonly Dimension[];
  /** Four-digit years that the question states. */
  readonly years: readonly string[];
  readonly tense: 'past' | 'present' | 'future';
  /** Null where the question is no yes-or-no question. */
  readonly proposition: Proposition | null;
  /** Null where the question compares no two things. */
  readonly comparison: Comparison | null;
}
