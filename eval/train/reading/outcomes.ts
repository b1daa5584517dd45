/** What the answers of each corpus would be at several thresholds, each corpus held out in turn. */
import { sureBesideWords } from '../../../engine/answer/beside-words.ts';
import { fitConfidence, foldOf, type RankedSample, sureness } from './fit.ts';
import type { Sample } from './sample.ts';

export interface HeldOut {
  readonly name: string;
  readonly isAnswerable: boolean;
  /** At least one, in the order in which they are made: the first that is sure enough answers. */
  readonly readings: readonly HeldOutReading[];
}

interface HeldOutReading {
  readonly confidence: number;
  readonly isRight: boolean;
}

const THRESHOLDS = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6];
/** At which the calibration is measured: the least confidence of the policy. */
const LEAST = 0.5;

/**
 * Of the whole samples.
 * @param byWords ranked with weights that were learned without their fold
 * @param byMeaning the same samples with vectors, in the same order; absent without a model
 */
export function outcomesOf(byWords: readonly RankedSample[], byMeaning?: readonly RankedSample[]): HeldOut[] {
  const sure = surenessHeldOut(byWords);
  const sureByMeaning = byMeaning && surenessHeldOut(byMeaning);
  return byWords.flatMap((words, at): HeldOut[] => {
    const { sample, isRight } = words;
    if (sample.part !== 'whole') return [];
    const first = { confidence: sure[at] ?? 0, isRight };
    const meaning = byMeaning?.[at];
    const isSameLead = meaning !== undefined && leadOf(meaning) === leadOf(words);
    const second = meaning && {
      confidence: sureBesideWords(sureByMeaning?.[at] ?? 0, first.confidence, isSameLead),
      isRight: meaning.isRight,
    };
    return [
      {
        name: nameOf(sample),
        isAnswerable: sample.golden.want !== null,
        readings: second === undefined ? [first] : [first, second],
      },
    ];
  });
}

function leadOf({ chosen }: RankedSample): string | undefined {
  return chosen[0]?.view.read.candidate.id;
}

/** How sure each is by a confidence that was learned without its fold; in their order. */
function surenessHeldOut(ranked: readonly RankedSample[]): number[] {
  const folds = Map.groupBy(ranked, ({ sample }) => foldOf(sample));
  const learned = new Map(
    [...folds.keys()].map((fold) => [
      fold,
      fitConfidence(ranked.filter(({ sample }) => foldOf(sample) !== fold)),
    ]),
  );
  return ranked.map((one) => {
    const models = learned.get(foldOf(one.sample));
    return models === undefined ? 0 : sureness(models, one);
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
  const given = answerable.flatMap((one) => answerOf(one, threshold) ?? []);
  const right = given.filter(({ isRight }) => isRight).length;
  const empty = none.filter((one) => answerOf(one, threshold) === undefined).length;
  const percent = (part: number, of: number) => Math.round((100 * part) / Math.max(1, of));
  const share = percent(right, answerable.length);
  return `${share}/${percent(given.length - right, answerable.length)} u${percent(empty, none.length)}`;
}

function answerOf({ readings }: HeldOut, threshold: number): HeldOutReading | undefined {
  return readings.find(({ confidence }) => confidence >= threshold);
}

/** Mean distance of confidence and share of right answers over ten bins (ECE). */
function calibrationError(outcomes: readonly HeldOut[]): number {
  const best = outcomes.flatMap((one) => answerOf(one, LEAST) ?? one.readings.at(-1) ?? []);
  const bins = Map.groupBy(best, ({ confidence }) => Math.min(9, Math.floor(confidence * 10)));
  let error = 0;
  for (const own of bins.values()) {
    const said = own.reduce((sum, { confidence }) => sum + confidence, 0);
    const right = own.filter(({ isRight }) => isRight).length;
    error += Math.abs(said - right) / best.length;
  }
  return error;
}
