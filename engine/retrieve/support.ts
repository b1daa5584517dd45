/** The artefacts that support the claims of an answer: every independent voice of their clusters. */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { ClaimOccurrence, ClaimRecord } from '../../graph/claim.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { type CorpusView, within } from '../view.ts';
import { isWithdrawn, type Originals, readOriginals } from './originals.ts';

export interface Support {
  readonly claims: ReadonlyMap<ClaimAddr, ClaimRecord>;
  /** Per claim, the places in the view where a wording of its cluster stands, earliest first. */
  readonly places: ReadonlyMap<ClaimAddr, readonly ClaimOccurrence[]>;
  readonly artefacts: ReadonlyMap<ArtefactId, ArtefactState>;
  /** Of those artefacts that are mirrors. */
  readonly originals: Originals;
}

/**
 * Support of these claims in the view; withdrawn artefacts are left out.
 * @param quoted artefacts that support in any case, even without a recorded occurrence
 */
export async function readSupport(
  reader: RecordReader & RangeReader,
  addrs: readonly ClaimAddr[],
  { view }: Pick<CorpusView, 'view'>,
  quoted: readonly ArtefactState[] = [],
): Promise<Support> {
  const records = (await reader.records('claims', addrs)).filter((claim) => claim !== null);
  const clusters = [...new Set(records.map((claim) => claim.claim_cluster_id))];
  const members = new Map(
    (await reader.ranges('claimsOfCluster', { by: clusters })).map((found, index) => [
      clusters[index],
      found.map(({ addr }) => addr),
    ]),
  );
  const all = [...new Set([...members.values()].flat())];
  const found = await reader.ranges('occurrences', { by: all });
  const places = new Map(
    all.map((addr, index) => [addr, (found[index] ?? []).filter((one) => within(view, one))]),
  );
  const ids = [...new Set([...places.values()].flat().map(({ artefact }) => artefact))];
  const states = (await reader.records('artefacts', ids)).filter((state) => state !== null);
  const standing = [...states.filter((state) => !isWithdrawn(state, view)), ...quoted];
  const artefacts = new Map(standing.map((state) => [state.record.artefact_id, state]));
  return {
    claims: new Map(records.map((claim) => [claim.addr, claim])),
    places: new Map(
      records.map((claim) => {
        const wordings = members.get(claim.claim_cluster_id) ?? [];
        const stated = wordings.flatMap((addr) => places.get(addr) ?? []);
        return [claim.addr, stated.filter(({ artefact }) => artefacts.has(artefact)).toSorted(bySeq)];
      }),
    ),
    artefacts,
    originals: await readOriginals(reader, [...artefacts.values()]),
  };
}

function bySeq(a: ClaimOccurrence, b: ClaimOccurrence): number {
  return a.seq - b.seq;
}
