/** What a sentence tells at second hand: between quotation marks, or under a verb of saying. */
import type { Span } from '../../graph/claim.ts';
import type { Question } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import { type SentenceReading, wordsIn } from './sentence-reading.ts';
import { readParts, type StatementParts, type VerbHints } from './statement-parts.ts';

const QUOTED = /[“"„«]([^“”"„«»]*)[”"»]?/gu;

/** Whether a verb or what it says stands between quotation marks there; a title in quotation marks is a name. */
export function isQuoted(reading: SentenceReading, segment: Span): boolean {
  return [...reading.text.matchAll(QUOTED)].some(({ index, 0: text }) => {
    const own = { start: index, end: index + text.length };
    if (own.end <= segment.start || own.start >= segment.end) return false;
    return wordsIn(reading, own).some(
      ({ pos, text: word }) => /^(?:AUX|VERB|ADJ)$/.test(pos) && /^\p{Ll}/u.test(word),
    );
  });
}

/** Verbs under which a statement is a fact. */
export const FACTIVE =
  /^(?:confirm|find|show|prove|know|establish|note|discover|reveal|demonstrate|learn|remember|mean|ensure|recall)$/;
/** Those whose work it is to know, in a verb that keeps no distance: the statement is theirs to make. */
const EXPERT =
  /^(?:doctors|physicians|surgeons|experts|specialists|scientists|researchers|engineers|inspectors)$/;
const STATE = /^(?:say|warn)$/;
/** Words between such a verb and its "that". */
const BEFORE_THAT = 3;

/** "doctors say", "researchers at Pell University warn": theirs to state, behind what they state as before it. */
export function isExpertsWord({ subject, verb }: StatementParts): boolean {
  const cut = subject.findIndex(({ pos }) => pos === 'ADP');
  const noun = (cut < 0 ? subject : subject.slice(0, cut)).at(-1);
  const main = verb.findLast(({ pos }) => pos === 'VERB');
  return EXPERT.test(noun?.norm ?? '') && main !== undefined && STATE.test(main.lemma);
}

/** The statement under "confirmed that"; null where the clause tells nothing of the kind. */
export function reportedIn(
  question: Question,
  parts: StatementParts,
  hints: VerbHints,
): StatementParts | 'hearsay' | null {
  const { verb, rest, subject } = parts;
  const that = rest.findIndex(({ norm }) => norm === 'that');
  const main = verb.findLast(({ pos }) => pos === 'VERB');
  if (main === undefined || that < 0 || that > BEFORE_THAT || isOf(question, main)) return null;
  const negated =
    verb.some(({ norm }) => /^(?:not|n['’]t|never)$/.test(norm)) ||
    /^(?:no|nobody|few)$/.test(subject[0]?.norm ?? '');
  if (negated || !(isExpertsWord(parts) || FACTIVE.test(main.lemma))) return 'hearsay';
  return readParts(rest.slice(that + 1), hints) ?? 'hearsay';
}

function isOf(question: Question, verb: Word): boolean {
  return question.terms.some(({ keys }) => keys.some((key) => verb.keys.includes(key)));
}
