/** The judge of pairs as a stance judge: the one that is always there. It contradicts or says nothing. */
import type { StanceJudge } from '../ports.ts';
import { RELATE_POLICY } from '../reading/relate/relate-policy.ts';
import { relateStatements } from '../reading/relate/relate-statements.ts';
import type { JudgedTexts, StanceVerdict } from './stance.ts';

/** Its version is that of its policy: another one where words, features, weights or thresholds change. */
export const LEXICAL_JUDGE: StanceJudge = {
  id: 'lexical',
  version: RELATE_POLICY.version,
  judge: async (texts) => judgeLexically(texts),
};

/** Judges English texts; never throws, whatever the texts are. */
export function judgeLexically({ claim, sentence, sources }: JudgedTexts): StanceVerdict {
  const { relation, probability, differences } = relateStatements(claim, sentence, sources);
  if (relation === null) return { stance: 'NONE', confidence: 0, reasons: [] };
  return {
    stance: 'CONTRADICT',
    confidence: hundredths(probability),
    reasons: differences.map(({ kind, near, words, otherWords }) => ({
      feature: kind,
      score: hundredths(near),
      claim: words,
      evidence: otherWords,
    })),
  };
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
