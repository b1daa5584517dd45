/** Who stands where on a claim: one stance per actor (docs/spec/decisions.md#4.2). */
import type { EventId } from '../address.ts';
import type { ReadEntry } from './cited-item.ts';

type Closing = 'change_of_side' | 'proposal';

/** An entry in one replay. It is open until its actor changes its mind. */
export interface Stand extends ReadEntry {
  /** Why it is no longer open, null while it is. */
  closedBy: Closing | null;
}

interface Stance {
  readonly supports: Stand[];
  readonly disputes: Stand[];
  proposal: Stand | null;
}

/** What one more entry did: the entry itself, and the earlier ones of its actor that it voided. */
export interface StanceChange {
  readonly added: Stand;
  readonly voided: readonly Stand[];
}

/**
 * The stances of all actors after some entries. Entries are taken in canonical order of effect.
 *
 * A corroborate voids its actor's disputes and proposal, a dispute its corroborates, a supersede-propose its
 * corroborates and earlier proposal; the same side adds.
 */
export class Roster {
  readonly #stances = new Map<string, Stance>();
  readonly #backers = new Set<string>();
  readonly #supporters = new Set<string>();
  readonly #vettedDisputers = new Set<string>();
  readonly #disputers = new Set<string>();
  readonly #supported: Stand[] = [];
  readonly #backed: Stand[] = [];
  readonly #opposed: Stand[] = [];

  /** The claim's author: the only root that ever corroborated it with standing, nobody where several did. */
  get author(): string | null {
    if (this.#backers.size !== 1) return null;
    const [author = null] = this.#backers;
    return author;
  }

  /** Vetted roots with live corroboration. */
  get supporters(): ReadonlySet<string> {
    return this.#supporters;
  }

  /** Vetted roots with an open dispute. */
  get vettedDisputers(): ReadonlySet<string> {
    return this.#vettedDisputers;
  }

  /** All roots with an open dispute. */
  get disputers(): ReadonlySet<string> {
    return this.#disputers;
  }

  /** The newest live vetted corroborate. */
  newestSupport(): Stand | null {
    return newest(this.#supported, (stand) => stand.closedBy === null);
  }

  /** Like {@link newestSupport}, but what an actor corroborated before it proposed a successor still counts. */
  newestBacking(): Stand | null {
    return newest(this.#backed, (stand) => stand.closedBy !== 'change_of_side');
  }

  /** The event of the newest open vetted dispute. */
  newestDispute(): EventId | null {
    return newest(this.#opposed, (stand) => stand.closedBy === null)?.entry.event_id ?? null;
  }

  /** Every open entry, in no order that may matter. */
  *open(): Generator<Stand> {
    for (const stance of this.#stances.values()) {
      yield* stance.supports;
      yield* stance.disputes;
      if (stance.proposal !== null) yield stance.proposal;
    }
  }

  take(entry: ReadEntry): StanceChange {
    const stand: Stand = { ...entry, closedBy: null };
    const actor = stand.entry.actor_root;
    const stance = this.#stances.get(actor) ?? { supports: [], disputes: [], proposal: null };
    this.#stances.set(actor, stance);
    const voided = voidEarlier(stance, stand);
    this.#index(actor, stance, stand);
    return { added: stand, voided };
  }

  #index(actor: string, stance: Stance, stand: Stand): void {
    if (stance.supports.length === 0) this.#supporters.delete(actor);
    if (stance.disputes.length === 0) {
      this.#disputers.delete(actor);
      this.#vettedDisputers.delete(actor);
    }
    if (stand.entry.kind === 'dispute') this.#disputers.add(actor);
    if (!stand.vetted) return;
    if (stand.entry.kind === 'dispute') {
      this.#vettedDisputers.add(actor);
      this.#opposed.push(stand);
    } else if (stand.entry.kind === 'corroborate') {
      this.#supporters.add(actor);
      this.#backers.add(actor);
      this.#supported.push(stand);
      this.#backed.push(stand);
    }
  }
}

function voidEarlier(stance: Stance, stand: Stand): Stand[] {
  switch (stand.entry.kind) {
    case 'corroborate': {
      const voided = [
        ...close(stance.disputes, 'change_of_side'),
        ...closeProposal(stance, 'change_of_side'),
      ];
      stance.supports.push(stand);
      return voided;
    }
    case 'dispute': {
      const voided = close(stance.supports, 'change_of_side');
      stance.disputes.push(stand);
      return voided;
    }
    case 'supersede-propose': {
      const voided = [...close(stance.supports, 'proposal'), ...closeProposal(stance, 'proposal')];
      stance.proposal = stand;
      return voided;
    }
  }
}

function close(stands: Stand[], by: Closing): Stand[] {
  const closed = stands.splice(0);
  for (const stand of closed) {
    stand.closedBy = by;
  }
  return closed;
}

function closeProposal(stance: Stance, by: Closing): Stand[] {
  const earlier = stance.proposal === null ? [] : [stance.proposal];
  stance.proposal = null;
  return close(earlier, by);
}

/** The last stand that still counts; the ones behind it can never count again and are dropped. */
function newest(stands: Stand[], counts: (stand: Stand) => boolean): Stand | null {
  for (let last = stands.at(-1); last !== undefined; last = stands.at(-1)) {
    if (counts(last)) return last;
    stands.pop();
  }
  return null;
}
