/**
 * Whether a clause states what was asked and nothing less (decisions §9): the asked subject heads its subject, the asked
 * predicate is its verb, and whatever else stands there leaves the statement whole. A clause that does not is quoted
 * without a yes or no.
 */
import { lightVerbs } from '../question/function-words.ts';
import type { Word } from '../question/stems.ts';
import type { StatementKind } from './adjuncts.ts';
import { type AskedWords, askedWords, isContent } from './asked-words.ts';
import type { AskedStatement, Clause } from './clause-match.ts';
import { isEnding } from './past-state.ts';
import { isWholeFront, isWholeRest } from './rest-of-statement.ts';
import { type SentenceReading, wordsIn } from './sentence-reading.ts';
import { withoutSetPhrases } from './set-phrases.ts';
import { isSubjectAsked } from './stated-subject.ts';
import {
  cutStatements,
  isHaving,
  isPassive,
  readParts,
  type StatementParts,
  type VerbHints,
  withoutAnnouncement,
  withoutAsides,
} from './statement-parts.ts';
import { isTakenBack } from './taken-back.ts';
import { isQuoted, reportedIn } from './told.ts';
import type { VerdictClause } from './verdict-clauses.ts';

/** Whether the clause states the question's proposition, or denies it, without a reservation. */
export function statesAsked(
  asked: AskedStatement,
  reading: SentenceReading,
  span: VerdictClause,
  clause: Clause,
): boolean {
  const known = askedWords(asked, clause);
  const isNoun = known.isSubjectNoun;
  const hints: VerbHints = { isVerb: (word) => known.isVerb(word) && !isNoun(word), isNoun };
  const segment = reading.segments.find(({ start, end }) => span.start >= start && span.end <= end);
  if (segment === undefined || isQuoted(reading, segment)) return false;
  const pieces = cutStatements(withoutAsides(withoutAnnouncement(wordsIn(reading, segment))), hints);
  const at = ownPiece(pieces, span, known);
  const read = pieces.map((piece) => readParts(piece, hints));
  const parts = read[at] ?? null;
  if (at < 0) return false;
  if (parts === null) return (pieces[at] ?? []).every(known.isAsked);
  const told = reportedIn(asked.question, parts, hints);
  if (told === 'hearsay') return false;
  const stated = told ?? parts;
  const subject = stated.subject.length > 0 ? stated.subject : subjectBefore(read.slice(0, at));
  const kind = kindOf(asked, stated, clause);
  return (
    isSubjectAsked(asked, known, subject, stated) &&
    isVerbAsked(asked, known, stated, clause) &&
    isWholeFront(stated.fronted, known, kind) &&
    isWholeRest(withoutSetPhrases(stated.rest, kind.denied), known, kind) &&
    !isTakenBack(reading, segment, pieces.slice(at + 1), hints, known)
  );
}

/** The piece that holds most of what is asked. */
function ownPiece(pieces: readonly (readonly Word[])[], span: VerdictClause, known: AskedWords): number {
  const counts = pieces.map((piece) => {
    const own = piece.filter(({ start, end }) => start >= span.start && end <= span.end);
    return own.filter((word) => isContent(word) && known.isAsked(word)).length;
  });
  const most = Math.max(0, ...counts);
  return most === 0 ? -1 : counts.indexOf(most);
}

function subjectBefore(read: readonly (StatementParts | null)[]): readonly Word[] {
  return read.findLast((parts) => parts !== null && parts.subject.length > 0)?.subject ?? [];
}

const COPULA = /^(?:be|become|remain|stay|keep|have|do)$/;
const LINKS = /^(?:be|become|remain|stay)$/;
const NEGATES = /^(?:not|n['’]t|never|no|cannot|without)$/;

function kindOf(
  { question, proposition }: AskedStatement,
  parts: StatementParts,
  { opposed }: Clause,
): StatementKind {
  const { subject, verb, rest } = parts;
  const main = verb.findLast(({ pos }) => pos === 'VERB');
  const past = question.tense === 'past' || /^(?:has|have)\b/iu.test(question.text);
  const ended = main !== undefined && isEnding(main);
  const reopened =
    main?.lemma === 'reopen' && !rest.some(({ norm }) => /^(?:to|for|with|between)$/.test(norm));
  const event = ended || reopened || (past && main !== undefined && !COPULA.test(main.lemma));
  const negated = [...subject.slice(0, 1), ...verb, ...rest.slice(0, 2)].some(({ norm }) =>
    NEGATES.test(norm),
  );
  return {
    event,
    denied: negated && proposition.without.length === 0,
    passive: isPassive(parts),
    having: !negated && isHaving(parts),
    opposed: opposed.length > 0,
  };
}

/** Verbs whose infinitive is what happened, or what is allowed. */
const FULFILLED =
  /^(?:manage|continue|begin|start|come|go|happen|get|allow|permit|let|cease|stop|quit|keep|use|able|fail)$/;

function isVerbAsked(
  { question, proposition }: AskedStatement,
  known: AskedWords,
  { verb, rest }: StatementParts,
  { text, implied }: Clause,
): boolean {
  // What may be done need not be.
  if (ASKS_DUTY.test(question.text) && PERMITS.test(text) && !STATES_DUTY.test(text)) return false;
  if (verb.some((word) => word.pos === 'ADV' && !known.isPlainAdverb(word))) return false;
  const verbs = verb.filter((word) => word.pos === 'VERB' || (word.pos !== 'AUX' && known.isVerb(word)));
  const main = verbs.at(-1);
  if (main === undefined) return true;
  const duty = ASKS_DUTY.test(question.text);
  const carriesOver = (word: Word) =>
    FULFILLED.test(word.lemma) || (duty && OBLIGES.test(word.lemma)) || known.isAsked(word);
  if (!verbs.slice(0, -1).every(carriesOver)) return false;
  if (known.isAsked(main) || LINKS.test(main.lemma)) return true;
  if (ASKS_WHETHER_THERE.test(question.text) && IS_THERE.test(main.lemma)) return true;
  const light = (lightVerbs.has(main.lemma) && main.lemma !== 'keep') || CONTAINS.test(main.lemma);
  const asksVerb = proposition.predicate !== null && !known.isVerb(main) && implied.length === 0;
  const object = rest.findIndex(({ pos }) => pos === 'ADP');
  return light && (!asksVerb || rest.slice(0, object < 0 ? rest.length : object).some(known.isVerb));
}

/** "Are there trains on Sundays?": trains that run are there. */
const ASKS_WHETHER_THERE = /^(?:is|are|was|were)\sthere\b/iu;
const IS_THERE = /^(?:run|operate|exist|live|grow|sail|fly|depart|leave|stop|go)$/;
const ASKS_DUTY = /^must\b|\b(?:have|has|need|required|obliged)\sto\b/iu;
const PERMITS = /\b(?:may|can|allowed|permitted|free\sto|welcome)\b/iu;
const STATES_DUTY =
  /\b(?:must|requir(?:e|es|ed)|obliged|(?:has|have|need|needs)\sto|compulsory|mandatory)\b/iu;
const OBLIGES = /^(?:require|oblige|need|have)$/;

const CONTAINS =
  /^(?:contain|include|comprise|feature|offer|provide|carry|lack|cost|charge|reach|measure|number|total)$/;
