/** Whether a proposed successor is accepted (docs/spec/decisions.md#4.8). */
import type { ClaimAddr } from '../address.ts';
import type { SuccessorStanding } from '../evidence.ts';
import { epochMs } from '../time.ts';
import type { ReadEntry } from './cited-item.ts';
import type { FoldPolicy } from './policy.ts';
import type { Roster, Stand } from './roster.ts';
import type { Scale } from './scale.ts';

/**
 * One proposed successor through a replay.
 *
 * The ledger alone decides when its proposals pass the bar; whether the successor really is newer and undisputed is
 * known only of the day of reading, so that part is asked there ({@link acceptedSuccessor}).
 */
export interface SuccessorCandidate {
  readonly successor: ClaimAddr;
  /** Proposals up to this instant are spent: later corroboration brought the claim back. */
  spentUntil: number;
  /** Set while the proposals' win holds. */
  win: Win | null;
}

interface Win {
  /** Effective instant of the entry with which the bar was passed. */
  readonly since: number;
  /** The entry that decided alone, null where a quorum did. */
  readonly decisive: Stand | null;
  /** Oldest "newest support" of the claim seen while the bar was passed; -Infinity without any support. */
  newestBacking: number;
}

const NONE = Number.NEGATIVE_INFINITY;

/** Whether an entry proposes a successor and its writer's word counts. */
export function isProposal({ entry, vetted }: ReadEntry): boolean {
  const { kind, successor, claim, authority } = entry;
  if (kind !== 'supersede-propose' || successor === null || successor === claim) return false;
  return vetted || authority !== null;
}

/** A successor named for the first time. */
export function newCandidate(successor: ClaimAddr): SuccessorCandidate {
  return { successor, spentUntil: NONE, win: null };
}

/** Tally of the vetted proposals that still count for a candidate. */
function proposalsOf(candidate: SuccessorCandidate): string {
  return `for ${candidate.successor}`;
}

/** Tally of the vetted corroboration that is later than a candidate's win. */
function returnOf(candidate: SuccessorCandidate): string {
  return `against ${candidate.successor}`;
}

/** The candidate's tallies that a vetted stand counts in. */
export function candidateTallies(candidate: SuccessorCandidate, stand: Stand): string[] {
  if (stand.entry.kind === 'supersede-propose') {
    const counts = stand.entry.successor === candidate.successor && stand.effective > candidate.spentUntil;
    return counts ? [proposalsOf(candidate)] : [];
  }
  const later = candidate.win !== null && stand.effective > candidate.win.since;
  return stand.entry.kind === 'corroborate' && later ? [returnOf(candidate)] : [];
}

/** The claim right after one entry, weighed on that entry's day. */
export interface Moment {
  readonly added: Stand;
  readonly roster: Roster;
  /** Knows `support` and each candidate's tallies. */
  readonly scale: Scale;
  readonly policy: FoldPolicy;
}

/**
 * Judges a candidate after one entry.
 *
 * @returns true when the candidate won or lost, after which its tallies must be sorted anew
 */
export function judge(candidate: SuccessorCandidate, moment: Moment): boolean {
  return candidate.win === null ? judgeOpen(candidate, moment) : judgeWon(candidate, candidate.win, moment);
}

function judgeOpen(candidate: SuccessorCandidate, moment: Moment): boolean {
  const { added, roster } = moment;
  const names = isProposal(added) && added.entry.successor === candidate.successor;
  const decisive = names && decidesAlone(added, roster) ? added : null;
  if (decisive === null && !passesQuorum(proposalsOf(candidate), moment)) return false;
  candidate.win = { since: added.effective, decisive, newestBacking: backing(roster) };
  return true;
}

function judgeWon(candidate: SuccessorCandidate, win: Win, moment: Moment): boolean {
  const { added, roster } = moment;
  const later = added.entry.kind === 'corroborate' && added.effective > win.since;
  if ((later && decidesAlone(added, roster)) || passesQuorum(returnOf(candidate), moment)) {
    candidate.win = null;
    candidate.spentUntil = added.effective;
    return true;
  }
  const stillPasses = win.decisive?.closedBy === null || passesQuorum(proposalsOf(candidate), moment);
  if (stillPasses) win.newestBacking = Math.min(win.newestBacking, backing(roster));
  return false;
}

/** The claim's author, a holder of `svc.supersede`, or whom the trust policy names needs nobody else. */
function decidesAlone(stand: Stand, roster: Roster): boolean {
  return stand.entry.authority !== null || (stand.vetted && stand.entry.actor_root === roster.author);
}

function passesQuorum(name: string, { scale, policy }: Moment): boolean {
  const { minActors, minMassMicro, minShareMicro } = policy.supersede;
  const mass = scale.mass(name);
  if (scale.actors(name) < minActors || mass < minMassMicro) return false;
  return BigInt(mass) * 1_000_000n >= BigInt(scale.mass('support')) * BigInt(minShareMicro);
}

function backing(roster: Roster): number {
  return roster.newestBacking()?.effective ?? NONE;
}

/**
 * The accepted successor: the one that won last among those that are newer than the claim was and undisputed.
 *
 * @param successors standing of the named successors as of T; one that is missing cannot be accepted
 */
export function acceptedSuccessor(
  candidates: Iterable<SuccessorCandidate>,
  successors: Readonly<Record<string, SuccessorStanding>>,
): ClaimAddr | null {
  let best: { readonly addr: ClaimAddr; readonly since: number } | null = null;
  for (const { successor, win } of candidates) {
    if (win === null || !isLater(successors, successor, win.newestBacking)) continue;
    const wins =
      best === null || win.since > best.since || (win.since === best.since && successor < best.addr);
    if (wins) best = { addr: successor, since: win.since };
  }
  return best?.addr ?? null;
}

function isLater(
  successors: Readonly<Record<string, SuccessorStanding>>,
  addr: ClaimAddr,
  newestBacking: number,
): boolean {
  const standing = Object.hasOwn(successors, addr) ? successors[addr] : undefined;
  if (standing === undefined || standing.disputed || standing.newest_support === null) return false;
  return epochMs(standing.newest_support) > newestBacking;
}
