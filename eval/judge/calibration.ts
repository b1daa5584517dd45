/** Whether an engine's confidence is the share of its answers that are right. Pure. */
import { rounded, share } from '../statistics.ts';

/** An answer that was given, with the engine's probability that it is right. */
export interface ConfidentAnswer {
  /** 0 to 1. */
  readonly confidence: number;
  readonly isRight: boolean;
}

export interface CalibrationBin {
  /** The bin holds what is at least `from` and, but for the last, less than `to`. */
  readonly from: number;
  readonly to: number;
  readonly answers: number;
  /** Mean confidence and share of right answers; 0 where there are none. */
  readonly confidence: number;
  readonly right: number;
}

export interface Calibration {
  readonly answers: number;
  /** Expected calibration error: mean of |confidence − right| over the bins, by their answers. */
  readonly ece: number;
  readonly bins: readonly CalibrationBin[];
}

const BINS = 10;

/** Null where no answer says how sure it is. */
export function calibrationOf(answers: readonly ConfidentAnswer[]): Calibration | null {
  if (answers.length === 0) return null;
  const bins = Array.from({ length: BINS }, (_, index) => binOf(answers, index));
  const gap = bins.reduce((sum, bin) => sum + bin.answers * Math.abs(bin.confidence - bin.right), 0);
  return {
    answers: answers.length,
    ece: rounded(gap / answers.length),
    bins: bins.map((bin) => ({ ...bin, confidence: rounded(bin.confidence), right: rounded(bin.right) })),
  };
}

function binOf(answers: readonly ConfidentAnswer[], index: number): CalibrationBin {
  const own = answers.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === index);
  return {
    from: index / BINS,
    to: (index + 1) / BINS,
    answers: own.length,
    confidence: share(
      own.reduce((sum, one) => sum + one.confidence, 0),
      own.length,
    ),
    right: share(own.filter(({ isRight }) => isRight).length, own.length),
  };
}
