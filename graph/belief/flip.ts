/** The smallest single event that would flip a claim's state. */
import type { ClaimAddr, EventId } from '../address.ts';
import type { BeliefState, EvidenceItemKind, EvidenceKind, LedgerEntryBody } from '../evidence.ts';
import { epochMs } from '../time.ts';
import { fold } from './fold.ts';
import type { FoldPolicy } from './policy.ts';
import type { FoldContext, FoldResult } from './result.ts';

/** One more entry, by somebody who has not spoken yet or by the claim's author. */
export interface FlipEvent {
  readonly kind: EvidenceKind;
  readonly by: 'newcomer' | 'author';
  readonly standing: number;
  /** Its one item: an artefact of its own on a domain of its own, found in the store. */
  readonly evidence: EvidenceItemKind;
  /** Weight of the item in micro. */
  readonly weight: number;
  readonly successor: ClaimAddr | null;
}

export interface Flip {
  readonly event: FlipEvent;
  readonly from: BeliefState;
  readonly to: BeliefState;
}

/** Each event tried costs one fold; a longer ledger is not searched. */
export const MAX_FLIP_ENTRIES = 2_000;
/** Successors tried, in order of address. */
const MAX_FLIP_SUCCESSORS = 4;
const NEWCOMER = 'newcomer.invalid';
/** Sorts behind every event id of the same instant. */
const LAST_EVENT: EventId = 'e1~';

/**
 * Searches the vetted standings and item kinds by ascending weight, for a newcomer and then for the author.
 *
 * @param current the fold of these very entries
 * @returns null when no single event flips the state, or the ledger is longer than {@link MAX_FLIP_ENTRIES}
 */
export function smallestFlip(
  entries: readonly LedgerEntryBody[],
  asOf: string,
  context: FoldContext,
  current: FoldResult,
  policy: FoldPolicy,
): Flip | null {
  if (entries.length > MAX_FLIP_ENTRIES) return null;
  const [model] = entries.toSorted((a, b) => epochMs(b.at) - epochMs(a.at));
  if (model === undefined) return null;
  for (const event of eventsByWeight(current, context, policy)) {
    const entry = entryOf(event, model, asOf, current.author);
    const to = fold([...entries, entry], asOf, context, policy)?.state;
    if (to !== undefined && to !== current.state) return { event, from: current.state, to };
  }
  return null;
}

function eventsByWeight(current: FoldResult, context: FoldContext, policy: FoldPolicy): FlipEvent[] {
  const { vettedStanding, standing } = policy;
  const standings = [vettedStanding, standing.organisation, standing.curator];
  const kinds: readonly EvidenceItemKind[] = ['source', 'receipt', 'reproduction'];
  const weights = kinds.flatMap((evidence) =>
    standings.map((each) => ({ evidence, standing: each, weight: policy.kindMilli[evidence] * each })),
  );
  const voices = [...stancesOf('newcomer', context), ...(current.author ? stancesOf('author', context) : [])];
  return weights
    .toSorted((a, b) => a.weight - b.weight)
    .flatMap((weight) => voices.map((voice) => ({ ...weight, ...voice })));
}

type StanceTried = Pick<FlipEvent, 'kind' | 'by' | 'successor'>;

function stancesOf(by: FlipEvent['by'], context: FoldContext): StanceTried[] {
  const successors = Object.keys(context.successors).sort().slice(0, MAX_FLIP_SUCCESSORS);
  return [
    { kind: 'dispute', by, successor: null },
    { kind: 'corroborate', by, successor: null },
    // The context is keyed by claim addresses.
    ...successors.map((addr) => ({
      kind: 'supersede-propose' as const,
      by,
      successor: addr as ClaimAddr,
    })),
  ];
}

/** @param model the newest entry: the event comes right behind it */
function entryOf(
  event: FlipEvent,
  model: LedgerEntryBody,
  asOf: string,
  author: string | null,
): LedgerEntryBody {
  const root = event.by === 'author' && author !== null ? author : NEWCOMER;
  return {
    ...model,
    event_id: LAST_EVENT,
    effective_at: asOf,
    kind: event.kind,
    actor: root,
    actor_root: root,
    standing: event.standing,
    evidence: [{ ref: NEWCOMER, hash: NEWCOMER, kind: event.evidence, check: 'match', domain: NEWCOMER }],
    successor: event.successor,
    authority: null,
  };
}
