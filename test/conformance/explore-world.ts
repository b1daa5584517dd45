/** Small random graphs of claims and artefacts, each in a corpus of its own, so that one store holds many. */
import fc from 'fast-check';
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import { clusterOf } from '../../graph/cluster.ts';
import type { LedgerEntry } from '../../graph/evidence.ts';
import { artefact, at, claim, ledgerEntry, occurrence } from './graph-store/records.ts';
import { range, type World } from './graph-store/world.ts';

type Pairs = readonly (readonly [number, number])[];

/** Everything by number; a pair is of two claims, or of a claim and an artefact. */
export interface Shape {
  readonly claims: number;
  readonly artefacts: number;
  readonly places: Pairs;
  readonly rivals: Pairs;
  readonly proposals: Pairs;
  readonly support: Pairs;
  readonly disputes: Pairs;
  /** Cluster of each claim. */
  readonly clusters: readonly number[];
}

const CLAIMS = 7;
const ARTEFACTS = 4;

const pairs = (max: number, of: number) =>
  fc.array(fc.tuple(fc.nat(CLAIMS - 1), fc.nat(of - 1)), { maxLength: max });

export const shape: fc.Arbitrary<Shape> = fc.record({
  claims: fc.constant(CLAIMS),
  artefacts: fc.constant(ARTEFACTS),
  places: pairs(9, ARTEFACTS),
  // A store keeps a rivalry once.
  rivals: fc.uniqueArray(fc.tuple(fc.nat(CLAIMS - 1), fc.nat(CLAIMS - 1)), {
    maxLength: 3,
    selector: String,
  }),
  proposals: pairs(5, CLAIMS),
  support: pairs(3, ARTEFACTS),
  disputes: pairs(2, ARTEFACTS),
  clusters: fc.array(fc.nat(20), { minLength: CLAIMS, maxLength: CLAIMS }),
});

/** Log positions of one world: the next one's begin behind them. */
const POSITIONS = 100;

/** What the worlds of one store differ in. */
export interface Place {
  readonly corpus: string;
  /** Log position of its first entry. */
  readonly base: number;
}

export function placeOf(n: number): Place {
  return { corpus: `w${n}`, base: n * POSITIONS };
}

export function claimIn({ corpus }: Place, n: number): ClaimAddr {
  return `wx://${corpus}/claim/c1${corpus}n${n}`;
}

export function artefactIn({ corpus }: Place, n: number): ArtefactId {
  return `a1${corpus}n${n}`;
}

/** Effective times rise with positions. The last artefact repeats the first. */
export function worldOf(place: Place, { claims, artefacts, ...edges }: Shape): World {
  const { corpus, base } = place;
  return {
    artefacts: range(artefacts).map((n) =>
      artefact(base + n, {
        artefact_id: artefactIn(place, n),
        corpus,
        mirror_of: n === 3 ? artefactIn(place, 0) : null,
      }),
    ),
    claims: range(claims).map((n) =>
      claim(base + n, {
        addr: claimIn(place, n),
        core: { v: 1, corpus, lang: 'en', text: `Claim ${n}.` },
        claim_cluster_id: clusterOf(claimIn(place, edges.clusters.indexOf(edges.clusters[n] ?? n))),
      }),
    ),
    occurrences: edges.places.map(([of, within], index) => ({
      ...occurrence(base + 10 + index, of, within),
      claim: claimIn(place, of),
      artefact: artefactIn(place, within),
    })),
    rivals: edges.rivals
      .filter(([one, other]) => one !== other)
      .map(([one, other], index) => {
        return { claim: claimIn(place, one), rival: claimIn(place, other), seq: base + 30 + index };
      }),
    ledger: ledgerOf(place, edges),
  };
}

function ledgerOf(
  place: Place,
  { proposals, support, disputes }: Pick<Shape, 'proposals' | 'support' | 'disputes'>,
): LedgerEntry[] {
  const item = { ref: 'x', hash: 'h', kind: 'source', check: 'match', domain: 'example.org' } as const;
  const said = [
    ...proposals.map(([of, to]) => ({ of, kind: 'supersede-propose' as const, to, cited: null })),
    ...support.map(([of, cited]) => ({ of, kind: 'corroborate' as const, to: null, cited })),
    ...disputes.map(([of, cited]) => ({ of, kind: 'dispute' as const, to: null, cited })),
  ];
  return said.map(({ of, kind, to, cited }, index) => {
    const seq = place.base + 40 + index;
    const before = said.slice(0, index).filter((one) => one.of === of).length;
    return ledgerEntry(of, before, {
      event_id: `e1${place.corpus}x${index}`,
      claim: claimIn(place, of),
      effective_at: at(seq),
      kind,
      prev: before === 0 ? null : ledgerEntry(of, before - 1).entry_hash,
      successor: to === null ? null : claimIn(place, to),
      evidence: [cited === null ? item : { ...item, artefact: artefactIn(place, cited) }],
      log: { seq, tree_size: seq + 1, root: '' },
    });
  });
}
