/** Whether the subject of a statement is what was asked about: not a part of it, not its owner, not who it was done to. */
import type { Word } from '../question/stems.ts';
import { isPronoun } from '../text/coreference.ts';
import { type AskedWords, isContent } from './asked-words.ts';
import type { AskedStatement } from './clause-match.ts';
import { isHaving, isPassive, type StatementParts } from './statement-parts.ts';

/** Who may stand for "you" or "anyone". */
const ANYBODY = /^(?:visitors?|guests?|people|person|public|passengers?|users?|customers?|humans?)$/;
const TITLE = /^(?:dr|mr|mrs|ms|prof|professor|sir|dame|lord|lady|st)\.?$/;
/** "The town of Pelm" is Pelm. */
const PLACE_CLASS =
  /^(?:city|town|village|hamlet|island|isle|state|republic|kingdom|county|province|region|district|municipality|parish|port|resort|spa|river|lake|country)$/;

/** Whether the subject is the asked one, with nothing that narrows it. */
export function isSubjectAsked(
  asked: AskedStatement,
  known: AskedWords,
  subject: readonly Word[],
  statement: StatementParts,
): boolean {
  const words = subject.filter(({ pos }) => pos !== 'PUNCT');
  if (words.every((word) => !isContent(word) || isPronoun(word.norm))) return true;
  if (known.leavesName && isShortDefinite(words)) return true;
  const conjuncts = cutAtAnd(words);
  return conjuncts.some((own) => isAllAsked(asked, known, own) && headFits(asked, known, own, statement));
}

function cutAtAnd(words: readonly Word[]): (readonly Word[])[] {
  const cuts = words.flatMap(({ norm }, i) => (/^(?:and|or)$/.test(norm) ? [i] : []));
  const starts = [0, ...cuts.map((cut) => cut + 1)];
  return [words, ...(cuts.length === 0 ? [] : starts.map((from, i) => words.slice(from, cuts[i])))];
}

/** "the drug": an article and one noun. */
export function isShortDefinite(words: readonly Word[]): boolean {
  return words.length === 2 && /^(?:the|this)$/.test(words[0]?.norm ?? '') && words[1]?.pos === 'NOUN';
}

function isAllAsked({ proposition }: AskedStatement, known: AskedWords, words: readonly Word[]): boolean {
  if (!words.some((word) => isContent(word))) return false;
  const anybody = proposition.subjectWords.length === 0;
  const own = words.slice(0, whereFrom(words, known));
  return own.every((word, i) => {
    if (known.isAsked(word) || isApposed(own, i, known)) return true;
    if (anybody && ANYBODY.test(word.norm)) return true;
    return anybody && word.pos === 'NUM' && ANYBODY.test(own[i + 1]?.norm ?? '');
  });
}

/** "The Arcades in Kellingholm": where the name that was asked about is; the words' length where it is not said. */
function whereFrom(words: readonly Word[], known: AskedWords): number {
  const at = words.findIndex(({ norm }) => /^(?:in|at|on|near)$/.test(norm));
  const place = words.slice(at + 1);
  const named = words[at - 1]?.pos === 'PROPN' && words.slice(0, at).every(known.isAsked);
  const isPlace = place.length > 0 && place.every(({ pos }) => pos === 'PROPN' || pos === 'DET');
  return at > 0 && named && isPlace ? at : words.length;
}

/** "Comet Irri", "the painter Mona Kvist", "the town of Pelm", "Dr Nora Pell": says what the name is a name of. */
export function isApposed(words: readonly Word[], at: number, known: AskedWords): boolean {
  const [word, next, after] = [words[at], words[at + 1], words[at + 2]];
  if (word === undefined || next === undefined) return false;
  if (TITLE.test(word.norm)) return true;
  if (PLACE_CLASS.test(word.norm) && next.norm === 'of')
    return after?.pos === 'PROPN' && known.isAsked(after);
  const named = next.pos === 'PROPN' && known.isAsked(next) && isContent(next);
  return (
    named && word.pos === 'NOUN' && words.slice(0, at).every((one) => !isContent(one) || one.pos === 'NOUN')
  );
}

/** The noun that the subject is about is the question's own subject, or what its verb, turned round, makes one. */
function headFits(
  { proposition }: AskedStatement,
  known: AskedWords,
  words: readonly Word[],
  statement: StatementParts,
): boolean {
  if (proposition.subjectWords.length === 0) return true;
  const base = words.slice(0, baseEnd(words));
  const head = base.findLast((word) => isContent(word));
  if (head === undefined || known.isSubject(head)) return true;
  if (ownsNext(words)) return false;
  const after = [...statement.verb, ...statement.rest];
  const passive = isPassive(statement);
  const by = statement.rest.findIndex(({ norm }) => norm === 'by');
  if (passive) return by < 0 || statement.rest.slice(by).some(known.isSubject);
  // "Orsk exports coal" says that coal is exported from there.
  const turned = known.asksPassive || base.some(known.isAgent);
  if (turned && after.some(known.isSubject)) return true;
  const copular =
    isHaving(statement) || !statement.verb.some((word) => word.pos === 'VERB' || known.isVerb(word));
  return copular && statement.rest.some((word) => isContent(word) && known.isSubject(word));
}

function baseEnd(words: readonly Word[]): number {
  const end = words.findIndex(({ pos, norm }, i) => {
    if (i === 0 || pos !== 'ADP') return false;
    return !(norm === 'of' && PLACE_CLASS.test(words[i - 1]?.norm ?? ''));
  });
  return end < 0 ? words.length : end;
}

function ownsNext(words: readonly Word[]): boolean {
  return words.some(({ norm }) => /^['’]s?$/.test(norm));
}
