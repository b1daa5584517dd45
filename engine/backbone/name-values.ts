/** Values for "who", "where" and "which": names that the question does not hold already. */
import type { Span } from '../../graph/claim.ts';
import { isListed } from '../question/kinship.ts';
import type { Question } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import type { NameMention } from '../text/names.ts';
import { unitOf } from '../text/units.ts';
import { foldForComparison } from '../text/word-forms.ts';
import { meets } from './coverage.ts';
import { findName } from './name-gate.ts';
import { type SentenceReading, segmentAt, subjectWords, wordsIn } from './sentence-reading.ts';
import {
  fillsOffice,
  hasLeft,
  isBeaten,
  isLeaving,
  isNewcomer,
  standsAfterFrom,
  wasBefore,
} from './succession.ts';
import { FIT, type ValueMention } from './value.ts';

const PLACE_BEFORE = /\b(?:in|at|near|on|outside|from|into|en)\s+(?:the\s+|el\s+|la\s+)?$/iu;
const WHERE_BEFORE =
  /\b(?:in|at|on|to|into|near|outside|en|a)\s+(?:the\s+(?:(?:very\s)?same\s+|new\s+|old\s+)?|el\s+|la\s+)?$/iu;
/** "Pluto, once the ninth planet, is a dwarf planet". */
const DEFINED =
  /^(?:,[^,]{1,80},)?\s(?:is|are|was|were|es|son)\s(?:now\s)?((?:an?|the|one|un|una|el|la)\s\p{L})/iu;

/** The names that may answer, by what the question asks for. */
export function nameValues(question: Question, reading: SentenceReading): ValueMention[] {
  if (question.succession !== null) return successionValues(question, reading, question.succession);
  const asked = askedSpans(question, reading);
  const newcomer = question.entityKind === 'place' ? [] : newcomerValues(question, reading);
  const fresh = reading.names.filter(
    (name) =>
      !(
        asked.some((span) => overlaps(span, name)) ||
        isAskedName(question, reading, name) ||
        isUnit(reading, name)
      ),
  );
  const named = fresh.flatMap((name) => {
    const found =
      question.entityKind === 'place' ? placeFit(question, reading, name) : otherFit(question, reading, name);
    return found === null ? [] : [mentionOf(name, found)];
  });
  return named.length > 0 ? [...newcomer, ...named] : [...newcomer, ...labelledLine(question, reading)];
}

/** Named a second time: "The kit of Marrow Town is new, and Marrow is proud". */
function isAskedName({ names }: Question, { words }: SentenceReading, name: NameMention): boolean {
  const asked = names.flatMap((one) => one.words);
  const own = wordsAt(words, name);
  return own.length > 0 && own.every(({ norm }) => asked.includes(foldForComparison(norm)));
}

/** "4,500 mAh": capitals that measure are no name. */
function isUnit({ quantities, text, words }: SentenceReading, { start, end, surface }: NameMention): boolean {
  const inside = quantities.some((one) => one.unit !== '' && start >= one.start && end <= one.end);
  const bare = /^\p{Ll}*\p{Lu}\p{Ll}?$/u.test(surface) && /\d\s?$/.test(text.slice(0, start));
  return bare || (inside && words.some((word) => word.start === start && unitOf(word.norm) !== undefined));
}

function mentionOf({ start, end, key }: NameMention, found: Fit): ValueMention {
  return { start, end, key: foldForComparison(key), ...found };
}

/** Who left, or who came: only names that the sentence itself puts on the one side or the other of the change. */
function successionValues(
  question: Question,
  { text, words, names }: SentenceReading,
  { kind, name: asked }: NonNullable<Question['succession']>,
): ValueMention[] {
  const isAsked = (name: Span) => findName(asked, wordsAt(words, name)) !== null;
  const given = (name: Span) => hasLeft(text, name) || isLeaving(text, name);
  const left = (name: Span) =>
    kind === 'defeated' ? isBeaten(text, name) : given(name) || wasBefore(text, name);
  const askedLeft = names.some((name) => isAsked(name) && given(name));
  const others = names.filter((name) => !question.names.some((one) => findName(one, wordsAt(words, name))));
  if (kind !== 'successor')
    return askedLeft ? [] : others.filter(left).map((name) => mentionOf(name, { fit: 1, feature: kind }));
  if (names.some(isAsked) ? !askedLeft : !TAKES_PLACE.test(text)) return [];
  const replaced = names.some((name) => isAsked(name) && hasLeft(text, name));
  const came = others.filter(
    (name) =>
      !given(name) &&
      !wasBefore(text, name) &&
      !isPlaced(text, name) &&
      !isBody(text, name) &&
      !fillsOffice(text, name) &&
      (replaced || !names.some(isAsked) || isNewcomer(text, name)),
  );
  return came.map((name) => mentionOf(name, { fit: 1, feature: kind }));
}

/** In a sentence that does not name who left. */
const TAKES_PLACE =
  /\b(?:successor|replacement|(?:his|her|their|its) (?:place|post|job|role|office|seat|shoes)|as (?:the|its|their|his|her) (?:new|next)|took over|takes over|(?:succeed|replac)\p{L}* (?:by|him|her|them|it))\b/iu;

function wordsAt(words: readonly Word[], { start, end }: Span): readonly Word[] {
  return words.filter((word) => word.start >= start && word.end <= end);
}

function isPlaced(text: string, { start }: Span): boolean {
  const before = text.slice(0, start);
  return PLACE_BEFORE.test(before) && !SWORN_IN.test(before);
}

/** "captain of the Harriers": what somebody holds an office of is not somebody; but "the election of Ana Reis". */
function isBody(text: string, { start }: Span): boolean {
  return BODY_BEFORE.test(text.slice(0, start));
}

const SWORN_IN = /\b(?:sw(?:ore|orn|ears?)|brought|called|voted)\sin\s$/u;
const BODY_BEFORE = /(?<!(?:ion|ment|al|ing|choice|name|death|son|wife)\s)\bof\s(?:the\s)?$/u;

/** "It has overtaken the Seikan Tunnel", "it is the longest": the answer is what the pronoun stands for. */
function newcomerValues(question: Question, reading: SentenceReading): ValueMention[] {
  const match =
    NEWCOMER.exec(reading.text) ?? (question.superlative === null ? null : FIRST.exec(reading.text));
  const subject = subjectWords(reading.before.at(-1) ?? []);
  if (match === null || subject.length === 0) return [];
  const key = foldForComparison(subject.map((word) => word.norm).join(' '));
  const end = match.index + (match[1] ?? '').length;
  return [{ start: match.index, end, key, fit: FIT.stated, feature: 'newcomer' }];
}

const NEWCOMER =
  /\b(it|he|she|they)\s(?:(?:has|have|had|now|since|recently)\s){0,2}(?:overt(?:aken|ook)|displaced|succeeded|replaced|surpassed|passed|eclipsed|dethroned|supplanted|took over from)\b/iu;
/** The superlative itself is checked elsewhere. */
const FIRST =
  /\b(it|he|she|they)\s(?:(?:is|was|are|were|has been|have been|became|remains?|remained)\s)(?:\p{L}+\s){0,2}the\s/iu;

/** For "what" without a name to answer it: a copula with a superlative or a noun ("the emperor penguin is the largest"). */
export function phraseValue(question: Question, reading: SentenceReading, segment: Span): ValueMention[] {
  const text = reading.text.slice(segment.start, segment.end);
  const linked = question.superlative === null ? /\b(?:is|are|was|were|been|es|son)\b/iu : /\p{L}/u;
  if (!linked.test(text)) return [];
  const fit = isCopularFor(question, wordsIn(reading, segment)) ? FIT.implied : FIT.loose;
  return [{ ...segment, key: foldForComparison(text.trim()), fit, feature: 'phrase' }];
}

/** How many words may stand between a copula and the noun that it gives ("the official"). */
const COPULA_REACH = 3;

/** "The euro has been the currency of Croatia": the asked kind is what the copula states. */
function isCopularFor(question: Question, words: readonly Word[]): boolean {
  const kind = question.terms.find(({ role }) => role === 'kind' || role === 'asked');
  if (kind === undefined) return false;
  return words.some((word, i) => {
    const stated = words.slice(i + 1, i + 1 + COPULA_REACH).filter(({ pos }) => pos === 'NOUN');
    return /^(?:is|are|was|were|been)$/.test(word.norm) && stated.some((noun) => meets(kind, noun));
  });
}

/** For "what is X?": what X is said to be, right after its name. */
export function definitionValues(question: Question, reading: SentenceReading): ValueMention[] {
  return askedSpans(question, reading).flatMap(({ end }) => {
    const match = DEFINED.exec(reading.text.slice(end));
    if (match === null) return [];
    const start = end + match[0].length - (match[1] ?? '').length;
    const text = reading.text.slice(start, segmentAt(reading, start).end);
    return [{ start, end: start + text.length, key: foldForComparison(text), fit: 1, feature: 'definition' }];
  });
}

function askedSpans(question: Question, reading: SentenceReading): Span[] {
  return question.names.flatMap((name) => {
    const range = findName(name, reading.words);
    const [first, last] = [reading.words[range?.from ?? -1], reading.words[(range?.to ?? 0) - 1]];
    return first === undefined || last === undefined ? [] : [{ start: first.start, end: last.end }];
  });
}

type Fit = Pick<ValueMention, 'fit' | 'feature'>;

function placeFit(question: Question, reading: SentenceReading, name: NameMention): Fit | null {
  const before = reading.text.slice(0, name.start);
  const bare = question.terms.every((term) => term.role === 'kind');
  if (standsAfterFrom(reading.text, name) && !bare) return { fit: FIT.loose / 2, feature: 'left behind' };
  if (isSeat(question, reading, name)) return { fit: 1, feature: 'seat' };
  if (!WHERE_BEFORE.test(before)) {
    if (!PLACE_ACTS.test(question.text)) return null;
    const acting = otherFit(question, reading, name);
    return acting === null ? null : { ...acting, fit: acting.fit * FIT.implied };
  }
  return bare && !isLocated(question, reading, name) ? null : { fit: 1, feature: 'place' };
}

/** "The seat of the firm has been Dorn", "Dorn is its seat": the place is what the asked noun is said to be. */
function isSeat(question: Question, reading: SentenceReading, name: NameMention): boolean {
  const nouns = reading.words.filter((word) => {
    return word.pos === 'NOUN' && question.terms.some((term) => term.role !== 'kind' && meets(term, word));
  });
  const [before, after] = [reading.text.slice(0, name.start), reading.text.slice(name.end)];
  const behind = IS_AFTER.exec(after);
  if (nouns.some(({ start }) => start === name.end + (behind?.[0].length ?? -1))) return true;
  return (
    IS_BEFORE.test(before) &&
    nouns.some(({ end }) => end < name.start && !/[,;:]/u.test(reading.text.slice(end, name.start)))
  );
}

const IS_BEFORE = /\b(?:is|has been|remains|was|became|are)(?:\s(?:now|still|once again))?\s$/u;
const IS_AFTER =
  /^\s(?:is|has been|remains|was|became|will be)\s(?:now\s|still\s)?(?:the|its|their|his|her)\s(?:\p{Ll}+\s)??/u;

/** "Which country won …", "Which city is the capital …": the place does something, it holds nothing. */
const PLACE_ACTS =
  /^(?:which|what)\s(?:(?:is|was|are|were)\s|(?:city|town|country|village|state|region|island)\s(?:(?:is|was|are|were)\s(?:now\s)?(?:the|an?)\s|(?:has|have|had)\s|(?!(?:is|was|are|were|do|does|did|can|will)\s)\p{Ll}+\s))/iu;

/** For a bare "where is X": the place stands right by the name, or a verb of place links the two. */
function isLocated(question: Question, reading: SentenceReading, place: NameMention): boolean {
  const [asked] = askedSpans(question, reading);
  if (asked === undefined) return LOCATES.test(reading.text.slice(0, place.start));
  if (asked.start > place.end) return /^,?\s(?:the\s)?$/iu.test(reading.text.slice(place.end, asked.start));
  const between = reading.text.slice(asked.end, place.start);
  return LOCATES.test(between) || /^(?:,[^,]{1,40})?\s(?:in|at|on|near|outside)\s(?:the\s)?$/iu.test(between);
}

const LOCATES =
  /\b(?:is|are|been|lies|lie|stands?|(?:takes?|took|taken|taking)\splace|held|hosted|staged|situated|located|based|moved|hangs?|sits?|found|headquarters|head office|está)\s(?:\p{L}+\s){0,7}(?:in|at|on|near|to|outside|en)\s(?:the\s)?$/iu;

function otherFit(question: Question, reading: SentenceReading, name: NameMention): Fit | null {
  const { text } = reading;
  if (ASKS_SOURCE.test(question.text))
    return SOURCE_BEFORE.test(text.slice(0, name.start))
      ? { fit: 1, feature: 'source' }
      : { fit: FIT.loose, feature: 'name' };
  const left = hasLeft(text, name) || (question.tense === 'present' && isLeaving(text, name));
  if (left) return { fit: FIT.loose / 2, feature: 'predecessor' };
  const person = question.entityKind === 'person';
  if (
    person &&
    (isWordOfQuestion(question, reading, name) ||
      isAskedBody(question, reading, name) ||
      isPlainOpener(reading, name))
  )
    return null;
  if (person && !ASKS_FILLER.test(question.text) && fillsOffice(text, name))
    return { fit: FIT.loose / 2, feature: 'appoints' };
  const placed = isPlaced(text, name);
  if (person) return placed || isBody(text, name) ? null : { fit: 1, feature: 'name' };
  return { fit: placed ? FIT.implied : 1, feature: 'name' };
}

/** "Translations are welcome", "Medical director: …": a word of the question has its capital from its place. */
function isWordOfQuestion({ terms }: Question, { words, text }: SentenceReading, name: NameMention): boolean {
  if (!/^\P{L}*$/u.test(text.slice(0, name.start))) return false;
  return wordsAt(words, name).every((word) => terms.some((term) => meets(term, word)));
}

/** "Campaigners allege", "Ticket sales start": a word of the language that only opens its sentence. */
function isPlainOpener({ words, text }: SentenceReading, name: NameMention): boolean {
  const own = wordsAt(words, name);
  const [first] = own;
  if (first === undefined || own.length > 1 || !/^\P{L}*$/u.test(text.slice(0, name.start))) return false;
  const next = words[words.indexOf(first) + 1];
  if (next === undefined || !/^\p{Ll}/u.test(next.text)) return false;
  return first.keys.some(isListed) || PLAIN_PLURAL.test(first.text);
}

const PLAIN_PLURAL = /^\p{Lu}\p{Ll}{2,}(?:ers|ors|ists|ants|ees|ians|men)$/u;

/** The association is not who heads it. */
function isAskedBody({ terms }: Question, { words }: SentenceReading, name: NameMention): boolean {
  return wordsAt(words, name).some(
    (word) =>
      BODY.test(word.norm) &&
      terms.some((term) => term.surface === word.norm || term.keys.includes(word.keys[0] ?? '')),
  );
}

const BODY =
  /^(?:association|authority|board|club|college|commission|committee|company|corporation|council|federation|foundation|group|institute|league|library|ministry|museum|network|office|organisation|organization|party|school|society|team|theatre|trust|union|university)$/;

/** "Owner: a cooperative of employees, since 2021": what stands behind the label, where no name does. */
function labelledLine(question: Question, reading: SentenceReading): ValueMention[] {
  const line = question.entityKind === 'person' ? LABELLED.exec(reading.text) : null;
  if (line === null) return [];
  const label = wordsAt(reading.words, { start: 0, end: (line[1] ?? '').length });
  if (!label.every((word) => question.terms.some((term) => meets(term, word)))) return [];
  const start = line[0].length - (line[2] ?? '').length;
  const key = foldForComparison(line[2] ?? '');
  return [{ start, end: line[0].length, key, fit: 1, feature: 'labelled' }];
}

const LABELLED = /^(\p{L}[\p{L}\s-]{1,40}):\s([^,;.:]{2,60})/u;

/** "Which firm were the trains bought from", "by whom was it built". */
const ASKS_SOURCE = /\bfrom\s*\??$|^from\s(?:whom|which|what)\b/iu;
const SOURCE_BEFORE = /\b(?:from|by)\s(?:the\s)?(?:\p{Ll}+[\s,]+){0,2}$/u;
const ASKS_FILLER =
  /\b(?:appoint|nominat|nam(?:ed|es)\b|pick|chose|chosen|promot|propos|back|announc|sw(?:ore|orn))/iu;

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}
