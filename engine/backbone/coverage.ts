/** How much of the question's content a sentence carries: its own words, and those of its context. */
import type { Span } from '../../graph/claim.ts';
import { areKin, kinship } from '../question/kinship.ts';
import type { Modification, Question, QuestionName, Term } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import { isPronoun } from '../text/coreference.ts';
import { BY_BYLINE, isBylined } from './byline.ts';
import { BY_MOVE, isStay, tellsMove } from './move.ts';
import { findName } from './name-gate.ts';
import { type SentenceReading, subjectWords, wordsIn } from './sentence-reading.ts';

/** Weight of the sentence's own words against its context (decisions §9). */
const OWN_WEIGHT = 0.6;
const CONTEXT_WEIGHT = 0.4;

/** "Which team" is answered by a team whether or not the text says "team". */
const KIND_WEIGHT = 0.25;
const VERB_WEIGHT = 0.4;

/** In how many texts of the corpus a stem occurs; null when unknown. */
export type DocumentFrequency = (stem: string) => number | null;

/** A term with its weight by rarity. */
export interface WeightedTerm {
  readonly term: Term;
  readonly weight: number;
}

/** Weighs the terms by how few of the candidates carry them; one that a unit implies need not be carried. */
export function weighTerms(
  question: Question,
  readings: readonly SentenceReading[],
  frequency: DocumentFrequency | undefined,
): WeightedTerm[] {
  return question.terms
    .filter((term) => !term.impliedByUnit)
    .map((term) => {
      const own = readings.filter((reading) => carries(term, reading.words)).length;
      const stated =
        frequency === undefined ? null : (term.keys.map(frequency).find((n) => n !== null) ?? null);
      const count = Math.max(own, stated ?? 0, 1);
      const share = shareOf(question, term);
      return { term, weight: share * Math.log(1 + (readings.length + 1) / count) };
    });
}

/** In "how fast can it run" the verb adds little to what the unit says. */
function shareOf(question: Question, term: Term): number {
  if (term.role === 'kind' || narrowsKind(question, term)) return KIND_WEIGHT;
  const measured = question.form === 'measure' && question.concept !== null;
  return measured && term.role === 'verb' ? VERB_WEIGHT : 1;
}

/** "Which programming language", "which quarry owners": the text may name one without saying what it is. */
function narrowsKind({ modifications }: Question, term: Term): boolean {
  return modifications.some(
    ({ modifier, head }) => modifier.surface === term.surface && head.role === 'kind',
  );
}

/** What is covered: shares of the weight from 0 to 1, and the terms that stand nowhere. */
export interface Coverage {
  readonly score: number;
  readonly own: number;
  readonly reach: number;
  readonly missing: readonly Term[];
}

/** Coverage of the terms. */
export function cover(
  question: Question,
  terms: readonly WeightedTerm[],
  reading: SentenceReading,
): Coverage {
  const context = [...reading.before.flat(), ...reading.title];
  const told = withoutNames(question, reading.words);
  const around = [...told, ...context];
  const spoken = [...told, ...spokenOf(question, reading)];
  const near = takesUp(question, reading) ? around : spoken;
  const moved = tellsMove(question, reading);
  const implied = (term: Term) => {
    if (isBylined(question, term, reading)) return BY_BYLINE;
    return moved && isStay(term) ? BY_MOVE : 0;
  };
  const stands = (term: Term) => Math.max(standing(term, near), implied(term));
  const asked = asksBarely(question) ? [] : terms;
  const own = share(asked, ({ term }) => stands(term));
  const reach = share(asked, ({ term }) => Math.max(stands(term), standing(term, around)));
  return {
    score: OWN_WEIGHT * own + CONTEXT_WEIGHT * reach,
    own,
    reach,
    missing: terms
      .filter(({ term }) => !carries(term, around) && implied(term) === 0)
      .map(({ term }) => term),
  };
}

/** A name says nothing of what is asked beside it: the sauna of "Dorn Baths" is no swim. */
function withoutNames({ names }: Question, words: readonly Word[]): readonly Word[] {
  const ranges = names.flatMap((name) => findName(name, words) ?? []);
  return ranges.length === 0
    ? words
    : words.filter((word, i) => word.pos !== 'PROPN' || !ranges.some(({ from, to }) => i >= from && i < to));
}

/** "In which town is X", "which bridge is the longest": nothing is asked but the kind, and a text need not name it. */
function asksBarely({ terms, form, entityKind, superlative, names }: Question): boolean {
  // "Which version of the Folio app": the name is a name of software already.
  if (
    form === 'version' &&
    names.length > 0 &&
    terms.every((term) => term.impliedByUnit || isKindOfSoftware(term))
  )
    return true;
  return terms.every(({ role }) => role === 'kind') && (entityKind === 'place' || superlative !== null);
}

function isKindOfSoftware({ surface }: Term): boolean {
  return /^(?:app|application|program|programme|software|package|library|client|server|tool|game|system|service|product)$/.test(
    surface,
  );
}

/** What "it" stands for: the subject of the sentence before, or the asked thing that it names. */
export function spokenOf(question: Question, reading: SentenceReading): readonly Word[] {
  const before = reading.before.at(-1) ?? [];
  if (sumsUp(reading.words) || speaksOfOne(reading.words))
    return spokenThrough(reading).filter(({ pos }, i) => i === 0 || pos !== 'PROPN');
  if (isElliptic(question, reading)) return countedIn(question, before);
  if (SUPERLATIVE_OF_THEM.test(reading.text)) return before;
  if (!(isPronoun(reading.words[0]?.norm ?? '') || REPORTS_OF_IT.test(reading.text))) return [];
  return [...subjectWords(before), ...question.names.flatMap((name) => nounsAround(name, before))];
}

/** The sentence before; where that one goes on about another with "it", the one before it too. */
function spokenThrough({ before }: SentenceReading): readonly Word[] {
  const [earlier, last] = [before.at(-2) ?? [], before.at(-1) ?? []];
  return isPronoun(last[0]?.norm ?? '') ? [...last, ...earlier] : last;
}

/** "The largest of them is". */
const SUPERLATIVE_OF_THEM = /^The\s\p{L}+est\sof\s(?:them|these|those|all)\b/u;
/** "Mission control now expects it to arrive": what is told of it has a subject that only tells. */
const REPORTS_OF_IT =
  /^[^,;:]{1,60}\s(?:expects?|believes?|says?|said|thinks?|hopes?|reckons?)\s(?:that\s)?(?:it|they|he|she)\s/u;

/** "Saturn has 146 moons. Jupiter stands at 95.": a name and a number, and nothing behind it that it would count. */
function isElliptic({ form, names }: Question, { words, quantities, text }: SentenceReading): boolean {
  if (form !== 'count' || names.length === 0) return false;
  const [only, other] = quantities.filter(({ ordinal }) => !ordinal);
  if (only === undefined || other !== undefined || only.unit !== '') return false;
  const subject = subjectWords(words);
  return names.every((name) => findName(name, subject)?.from === 0) && ENDS.test(text.slice(only.end));
}

const ENDS = /^(?:\s(?:so far|now|already|today))?[.!]$/u;

/** The noun of the question where a number counts it. */
function countedIn({ terms }: Question, words: readonly Word[]): readonly Word[] {
  const asked = terms.filter(({ role }) => role === 'asked');
  return words.filter(
    (word, i) =>
      meetsOne(asked, word) && words.slice(Math.max(0, i - COUNT_REACH), i).some(({ pos }) => pos === 'NUM'),
  );
}

/** Words between a number and the noun that it counts: "twenty more small moons". */
const COUNT_REACH = 3;

function meetsOne(terms: readonly Term[], word: Word): boolean {
  return terms.some((term) => meets(term, word));
}

/** "The whole job cost …", "The pair cost …": a subject that only sums up what was spoken of. */
function sumsUp([first, ...rest]: readonly Word[]): boolean {
  if (!/^(?:the|this|all)$/.test(first?.norm ?? '')) return false;
  const noun = rest.findIndex(({ pos }) => pos !== 'ADJ' && pos !== 'NUM');
  const [word, next] = [rest[noun], rest[noun + 1]];
  return SUM.test(word?.norm ?? '') && next?.norm !== 'of' && next?.pos !== 'PROPN';
}

const SUM =
  /^(?:job|work|works|project|scheme|whole|thing|lot|pair|trio|undertaking|operation|affair|exercise|total|bill)$/;

/** "The last one leaves at ten": one of what was spoken of. */
function speaksOfOne(words: readonly Word[]): boolean {
  return words.some(
    ({ norm }, i) =>
      /^ones?$/.test(norm) &&
      /^(?:DET|ADJ|ADV)$/.test(words[i - 1]?.pos ?? '') &&
      words[i + 1]?.norm !== 'of',
  );
}

/** "the Kestrel e-bike": the nouns right behind a name, or right before it. */
function nounsAround(name: QuestionName, words: readonly Word[]): readonly Word[] {
  const range = findName(name, words);
  if (range === null) return [];
  const behind = words.slice(range.to);
  const end = behind.findIndex(({ pos }) => pos !== 'NOUN');
  const before = words[range.from - 1];
  return [...behind.slice(0, end < 0 ? undefined : end), ...(before?.pos === 'NOUN' ? [before] : [])];
}

/** Whether the sentence takes an office up from the one before: "His successor is". */
export function takesUp(question: Question, reading: SentenceReading): boolean {
  if (question.succession !== null) return true;
  if (asksDeed(question)) return false;
  if (question.entityKind === 'person' && isIntroduced(question, reading)) return true;
  return question.entityKind !== 'place' && SUCCESSION.test(reading.text);
}

/** "Dorn has a new mayor. Ana Reis received the chain …": the office stands open in the sentence before. */
function isIntroduced({ terms, names }: Question, { words, before }: SentenceReading): boolean {
  const last = before.at(-1) ?? [];
  if (words[0]?.pos !== 'PROPN') return false;
  const asked = names.flatMap((name) => name.words);
  if (last.some(({ pos, norm }, i) => i > 0 && pos === 'PROPN' && !asked.includes(norm))) return false;
  return last.some((word, i) => {
    const opens = last
      .slice(Math.max(0, i - INTRODUCTION_REACH), i)
      .some(({ norm }) => /^(?:an?|new|next)$/.test(norm));
    const denied = last.slice(0, i).some(({ norm }) => /^(?:without|no|not|never)$/.test(norm));
    return (
      opens &&
      !denied &&
      word.pos === 'NOUN' &&
      terms.some((term) => term.role !== 'verb' && meets(term, word))
    );
  });
}

/** Words between the article and the office: "a new young mayor". */
const INTRODUCTION_REACH = 3;

/** "Who founded X" asks for a deed, not for who holds an office in turn. */
function asksDeed({ form, text, terms }: Question): boolean {
  const verb = DEED.exec(text)?.[1]?.toLowerCase();
  if (form !== 'entity' || verb === undefined || SUCCESSION.test(text)) return false;
  const term = terms.find(({ surface, role }) => role === 'verb' && surface === verb);
  return term !== undefined && !term.keys.some((key) => LEADS.some((lead) => areKin(key, lead)));
}

const DEED = /^\s*who\s(?:first\s|originally\s)?(\p{Ll}+(?:ed|ote|ilt|ew|ade|ang|ung|ung|ought|aught))\s/iu;
const LEADS: readonly string[] = ['lead', 'run', 'succeed', 'replac', 'becom'];

const POST = '(?:place|post|job|role|office|seat|position|shoes|helm|reins|chair|title)';
/** "His successor is …", "her place was taken by" take the office up from the sentence before. */
const SUCCESSION = new RegExp(
  [
    'successor|predecessor|replacement|took over|takes over|(?:succeeded|replaced) (?:him|her|them|it)',
    `(?:his|her|their|its|the|this|that) ${POST}(?: \\p{L}+){0,2} (?:went|goes|gone|passe[sd]|fell|falls|taken|filled|given|handed|held)`,
    `(?:t(?:ook|akes?|aken|aking)|fill(?:s|ed)?|step(?:s|ped)? into|assume[sd]?|inherit(?:s|ed)?|h(?:old|olds|eld))(?: up| on)? (?:his|her|their|its|the|this|that) ${POST}`,
  ]
    .map((phrase) => `\\b(?:${phrase})\\b`)
    .join('|'),
  'iu',
);

/** The share of the terms' weight that stands inside a span. */
export function coverSpan(
  terms: readonly WeightedTerm[],
  reading: SentenceReading,
  span: Span,
  spoken: readonly Word[] = [],
): number {
  const words = [...wordsIn(reading, span), ...spoken];
  return share(terms, ({ term }) => (carries(term, words) ? 1 : 0));
}

/** How far the best of the words can stand for the term, from 0 to 1. */
function standing(term: Term, words: readonly Word[]): number {
  let best = 0;
  for (const word of words) {
    // A school is a building; "Oakfield School" tells of nothing that was built.
    if (
      term.role === 'verb' &&
      word.pos === 'PROPN' &&
      word.start > 0 &&
      !word.keys.some((key) => term.keys.includes(key))
    )
      continue;
    for (const key of term.keys) {
      for (const other of word.keys) best = Math.max(best, kinship(key, other));
    }
    if (best === 1) return best;
  }
  return best;
}

/** Whether one of the words can stand for the term. */
export function carries(term: Term, words: readonly Word[]): boolean {
  return words.some((word) => meets(term, word));
}

/** Whether this word can stand for the term. */
export function meets(term: Term, word: Word): boolean {
  return term.keys.some((key) => word.keys.some((other) => areKin(key, other)));
}

/**
 * The narrowing word that the passage replaces by another: "long jump" where "high jump" is asked.
 * The head is looked for next to the value in its clause, else in the title, else in the sentences before.
 */
export function clashIn(
  question: Question,
  reading: SentenceReading,
  clause: Span,
  value: Span,
): Modification | null {
  const title = reading.title.map((word) => (word.pos === 'PROPN' ? { ...word, pos: 'NOUN' } : word));
  const passages = [title, reading.before.flat()];
  const words = wordsIn(reading, clause);
  return question.modifications.find((pair) => clashes(pair, words, value, passages)) ?? null;
}

function clashes(
  pair: Modification,
  clause: readonly Word[],
  value: Span,
  passages: readonly (readonly Word[])[],
): boolean {
  if (opensOther(pair, clause)) return true;
  const near = headNear(pair, clause, value);
  if (near !== null) return replaces(pair, clause, near);
  const nearest = passages.find((words) => carries(pair.head, words));
  if (nearest === undefined || carries(pair.modifier, nearest)) return false;
  return nearest.some((word, i) => meets(pair.head, word) && replaces(pair, nearest, i));
}

/** "chief financial officer" where "chief executive" is asked: nothing but the narrowing word itself is kin to the head. */
function opensOther({ modifier, head }: Modification, words: readonly Word[]): boolean {
  // "Council tax bill": both words of the expression stand there.
  if (
    words.some(
      (word, i) => modifier.keys.includes(word.keys[0] ?? '') && carries(head, words.slice(i + 1, i + 2)),
    )
  )
    return false;
  const heads = words.flatMap((word, i) => (meets(head, word) ? [i] : []));
  const literal = (i: number) => words[i]?.keys.some((key) => modifier.keys.includes(key)) ?? false;
  return heads.length > 0 && heads.every((i) => literal(i) && /^(?:ADJ|NOUN)$/.test(words[i + 1]?.pos ?? ''));
}

/** The head that a value goes with: the last one before it, else the first one after it; a noun before a verb. */
function headNear({ head }: Modification, clause: readonly Word[], value: Span): number | null {
  const found = clause.flatMap((word, i) => (meets(head, word) ? [i] : []));
  const nouns = found.filter((i) => clause[i]?.pos === 'NOUN');
  const heads = nouns.length > 0 ? nouns : found;
  const before = heads.filter((i) => (clause[i]?.start ?? 0) < value.start).at(-1);
  return before ?? heads[0] ?? null;
}

function replaces({ modifier, head: asked }: Modification, words: readonly Word[], head: number): boolean {
  const before = words[head - 1];
  // "Adults pay": before a verb stands its subject, not what narrows it.
  if (before === undefined || (asked.impliedByUnit && words[head]?.pos === 'VERB')) return false;
  if (NARROWS_NOTHING.test(before.norm)) return false;
  const initial = before.pos === 'PROPN' && before.start === 0;
  if (!(initial || /^(?:ADJ|NOUN)$/.test(before.pos))) return false;
  // Another head may say both: "headquarters" for "main office"; the same one says no more: "ticket" for "season ticket".
  const said = words[head]?.keys.some((key) => !key.includes(' ') && asked.keys.includes(key)) ?? false;
  const phrase = words.slice(Math.max(0, head - PHRASE_REACH), said ? head : head + 1);
  return !(carries(modifier, phrase) || carries(modifier, narrowedBehind(words, head)));
}

/** "A single ticket for the tram" is a tram ticket: what a preposition adds to the head, up to the verb. */
function narrowedBehind(words: readonly Word[], head: number): readonly Word[] {
  if (!/^(?:for|of|on)$/.test(words[head + 1]?.norm ?? '')) return [];
  const behind = words.slice(head + 1);
  const end = behind.findIndex(({ pos }) => /^(?:VERB|AUX|PUNCT)$/.test(pos));
  return end < 0 ? behind : behind.slice(0, end);
}

/** "More panels" are panels of the kind that is spoken of. */
const NARROWS_NOTHING =
  /^(?:more|many|few|several|such|same|further|extra|additional|whole|entire|much|own|these|those)$/;

/** How many words before its head a narrowing word may stand. */
const PHRASE_REACH = 4;

/** The weight of what is held beside that of all terms; a term counts from 0 to 1. */
function share(terms: readonly WeightedTerm[], held: (term: WeightedTerm) => number): number {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return 1;
  return terms.reduce((sum, one) => sum + one.weight * held(one), 0) / total;
}
