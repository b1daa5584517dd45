/** The parts of a simple statement: what stands in front, the subject, the verb group, the rest; by tags and neighbours. */
import type { Word } from '../question/stems.ts';

/** One finite clause. `subject` is empty where it shares that of the clause before. */
export interface StatementParts {
  readonly fronted: readonly Word[];
  readonly subject: readonly Word[];
  /** Auxiliaries, adverbs, negation and the verb or verbs they go with. */
  readonly verb: readonly Word[];
  readonly rest: readonly Word[];
}

/** Says of a word that the small tagger may have missed whether it is a verb, or surely none, of what is asked. */
export interface VerbHints {
  readonly isVerb: (word: Word) => boolean;
  readonly isNoun: (word: Word) => boolean;
}

const STAYS = /^(?:stays?|remains?|keeps?)$/;
const GOES_WITH_ING = /^(?:stop|cease|quit|keep|continue|start|begin)$/;
const BARE = /^(?:be|been|being)$/;
const NEGATES = /^(?:not|n['’]t|never|no|longer|neither|nor)$/;
const NOUNS = /^(?:NOUN|PROPN|PRON|NUM|X)$/;
const JOINS = /^(?:and|but|or|yet|so|nor)$/;

/** Reads the first finite clause of the words; null where no verb is finite. */
export function readParts(words: readonly Word[], hints: VerbHints): StatementParts | null {
  const front = frontedEnd(words, hints);
  const at = words.findIndex((_, i) => i >= front && isFiniteVerb(words, i, hints));
  if (at < 0) return null;
  let to = at + 1;
  while (to < words.length && continuesGroup(words, to, hints)) to++;
  return {
    fronted: words.slice(0, front),
    subject: withoutNegation(words.slice(front, at)),
    verb: [...negationBefore(words, at, front), ...words.slice(at, to)],
    rest: words.slice(to),
  };
}

/** Whether a finite verb stands at a place. */
function isFiniteVerb(words: readonly Word[], at: number, hints: VerbHints): boolean {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  if (word === undefined) return false;
  if (word.pos === 'AUX') return !BARE.test(word.norm) && before?.norm !== 'to';
  if (/^['’](?:s|re|ve|ll|d)$/.test(word.norm)) return before?.pos === 'PRON';
  if (before?.norm === 'to' || hints.isNoun(word)) return false;
  const staysSo = STAYS.test(word.norm) && /^(?:VERB|ADJ)$/.test(after?.pos ?? '');
  if (staysSo && NOUNS.test(before?.pos ?? '')) return true;
  // A noun that is taken for a verb stands before the true one: "the Corrie pass is".
  if (after?.pos === 'AUX' || (after !== undefined && hints.isVerb(after))) return false;
  if (hints.isVerb(word)) return before !== undefined && !/^(?:DET|ADJ|ADP)$/.test(before.pos);
  if (word.pos !== 'VERB' || /ing$/.test(word.norm)) return false;
  return !(before === undefined || /^(?:DET|ADJ|ADP)$/.test(before.pos));
}

function continuesGroup(words: readonly Word[], at: number, { isVerb }: VerbHints): boolean {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  if (word === undefined || before === undefined) return false;
  if (word.pos === 'AUX' || NEGATES.test(word.norm)) return word.norm !== 'no' || after?.norm === 'longer';
  if (GOES_WITH_ING.test(before.lemma) && word.pos === 'VERB' && word.norm.endsWith('ing')) return true;
  if (word.norm === 'to') return after?.pos === 'VERB' || (after !== undefined && isVerb(after));
  if (word.pos === 'ADV') return after !== undefined && (after.pos === 'VERB' || isVerb(after));
  const auxiliary = words.slice(0, at).findLast(({ pos, norm }) => pos !== 'ADV' && !NEGATES.test(norm));
  const governed = auxiliary?.pos === 'AUX' || auxiliary?.norm === 'need' || before.norm === 'to';
  return governed && (word.pos === 'VERB' || isVerb(word));
}

/** "no longer", "never", "also" before the verb belong to it. */
function negationBefore(words: readonly Word[], at: number, from: number): readonly Word[] {
  let start = at;
  while (start > from && isBesideVerb(words, start - 1)) start--;
  return words.slice(start, at);
}

function withoutNegation(words: readonly Word[]): readonly Word[] {
  let end = words.length;
  while (end > 0 && isBesideVerb(words, end - 1)) end--;
  const start = JOINS.test(words[0]?.norm ?? '') ? 1 : 0;
  return words.slice(start, Math.max(start, end));
}

function isBesideVerb(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined) return false;
  if (word.norm === 'longer') return words[at - 1]?.norm === 'no';
  if (word.norm === 'no') return words[at + 1]?.norm === 'longer';
  return word.pos === 'ADV' || /^(?:not|never|,)$/.test(word.norm);
}

const FRONTS = /^(?:if|unlike|like|since|until|before|after|when|unless|according|because)$/;
const OPENS_PHRASE = /^(?:ADP|SCONJ|ADV)$/;

/** Where the subject begins: behind a phrase in front with a comma, or up to the article or name that follows it. */
function frontedEnd(words: readonly Word[], hints: VerbHints): number {
  const first = words[0];
  if (first === undefined || !(OPENS_PHRASE.test(first.pos) || FRONTS.test(first.norm))) return 0;
  const commas = words.flatMap((word, i) => (word.text === ',' ? [i] : []));
  const comma = commas.find((at) => hasSubject(words, at + 1, hints));
  if (comma !== undefined) return comma + 1;
  if (first.pos === 'ADV') return first.norm === 'as' ? 0 : 1;
  const finite = words.findIndex((_, i) => isFiniteVerb(words, i, hints));
  const cut = words.findIndex((word, i) => i > 1 && i < finite && opensSubject(words[i - 1], word));
  return Math.max(0, cut);
}

function opensSubject(before: Word | undefined, word: Word): boolean {
  if (before === undefined || before.pos === 'ADP') return false;
  if (word.pos === 'DET' || word.pos === 'PRON') return true;
  const named = before.pos === 'PROPN' || before.pos === 'NUM';
  return (word.pos === 'NOUN' && named) || (word.pos === 'PROPN' && /^(?:NOUN|NUM)$/.test(before.pos));
}

/** Whether a noun and then a finite verb come next, before the clause ends. */
function hasSubject(words: readonly Word[], from: number, hints: VerbHints): boolean {
  const start = JOINS.test(words[from]?.norm ?? '') ? from + 1 : from;
  const at = words.findIndex((_, i) => i >= start && isFiniteVerb(words, i, hints));
  if (at <= start) return false;
  const subject = words.slice(start, at);
  return (
    subject.some(({ pos }) => NOUNS.test(pos)) &&
    !subject.some(({ text, pos }) => /^[,;:]$/.test(text) || pos === 'SCONJ') &&
    !/^(?:which|who|whose|whom|that|where|when|if|unless)$/.test(words[start]?.norm ?? '')
  );
}

/** Cuts words into finite clauses at commas and conjunctions; each keeps the conjunction that opens it. */
export function cutStatements(words: readonly Word[], hints: VerbHints): (readonly Word[])[] {
  const found: (readonly Word[])[] = [];
  let from = frontedEnd(words, hints);
  let begin = 0;
  for (let at = from + 1; at < words.length; at++) {
    if (!opensStatement(words, from, at, hints)) continue;
    found.push(words.slice(begin, at));
    begin = at;
    from = at + 1;
  }
  return [...found, words.slice(begin)];
}

function opensStatement(words: readonly Word[], from: number, at: number, hints: VerbHints): boolean {
  const word = words[at];
  if (word === undefined || !(JOINS.test(word.norm) || /^[,;:]$/.test(word.text))) return false;
  if (!words.some((_, i) => i >= from && i < at && isFiniteVerb(words, i, hints))) return false;
  if (hasSubject(words, at + 1, hints)) return true;
  // "is a lawyer and has never played": the subject goes on.
  const next = at + 1;
  const verb =
    isFiniteVerb(words, next, hints) ||
    isFiniteVerb(words, words[next]?.pos === 'ADV' ? next + 1 : -1, hints);
  return JOINS.test(word.norm) && verb;
}

/** What only announces that something follows; anything else before a colon ("Myth: …") may turn it round. */
const ANNOUNCES =
  /^(?:(?:good|great|bad|sad|happy|welcome) news|news|notice|note|reminder|update|fact|good to know|for the record|stop press|confirmed|official)(?: (?:for|to|from) .{1,40})?$/;

/** Without "Good news for swimmers:" in front. */
export function withoutAnnouncement(words: readonly Word[]): readonly Word[] {
  const colon = words.findIndex(({ text }) => text === ':');
  const before = words.slice(0, Math.max(0, colon)).map(({ norm }) => norm);
  return ANNOUNCES.test(before.join(' ')) ? words.slice(colon + 1) : words;
}

/** Without what is set between commas or brackets and narrows nothing: ", which was rebuilt,", "(1821)", ", a painter,". */
export function withoutAsides(words: readonly Word[]): readonly Word[] {
  const kept: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const end = asideEnd(words, at);
    if (end === at) kept.push(...words.slice(at, at + 1));
    at = end;
  }
  return kept;
}

/** Index of the mark that closes the aside which opens at `at`; `at` itself where none does. */
function asideEnd(words: readonly Word[], at: number): number {
  const word = words[at];
  if (word?.text === '(')
    return Math.max(
      at,
      words.findIndex(({ text }, i) => i > at && text === ')'),
    );
  const before = words[at - 1];
  if (word?.text !== ',' || before === undefined || !/^(?:NOUN|PROPN|NUM|VERB)$/.test(before.pos)) return at;
  const next = words[at + 1];
  const close = words.findIndex(({ text }, i) => i > at && text === ',');
  if (next === undefined || close < 0) return at;
  const relative = /^(?:which|who|whose|whom|where)$/.test(next.norm);
  const inside = words.slice(at + 1, close);
  const beside = /^(?:unlike|like|formerly|now|born|built|founded|named|also|together|along)$/.test(
    next.norm,
  );
  const apposition = next.pos === 'DET' && !inside.some(({ pos }) => pos === 'AUX' || pos === 'VERB');
  const verbAfter = /^(?:AUX|VERB|NOUN|ADV|DET|PART)$/.test(words[close + 1]?.pos ?? '');
  return verbAfter && (relative || beside || apposition) ? close : at;
}

/** Whether what the subject undergoes is told: "was built", "may be used". */
export function isPassive({ verb }: StatementParts): boolean {
  const main = verb.findLast(({ pos }) => pos === 'VERB');
  const auxiliary = verb.some(({ lemma, norm }) => lemma === 'be' || norm === 'be');
  return main !== undefined && auxiliary && !main.norm.endsWith('ing');
}

/** Whether it says that something is somewhere, or has something: "has a cafe", "there is a cafe". */
export function isHaving({ subject, verb }: StatementParts): boolean {
  const main = verb.findLast(({ pos }) => pos === 'VERB');
  if (main !== undefined) return HAS.test(main.lemma);
  const there = subject.length === 1 && subject[0]?.norm === 'there';
  return there || verb.at(-1)?.lemma === 'have';
}

const HAS = /^(?:have|offer|provide|feature|contain|include|boast)$/;
