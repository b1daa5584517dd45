/** Wording that takes a statement back: planned, hypothetical, reported, superseded (decisions §9). */
import type { Span } from '../../graph/claim.ts';
import type { Question } from '../question/question.ts';
import { findCues } from '../text/cues.ts';
import type { Reason } from './candidate.ts';
import { type SentenceReading, segmentAt } from './sentence-reading.ts';

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
/** The writer's own opinion. */
const OPINION = /\b(?:I|we)\s(?:say|think|believe|feel|guess)\b|\bin my (?:view|opinion)\b/u;
const CONDITIONAL = /^(?:would|if|unless|sería|si)$/iu;
const STATE_LEFT =
  /^(?:used to|former(?:ly)?|previous(?:ly)?|once|originally|initially|at the time|at that time|back then|had been|in the past|antes|anteriormente)$/iu;
const ONCE_AGAIN = /\bonce (?:again|more)\b/iu;
/** "Steve Ballmer had led the company". */
const PLUPERFECT = /^,?\s(?:who\s)?had\s(?:\p{L}+ed|been|led|run|held|won|kept|taken|written)\b/iu;
const PLAIN_PAST = /\b(?:was|were|had|held|stood|used)\b/iu;

/** Factors of the wording around the value; null where the wording rules the sentence out. */
export function wordingFactors(question: Question, reading: SentenceReading, value: Span): Reason[] | null {
  const segment = segmentAt(reading, value.start);
  const cues = findCues(reading.text).filter((cue) => cue.start >= segment.start && cue.start < segment.end);
  const texts = cues.map((cue) => ({ kind: cue.kind, text: reading.text.slice(cue.start, cue.end) }));
  const planned =
    texts.some(({ kind }) => kind === 'planned') ||
    EXPECTED.test(reading.text.slice(segment.start, segment.end));
  if (planned && !asksAhead(question)) return null;
  if (texts.some(({ kind, text }) => kind === 'hypothetical' && CONDITIONAL.test(text))) return null;
  const reasons: Reason[] = [];
  const reports = findCues(reading.text).filter((cue) => cue.kind === 'reported');
  const doubtful =
    OPINION.test(reading.text) ||
    reports.some((cue) => DOUBTFUL.test(reading.text.slice(cue.start, cue.end)));
  if (doubtful) reasons.push({ feature: 'reported', factor: REPORTED });
  else if (reports.length > 0) reasons.push({ feature: 'attributed', factor: ATTRIBUTED });
  if (texts.some(({ kind }) => kind === 'hypothetical'))
    reasons.push({ feature: 'uncertain', factor: UNCERTAIN });
  return [...reasons, ...timeFactors(question, reading, segment, value, texts)];
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
  return past && PLAIN_PAST.test(text) && question.form !== 'date' ? [{ feature: 'past', factor: PAST }] : [];
}
