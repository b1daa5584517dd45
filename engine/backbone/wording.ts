/** Wording that takes a statement back: planned, hypothetical, reported, superseded (decisions §9). */
import type { Span } from '../../graph/claim.ts';
import { asksCause } from '../question/cause.ts';
import type { Question } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import { findCues } from '../text/cues.ts';
import type { Reason } from './candidate.ts';
import { carries } from './coverage.ts';
import { type SentenceReading, segmentAt, wordsIn } from './sentence-reading.ts';

/** Below the recency window (.72), so that such wording never displaces a plain statement. */
const REPORTED = 0.6;
const ATTRIBUTED = 0.85;
const UNCERTAIN = 0.65;
const SUPERSEDED = 0.6;
const PAST = 0.75;

/** Reports that distance the writer from what is said; others ("according to the census") merely name the source. */
const DOUBTFUL =
  /^(?:claim|claimed|claims|claim that|alleg|rumou?r|supposed|purported|argue|insist|believe|think|thought|critics|predict|suggest)/iu;
/** "Analysts expect X to be bought": the event lies ahead. */
const EXPECTED =
  /\b(?:expect|forecast|predict|want|hope|urge|plan|aim|seek)(?:s|ed|ing|ning|ned)?\b[^.;]{0,60}\bto\s\p{Ll}|\b(?:been|is|are|was|were)\s(?:promised|proposed|envisaged|postponed|delayed|put off|pushed back)\b/iu;
/** "Has been nominated as", "is standing for": whoever is put forward for an office does not hold it. */
const PUT_FORWARD =
  /\b(?:(?:is|are|was|were|be|being|been|has|have|seems|looks|remains)\s(?:also\s|now\s)?(?:nominated|proposed|tipped|shortlisted|put forward|standing|in line|(?:an?|the)\s(?:candidate|contender|favou?rite|nominee))\s(?:for|as|to)|(?:candidate|contender|favou?rite|nominee)\sfor|(?:said|reported|rumou?red|believed|thought|understood|set|due|likely|poised|about|ready|keen)\sto\s(?:become|take over|succeed|replace|be\s(?:the\s)?next))\b/iu;
/** What somebody without a name has said: nobody answers for it. */
const HEARSAY =
  /^["“'‘]?(?:(?:an?|one|my|our|some)\s(?:[\p{Ll}-]+\s){0,2}?(?:man|woman|neighbou?r|reader|user|hiker|visitor|friend|colleague|customer|fan|caller|passer-by|resident|local|commenter|poster|blogger|walker|shopper|regular|guest|bystander|onlooker)\b[^,;:.]{0,40}|(?:somebody|someone)\b[^,;:.]{0,40}|(?:rumou?r|word|gossip)\s(?:has\sit|is)|it\sis\s(?:rumou?red|whispered|said))\s?(?:\b(?:tells?|told|says?|said|claims?|claimed|maintain(?:s|ed)|swears?|swore|reckons?|reckoned|insist(?:s|ed)|report(?:s|ed)|puts?|gives?|gave|post(?:s|ed)|writes?|wrote|heard|guess(?:es|ed)|thinks?|thought|believes?|believed)\b|that\b)/iu;
/** The writer's own opinion. */
const OPINION = /\b(?:I|we)\s(?:say|think|believe|feel|guess)\b|\bin my (?:view|opinion)\b/u;
/** What will be from now on is so. */
const FROM_NOW_ON =
  /\bfrom (?:now on|today|this (?:week|month|term|season))\b|\bwith immediate effect\b|\bas of today\b/iu;
const CONDITIONAL = /^(?:would|if|unless|sería|si)$/iu;
const STATE_LEFT =
  /^(?:used to|former(?:ly)?|previous(?:ly)?|once|originally|initially|at the time|at that time|back then|had been|in the past|antes|anteriormente)$/iu;
const ONCE_AGAIN = /\bonce (?:again|more)\b/iu;
/** "Steve Ballmer had led the company", "Ana Reis, who was mayor until 2010". */
const PLUPERFECT =
  /^,\swho\swas\s(?!(?:\p{L}+ed|sworn|chosen|made)\b)[^.;]*\buntil\b|^,?\s(?:who\s)?had\s(?:\p{L}+ed|been|led|run|held|won|kept|taken|written)\b/iu;
const PLAIN_PAST = /\b(?:was|were|had|held|stood|used)\b/iu;

/** Factors of the wording around the value; null where the wording rules the sentence out. */
export function wordingFactors(question: Question, reading: SentenceReading, value: Span): Reason[] | null {
  const segment = segmentAt(reading, value.start);
  if (HEARSAY.test(reading.text) || leftLongAgo(question, reading, value)) return null;
  const scope = statementAt(question, reading, value, segment);
  const cues = findCues(reading.text).filter(
    (cue) =>
      cue.start >= scope.start &&
      cue.start < scope.end &&
      !inOtherAside(question, reading, value, cue.start) &&
      !isOfNextVerb(reading, scope, value, cue.start),
  );
  // "The delay was due to ice" says why, and plans nothing.
  const why = asksCause(question.text);
  const texts = cues.map((cue) => ({ kind: cue.kind, text: reading.text.slice(cue.start, cue.end) }));
  const ahead = texts.filter(({ kind, text }) => kind === 'planned' && !(why && /\bdue\b/iu.test(text)));
  const begun = FROM_NOW_ON.test(reading.text.slice(segment.start, segment.end));
  const planned = (ahead.length > 0 && !begun) || expects(reading, value, scope);
  if (planned && !asksAhead(question)) return null;
  if (question.entityKind === 'person' && isPutForward(question, reading, scope)) return null;
  const supposes = /\bwould\b/iu.test(question.text) ? /^(?:if|unless|si)$/iu : CONDITIONAL;
  if (texts.some(({ kind, text }) => kind === 'hypothetical' && supposes.test(text))) return null;
  const reasons: Reason[] = [];
  const reports = findCues(reading.text).filter((cue) => cue.kind === 'reported');
  const doubtful =
    OPINION.test(reading.text) ||
    reports.some((cue) => DOUBTFUL.test(reading.text.slice(cue.start, cue.end)));
  if (doubtful) reasons.push({ feature: 'reported', factor: REPORTED });
  else if (reports.length > 0) reasons.push({ feature: 'attributed', factor: ATTRIBUTED });
  if (texts.some(({ kind, text }) => kind === 'hypothetical' && !isPermission(question, text)))
    reasons.push({ feature: 'uncertain', factor: UNCERTAIN });
  return [...reasons, ...timeFactors(question, reading, segment, value, texts)];
}

/** "Readers may keep a book for four weeks" is a rule where the question asks for what is allowed. */
function isPermission({ text }: Question, cue: string): boolean {
  return /^may$/iu.test(cue) && /\b(?:can|may|allowed|permitted|limit|maximum)\b/iu.test(text);
}

/** Whether an event ahead is what the value is stated for; a relative clause behind the value speaks for itself. */
function expects(reading: SentenceReading, value: Span, scope: Span): boolean {
  const { text } = reading;
  const match = EXPECTED.exec(text.slice(scope.start, scope.end));
  if (match === null) return false;
  const at = scope.start + match.index;
  const between = text.slice(value.end, Math.max(value.end, at));
  return !/,\s(?:who|which|whose)\s[^,]*$/u.test(between) && !isOfNextVerb(reading, scope, value, at);
}

/** "It has 410 employees and expects to have 500": what is joined on has a verb of its own. */
function isOfNextVerb(reading: SentenceReading, scope: Span, value: Span, at: number): boolean {
  const ownVerb = wordsIn(reading, { start: scope.start, end: value.start }).some(isVerb);
  return ownVerb && at > value.end && NEXT_VERB.test(reading.text.slice(value.end, at));
}

const NEXT_VERB =
  /^[^,;:]{0,40}\s(?:and|but)\s(?:now\s|also\s)?(?:$|(?:expects?|plans?|hopes?|aims?|wants?|intends?|will|(?:is|are)\sto)\s)/u;

function isPutForward(question: Question, { text }: SentenceReading, { start, end }: Span): boolean {
  return PUT_FORWARD.test(text.slice(start, end)) && !ASKS_PUT_FORWARD.test(question.text);
}

const ASKS_PUT_FORWARD =
  /\b(?:nominat|propos|tipped|shortlist|put forward|stand|candidate|contender|nominee)/iu;

/**
 * The part of the segment whose wording qualifies the value: an apposition that says all that is asked ("Joan Firth,
 * head teacher of the school, is to retire"), or the clause behind a colon ("as you will have seen: a swim costs £4").
 */
function statementAt(question: Question, reading: SentenceReading, value: Span, segment: Span): Span {
  const named = question.form === 'entity' ? APPOSITION.exec(reading.text.slice(value.end)) : null;
  const end = value.end + (named?.[0].length ?? 0);
  if (named !== null && carriesAll(question, reading, { start: value.end, end }))
    return { start: value.start, end };
  const held = { start: segment.start, end: value.start };
  if (
    question.form === 'entity' &&
    isBetweenCommas(reading.text, value) &&
    carriesAll(question, reading, held)
  )
    return { start: segment.start, end: value.end };
  const aside = question.form === 'entity' ? null : asideOf(reading, value, segment);
  if (aside !== null) return aside;
  const colon = reading.text.lastIndexOf(': ', value.start);
  const clause = { start: Math.max(segment.start, colon + 1), end: segment.end };
  const states = wordsIn(reading, { start: clause.start, end: value.start }).some(isVerb);
  return colon >= segment.start && states ? clause : segment;
}

/** "The vicar, Ana Reis, wants to …". */
function isBetweenCommas(text: string, { start, end }: Span): boolean {
  return /,\s$/u.test(text.slice(0, start)) && text.startsWith(',', end);
}

/** "The tunnel, at 1,840 metres the longest, is to be closed": what stands between commas has no part in the plan. */
function asideOf(reading: SentenceReading, value: Span, segment: Span): Span | null {
  const open = reading.text.lastIndexOf(', ', value.start);
  const close = reading.text.indexOf(', ', value.end);
  if (open < segment.start || close < 0 || close > segment.end) return null;
  const aside = { start: open + 1, end: close };
  const behind = wordsIn(reading, { start: close, end: segment.end });
  return !wordsIn(reading, aside).some(isVerb) && isVerb(behind[1] ?? NO_WORD) ? aside : null;
}

const NO_WORD = { pos: '' };

const APPOSITION = /^,\s[^,;:]{3,80}(?=,)/u;

function isVerb({ pos }: Pick<Word, 'pos'>): boolean {
  return pos === 'VERB' || pos === 'AUX';
}

function carriesAll(question: Question, reading: SentenceReading, span: Span): boolean {
  const words = wordsIn(reading, span);
  return question.terms.length > 0 && question.terms.every((term) => carries(term, words));
}

/** ", once captain," and ", a former postman," say what else a person has been: nothing of what is asked. */
const ASIDE =
  /,\s(?:now\s|as\s)?(?:an?\s|the\s|who\s)?(?:former(?:ly)?|previously|once|originally|used\sto)\s[^,;:]{2,80}(?=,|\.$)/gu;

/** The aside about another state of the person at a position; none where the value itself stands in it. */
function asideAt({ text }: SentenceReading, value: Span, at: number): Span | undefined {
  const asides = [...text.matchAll(ASIDE)].map(({ 0: aside, index }) => ({
    start: index,
    end: index + aside.length,
  }));
  const outside = asides.filter(({ start, end }) => value.start < start || value.start >= end);
  return outside.find(({ start, end }) => at >= start && at < end);
}

function inOtherAside(question: Question, reading: SentenceReading, value: Span, at: number): boolean {
  const aside = asideAt(reading, value, at);
  if (aside === undefined) return false;
  return !question.terms.some((term) => carries(term, wordsIn(reading, aside)));
}

/** "Dele Akande, once captain, is the manager": what is asked is said in such an aside alone. */
function leftLongAgo(question: Question, reading: SentenceReading, value: Span): boolean {
  const aside = asideAt(reading, value, value.end);
  if (aside === undefined || question.form !== 'entity' || question.tense !== 'present') return false;
  const rest = reading.words.filter(({ start }) => start < aside.start || start >= aside.end);
  return carriesAll(question, reading, aside) && !question.terms.some((term) => carries(term, rest));
}

/** "In 1991 it had 3,900; by 2001 the number had fallen": the clause of the earlier year. */
function isEarlierInSeries(reading: SentenceReading, segment: Span): boolean {
  const years = (inside: boolean) =>
    reading.dates
      .filter((date) => (date.start >= segment.start && date.end <= segment.end) === inside)
      .map((date) => Number(date.from?.slice(0, 4) ?? 0));
  const [own, others] = [years(true), years(false)];
  return own.length > 0 && others.length > 0 && Math.max(...own) < Math.max(...others);
}

/** "When does it end?" may be answered by a plan, "when did it end?" may not. */
function asksAhead(question: Question): boolean {
  return question.tense === 'future' || (question.form === 'date' && question.tense === 'present');
}

/** The nearest auxiliary before the value: "is 1,217 metres high and not, as maps had it in 1958, 1,204". */
function verbOf(lead: string): string | null {
  return [...lead.matchAll(AUXILIARY)].at(-1)?.[0] ?? null;
}

const AUXILIARY = /\b(?:is|are|has|have|was|were|had|held|stood|used)\b/giu;

function timeFactors(
  question: Question,
  reading: SentenceReading,
  segment: Span,
  value: Span,
  cues: readonly { readonly kind: string; readonly text: string }[],
): Reason[] {
  if (question.tense === 'past' || question.years.length > 0) return [];
  const text = reading.text.slice(segment.start, segment.end);
  const left = cues.some((cue) => cue.kind === 'superseded' && STATE_LEFT.test(cue.text));
  const before = question.form === 'entity' && PLUPERFECT.test(reading.text.slice(value.end));
  if ((left && !ONCE_AGAIN.test(text)) || before) return [{ feature: 'superseded', factor: SUPERSEDED }];
  const year = Number(reading.candidate.effectiveAt.slice(0, 4));
  if (isEarlierInSeries(reading, segment)) return [{ feature: 'earlier in a series', factor: SUPERSEDED }];
  const past = reading.dates.some((date) => date.from !== null && Number(date.from.slice(0, 4)) < year - 1);
  const told = verbOf(reading.text.slice(segment.start, value.end)) ?? text;
  return past && PLAIN_PAST.test(told) && question.form !== 'date' ? [{ feature: 'past', factor: PAST }] : [];
}
