/**
 * What a ledger entry says between artefacts and claims, as edges for a store that is a graph. Pure: a live append and
 * a replay of the log give the same edges. Each is true of its event for good; belief, which depends on the day it is
 * read, is no part of it.
 */
import type { ArtefactId, ClaimAddr, EventId } from './address.ts';
import { freshWeight, readEntry } from './belief/cited-item.ts';
import { FOLD_POLICY } from './belief/policy.ts';
import type { LedgerEntry } from './evidence.ts';

/** What every edge has from its event. */
export interface OfEvent {
  readonly event: EventId;
  /** Root of the writer that the event counts for. */
  readonly actor: string;
  /** RFC 3339 UTC with ms. */
  readonly at: string;
  readonly effectiveAt: string;
  readonly logSeq: number;
}

/** Artefact → claim, once for each event and artefact. */
export interface StanceEdge extends OfEvent {
  readonly artefact: ArtefactId;
  readonly claim: ClaimAddr;
  /** Registrable domain of the evidence. */
  readonly publisher: string;
  /**
   * Kind × check × standing of the evidence on the day of its event, in millionths, under `fold/1`; before decay and
   * before what a fold makes of its writer's other events. Of several items of one artefact, the greatest.
   */
  readonly weightMicro: number;
}

/** Proposed successor → claim. Whether it is accepted depends on the day: a fold says so. */
export interface SuccessionEdge extends OfEvent {
  readonly successor: ClaimAddr;
  readonly claim: ClaimAddr;
  /** As in the ledger entry; null: the proposal needs a quorum. */
  readonly authority: 'capability' | 'policy' | null;
}

export interface LedgerEdges {
  readonly supports: readonly StanceEdge[];
  readonly disputes: readonly StanceEdge[];
  readonly supersedes: readonly SuccessionEdge[];
}

/** Edges of one ledger entry. Evidence that no stored artefact is known to hold has none. */
export function edgesOfEntry(entry: LedgerEntry): LedgerEdges {
  const stances = entry.kind === 'supersede-propose' ? [] : stancesOf(entry);
  return {
    supports: entry.kind === 'corroborate' ? stances : [],
    disputes: entry.kind === 'dispute' ? stances : [],
    supersedes: successionOf(entry),
  };
}

function stancesOf(entry: LedgerEntry): StanceEdge[] {
  const edges = new Map<ArtefactId, StanceEdge>();
  for (const citation of readEntry(entry, FOLD_POLICY).citations) {
    const { artefact, domain: publisher } = citation.item;
    if (artefact === undefined) continue;
    const weightMicro = freshWeight(citation);
    if ((edges.get(artefact)?.weightMicro ?? -1) >= weightMicro) continue;
    edges.set(artefact, { ...ofEvent(entry), artefact, claim: entry.claim, publisher, weightMicro });
  }
  return [...edges.values()];
}

function successionOf(entry: LedgerEntry): SuccessionEdge[] {
  const { kind, successor, claim, authority } = entry;
  if (kind !== 'supersede-propose' || successor === null) return [];
  return [{ ...ofEvent(entry), successor, claim, authority }];
}

function ofEvent({ event_id, actor_root, at, effective_at, log }: LedgerEntry): OfEvent {
  return { event: event_id, actor: actor_root, at, effectiveAt: effective_at, logSeq: log.seq };
}
