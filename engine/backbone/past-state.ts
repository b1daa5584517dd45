/** States that are over: said to have ended, or told in the past where the present is asked for. */
import type { Question } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import { carries } from './coverage.ts';

/** What a state comes to when it ends, in verbs that belong to no topic. */
const ENDING =
  /^(?:abolish|scrap|discontinue|withdraw|dissolve|disband|repeal|revoke|cease|demolish|cancel|axe)$/;
/** Wording that says that something is over. */
export const ENDING_PHRASE =
  /\b(?:phased\sout|done\saway\swith|(?:came|come|brought)\sto\san\send|is\sa\sthing\sof\sthe\spast|(?:last|only)\s[^.;]{1,60}\s(?:has|have)\s(?:closed|shut|gone))\b/iu;
const STOPPED = /\b(?:stopped|ceased|quit|gave\sup|given\sup)\s\p{Ll}+ing\b/iu;
const UNTIL = /\b(?:until|till)\b/iu;
const USED_TO = /\bused\sto\s\p{Ll}/iu;

/** Whether the clause says that what is asked has come to an end; not where the question asks for the ending. */
export function isEnded(question: Question, words: readonly Word[], text: string): boolean {
  if (ENDING_PHRASE.test(text) || USED_TO.test(text)) return true;
  const first = words.find(({ pos }) => pos === 'AUX' || pos === 'VERB');
  if (UNTIL.test(text) && isPast(first)) return true;
  if (STOPPED.test(text)) return true;
  const endings = words.filter(isEnding);
  return endings.some((word) => !question.terms.some((term) => carries(term, [word])));
}

/** Whether the verb says that something comes to its end. */
export function isEnding({ lemma, pos }: Word): boolean {
  return pos === 'VERB' && ENDING.test(lemma);
}

/** Whether the clause tells in the past what the question asks of the present. */
export function isPastState(question: Question, words: readonly Word[]): boolean {
  const at = words.findIndex(({ pos }) => pos === 'AUX' || pos === 'VERB');
  const first = words[at];
  if (first === undefined) return false;
  if (first.pos === 'AUX') return isPast(first) && !isEvent(words[at + 1], words[at + 2]);
  const verbs = question.terms.filter(({ surface }) => surface === question.proposition?.predicate);
  return isPast(first) && verbs.some((term) => term.surface !== first.norm && carries(term, [first]));
}

function isPast(verb: Word | undefined): boolean {
  if (verb?.pos === 'AUX') return /^(?:was|were|had|did)$/.test(verb.norm);
  return verb !== undefined && verb.norm !== verb.lemma && !/(?:s|ing)$/.test(verb.norm);
}

/** "was completed": an event, of which the result may last; "was open", "was served" may not. */
function isEvent(next: Word | undefined, after: Word | undefined): boolean {
  const word = next?.pos === 'ADV' ? after : next;
  return word?.pos === 'VERB';
}
