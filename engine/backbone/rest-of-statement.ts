/** What stands before and behind subject and verb: asked for, or of no weight, or a reservation. */
import { calendarWords } from '../question/function-words.ts';
import type { Word } from '../question/stems.ts';
import { isHowLongOrOften, isPlainAdjunct, isTime, type StatementKind } from './adjuncts.ts';
import { type AskedWords, isContent } from './asked-words.ts';
import { isApposed, isShortDefinite } from './stated-subject.ts';

/** Clauses that tell why, or set something beside: what follows them takes nothing away. */
const AFTERTHOUGHT = /^(?:because|as|since|although|though|so|whereas|which)$/;
const CONDITION =
  /^(?:if|unless|when|whenever|where|wherever|provided|providing|once|whether|until|till|before|after|while)$/;
const CONDITION_OF_EVENT = /^(?:if|unless|whether|provided|providing)$/;

/** Whether the phrase or clause in front leaves the statement whole. */
export function isWholeFront(words: readonly Word[], known: AskedWords, kind: StatementKind): boolean {
  const first = words[0];
  if (first === undefined || /^(?:since|unlike|like)$/.test(first.norm)) return true;
  const clause = words.some(({ pos }, i) => i > 0 && (pos === 'AUX' || pos === 'VERB'));
  if (clause && words.every((word) => known.isAsked(word))) return true;
  if (clause) return /^(?:since|because|although|though|after)$/.test(first.norm);
  if (first.norm === 'as') return false;
  const backward = words.some(({ norm }) => /^(?:after|since|ago)$/.test(norm));
  if (first.pos === 'ADV' && backward) return true;
  return isWholePhrases(words, known, {
    ...kind,
    event: kind.event || /^(?:by|for|after|on)$/.test(first.norm),
  });
}

/** Whether what follows the verb leaves the statement whole. */
export function isWholeRest(words: readonly Word[], known: AskedWords, kind: StatementKind): boolean {
  if (words.some(({ norm }, i) => norm === 'but' && /^any|^no/.test(words[i - 1]?.norm ?? ''))) return false;
  const at = words.findIndex((_, i) => opensClause(words, i));
  const own = at < 0 ? words : words.slice(0, at);
  if (at >= 0 && !isHarmlessClause(words, at, known, kind)) return false;
  return isWholePhrases(own, known, kind);
}

function opensClause(words: readonly Word[], at: number): boolean {
  const { norm = '', pos = '' } = words[at] ?? {};
  const finite = words.slice(at + 1).some((word) => word.pos === 'AUX' || word.pos === 'VERB');
  if (!finite || !(AFTERTHOUGHT.test(norm) || CONDITION.test(norm))) return false;
  return pos !== 'ADP' || words[at + 1]?.norm !== 'of';
}

function isHarmlessClause(
  words: readonly Word[],
  at: number,
  known: AskedWords,
  { event }: StatementKind,
): boolean {
  const { norm = '' } = words[at] ?? {};
  if (words.slice(at).every((word) => known.isAsked(word))) return true;
  if (norm === 'which') return refersToNoun(words, at);
  if (norm === 'as' && /^(?:long|far|soon|much)$/.test(words[at + 1]?.norm ?? '')) return false;
  if (AFTERTHOUGHT.test(norm)) return true;
  return event && !CONDITION_OF_EVENT.test(norm);
}

/** ", which is in Pelm" is said of the noun before it; behind a day or an adjective it is said of all that was said. */
function refersToNoun(words: readonly Word[], at: number): boolean {
  const noun = words[at - 2];
  return (
    words[at - 1]?.text === ',' &&
    noun !== undefined &&
    /^(?:NOUN|PROPN)$/.test(noun.pos) &&
    !calendarWords.has(noun.norm)
  );
}

interface Phrase {
  readonly words: readonly Word[];
  /** Phrases that "and", "or" or a comma joins have one number. */
  readonly group: number;
}

function isWholePhrases(words: readonly Word[], known: AskedWords, kind: StatementKind): boolean {
  const groups = Map.groupBy(phrasesOf(words), ({ group }) => group).values();
  return [...groups].every((group) => {
    if (group.some(({ words: own }) => isSaid(own, known, kind)))
      return group.every((one) => isSaid(one.words, known, kind) || !isMixed(one.words, known));
    return group.every(({ words: own }, i) => {
      return isPlain(own, known, kind, i === 0) || (i > 0 && isTime(own.slice(1)));
    });
  });
}

const JOINS = /^(?:and|or|but|,)$/;

/** Cuts at prepositions, commas and conjunctions; "of" goes on with its noun. */
function phrasesOf(words: readonly Word[]): Phrase[] {
  const phrases: Phrase[] = [];
  let current: Word[] = [];
  let group = 0;
  const close = () => {
    if (current.some(({ pos }) => pos !== 'PUNCT')) phrases.push({ words: current, group });
    current = [];
  };
  for (const [i, word] of words.entries()) {
    const joins = JOINS.test(word.norm) && !joinsFigures(words, i);
    const opens = opensPhrase(words, i);
    if (joins || opens) close();
    if (opens && !JOINS.test(words[i - 1]?.norm ?? '')) group++;
    if (!joins) current.push(word);
  }
  close();
  return phrases;
}

/** "three and a half", "9 and 12". */
function joinsFigures(words: readonly Word[], at: number): boolean {
  const figure = (word: Word | undefined) => word?.pos === 'NUM' || /^(?:a|half)$/.test(word?.norm ?? '');
  return words[at]?.norm === 'and' && figure(words[at - 1]) && figure(words[at + 1]);
}

function opensPhrase(words: readonly Word[], at: number): boolean {
  const { pos = '', norm = '' } = words[at] ?? {};
  if (norm === 'of')
    return words[at - 1]?.norm === 'because' ? false : /^(?:ADP|PUNCT)$/.test(words[at - 1]?.pos ?? 'PUNCT');
  // "until 10 in the morning" is one phrase.
  const daytime = /^(?:morning|afternoon|evening|night)$/.test(words[at + 2]?.norm ?? '');
  if (norm === 'in' && daytime && words.slice(Math.max(0, at - 2), at).some((word) => word.pos === 'NUM'))
    return false;
  const follows = words[at - 1]?.pos === 'ADP' && at > 0;
  return (
    !follows &&
    (pos === 'ADP' ||
      /^(?:because|since|until|till|than|per|except|due|owing|thanks|without|once|twice|every)$/.test(norm) ||
      (norm === 'to' && pos === 'PART'))
  );
}

function contentOf(words: readonly Word[]): readonly Word[] {
  return words.filter((word) => isContent(word) || word.pos === 'ADV');
}

/** Every word of it was asked, and one at least says something. */
function isSaid(words: readonly Word[], known: AskedWords, { having }: StatementKind): boolean {
  const content = contentOf(words);
  return (
    content.some((word) => word.pos !== 'ADV' && known.isAsked(word)) &&
    content.every((word) => isKnown(words, word, known) || (having && describes(words, word, known)))
  );
}

/** "has a small cafe": a cafe of that kind is one. */
function describes(words: readonly Word[], word: Word, known: AskedWords): boolean {
  const next = words.slice(words.indexOf(word) + 1).find(({ norm }) => !DESCRIPTION.test(norm));
  const definite = words.some(({ norm }) => /^(?:the|this|that|his|her|their|its)$/.test(norm));
  return DESCRIPTION.test(word.norm) && !definite && next !== undefined && known.isAsked(next);
}

const DESCRIPTION =
  /^(?:small|large|big|little|tiny|huge|new|brand-new|modern|own|good|fine|free|famous|popular|lovely|busy|public|single|dedicated|full-time|permanent|local|first|second|third|one|two|three|four|five|several|many|some)$/;
/** Where in a place something is. */
const CORNER =
  /^(?:floor|basement|foyer|lobby|entrance|yard|courtyard|garden|grounds|cellar|attic|tower|roof|back|front|rear|middle|corner|wing|site|premises|ground|first|second|top|upper|lower|main|east|west|north|south)$/;

function isKnown(words: readonly Word[], word: Word, known: AskedWords): boolean {
  if (word.pos === 'ADV') return known.isPlainAdverb(word);
  const at = words.indexOf(word);
  return known.isAsked(word) || isApposed(words, at, known) || singlesOut(words, at, known);
}

const ORDINAL =
  /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)|\p{L}{3,}est)$/u;

/** "the ninth planet", "the highest mountain": one of those that were asked about. */
function singlesOut(words: readonly Word[], at: number, known: AskedWords): boolean {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  if (at !== 1 || before?.norm !== 'the' || word === undefined || next === undefined) return false;
  return ORDINAL.test(word.norm) && isContent(next) && known.isAsked(next);
}

function isMixed(words: readonly Word[], known: AskedWords): boolean {
  return contentOf(words).some((word) => isContent(word) && known.isLiteral(word));
}

/** "on the ground floor". */
function isCorner([first, ...governed]: readonly Word[]): boolean {
  const content = governed.filter((word) => isContent(word));
  return (
    /^(?:in|on|at)$/.test(first?.norm ?? '') &&
    content.length > 0 &&
    content.every(({ norm }) => CORNER.test(norm))
  );
}

/** "with 12 megapixels": how large or how many something is that there is. */
function isFigureOf([first, second]: readonly Word[]): boolean {
  return first?.norm === 'with' && second?.pos === 'NUM';
}

/** A phrase of which no word was asked, or one without content. */
function isPlain(words: readonly Word[], known: AskedWords, kind: StatementKind, first: boolean): boolean {
  const content = contentOf(words);
  if (content.every((word) => isKnown(words, word, known))) return true;
  if (isMixed(words, known)) return false;
  const opener = words[0];
  if (
    opener?.pos === 'ADP' &&
    known.leavesName &&
    isShortDefinite(words.slice(1).filter(({ pos }) => pos !== 'PUNCT'))
  )
    return true;
  if (kind.having && isCorner(words)) return true;
  if (!kind.denied && (isHowLongOrOften(words) || isFigureOf(words))) return true;
  const prepositional = opener !== undefined && opensPhrase(words, 0);
  if (!prepositional) return !first && opener?.pos === 'DET';
  return isPlainAdjunct(words, kind);
}
