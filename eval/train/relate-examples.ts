/** Rated examples for the judge of pairs: sentences that meet in corpora, and claims beside evidence. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURES } from '../../engine/reading/relate/features.ts';
import { pairOf } from '../../engine/reading/relate/pair.ts';
import { type ReadStatement, readStatement, type Statement } from '../../engine/reading/relate/statement.ts';
import { SHARED_DATA } from '../corpora-of.ts';
import { readCorpusFile } from '../measure/corpus-file.ts';
import { readPairs, type StancePair } from '../measure/pairs-file.ts';
import type { Example } from './logistic.ts';
import { RATED_STATEMENTS } from './rated-statements.ts';
import { type MetPair, metPairs } from './relate-pairs.ts';

export interface RelateExample extends Example {
  /** Corpus or set: what is left out together. */
  readonly group: string;
}

/** Sets of claims beside evidence, which the repository may not hold. */
export const STANCE_SETS = ['fever-symmetric', 'fm2', 'scifact', 'breaking-nli'] as const;
export type StanceSet = (typeof STANCE_SETS)[number];

/** Why the training cannot be repeated here; null where everything is there. */
export function missingData(): string | null {
  const folder = join(SHARED_DATA, 'eval');
  return existsSync(folder) ? null : `there is no ${folder}`;
}

/** Weights of positives: few conflicts of realistic documents stand beside thousands of pairs that are none. */
const REALISTIC = ['i', 'j', 'k'];
const CHANGE_WEIGHT = 4;
const CONFLICT_WEIGHT = 10;
const NEAR_WEIGHT = 10;
/** Traps and contradictions of our own writing, each of which stands for many. */
const RATED_WEIGHT = 4;
const TITLED_RATED_WEIGHT = 2;
/** Plain contradictions are fewer than traps, and must not be lost among them. */
const PLAIN = { titled: 4, bare: 2 } as const;
/** Real documentation has as many pairs as all else together. */
const REAL_WEIGHT = 0.1;
/** Of a yes or no the corpora do not say which sentences they mean: only close ones count, and less. */
const VERDICT_WEIGHT = 0.2;
const VERDICT_KNOWN = 0.6;

/** Of two documents with titles. */
export async function titledExamples(): Promise<RelateExample[]> {
  return [
    ...examplesOf(await metPairs(), (statement) => statement),
    ...ratedExamples(['Arlen', 'Notes'], TITLED_RATED_WEIGHT),
  ];
}

/** The same pairs as if no document had a title or a heading. */
const UNTITLED_WEIGHT = 0.11;
const SET_WEIGHTS: Readonly<Record<StanceSet, number>> = {
  'fever-symmetric': 6,
  fm2: 2,
  scifact: 1,
  'breaking-nli': 0.3,
};
/** Breaking-NLI repeats a few patterns thousands of times: every tenth pair is enough. */
const NLI_STEP = 10;

/** Where one of the two has no title: claims beside evidence, and what meets in the corpora without its context. */
export async function bareExamples(): Promise<RelateExample[]> {
  const bare = examplesOf(await metPairs(), ({ text }) => ({ text, title: '', above: [], header: null }));
  const sets = await Promise.all(STANCE_SETS.map(stanceExamples));
  return [
    ...bare.filter(({ group }) => group !== 'real').map((one) => ({ ...one, weight: UNTITLED_WEIGHT })),
    ...ratedExamples([''], RATED_WEIGHT),
    ...sets.flat(),
  ];
}

function examplesOf(pairs: readonly MetPair[], shown: (statement: Statement) => Statement): RelateExample[] {
  const reads = new Map<Statement, ReadStatement>();
  const read = (statement: Statement) => {
    const known = reads.get(statement) ?? readStatement(shown(statement));
    reads.set(statement, known);
    return known;
  };
  const featured = pairs.map((pair) => ({
    pair,
    features: featuresFor(read(pair.a.statement), read(pair.b.statement), pair.sources.samePublisher),
  }));
  const none = featured.filter(({ pair }) => pair.truth === null);
  const listed = Map.groupBy(
    featured.filter(({ pair }) => pair.truth !== null),
    ({ pair }) => pair.truth,
  );
  // Several sentences may state the values of a listed pair: the two that share most are meant.
  const best = [...listed.values()].flatMap((all) => {
    const [first] = all.toSorted((x, y) => topicOf(y.features) - topicOf(x.features));
    const isVerdict = ['true', 'false'].includes(first?.pair.truth?.values[0] ?? '');
    return first === undefined || (isVerdict && topicOf(first.features) < VERDICT_KNOWN) ? [] : [first];
  });
  return [
    ...none.map(({ pair, features }) => ({
      group: pair.corpus,
      features,
      label: 0,
      weight: negativeWeight(pair),
    })),
    ...best.map(({ pair, features }) => ({ group: pair.corpus, features, label: 1, weight: weightOf(pair) })),
  ];
}

function negativeWeight({ corpus, near }: MetPair): number {
  if (near) return NEAR_WEIGHT;
  return corpus === 'real' ? REAL_WEIGHT : 1;
}

function weightOf({ corpus, truth }: MetPair): number {
  if (truth?.relation === 'conflict') return CONFLICT_WEIGHT;
  if (REALISTIC.includes(corpus)) return CHANGE_WEIGHT;
  return ['true', 'false'].includes(truth?.values[0] ?? '') ? VERDICT_WEIGHT : 1;
}

async function stanceExamples(set: StanceSet): Promise<RelateExample[]> {
  const pairs = await readStanceSet(set);
  const used = set === 'breaking-nli' ? pairs.filter((_, index) => index % NLI_STEP === 0) : pairs;
  return used.flatMap((pair) => ofClaim(set, pair));
}

async function readStanceSet(set: StanceSet): Promise<StancePair[]> {
  const folder = join(SHARED_DATA, 'eval', set);
  if (set === 'breaking-nli') return readPairs(join(folder, 'all.jsonl.gz'), null);
  if (set !== 'scifact') return readPairs(join(folder, 'dev.jsonl.gz'), null);
  const documents = await readCorpusFile(join(folder, 'corpus.jsonl.gz'));
  return readPairs(
    join(folder, 'claims.train.jsonl.gz'),
    new Map(documents.map((document) => [document.id, document])),
  );
}

/** Of a contradiction the sentence that shares most with the claim; of anything else every sentence. */
function ofClaim(group: StanceSet, { claim, title, evidence, truth }: StancePair): RelateExample[] {
  const stated = plainStatement(claim);
  const label = truth === 'CONTRADICT' ? 1 : 0;
  const examples = evidence.map((text): RelateExample => {
    const read = plainStatement(text, title);
    return { group, features: featuresFor(stated, read, false), label, weight: SET_WEIGHTS[group] };
  });
  if (label === 0) return examples;
  return examples.toSorted((a, b) => topicOf(b.features) - topicOf(a.features)).slice(0, 1);
}

const TOPIC = FEATURES.findIndex(({ name }) => name === 'topic');

/** How far both speak of the same. */
function topicOf(features: readonly number[]): number {
  return features[TOPIC] ?? 0;
}

/** Under each of the titles, and those that have one of their own under that too. */
function ratedExamples(titles: readonly string[], weight: number): RelateExample[] {
  const isBare = titles.includes('');
  return RATED_STATEMENTS.flatMap(({ claim, sentence, contradicts, title }) => {
    const under = titles.map((one): [string, string] => [one, one]);
    const own: [string, string][] = title === null || isBare ? [] : [[title, 'Notes']];
    return [...own, ...own, ...under].map(([one, other]): RelateExample => {
      const features = featuresFor(plainStatement(claim, one), plainStatement(sentence, other), false);
      const label = contradicts ? 1 : 0;
      return {
        group: 'statements',
        features,
        label,
        weight: contradicts ? weight * PLAIN[isBare ? 'bare' : 'titled'] : weight,
      };
    });
  });
}

function plainStatement(text: string, title = ''): ReadStatement {
  return readStatement({ text, title, above: [], header: null });
}

function featuresFor(a: ReadStatement, b: ReadStatement, samePublisher: boolean): number[] {
  const pair = pairOf(a, b, samePublisher);
  return FEATURES.map(({ of }) => of(pair));
}
