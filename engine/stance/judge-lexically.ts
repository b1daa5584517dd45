/**
 * What a sentence does to a claim, by words alone: named differences, each with its strength and the words that it rests
 * on. Deterministic, linear in the texts, and silent where it is not sure (decisions §9: unclear means no verdict).
 */
import { comparisonFeatures } from './comparison-features.ts';
import { denialFeatures } from './denial-features.ts';
import { directionFeatures } from './direction-features.ts';
import type { Feature } from './feature.ts';
import { CONFIDENCE, isStrong, SUPPORT } from './lexical-rules.ts';
import { numberFeatures } from './number-features.ts';
import { contentBeside, coverage, type Pairing, pair } from './pairing.ts';
import { MAX_UNITS, readWords } from './read-words.ts';
import { type Apartness, apartness, apartnessOf, differInPolarity } from './same-thing.ts';
import type { JudgedTexts, StanceReason, StanceVerdict } from './stance.ts';
import { wordFeatures } from './word-features.ts';

const FEATURES: readonly ((pairing: Pairing) => Feature[])[] = [
  numberFeatures,
  wordFeatures,
  directionFeatures,
  denialFeatures,
  comparisonFeatures,
];

/** Judges English texts. Never throws, whatever the texts are. */
export function judgeLexically({ claim, title, sentence }: JudgedTexts): StanceVerdict {
  const [stated, said] = [claim.slice(0, MAX_UNITS), sentence.slice(0, MAX_UNITS)];
  const pairing = pair(readWords(stated), readWords(said), readWords(title));
  const features = FEATURES.flatMap((find) => find(pairing));
  const strong = features.filter(isStrong);
  if (strong.length === 0) return judgeAgreement(stated, said, pairing, features);
  const apart = apartness(stated, said, pairing);
  if (apart !== null) return none(apart);
  const judged = strong.map((feature) => ({
    feature,
    apart: apartnessOf(
      feature,
      features.filter((other) => other !== feature),
      pairing,
    ),
  }));
  const standing = judged.filter((one) => one.apart === null).map(({ feature }) => feature);
  const [first] = standing;
  if (first === undefined) return none(judged[0]?.apart ?? null);
  return { stance: 'CONTRADICT', confidence: CONFIDENCE[first.name], reasons: standing.map(reasonOf) };
}

/** Support: the sentence says nearly all that the claim says, and nothing otherwise. */
function judgeAgreement(
  claim: string,
  sentence: string,
  pairing: Pairing,
  features: readonly Feature[],
): StanceVerdict {
  const overlap = coverage(pairing, []);
  const enough = overlap >= SUPPORT.overlap && contentBeside(pairing, []) >= SUPPORT.words;
  // A number that the sentence lacks is what the claim is about, more often than not.
  const counted = pairing.claim.every(({ value }, at) => value === null || pairing.known[at] === true);
  if (!enough || !counted || features.length > 0 || differInPolarity(pairing)) return none(null);
  const apart = apartness(claim, sentence, pairing);
  if (apart !== null) return none(apart);
  const reason = { feature: 'content_overlap', score: hundredths(overlap), claim: null, evidence: null };
  return { stance: 'SUPPORT', confidence: SUPPORT.confidence, reasons: [reason] };
}

function none(apart: Apartness | null): StanceVerdict {
  const reasons = apart === null ? [] : [{ feature: apart, score: 1, claim: null, evidence: null }];
  return { stance: 'NONE', confidence: 0, reasons };
}

function reasonOf({ name, overlap, near, claim, evidence }: Feature): StanceReason {
  return { feature: name, score: hundredths(Math.min(overlap, near)), claim, evidence };
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
