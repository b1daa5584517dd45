/** A claim's ledger taken entry by entry in its order of effect; knows what depends on the path. */
import type { ClaimAddr } from '../address.ts';
import { type CitedItem, citationWeight, type ReadEntry } from './cited-item.ts';
import { Observations, type ObservedAt } from './observations.ts';
import { confidenceBelow, type Masses } from './opinion.ts';
import type { FoldPolicy } from './policy.ts';
import { Roster, type StanceChange, type Stand } from './roster.ts';
import { Scale } from './scale.ts';
import { candidateTallies, isProposal, judge, newCandidate, type SuccessorCandidate } from './supersede.ts';

/** Which negative states were entered and not yet left, as of the last entry that touched vetted evidence. */
export interface Latches {
  readonly disputed: boolean;
  readonly contested: boolean;
}

const RELEASED: Latches = { disputed: false, contested: false };

/**
 * Replays entries in canonical order of effect: effective time, then server time, then event id.
 *
 * Hysteresis and the acceptance of a successor depend on what was so before. They are evaluated at entries only,
 * each on the UTC day of its own effect, and only at entries that add or void vetted evidence, so that no number of
 * unvetted writers chooses the moment. In this order days never run backwards, what took effect after T is a suffix,
 * and the order in which documents were ingested does not matter.
 */
export class Replay {
  readonly roster = new Roster();
  readonly observations: Observations;
  readonly #policy: FoldPolicy;
  readonly #candidates = new Map<ClaimAddr, SuccessorCandidate>();
  #latches = RELEASED;
  /** Vetted masses on the day of the last judged entry, null until they are needed. */
  #scale: { readonly day: number; readonly scale: Scale } | null = null;

  constructor(policy: FoldPolicy, observed: ObservedAt) {
    this.#policy = policy;
    this.observations = new Observations(observed);
  }

  get latches(): Latches {
    return this.#latches;
  }

  get candidates(): Iterable<SuccessorCandidate> {
    return this.#candidates.values();
  }

  /** How many citations it holds weighed. */
  get size(): number {
    return this.#scale?.scale.size ?? 0;
  }

  /** Takes the next entry, which must not be before the last one in order of effect. */
  take(entry: ReadEntry): StanceChange {
    const change = this.roster.take(entry);
    if (this.#scale?.day === entry.day) this.#scale.scale.follow(change);
    else this.#scale = null;
    this.#name(change.added);
    if (touchesVetted(change)) this.#judge(change);
    return change;
  }

  /** Weight of a citation on a day, in micro. */
  weigh(citation: CitedItem, day: number): number {
    return citationWeight(citation, day, this.observations.dayOf(citation.hash));
  }

  #name(stand: Stand): void {
    const { successor } = stand.entry;
    if (successor === null || !isProposal(stand) || this.#candidates.has(successor)) return;
    this.#candidates.set(successor, newCandidate(successor));
    // The stand may already have been put on the scale, without a tally of its candidate.
    this.#scale = null;
  }

  #judge(change: StanceChange): void {
    const quorum = this.roster.vettedDisputers.size >= this.#policy.negativeStateMinActors;
    if (!quorum) this.#latches = RELEASED;
    // With nobody to weigh against, no mass decides anything: the common ledger is never weighed here.
    if (!quorum && this.#candidates.size === 0) return;
    const scale = this.#scaleOn(change.added.day);
    if (quorum) this.#latches = nextLatches(this.#latches, scale, this.#policy);
    const moment = { added: change.added, roster: this.roster, scale, policy: this.#policy };
    for (const candidate of this.#candidates.values()) {
      if (judge(candidate, moment)) this.#scale = null;
    }
  }

  #scaleOn(day: number): Scale {
    if (this.#scale?.day === day) return this.#scale.scale;
    const sorting = (stand: Stand) => this.#sort(stand);
    const scale = new Scale(this.roster.open(), sorting, (citation) => this.weigh(citation, day));
    this.#scale = { day, scale };
    return scale;
  }

  #sort(stand: Stand): string[] {
    if (!stand.vetted) return [];
    if (stand.entry.kind === 'dispute') return ['opposition'];
    const names = stand.entry.kind === 'corroborate' ? ['support'] : [];
    for (const candidate of this.#candidates.values()) names.push(...candidateTallies(candidate, stand));
    return names;
  }
}

function touchesVetted(change: StanceChange): boolean {
  return counts(change.added) || change.voided.some(counts);
}

function counts(stand: Stand): boolean {
  return stand.vetted || isProposal(stand);
}

/** The latches after an entry with which the quorum of opposing actors stands. */
function nextLatches(before: Latches, scale: Scale, policy: FoldPolicy): Latches {
  const masses = { support: scale.mass('support'), opposition: scale.mass('opposition') };
  return {
    disputed: isDisputed(masses, before.disputed, policy),
    contested: isContested(masses.opposition, before.contested, policy),
  };
}

/** Low confidence; entered and left at different thresholds. */
export function isDisputed(masses: Masses, latched: boolean, policy: FoldPolicy): boolean {
  const { enterBelowMicro, leaveAtMicro } = policy.disputed;
  return confidenceBelow(masses, latched ? leaveAtMicro : enterBelowMicro, policy);
}

/** Much opposition; entered and left at different thresholds. */
export function isContested(opposition: number, latched: boolean, policy: FoldPolicy): boolean {
  const { enterAtMicro, leaveBelowMicro } = policy.contested;
  return opposition >= (latched ? leaveBelowMicro : enterAtMicro);
}
