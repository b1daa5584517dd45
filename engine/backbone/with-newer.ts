/**
 * Newer statements of what the best sentence states, however few words of the question they repeat: of two figures of
 * one thing, and of two holders of one office, the newer one holds.
 */
import type { Question } from '../question/question.ts';
import type { Ranked } from './candidate.ts';
import { hasOtherSubject, type Statement, takesPlaceOf } from './newer-figure.ts';
import { holderOf, newPlaceIn, successorIn } from './newer-holder.ts';
import { dayOf, isSettled, RECENCY_WINDOW } from './recency.ts';
import type { SentenceReading } from './sentence-reading.ts';
import { textOf } from './value.ts';

/** Where in the recency window such a statement stands. */
const LIFTED = 0.8;
/** How often an office may change hands from the best sentence on. */
const MAX_CHANGES = 4;
/** What takes a statement back takes the place of none. */
const WITHHELD = /^(?:reported|uncertain|superseded|past|earlier in a series|statistic|role .*)$/;

/** Scores a sentence by the figure that it shares with an older one; null where it does not answer even so. */
type Rescore = (reading: SentenceReading, older: Statement) => Ranked | null;

/** @param ordered the scored sentences, the best one first
 *  @returns them with the newer ones raised into the recency window, in no particular order
 */
export function withNewer(
  question: Question,
  ordered: readonly Ranked[],
  readings: readonly SentenceReading[],
  rescore: Rescore,
): readonly Ranked[] {
  const leader = ordered[0];
  const reading = readings.find(({ candidate }) => candidate === leader?.candidate);
  if (leader === undefined || reading === undefined || !asksNewest(question)) return ordered;
  const best = Math.max(...ordered.map(({ score }) => score));
  const raisedTo = best * LIFTED;
  const raised =
    question.form === 'entity'
      ? newerHolders(question, leader, readings, raisedTo)
      : newerFigures(
          question,
          { ordered, leader, reading, window: best * RECENCY_WINDOW },
          readings,
          rescore,
        );
  const known = new Set(raised.map(({ candidate }) => candidate));
  return [
    ...ordered.filter(({ candidate }) => !known.has(candidate)),
    ...raised.map((one) => raise(one, raisedTo)),
  ];
}

/** Least share of the best score from which a sentence answers in its own right. */
const SURE = 0.9;
/** Brings a sentence out of the recency window. */
const OTHER_SUBJECT = 0.6;

/** Lowers the newer sentences that match fewer words than the best one and have a subject of which it does not speak. */
export function withOthersLowered(
  question: Question,
  scored: readonly Ranked[],
  readings: readonly SentenceReading[],
): readonly Ranked[] {
  const best = scored.toSorted((a, b) => b.score - a.score || byText(a.candidate.id, b.candidate.id))[0];
  const reading = readings.find(({ candidate }) => candidate === best?.candidate);
  if (best === undefined || reading === undefined || question.form === 'entity' || !asksNewest(question))
    return scored;
  const older = { reading, value: best.value };
  return scored.map((one) => {
    const own = readings.find(({ candidate }) => candidate === one.candidate);
    const isOther =
      own !== undefined &&
      one.score < best.score * SURE &&
      dayOf(one) > dayOf(best) &&
      hasOtherSubject(question, older, { reading: own, value: one.value });
    if (!isOther) return one;
    const reasons = [...one.reasons, { feature: 'other subject', factor: OTHER_SUBJECT }];
    return { ...one, score: one.score * OTHER_SUBJECT, reasons };
  });
}

function asksNewest(question: Question): boolean {
  if (question.tense === 'past' || question.years.length > 0 || question.superlative !== null) return false;
  if (question.form === 'entity') return question.entityKind !== 'thing' && question.succession === null;
  return /^(?:count|measure)$/.test(question.form) || (question.form === 'date' && !isSettled(question));
}

interface Standing {
  readonly ordered: readonly Ranked[];
  readonly leader: Ranked;
  readonly reading: SentenceReading;
  /** Least score of a sentence that competes by its time already. */
  readonly window: number;
}

function newerFigures(
  question: Question,
  { ordered, leader, reading, window }: Standing,
  readings: readonly SentenceReading[],
  rescore: Rescore,
): Ranked[] {
  const older = { reading, value: leader.value };
  return readings
    .filter((one) => dayOf(one) > dayOf(leader))
    .flatMap((one): Ranked[] => {
      const known = ordered.find(({ candidate }) => candidate === one.candidate);
      if (known !== undefined && known.score >= window) return [];
      const newer = known ?? rescore(one, older);
      if (newer === null || newer.reasons.some(({ feature }) => WITHHELD.test(feature))) return [];
      const stands = known === undefined ? 'by its figure' : 'by its words';
      return takesPlaceOf(question, older, { reading: one, value: newer.value }, stands) ? [newer] : [];
    });
}

/** Each change of hands after the best sentence, one after the other. */
function newerHolders(
  question: Question,
  leader: Ranked,
  readings: readonly SentenceReading[],
  score: number,
): Ranked[] {
  const found: Ranked[] = [];
  for (let last = leader; found.length < MAX_CHANGES; ) {
    const next = nextHolder(question, last, readings, score);
    if (next === null) return found;
    found.push(next);
    last = next;
  }
  return found;
}

function nextHolder(
  question: Question,
  leader: Ranked,
  readings: readonly SentenceReading[],
  score: number,
): Ranked | null {
  const told = readings.find(({ candidate }) => candidate === leader.candidate);
  if (told === undefined) return null;
  const holder = holderOf(told, leader.value);
  const newer = readings
    .filter((one) => dayOf(one) > dayOf(leader))
    .toSorted((a, b) => byText(dayOf(a), dayOf(b)) || byText(a.candidate.id, b.candidate.id));
  for (const reading of newer) {
    const find = question.entityKind === 'place' ? newPlaceIn : successorIn;
    const value = find(question, holder, reading);
    if (value === null) continue;
    const { start, end, key } = value;
    return {
      candidate: reading.candidate,
      score,
      value: { start, end, text: textOf(reading, value), key },
      polarity: null,
      reasons: [{ feature: 'newer holder', factor: score }],
      antecedent: null,
      alternatives: [],
    };
  }
  return null;
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function raise(ranked: Ranked, score: number): Ranked {
  if (ranked.score >= score) return ranked;
  const reason = { feature: 'newer figure', factor: score / ranked.score };
  return { ...ranked, score, reasons: [...ranked.reasons, reason] };
}
