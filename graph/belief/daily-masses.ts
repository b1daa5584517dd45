/** Belief read from a replay at one instant (docs/spec/decisions.md#4.5, #4.6, #4.7, #4.8). */
import type { Belief, BeliefState } from '../evidence.ts';
import { freshWeight } from './cited-item.ts';
import { feedbackVoices } from './feedback.ts';
import { confidenceMicro, effectiveConfidence, type Masses, opinion } from './opinion.ts';
import type { FoldPolicy } from './policy.ts';
import { isContested, isDisputed, type Replay } from './replay.ts';
import type { FoldContext, FoldResult } from './result.ts';
import type { StanceChange, Stand } from './roster.ts';
import { Scale } from './scale.ts';
import { acceptedSuccessor } from './supersede.ts';

/** Names of the tallies in which a stand counts on the day of reading. */
function tallyOf(stand: Stand): string[] {
  if (stand.entry.kind === 'supersede-propose') return [];
  const side = stand.entry.kind === 'corroborate' ? 'support' : 'opposition';
  return [stand.vetted ? side : `unvetted ${side}`];
}

/** The masses of one claim on one UTC day; follows the replay while that day lasts. */
export class DailyMasses {
  readonly day: number;
  readonly #replay: Replay;
  readonly #policy: FoldPolicy;
  readonly #scale: Scale;
  /** Support as if it had been observed today; only old support asks for it. */
  #undecayed: Scale | null = null;

  constructor(replay: Replay, day: number, policy: FoldPolicy) {
    this.day = day;
    this.#replay = replay;
    this.#policy = policy;
    this.#scale = new Scale(replay.roster.open(), tallyOf, (citation) => replay.weigh(citation, day));
  }

  /** How many citations it holds weighed. */
  get size(): number {
    return this.#scale.size + (this.#undecayed?.size ?? 0);
  }

  follow(change: StanceChange): void {
    this.#scale.follow(change);
    this.#undecayed?.follow(change);
  }

  result(context: FoldContext): FoldResult {
    const { roster } = this.#replay;
    const vetted = this.#masses(0);
    const total = this.#masses(this.#policy.unvettedCapMicro);
    const disputed = this.#isDisputed(vetted);
    const acceptedTo = acceptedSuccessor(this.#replay.candidates, context.successors);
    const contestRef = roster.newestDispute();
    const state = acceptedTo === null ? this.#stateOf(vetted, disputed) : 'superseded';
    return {
      belief: beliefOf(
        { state, effective_confidence: effectiveConfidence(total, this.#policy) },
        contestRef,
        acceptedTo,
      ),
      state,
      vetted,
      total,
      confidence: confidenceMicro(total, this.#policy),
      vettedConfidence: confidenceMicro(vetted, this.#policy),
      opinion: opinion(total, this.#policy),
      newestSupport: roster.newestSupport()?.entry.effective_at ?? null,
      disputed,
      supportDomains: this.#scale.domains('support'),
      openDisputers: roster.vettedDisputers.size,
      voices: feedbackVoices(roster, context.annotations ?? [], this.#policy),
      acceptedSuccessor: acceptedTo,
      contestRef,
      author: roster.author,
    };
  }

  /** Vetted masses, and what unvetted evidence adds up to the cap. */
  #masses(unvettedCap: number): Masses {
    const of = (side: string) =>
      this.#scale.mass(side) + Math.min(this.#scale.mass(`unvetted ${side}`), unvettedCap);
    return { support: of('support'), opposition: of('opposition') };
  }

  #isDisputed(vetted: Masses): boolean {
    const { roster, latches } = this.#replay;
    if (roster.author !== null && roster.vettedDisputers.has(roster.author)) return true;
    return this.#hasQuorum() && isDisputed(vetted, latches.disputed, this.#policy);
  }

  #hasQuorum(): boolean {
    return this.#replay.roster.vettedDisputers.size >= this.#policy.negativeStateMinActors;
  }

  #stateOf(vetted: Masses, disputed: boolean): BeliefState {
    if (disputed) return 'disputed';
    const contested = isContested(vetted.opposition, this.#replay.latches.contested, this.#policy);
    if (this.#hasQuorum() && contested) return 'contested';
    return this.#isStale(vetted.support) ? 'stale' : 'settled';
  }

  #isStale(support: number): boolean {
    const { liveBelowMicro, supportOlderThanDays } = this.#policy.stale;
    if (support < liveBelowMicro) return true;
    const newest = this.#replay.roster.newestSupport();
    if (newest === null || this.day - newest.day <= supportOlderThanDays) return false;
    return 2 * support < this.#undecayedSupport();
  }

  #undecayedSupport(): number {
    this.#undecayed ??= new Scale(this.#replay.roster.open(), tallyOf, freshWeight);
    return this.#undecayed.mass('support');
  }
}

/** A negative state names the dispute that a reader should look at first. */
function beliefOf(
  base: Pick<Belief, 'state' | 'effective_confidence'>,
  contestRef: FoldResult['contestRef'],
  acceptedTo: FoldResult['acceptedSuccessor'],
): Belief {
  const negative = base.state === 'disputed' || base.state === 'contested';
  return {
    ...base,
    ...(negative && contestRef !== null && { contest_ref: contestRef }),
    ...(acceptedTo !== null && { superseded_by: acceptedTo }),
  };
}
