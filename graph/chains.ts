/**
 * Supersession chains: claims that proposals connect, whichever way and whether accepted or not. A proposal makes a chain of two, lets
 * one grow, or joins two. Pure, and the same however entries are grouped.
 */
import { type ClaimAddr, claimCorpusOf } from './address.ts';
import type { LedgerEntry } from './evidence.ts';

export interface ClaimChain {
  /** A claim of it, that no other chain has been named by. */
  readonly id: ClaimAddr;
  readonly corpus: string;
  /** Claims of it. */
  readonly length: number;
  /** Log positions of its first and its newest proposal. */
  readonly seq: number;
  readonly newest: number;
  /** Earliest effective time of a proposal. */
  readonly since: string;
}

export interface ChainMembership {
  readonly claim: ClaimAddr;
  readonly chain: ClaimAddr;
}

/** In this order: what was of a joined chain is of the other one, which are chains no more, what chains are, and of which new claims are. */
export interface ChainChanges {
  readonly joined: readonly { readonly from: ClaimAddr; readonly into: ClaimAddr }[];
  readonly chains: readonly ClaimChain[];
  readonly members: readonly ChainMembership[];
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
  readonly #stored: ReadonlySet<ClaimAddr>;
  readonly #chains = new Map<ClaimAddr, ClaimChain>();
  readonly #members = new Map<ClaimAddr, ClaimAddr>();
  readonly #joined = new Map<ClaimAddr, ClaimAddr>();

  constructor(known: ReadonlyMap<ClaimAddr, ClaimChain>) {
    this.#known = known;
    this.#stored = new Set([...known.values()].map(({ id }) => id));
  }

  add(proposal: Proposal): void {
    const { claim, successor } = proposal;
    const [one, other] = [this.#chainOf(claim), this.#chainOf(successor)];
    const chain = this.#joinedOf(one, other) ?? one ?? other ?? newChain(proposal);
    // Claims of a chain that was joined just now are of this one.
    this.#chains.set(chain.id, chain);
    let { length } = chain;
    for (const addr of [claim, successor]) {
      if (this.#chainOf(addr) !== null) continue;
      this.#members.set(addr, chain.id);
      length += 1;
    }
    this.#chains.set(chain.id, { ...grown(chain, proposal), length });
  }

  finish(): ChainChanges {
    const stored = [...this.#joined.keys()].filter((id) => this.#stored.has(id));
    return {
      joined: stored.map((from) => ({ from, into: this.#nameOf(from) })),
      chains: [...this.#chains.values()],
      members: [...this.#members].map(([claim, chain]) => ({ claim, chain: this.#nameOf(chain) })),
    };
  }

  /** The longer one goes on; of equal ones the older. */
  #joinedOf(one: ClaimChain | null, other: ClaimChain | null): ClaimChain | null {
    if (one === null || other === null || one.id === other.id) return null;
    const isFirst = one.length > other.length || (one.length === other.length && one.seq < other.seq);
    const [kept, lost] = isFirst ? [one, other] : [other, one];
    this.#joined.set(lost.id, kept.id);
    this.#chains.delete(lost.id);
    const newest = Math.max(one.newest, other.newest);
    const first = {
      seq: Math.min(one.seq, other.seq),
      since: one.since < other.since ? one.since : other.since,
    };
    return { ...kept, ...first, newest, length: one.length + other.length };
  }

  #chainOf(claim: ClaimAddr): ClaimChain | null {
    const known = this.#known.get(claim);
    const named = this.#members.get(claim) ?? known?.id;
    if (named === undefined) return null;
    const id = this.#nameOf(named);
    return this.#chains.get(id) ?? known ?? null;
  }

  #nameOf(chain: ClaimAddr): ClaimAddr {
    let id = chain;
    for (let next = this.#joined.get(id); next !== undefined; next = this.#joined.get(id)) id = next;
    return id;
  }
}

function newChain({ claim, log, effective_at }: Proposal): ClaimChain {
  const times = { seq: log.seq, newest: log.seq, since: effective_at };
  return { id: claim, corpus: claimCorpusOf(claim), length: 0, ...times };
}

function grown(chain: ClaimChain, { log, effective_at }: Proposal): ClaimChain {
  return {
    ...chain,
    seq: Math.min(chain.seq, log.seq),
    newest: Math.max(chain.newest, log.seq),
    since: effective_at < chain.since ? effective_at : chain.since,
  };
}
