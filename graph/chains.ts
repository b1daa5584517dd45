/**
 * Supersession chains: claims that proposals connect, whichever way and whether accepted or not. A proposal makes a chain of two, lets
 * one grow, or joins two. Pure, and the same however entries are grouped.
 *
 * Each claim of a chain has a parent, but for the one that names the chain: the shorter chain hangs below the longer one's name, so
 * that the way up doubles what lies below with each step. The claims stand in a ring, in the order in which they came to the chain: two
 * chains are joined by exchanging what follows their last claims. So a proposal changes as many rows whatever it joins.
 */
import { type ClaimAddr, claimCorpusOf } from './address.ts';
import type { LedgerEntry } from './evidence.ts';

/** Steps from a claim to the name of its chain, at most: the length at least doubles with each. */
export const MAX_CHAIN_DEPTH = 64;

export interface ClaimChain {
  /** A claim of it, that no other chain has been named by. It is the first in the ring. */
  readonly id: ClaimAddr;
  readonly corpus: string;
  /** The claim that came to it last: behind it in the ring is the first. */
  readonly last: ClaimAddr;
  /** Claims of it. */
  readonly length: number;
  /** Log positions of its first and its newest proposal. */
  readonly seq: number;
  readonly newest: number;
  /** Earliest effective time of a proposal. */
  readonly since: string;
}

/** In this order. */
export interface ChainChanges {
  /** Chains that are none any more. */
  readonly ended: readonly ClaimAddr[];
  readonly chains: readonly ClaimChain[];
  /** Of claims that were of no chain, and of the names of chains that ended. The name of a chain is its own parent. */
  readonly parents: readonly { readonly claim: ClaimAddr; readonly parent: ClaimAddr }[];
  /** What follows a claim in its ring. Where one end of a link changes, the other does. */
  readonly links: readonly { readonly claim: ClaimAddr; readonly next: ClaimAddr }[];
}

type Proposal = LedgerEntry & { readonly successor: ClaimAddr };

/** Proposals of one claim in another one's place, in the order of the log. */
export function proposalsIn(ledger: readonly LedgerEntry[]): readonly Proposal[] {
  return ledger
    .filter((entry): entry is Proposal => entry.successor !== null && entry.successor !== entry.claim)
    .filter(({ claim, successor }) => claimCorpusOf(claim) === claimCorpusOf(successor))
    .sort((a, b) => a.log.seq - b.log.seq);
}

/** @param known of the claims that the proposals name, as far as they are of a chain */
export function chainChanges(
  known: ReadonlyMap<ClaimAddr, ClaimChain>,
  proposals: readonly Proposal[],
): ChainChanges {
  const growing = new Growing(known);
  for (const proposal of proposals) growing.add(proposal);
  return growing.finish();
}

class Growing {
  readonly #known: ReadonlyMap<ClaimAddr, ClaimChain>;
  /** As they are now, by name. */
  readonly #chains: Map<ClaimAddr, ClaimChain>;
  readonly #changed = new Set<ClaimAddr>();
  readonly #parents = new Map<ClaimAddr, ClaimAddr>();
  readonly #links = new Map<ClaimAddr, ClaimAddr>();

  constructor(known: ReadonlyMap<ClaimAddr, ClaimChain>) {
    this.#known = known;
    this.#chains = new Map([...known.values()].map((chain) => [chain.id, chain]));
  }

  add(proposal: Proposal): void {
    const [one, other] = [
      this.#chainOf(proposal.claim, proposal),
      this.#chainOf(proposal.successor, proposal),
    ];
    const chain = grown(one.id === other.id ? one : this.#join(one, other), proposal);
    this.#chains.set(chain.id, chain);
    this.#changed.add(chain.id);
  }

  finish(): ChainChanges {
    const stored = [...new Set([...this.#known.values()].map(({ id }) => id))];
    return {
      ended: stored.filter((id) => !this.#chains.has(id)),
      chains: [...this.#changed].flatMap((id) => this.#chains.get(id) ?? []),
      parents: [...this.#parents].map(([claim, parent]) => ({ claim, parent })),
      links: [...this.#links].map(([claim, next]) => ({ claim, next })),
    };
  }

  /** The longer one goes on; of equal ones the older, or that of the claim that would be replaced. */
  #join(one: ClaimChain, other: ClaimChain): ClaimChain {
    const isFirst = one.length > other.length || (one.length === other.length && one.seq <= other.seq);
    const [kept, lost] = isFirst ? [one, other] : [other, one];
    this.#chains.delete(lost.id);
    if (kept.length === 1) this.#parents.set(kept.id, kept.id);
    this.#parents.set(lost.id, kept.id);
    this.#links.set(kept.last, lost.id);
    this.#links.set(lost.last, kept.id);
    return {
      ...kept,
      last: lost.last,
      length: kept.length + lost.length,
      seq: Math.min(one.seq, other.seq),
      newest: Math.max(one.newest, other.newest),
      since: one.since < other.since ? one.since : other.since,
    };
  }

  /** Of a claim that is of none, one that it is alone in. */
  #chainOf(claim: ClaimAddr, { log, effective_at }: Proposal): ClaimChain {
    let id = this.#known.get(claim)?.id ?? claim;
    for (
      let above = this.#parents.get(id);
      above !== undefined && above !== id;
      above = this.#parents.get(id)
    )
      id = above;
    const times = { seq: log.seq, newest: log.seq, since: effective_at };
    return this.#chains.get(id) ?? { id, corpus: claimCorpusOf(id), last: id, length: 1, ...times };
  }
}

function grown(chain: ClaimChain, { log, effective_at }: Proposal): ClaimChain {
  return {
    ...chain,
    seq: Math.min(chain.seq, log.seq),
    newest: Math.max(chain.newest, log.seq),
    since: effective_at < chain.since ? effective_at : chain.since,
  };
}
