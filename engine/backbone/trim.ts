/**
 * The clause of a sentence that answers, when the rest gives other values of the same kind.
 *
 * The quote stays the full sentence; only the summary's words are cut, at clear boundaries, and stay verbatim.
 */
import type { Span } from '../../graph/claim.ts';
import type { QuantityMention } from '../text/quantities.ts';
import type { Ranked } from './candidate.ts';
import { readSentence, type SentenceReading } from './sentence-reading.ts';

/** Where a tail may be cut off; what follows must hold another value. */
const TAIL =
  /;\s|\s[–—]\s|,?\s(?=(?:while|whereas|although|though|whilst|mientras)\s)|,\s(?=(?:but|pero|not)\s)|,\s(?=(?:nearly|about|almost|some|around|\d[\d.,]*)?\s?(?:\p{L}+\s)?(?:of|from|with)\s(?:whom|which|them|these)\s)|,?\s(?=(?:(?:up|down)\sfrom|compared\s(?:with|to)|instead\sof|rather\sthan)\s)|,?\s(?=(?:and|or|y|o)\s(?:(?:about|around|nearly|some|over|another|at least|up to|\p{Lu}[\p{L} ]{0,40}?)\s)?[£€$¥]?\d)|,?\s(?=(?:and|or)\s\p{L}+\s[\p{L}]+s\b)|,\s(?=(?:more|fewer|less)\sthan\s)|,\s(?=\d)/gu;
/** Where a head may be cut off. */
const HEAD = /;\s|\s[–—]\s|,\s(?:while|whereas|although|though|but)\s/gu;

/** The part of the sentence to show; the whole sentence where nothing competes or no boundary is clear. */
export function answeringClause(ranked: Ranked): Span {
  const reading = readSentence(ranked.candidate);
  const whole = { start: 0, end: ranked.candidate.text.length };
  const answer = reading.quantities.find(
    (one) => one.start < ranked.value.end && ranked.value.start < one.end,
  );
  if (answer === undefined) return whole;
  const rivals = reading.quantities.filter((one) => competes(answer, one));
  return { start: cutHead(reading, answer, rivals), end: cutTail(reading, answer, rivals) };
}

function competes(answer: QuantityMention, other: QuantityMention): boolean {
  if (other === answer || other.ordinal) return false;
  return kindOf(answer) === kindOf(other) && (answer.min !== other.min || answer.max !== other.max);
}

function kindOf(quantity: QuantityMention): string {
  return quantity.dimension === 'number' ? 'count' : quantity.dimension;
}

function cutTail(
  reading: SentenceReading,
  answer: QuantityMention,
  rivals: readonly QuantityMention[],
): number {
  const text = reading.candidate.text;
  const cuts = [...text.matchAll(TAIL)].map((match) => match.index).filter((at) => at >= answer.end);
  const useful = cuts.findIndex((cut, i) =>
    rivals.some((one) => one.start >= cut && one.start < (cuts[i + 1] ?? text.length)),
  );
  return cuts[useful] ?? text.length;
}

function cutHead(
  reading: SentenceReading,
  answer: QuantityMention,
  rivals: readonly QuantityMention[],
): number {
  const ends = [...reading.text.matchAll(HEAD)].map((match) => match.index + match[0].length);
  const cut = ends.filter((at) => at <= answer.start).at(-1) ?? 0;
  return rivals.some((one) => one.end <= cut) ? cut : 0;
}
