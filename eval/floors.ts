/** The least that answers must reach, corpus by corpus: no change may lower them unseen. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Settings } from '../bin/cli/settings.ts';
import { findCorpora, type GoldenCorpus, type MissingCorpus } from './corpora-of.ts';
import type { CorpusGroup } from './corpus-groups.ts';
import { type Counts, countsOf, judgeAll } from './judge/score.ts';
import { measureAnswers } from './measure/measure-answers.ts';

/** `right` and `unanswerable_empty` are reached at least, `wrong` at most. */
const floor = z.strictObject({
  right: z.number().int().min(0),
  wrong: z.number().int().min(0),
  unanswerable_empty: z.number().int().min(0),
});
export type Floor = z.infer<typeof floor>;

/** Without a sentence model, which not every machine has. */
const LANE = 'default';
/** Of SQuAD, whose questions are many: every so manieth. */
const SQUAD_STRIDE = 4;

export const FLOORS_FILE = new URL('floors.json', import.meta.url);

/** By the name of the corpus. */
export async function readFloors(): Promise<Record<string, Floor>> {
  return z.record(z.string(), floor).parse(JSON.parse(await readFile(FLOORS_FILE, 'utf8')));
}

export interface FloorCorpora {
  readonly corpora: readonly GoldenCorpus[];
  readonly missing: readonly MissingCorpus[];
}

/** The groups' corpora as floors measure them: SQuAD by a fixed sample, c and d also with each other's questions. */
export async function floorCorpora(groups: readonly CorpusGroup[]): Promise<FloorCorpora> {
  const { corpora, missing } = await findCorpora(groups);
  const sampled = corpora.map((corpus) => (corpus.group === 'squad' ? sampleOf(corpus) : corpus));
  const short = sampled.filter(({ group }) => group === 'short');
  const foreign = short.flatMap((one) =>
    short.filter((other) => other !== one).map((other) => asksOf(one, other)),
  );
  return { corpora: [...sampled, ...foreign], missing };
}

function sampleOf(corpus: GoldenCorpus): GoldenCorpus {
  const isAnswerable = ({ want }: GoldenCorpus['questions'][number]) => want !== null;
  const parts = [corpus.questions.filter(isAnswerable), corpus.questions.filter((one) => !isAnswerable(one))];
  return {
    ...corpus,
    questions: parts.flatMap((part) => part.filter((_, index) => index % SQUAD_STRIDE === 0)),
  };
}

/** The documents of one corpus with the questions of another, which they do not answer. */
function asksOf(one: GoldenCorpus, other: GoldenCorpus): GoldenCorpus {
  const asked = new Map(other.questions.map((question) => [question.q, question]));
  const questions = [...asked.values()].map((question) => {
    return { ...question, asOf: null, want: null, never: [], evidence: null, kind: 'none', all: null };
  });
  return { ...one, name: `${one.name}, asked what ${other.name} answers`, questions };
}

export async function countsFor(corpus: GoldenCorpus, settings: Settings): Promise<Counts> {
  const { outputs } = await measureAnswers(settings, corpus, LANE);
  return countsOf(judgeAll(corpus.questions, outputs));
}

/** What is below the floor, a line each; empty where all of it is reached. */
export function belowFloor(counts: Counts, floor: Floor): string[] {
  const { right, wrong, unanswerable_empty } = counts;
  return [
    right < floor.right ? `${right} right, at least ${floor.right} wanted` : '',
    wrong > floor.wrong ? `${wrong} wrong, at most ${floor.wrong} wanted` : '',
    unanswerable_empty < floor.unanswerable_empty
      ? `${unanswerable_empty} unanswerable left empty, at least ${floor.unanswerable_empty} wanted`
      : '',
  ].filter((line) => line !== '');
}

/** The floor that these figures allow; never lower than the one there is. */
export function raisedFloor({ right, wrong, unanswerable_empty }: Counts, before: Floor | undefined): Floor {
  if (before === undefined) return { right, wrong, unanswerable_empty };
  return {
    right: Math.max(right, before.right),
    wrong: Math.min(wrong, before.wrong),
    unanswerable_empty: Math.max(unanswerable_empty, before.unanswerable_empty),
  };
}
