/** Ledger entries as the fold reads them: instants parsed, items weighed. */
import type { EvidenceItem, LedgerEntryBody } from '../evidence.ts';
import { epochMs } from '../time.ts';
import { decayMicro } from './decay.ts';
import type { FoldPolicy } from './policy.ts';
import { utcDay } from './utc-day.ts';

/** What a fold reads of an entry: the rest need not be kept beside a state. */
export type FoldEntry = Pick<
  LedgerEntryBody,
  | 'event_id'
  | 'claim'
  | 'at'
  | 'effective_at'
  | 'kind'
  | 'actor_root'
  | 'standing'
  | 'evidence'
  | 'successor'
  | 'authority'
>;

/** One evidence item under the name of its writer. */
export interface CitedItem {
  readonly item: EvidenceItem;
  /** Normalised, see {@link artefactKey}. */
  readonly hash: string;
  readonly actor: string;
  readonly domain: string;
  /** Kind × check × standing, each in thousandths: at most 2·10^9. */
  readonly baseNano: number;
  readonly halfLifeDays: number;
  /** Day from which age runs when no later observation is known. */
  readonly originDay: number;
}

/** An entry with its instants parsed and its items named. */
export interface ReadEntry {
  readonly entry: FoldEntry;
  readonly effective: number;
  readonly at: number;
  readonly day: number;
  readonly vetted: boolean;
  readonly citations: readonly CitedItem[];
}

const DIGEST = /^(?:blake3:)?([0-9a-f]{64})$/i;
const OTHER_DIGEST = /^sha256:[0-9a-f]{64}$/i;
const BASE_PER_MICRO = 1_000_000_000;

/** Whether a hash names an artefact by itself; any other string names nothing without its ref. */
export function isDigest(hash: string): boolean {
  return DIGEST.test(hash) || OTHER_DIGEST.test(hash);
}

/** Two spellings of one BLAKE3 hash are one artefact. A string that is no digest names nothing without its ref. */
function artefactKey({ hash, ref }: EvidenceItem): string {
  const digest = DIGEST.exec(hash)?.[1];
  if (digest !== undefined) return digest.toLowerCase();
  return OTHER_DIGEST.test(hash) ? hash.toLowerCase() : `${ref}\n${hash}`;
}

/** Reads an entry for a fold under this policy. */
export function readEntry(entry: FoldEntry, policy: FoldPolicy): ReadEntry {
  const effective = epochMs(entry.effective_at);
  return {
    entry,
    effective,
    at: epochMs(entry.at),
    day: utcDay(effective),
    vetted: entry.standing >= policy.vettedStanding,
    citations: entry.evidence.map((item) => citationOf(item, entry, effective, policy)),
  };
}

function citationOf(item: EvidenceItem, entry: FoldEntry, effective: number, policy: FoldPolicy): CitedItem {
  const observed = item.observed_at === undefined ? effective : epochMs(item.observed_at);
  return {
    item,
    hash: artefactKey(item),
    actor: entry.actor_root,
    domain: item.domain,
    baseNano: policy.kindMilli[item.kind] * policy.checkMilli[item.check] * entry.standing,
    halfLifeDays: policy.halfLifeDays[item.kind],
    originDay: utcDay(Math.min(observed, effective)),
  };
}

/** Canonical order of effect: effective time, then server time, then event id. */
export function compareEffect(left: ReadEntry, right: ReadEntry): number {
  if (left.effective !== right.effective) return left.effective - right.effective;
  if (left.at !== right.at) return left.at - right.at;
  if (left.entry.event_id === right.entry.event_id) return 0;
  return left.entry.event_id < right.entry.event_id ? -1 : 1;
}

/**
 * Weight of a citation in micro: kind × check × standing × decay, rounded down once.
 *
 * @param day the UTC day on which it is weighed
 * @param observedDay day of the latest observation that still held the same bytes, -Infinity without one.
 *   An observation after `day` shows that the bytes held on `day` too: the age is then zero.
 */
export function citationWeight(citation: CitedItem, day: number, observedDay: number): number {
  const age = day - Math.max(citation.originDay, observedDay);
  // At most 2·10^9 × 10^6 = 2·10^15, below 2^53: exact.
  return Math.floor((citation.baseNano * decayMicro(age, citation.halfLifeDays)) / BASE_PER_MICRO);
}

/** Weight of a citation as if it had been observed today. */
export function freshWeight(citation: CitedItem): number {
  return citationWeight(citation, 0, 0);
}
