/** What the answers of each corpus would be at several thresholds, each corpus held out in turn. */
import { fitConfidence, foldOf, type RankedSample, sureness } from './fit.ts';
import type { Sample } from './sample.ts';

export interface HeldOut {
  readonly name: string;
  readonly isAnswerable: boolean;
  readonly confidence: number;
  readonly isRight: boolean;
}

const THRESHOLDS = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6];

/** @param ranked with weights that were learned without their fold */
export function outcomesOf(ranked: readonly RankedSample[]): HeldOut[] {
  const folds = [...new Set(ranked.map(({ sample }) => foldOf(sample)))];
  return folds.flatMap((fold) => {
    const others = ranked.filter(({ sample }) => foldOf(sample) !== fold);
    const learned = fitConfidence(others);
    const own = ranked.filter(({ sample }) => foldOf(sample) === fold && sample.part === 'whole');
    return own.map((one) => ({
      name: nameOf(one.sample),
      isAnswerable: one.sample.golden.want !== null,
      confidence: sureness(learned, one),
      isRight: one.isRight,
    }));
  });
}

/** Small corpora are counted together. */
function nameOf({ corpus, group }: Sample): string {
  return group === 'older' || group === 'first' ? group : corpus;
}

/** Of each corpus at each threshold: right / wrong of the answerable in percent, and unanswerable without an answer. */
export function printOutcomes(title: string, outcomes: readonly HeldOut[]): void {
  console.log(
    `\n${title}, each corpus held out: right/wrong of the answerable in %, unanswerable without an answer`,
  );
  const names = [...new Set(outcomes.map(({ name }) => name))];
  console.log(['threshold'.padEnd(12), ...THRESHOLDS.map((one) => String(one).padEnd(14))].join(''));
  const realistic = outcomes.filter(({ name }) => /^[ijk]$/.test(name));
  for (const [name, own] of [
    ...names.map((one) => [one, outcomes.filter((other) => other.name === one)] as const),
    ['i, j, k', realistic] as const,
  ]) {
    const cells = THRESHOLDS.map((threshold) => cellOf(own, threshold).padEnd(14));
    console.log([name.padEnd(12), ...cells].join(''));
  }
  console.log(`calibration error of all: ${calibrationError(outcomes).toFixed(3)}`);
}

function cellOf(own: readonly HeldOut[], threshold: number): string {
  const answerable = own.filter(({ isAnswerable }) => isAnswerable);
  const none = own.filter(({ isAnswerable }) => !isAnswerable);
  const given = answerable.filter(({ confidence }) => confidence >= threshold);
  const right = given.filter(({ isRight }) => isRight).length;
  const empty = none.filter(({ confidence }) => confidence < threshold).length;
  const percent = (part: number, of: number) => Math.round((100 * part) / Math.max(1, of));
  const share = percent(right, answerable.length);
  return `${share}/${percent(given.length - right, answerable.length)} u${percent(empty, none.length)}`;
}

/** Mean distance of confidence and share of right answers over ten bins (ECE). */
function calibrationError(outcomes: readonly HeldOut[]): number {
  const bins = Map.groupBy(outcomes, ({ confidence }) => Math.min(9, Math.floor(confidence * 10)));
  let error = 0;
  for (const own of bins.values()) {
    const said = own.reduce((sum, { confidence }) => sum + confidence, 0);
    const right = own.filter(({ isRight }) => isRight).length;
    error += Math.abs(said - right) / outcomes.length;
  }
  return error;
}
