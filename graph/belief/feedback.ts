/** Feedback of actors on a claim, and how far it moves the claim's search score. */
import type { FoldPolicy } from './policy.ts';
import type { AnnotationVoice, FeedbackVoices } from './result.ts';
import type { Roster } from './roster.ts';

/** Feedback on the wire (docs/spec/contract.md#ap-feedback). */
export interface Feedback {
  readonly contested_by: number;
  readonly contested_by_unweighted: number;
  readonly helpful_by: number;
  readonly applied: 'none' | 'penalty' | 'boost';
  /** The largest change of a score, 0 to 1. */
  readonly max_score_delta: number;
  readonly negative_state_min_actors: number;
}

const MICRO = 1_000_000;

/** Counts each root once, whether it spoke in the ledger, in an annotation or in both. */
export function feedbackVoices(
  roster: Roster,
  annotations: readonly AnnotationVoice[],
  policy: FoldPolicy,
): FeedbackVoices {
  const corrections = annotations.filter((voice) => voice.kind === 'correction');
  const contexts = annotations.filter((voice) => voice.kind === 'context' && voice.checked);
  const vetted = (voice: AnnotationVoice) => voice.standing >= policy.vettedStanding;
  return {
    contestedBy: countWith(roster.vettedDisputers, corrections.filter(vetted)),
    contestedByUnweighted: countWith(roster.disputers, corrections),
    helpfulBy: countWith(roster.supporters, contexts.filter(vetted)),
  };
}

function countWith(roots: ReadonlySet<string>, voices: readonly AnnotationVoice[]): number {
  const added = new Set(voices.map((voice) => voice.actor_root).filter((root) => !roots.has(root)));
  return roots.size + added.size;
}

/** The wire object of a claim's feedback. */
export function feedbackOf(voices: FeedbackVoices, policy: FoldPolicy): Feedback {
  return {
    contested_by: voices.contestedBy,
    contested_by_unweighted: voices.contestedByUnweighted,
    helpful_by: voices.helpfulBy,
    applied: appliedBy(voices, policy),
    max_score_delta: policy.feedback.maxScoreDeltaMicro / MICRO,
    negative_state_min_actors: policy.negativeStateMinActors,
  };
}

/**
 * How far feedback moves a score, in micro: `± max · n/(n+3)` of the voices on the side that applies.
 *
 * @returns an integer between minus and plus `max_score_delta`, 0 where nothing applies
 */
export function scoreDeltaMicro(voices: FeedbackVoices, policy: FoldPolicy): number {
  switch (appliedBy(voices, policy)) {
    case 'none':
      return 0;
    case 'penalty':
      return -deltaMicro(voices.contestedBy, policy);
    case 'boost':
      return deltaMicro(voices.helpfulBy, policy);
  }
}

function appliedBy(voices: FeedbackVoices, policy: FoldPolicy): Feedback['applied'] {
  const { contestedBy, helpfulBy } = voices;
  if (contestedBy >= policy.negativeStateMinActors && contestedBy > helpfulBy) return 'penalty';
  if (helpfulBy >= policy.negativeStateMinActors && contestedBy === 0) return 'boost';
  return 'none';
}

function deltaMicro(actors: number, policy: FoldPolicy): number {
  return Math.floor((policy.feedback.maxScoreDeltaMicro * actors) / (actors + policy.feedback.halfAtActors));
}
