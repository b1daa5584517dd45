/** What a proposal changes of chains: as little whatever they hold, and never far from a claim to the name of its chain. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClaimAddr } from '../../graph/address.ts';
import { type ClaimChain, chainChanges, proposalsIn } from '../../graph/chains.ts';
import { claimAddr, ledgerEntry } from '../conformance/graph-store/records.ts';

/** What a store holds of chains, after one proposal a save. */
class Held {
  readonly chains = new Map<ClaimAddr, ClaimChain>();
  readonly parents = new Map<ClaimAddr, ClaimAddr>();
  readonly next = new Map<ClaimAddr, ClaimAddr>();
  #seq = 0;

  /** @returns how many rows it changes */
  propose(of: number, by: number): number {
    const claims = [claimAddr(of), claimAddr(by)];
    const known = new Map(claims.flatMap((claim) => this.#knownOf(claim)));
    const log = { seq: this.#seq, tree_size: this.#seq + 1, root: '' };
    const entry = ledgerEntry(of, this.#seq, { successor: claimAddr(by), log });
    this.#seq += 1;
    const { ended, chains, parents, links } = chainChanges(known, proposalsIn([entry]));
    for (const id of ended) this.chains.delete(id);
    for (const chain of chains) this.chains.set(chain.id, chain);
    for (const { claim, parent } of parents) this.parents.set(claim, parent);
    for (const { claim, next } of links) this.next.set(claim, next);
    return ended.length + chains.length + parents.length + links.length;
  }

  /** Steps from the claim to the name of its chain. */
  depthOf(claim: ClaimAddr): number {
    const above = this.parents.get(claim) ?? claim;
    return above === claim ? 0 : 1 + this.depthOf(above);
  }

  #knownOf(claim: ClaimAddr): [ClaimAddr, ClaimChain][] {
    const above = this.parents.get(claim);
    if (above !== undefined && above !== claim)
      return this.#knownOf(above).map(([, chain]) => [claim, chain]);
    const chain = this.chains.get(claim);
    return chain === undefined ? [] : [[claim, chain]];
  }
}

/** A chain that ends, one that goes on, a parent, two links; of a new chain two parents. */
const MOST_ROWS = 5;

describe('a proposal', () => {
  it.each([2, 64, 4_096])('that joins two chains of %i claims changes five rows', (length) => {
    const held = new Held();
    for (const start of [0, length]) {
      for (let n = start + 1; n < start + length; n += 1) held.propose(n - 1, n);
    }
    expect([...held.chains.values()].map((chain) => chain.length)).toEqual([length, length]);
    expect(held.propose(length - 1, length)).toBe(MOST_ROWS);
    expect([...held.chains.values()]).toMatchObject([{ id: claimAddr(0), length: 2 * length }]);
    expect(ringFrom(held, claimAddr(0))).toHaveLength(2 * length);
  });

  it('changes five rows at most, and leaves every claim as near to the name of its chain as the length has doublings', () => {
    const drawn = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 60 });
    fc.assert(
      fc.property(drawn, (proposals) => {
        const held = new Held();
        for (const [of, by] of proposals) expect(held.propose(of, by)).toBeLessThanOrEqual(MOST_ROWS);
        for (const { id, length } of held.chains.values()) {
          const ring = ringFrom(held, id);
          expect(ring).toHaveLength(length);
          for (const claim of ring) expect(2 ** held.depthOf(claim)).toBeLessThanOrEqual(length);
        }
      }),
    );
  });

  it('hangs no claim deeper than the doublings where chains of one length are joined again and again', () => {
    const held = new Held();
    for (let size = 1; size < 1_024; size *= 2) {
      for (let start = 0; start < 1_024; start += 2 * size) held.propose(start + size - 1, start + size);
    }
    const [chain] = held.chains.values();
    const depths = ringFrom(held, chain!.id).map((claim) => held.depthOf(claim));
    expect(depths).toHaveLength(1_024);
    expect(Math.max(...depths)).toBe(10);
  });
});

function ringFrom(held: Held, first: ClaimAddr): ClaimAddr[] {
  const ring = [first];
  for (let claim = held.next.get(first); claim !== undefined && claim !== first; claim = held.next.get(claim))
    ring.push(claim);
  return ring;
}
