/** One step of the projection: rows of ledgers with the states of their claims, in transactions of a bounded length. */
import type { ClaimAddr } from '../../../graph/address.ts';
import {
  type BeliefChanges,
  type BeliefDay,
  type BeliefPosition,
  type BeliefTally,
  type BeliefTransaction,
  type ClaimState,
  type LedgerBelief,
  type LedgerKey,
  type ListedState,
  NEVER_LASTS,
  NO_BELIEF_CHANGES,
} from '../../../graph/store/beliefs.ts';
import type { GraphStore } from '../../../graph/store/store.ts';

export interface Step {
  readonly rows: readonly LedgerBelief[];
  /** Claims that the log asserted, and that may have no state yet. Their ledgers have rows, or are among `rows`. */
  readonly asserted: readonly ClaimAddr[];
  /** Written with the first rows: lists must know of the day that these are of. */
  readonly raised: readonly BeliefDay[];
  /** Written with the last of them. */
  readonly days: readonly BeliefDay[];
  /** Where the projection stood when the rows were made; where it stands elsewhere by now, nothing is written. */
  readonly from: BeliefPosition;
  readonly to: Omit<BeliefPosition, 'revision'>;
}

export const BEGINNING: BeliefPosition = { seq: -1, pending: -1, revision: 0 };

/** States of claims that one transaction changes: on the embedded store it is one event-loop slice. */
const MAX_STATES = 250;

/** Where a step goes on: members of this row behind that position of the log. */
interface Place {
  readonly row: number;
  readonly after: number;
  /** Where the projection stands, where nobody else has moved it. */
  readonly stands: BeliefPosition;
}

/** @returns where the projection stands then; null where another process was faster: nothing of the rest is written */
export async function writeStep(store: GraphStore, step: Step): Promise<BeliefPosition | null> {
  let place: Place | null = { row: 0, after: -1, stands: step.from };
  while (place !== null) {
    const begun: Place = place;
    const next = await store.moveBeliefs((tx) => writeSome(tx, step, begun));
    if (next === 'overtaken') return null;
    if (next.place === null) return next.stands;
    place = next.place;
  }
  return null;
}

interface Written {
  readonly stands: BeliefPosition;
  /** Null: all is written. */
  readonly place: Place | null;
}

async function writeSome(tx: BeliefTransaction, step: Step, begun: Place): Promise<Written | 'overtaken'> {
  const [stands = BEGINNING] = await tx.beliefs('position', {});
  if (!isSame(stands, begun.stands)) return 'overtaken';
  const rows = step.rows.slice(begun.row);
  const known = keyed(await tx.beliefs('ledgers', { by: rows }));
  const draft = new Draft();
  let after = begun.after;
  for (const [index, row] of rows.entries()) {
    const before = known.get(nameOf(row));
    if (after >= 0 || hasChanged(before, row)) {
      const last = await spread(tx, draft, row, after);
      if (last !== null) {
        // Until its last claim has the state, every list reads it anew.
        draft.ledgers.push({ ...row, day: UNSPREAD, until: NEVER_LASTS });
        const position = draft.positionOf(stands, { seq: stands.seq, pending: step.to.pending });
        await tx.save({ ...NO_BELIEF_CHANGES, ...(await draft.changes(tx)), position, days: step.raised });
        return { stands: position, place: { row: begun.row + index, after: last, stands: position } };
      }
    }
    after = -1;
    draft.ledgers.push(row);
  }
  await addAsserted(tx, draft, step.asserted);
  const position = draft.positionOf(stands, step.to);
  await tx.save({ ...NO_BELIEF_CHANGES, ...(await draft.changes(tx)), position, days: step.days });
  return { stands: position, place: null };
}

function isSame(a: BeliefPosition, b: BeliefPosition): boolean {
  return a.seq === b.seq && a.pending === b.pending && a.revision === b.revision;
}

/** Claims of a ledger that has no row yet are asserted by the entries that this step follows. */
function hasChanged(before: LedgerBelief | undefined, { state }: LedgerBelief): boolean {
  return before !== undefined && (before.state !== state || before.day === UNSPREAD);
}

/** Day of a row whose claims have not all got its state. */
const UNSPREAD = -1;

/** Gives a ledger's claims its state, as many as there is room for; the position of the last one where there are more. */
async function spread(
  tx: BeliefTransaction,
  draft: Draft,
  { corpus, cluster, state }: LedgerBelief,
  after: number,
): Promise<number | null> {
  const limit = Math.max(1, MAX_STATES - draft.states.size);
  const members = await tx.beliefs('members', { corpus, cluster, after, limit: limit + 1 });
  for (const member of members.slice(0, limit)) draft.give(member, state);
  return members.length > limit ? (members[limit - 1]?.seq ?? null) : null;
}

async function addAsserted(
  tx: BeliefTransaction,
  draft: Draft,
  asserted: readonly ClaimAddr[],
): Promise<void> {
  if (asserted.length === 0) return;
  const found = await tx.beliefs('claims', { by: asserted });
  const open = found.filter(({ addr, state }) => state === null && !draft.states.has(addr));
  const own = keyed(draft.ledgers);
  const others = open.filter((claim) => !own.has(nameOf(claim)));
  const known = keyed(others.length === 0 ? [] : await tx.beliefs('ledgers', { by: others }));
  for (const claim of open) {
    const row = own.get(nameOf(claim)) ?? known.get(nameOf(claim));
    if (row !== undefined) draft.give(claim, row.state);
  }
}

/** What a transaction is about to write. */
class Draft {
  readonly ledgers: LedgerBelief[] = [];
  readonly states = new Map<ClaimAddr, ListedState>();
  readonly #moved = new Map<string, Map<ListedState, number>>();

  give({ addr, corpus, state: before }: ClaimState, state: ListedState): void {
    if (before === state || this.states.has(addr)) return;
    this.states.set(addr, state);
    if (before !== null) this.#count(corpus, before, -1);
    this.#count(corpus, state, 1);
  }

  async changes(tx: BeliefTransaction): Promise<Pick<BeliefChanges, 'ledgers' | 'states' | 'tallies'>> {
    const tallies: BeliefTally[] = [];
    for (const [corpus, moved] of this.#moved) {
      const known = new Map((await tx.beliefs('tallies', { corpus })).map((one) => [one.state, one.claims]));
      for (const [state, change] of moved) {
        if (change !== 0) tallies.push({ corpus, state, claims: (known.get(state) ?? 0) + change });
      }
    }
    const states = [...this.states].map(([addr, state]) => ({ addr, state }));
    return { ledgers: this.ledgers, states, tallies };
  }

  positionOf({ revision }: BeliefPosition, to: Step['to']): BeliefPosition {
    return { ...to, revision: revision + (this.states.size > 0 ? 1 : 0) };
  }

  #count(corpus: string, state: ListedState, change: number): void {
    const counts = this.#moved.get(corpus) ?? new Map<ListedState, number>();
    this.#moved.set(corpus, counts.set(state, (counts.get(state) ?? 0) + change));
  }
}

function nameOf({ corpus, cluster }: LedgerKey): string {
  return `${corpus} ${cluster}`;
}

function keyed<T extends LedgerKey>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [nameOf(row), row]));
}
