/** Whether a quantity is the value itself, or a former one, a part, a difference, a rank or a time. */
import type { Span } from '../../graph/claim.ts';
import type { Question } from '../question/question.ts';
import { meets } from './coverage.ts';
import type { SentenceReading } from './sentence-reading.ts';

/** What a value does in its clause. */
export type ValueRole = 'current' | 'old' | 'part' | 'delta';

const HEDGE = String.raw`(?:(?:about|around|nearly|almost|some|roughly|over|only|just|approximately|an?|the|its|as many as)\s+){0,2}`;
const OLD_BEFORE = new RegExp(
  String.raw`(?:\bfrom|\binstead of|\brather than|\bcompared (?:with|to)|\bagainst|\bpreviously|\bformerly|\bbroke|\bbeat|\bbeating|\bbreaking|(?<!\b(?:more|less|fewer|other|later|earlier|greater|higher|better) )\bthan|\bnot|\breplac(?:ing|ed)|\b(?:was|were|had been) once|\bdesde|\ben vez de)\s+${HEDGE}$`,
  'iu',
);
const OLD_AFTER =
  /^(?:[\s\p{L}-]{0,20}\s)?(?:(?:a|one|two|ten|\d+) (?:year|month|week|decade)s? (?:ago|earlier|before)|last (?:year|month|week|season)|previously|earlier|in the past|until recently)/iu;
const PART_BEFORE = new RegExp(
  String.raw`(?:\bof (?:whom|which|them|these|those)|\bincluding|\bamong them|\bnamely|\balone)[\s,]+${HEDGE}$`,
  'iu',
);
const PART_AFTER = /^(?:\s[\p{L}-]+){0,2}\s(?:of (?:them|these|those|whom|which|its)\b)|^\seach\b/iu;
/** "90 of the 179": a bare number out of a whole. */
const PART_OF_WHOLE = /^\sof (?:the|its|their|all)\b/iu;
/** "82 of its moons are now known": no part is meant, but all that one knows of. */
export const ALL_KNOWN =
  /^\sof (?:its|their|the|these) [\p{L}-]+ (?:are|have been) (?:now |so far )?(?:known|confirmed|recorded|catalogued)\b/iu;
const DELTA_BEFORE = new RegExp(
  String.raw`\b(?:add(?:s|ed|ing)?|gain(?:s|ed|ing)?|(?:increas|rais|ris|ros|gr[eo]w|f[ea]ll|dropp?|cut|reduc|decreas|climb|expand|lower)\p{L}*\s(?:[\p{L} ]{1,30}\s)?by|another|extra|additional|los(?:t|es|ing))\s+${HEDGE}$`,
  'iu',
);
const DELTA_AFTER =
  /^(?:\s(?!once\b)[\p{L}-]+){0,2}\s(?:more|fewer|less|higher|lower|longer|shorter|taller|heavier|cheaper|extra)\b(?:\s[\p{L}-]+){0,2}(?:\sthan\b|\s*[.,;]|$)/iu;
/** "Three stations were added": the number of the change. */
const CHANGED_AFTER =
  /^\s(?:were|was|(?:have|has|had)\sbeen|are|is)\s(?:added|removed|lost|discovered|created|closed|announced)\b/iu;
const NEW_CUE = /^(?:\s[\p{L}-]+){0,2}\s(?:new|newly|more)\b/iu;
/** How far the words around a value are read, in UTF-16 units. */
const REACH = 60;

/** The role of the value at `span` by the words around it. */
export function roleOf(reading: SentenceReading, span: Span): ValueRole {
  const before = reading.text.slice(Math.max(0, span.start - REACH), span.start);
  const after = reading.text.slice(span.end, span.end + REACH);
  const bare = /^[\d.,]+$/.test(reading.text.slice(span.start, span.end));
  if (bare && ALL_KNOWN.test(after)) return 'current';
  if (bare && PART_OF_WHOLE.test(after)) return 'part';
  if (PART_BEFORE.test(before) || PART_AFTER.test(after)) return 'part';
  if (DELTA_BEFORE.test(before) || DELTA_AFTER.test(after) || CHANGED_AFTER.test(after)) return 'delta';
  const inner = textInside(reading, span);
  if (NEW_CUE.test(inner)) return 'delta';
  return OLD_BEFORE.test(before) || OLD_AFTER.test(after) ? 'old' : 'current';
}

const EVENT =
  /^(?:close|shut|axe|scrap|sell|buy|cut|shed|lose|demolish|remove|withdraw|hire|recruit|sack|dismiss|order|plant|fell|open|add|build)$/;
/** Words of estimate that may stand between the verb and its number. */
const EVENT_REACH = 3;

/** "Closed 19 branches and has 45 left": what an event did to so many is not how many there are. */
export function isOfEvent(question: Question, reading: SentenceReading, span: Span): boolean {
  if (question.form !== 'count' || question.tense !== 'present') return false;
  const before = reading.words.filter(({ end }) => end <= span.start);
  const at = before.findLastIndex(({ pos }) => pos === 'VERB');
  const verb = before[at];
  if (verb === undefined || before.length - at > EVENT_REACH || !EVENT.test(verb.lemma)) return false;
  const told = verb.norm !== verb.lemma && !verb.norm.endsWith('s');
  return told && !question.terms.some((term) => meets(term, verb));
}

/** Words between the number and its unit: "62 newly confirmed satellites". */
function textInside(reading: SentenceReading, span: Span): string {
  return reading.text.slice(span.start, span.end).replace(/^[^\s]+/, '');
}

/** Factor of each role: only the present value answers as it stands. */
export const ROLE_FACTOR: Readonly<Record<ValueRole, number>> = {
  current: 1,
  old: 0.45,
  part: 0.35,
  delta: 0.35,
};
