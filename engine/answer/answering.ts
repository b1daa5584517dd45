/** Which contenders answer, in which words: as the ranking or a chooser decides, and the ledgers confirm. */

import type { YesOrNo } from '../reading/rank/verdict.ts';
import type { Choice } from '../receipt/choice.ts';
import { type Contender, type ContenderBeliefs, contenderOf, leadFirst, wholeOf } from './contender.ts';
import type { PoolReading } from './read-pool.ts';
import type { StatedSentence } from './read-sentences.ts';

export interface Answering {
  /** Those that answer, the leading one first; empty where nothing answers. */
  readonly answering: readonly Contender[];
  /**
   * Null where it was not asked for or the sentence does not state it, and where a chooser decided or another
   * sentence leads.
   */
  readonly verdict: YesOrNo | null;
  /** That the answer is right, 0 to 1; null where nothing answers, and where a chooser decided. */
  readonly confidence: number | null;
}

export interface Deciding {
  readonly reading: PoolReading;
  readonly choice: Choice | null;
}

/** Those that answer first, then those that nearly do: one of them may have taken the place of the first. */
export function contendersOf({ reading, choice }: Deciding): Contender[] {
  const chosen = choice === null ? reading.answering : chosenBy(choice, reading.ranking);
  if (chosen.length === 0) return [];
  const ids = new Set(chosen.map(({ stated }) => stated.read.id));
  const others = reading.ranking.slice(0, reading.close).filter(({ read }) => !ids.has(read.id));
  return [...chosen, ...others.map((one) => contenderOf(one))];
}

export function answeringBy(
  { reading, choice }: Deciding,
  contenders: readonly Contender[],
  ledgers: ContenderBeliefs,
): Answering {
  if (contenders.length === 0) return { answering: [], verdict: null, confidence: null };
  if (choice !== null)
    return { answering: contenders.slice(0, choice.chosen.length), verdict: null, confidence: null };
  const [lead] = leadFirst(contenders, ledgers);
  const isMoved = lead !== contenders[0] && lead !== undefined;
  const answering = isMoved ? [lead] : contenders.slice(0, reading.answering.length);
  return { answering, verdict: isMoved ? null : reading.verdict, confidence: reading.confidence };
}

/** @throws {RangeError} for a choice of numbers that the ranking does not have */
function chosenBy({ chosen }: Choice, ranking: readonly StatedSentence[]): Contender[] {
  return chosen.map((number) => {
    const stated = ranking[number - 1];
    if (stated === undefined) throw new RangeError(`sentence ${number} was chosen and is not in the ranking`);
    return contenderOf(stated, wholeOf(stated));
  });
}

/** In the order of their texts: sentences that are quoted together keep their order. */
export function inReadingOrder(answering: readonly Contender[]): Contender[] {
  return answering.toSorted((a, b) => {
    const isSame = a.stated.artefact.artefact_id === b.stated.artefact.artefact_id;
    return isSame ? a.stated.span.start - b.stated.span.start : answering.indexOf(a) - answering.indexOf(b);
  });
}
