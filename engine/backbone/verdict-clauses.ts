/** The clauses of a sentence that may each give a yes or no of their own. */
import type { Span } from '../../graph/claim.ts';
import { areOpposite } from '../question/opposition.ts';
import type { Proposition } from '../question/question.ts';
import { stemOf, type Word } from '../question/stems.ts';
import type { SentenceReading } from './sentence-reading.ts';

/** Words after "and" within which a second predicate starts a clause: "and is closed". */
const PREDICATE_REACH = 3;
const ELLIPSIS =
  /\b(?:is|are|was|were|does|do|did|may|can|has|have|must)(?:\s(?:not|too|also)|n['’]t)?[.;,:!]?\s*$/iu;

/** One clause, and where the segment begins whose subject it may share. */
export interface VerdictClause extends Span {
  readonly subjectFrom: number;
  /** The sentence as a whole, beside its clauses: it may be quoted, and says neither yes nor no. */
  readonly whole: boolean;
}

/** Clauses in order; the whole sentence last, where it has several. */
export function clausesOf(proposition: Proposition, reading: SentenceReading): VerdictClause[] {
  const cuts = predicateCuts(proposition, reading);
  const clauses = reading.segments.flatMap((segment) => {
    const inner = cuts.filter((cut) => cut > segment.start && cut < segment.end);
    const starts = [segment.start, ...inner];
    return starts.map((start, i) => {
      return { start, end: starts[i + 1] ?? segment.end, subjectFrom: segment.start, whole: false };
    });
  });
  const sentence = { start: 0, end: reading.text.length, subjectFrom: 0, whole: true };
  return clauses.length > 1 ? [...clauses, sentence] : clauses;
}

/** "open from May to July and closed in January": the predicate and its opposite each have their own days. */
function predicateCuts({ predicate }: Proposition, { words }: SentenceReading): number[] {
  if (predicate === null) return [];
  const own = stemOf(predicate, 'en');
  const states = (word: Word) => word.keys.some((key) => key === own || areOpposite(key, own));
  return words.flatMap((word, i) => {
    const joins = /^(?:and|but|,)$/.test(word.norm) && words.slice(0, i).some(states);
    return joins && words.slice(i + 1, i + 1 + PREDICATE_REACH).some(states) ? [word.start] : [];
  });
}

/** "Dogs are allowed; bicycles are not": the clause takes its predicate from the one before. */
export function isElliptic(text: string): boolean {
  return ELLIPSIS.test(text);
}
