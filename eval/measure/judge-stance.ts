/** What the engine holds of a claim against evidence: by the structured forms of both, else by the stance judge. */
import { compareForms } from '../../engine/claims/compare-forms.ts';
import { readClaims } from '../../engine/claims/read-claims.ts';
import type { StanceJudge } from '../../engine/ports.ts';
import { proseLayout } from '../../engine/reading/document/prose-layout.ts';
import type { Stance } from '../../engine/stance/stance.ts';
import type { ClaimForm } from '../../graph/claim.ts';
import type { StancePair } from './pairs-file.ts';

export interface JudgedStance {
  readonly stance: Stance;
  /** What it rests on, the first reason first; `structured_values` where forms decided. */
  readonly features: readonly string[];
}

const LANG = 'en';
/** As the pair goes through the ingest: the evidence a day later, by somebody else. */
const TWO_PUBLISHERS = { samePublisher: false, days: 1 } as const;
const STRUCTURED = ['structured_values'];

/** Contradiction by any sentence stands before support by another: that is what an ingest would warn of. */
export async function judgeStance(
  judge: StanceJudge,
  { claim, title, evidence }: Omit<StancePair, 'truth' | 'id'>,
): Promise<JudgedStance> {
  const structured = judgeForms(claim, title, evidence);
  if (structured !== 'NONE') return { stance: structured, features: STRUCTURED };
  const verdicts = await Promise.all(
    evidence.map((sentence) =>
      judge.judge({
        claim: { text: claim, title: '', above: [], header: null },
        sentence: { text: sentence, title, above: [], header: null },
        sources: TWO_PUBLISHERS,
      }),
    ),
  );
  const told =
    verdicts.find(({ stance }) => stance === 'CONTRADICT') ??
    verdicts.find(({ stance }) => stance === 'SUPPORT');
  return told === undefined
    ? { stance: 'NONE', features: [] }
    : { stance: told.stance, features: told.reasons.map(({ feature }) => feature) };
}

/** They agree where any value is the same, and only else contradict. */
function judgeForms(claim: string, title: string, evidence: readonly string[]): Stance {
  const stated = formsOf('', claim);
  const found = formsOf(title, evidence.join(' '));
  const verdicts = stated.flatMap((one) => found.map((other) => compareForms(one, other)));
  if (verdicts.includes('same')) return 'SUPPORT';
  return verdicts.includes('contradicts') ? 'CONTRADICT' : 'NONE';
}

function formsOf(title: string, text: string): ClaimForm[] {
  const readings = readClaims({ title, text, layout: proseLayout(text), lang: LANG, published: null });
  return readings.flatMap(({ claims }) => claims.map(({ form }) => form));
}
