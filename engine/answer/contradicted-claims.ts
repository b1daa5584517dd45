/**
 * Both sides of each claim of an answer that is contradicted (docs/spec/contract.md#ae-errors;
 * docs/spec/decisions.md#5-contradiction): the evidence that speaks for it, and what a quorum or a contradicting claim
 * sets against it.
 */
import type { ClaimAddr } from '../../graph/address.ts';
import type { Belief, EvidenceKind, LedgerEntry } from '../../graph/evidence.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { View } from '../../graph/store/rows.ts';
import type { Beliefs, ClaimBelief } from '../belief/read-beliefs.ts';
import { readRivals } from '../belief/read-rivals.ts';
import { within } from '../view.ts';
import type { AnswerView } from './answer.ts';

export interface ContradictedClaim {
  readonly claim: ClaimAddr;
  readonly text: string;
  /** Of the whole ledger in the view; null where that is empty. */
  readonly belief: Belief | null;
  /** Entries of actors that still stand by them, oldest first; the newest of each side, at most `MAX_SIDE`. */
  readonly supportedBy: readonly LedgerEntry[];
  readonly disputedBy: readonly LedgerEntry[];
  /** Claims that contradict it by what they state. */
  readonly rivals: readonly ClaimAddr[];
  /** Older entries of either side that were not looked at. */
  readonly left: { readonly supportedBy: number; readonly disputedBy: number };
}

/** Newest entries of one side that are read: a ledger may have any number. */
const MAX_SIDE = 20;

export async function readContradictions(
  reader: RecordReader & RangeReader,
  beliefs: Beliefs,
  { answer, trust }: AnswerView,
  view: View,
): Promise<ContradictedClaim[]> {
  const found = trust.reasons.flatMap(({ code, claim }) =>
    code === 'contradiction_authoritative' && claim !== null ? [claim] : [],
  );
  const claims = [...new Set(found)];
  const read = await beliefs.read(claims, view);
  const rivals = await readRivals(reader, claims, view);
  const sides = claims.map(async (claim): Promise<ContradictedClaim> => {
    const belief = read.get(claim);
    const [support, dispute] = await Promise.all(
      (['corroborate', 'dispute'] as const).map((kind) => readSide(reader, belief, kind, view)),
    );
    return {
      claim,
      text: answer.claims.find(({ addr }) => addr === claim)?.text ?? '',
      belief: belief?.fold?.belief ?? null,
      supportedBy: support?.entries ?? [],
      disputedBy: dispute?.entries ?? [],
      rivals: rivals.get(claim) ?? [],
      left: { supportedBy: support?.left ?? 0, disputedBy: dispute?.left ?? 0 },
    };
  });
  return Promise.all(sides);
}

async function readSide(
  reader: RecordReader,
  belief: ClaimBelief | undefined,
  kind: EvidenceKind,
  view: View,
): Promise<{ readonly entries: readonly LedgerEntry[]; readonly left: number }> {
  if (belief === undefined) return { entries: [], left: 0 };
  const { ledger, claim } = belief;
  const left = Math.max(0, ledger.countOf([kind]) - MAX_SIDE);
  const places = ledger.positionsOf([kind], left, MAX_SIDE);
  const found = places.length === 0 ? [] : await reader.records('ledgerEntries', places);
  const entries = found.filter((entry) => entry !== null);
  const roots = [...new Set(entries.map(({ actor_root }) => actor_root))];
  const latest =
    roots.length === 0
      ? []
      : await reader.records(
          'latestByActor',
          roots.map((actorRoot) => ({ claim, actorRoot })),
        );
  const changed = new Set(
    latest.flatMap((entry) => (entry && hasChangedSide(entry, kind, view) ? [entry.actor_root] : [])),
  );
  return { entries: entries.filter(({ actor_root }) => !changed.has(actor_root)), left };
}

/** Whether the actor's latest entry is of another kind and within the view. */
function hasChangedSide(latest: LedgerEntry, kind: EvidenceKind, view: View): boolean {
  return latest.kind !== kind && within(view, { seq: latest.log.seq, effective_at: latest.effective_at });
}
