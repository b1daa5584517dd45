/** The artefacts that support the claims of an answer: every independent voice of their clusters. */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { ClaimOccurrence, ClaimRecord } from '../../graph/claim.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { View } from '../../graph/store/rows.ts';
import { firstPlaces, firstWordings, MAX_PLACES, newestPlaces } from '../stated-places.ts';
import { type CorpusView, within } from '../view.ts';
import { isWithdrawn, type Originals, readOriginals } from './originals.ts';

export interface Support {
  readonly claims: ReadonlyMap<ClaimAddr, ClaimRecord>;
  /**
   * Per claim, places in the view where it or one of the first 100 wordings of its cluster stands, earliest first: 250 of each
   * wording at most (`readPlaces`), and those that are quoted.
   */
  readonly places: ReadonlyMap<ClaimAddr, readonly ClaimOccurrence[]>;
  readonly artefacts: ReadonlyMap<ArtefactId, ArtefactState>;
  /** Of those artefacts that are mirrors. */
  readonly originals: Originals;
}

/** What an answer quotes supports it in any case. */
export interface Quoted {
  readonly artefacts: readonly ArtefactState[];
  /** Where the quoted sentences stand, which need not be among the places that are read; none where nothing is recorded yet. */
  readonly places: readonly ClaimOccurrence[];
}

const NOTHING_QUOTED: Quoted = { artefacts: [], places: [] };

/** Support of these claims in the view; withdrawn artefacts are left out. */
export async function readSupport(
  reader: RecordReader & RangeReader,
  addrs: readonly ClaimAddr[],
  { view }: Pick<CorpusView, 'view'>,
  quoted: Quoted = NOTHING_QUOTED,
): Promise<Support> {
  const records = (await reader.records('claims', addrs)).filter((claim) => claim !== null);
  const clusters = [...new Set(records.map((claim) => claim.claim_cluster_id))];
  const members = new Map(
    (await firstWordings(reader, clusters)).map((found, index) => [
      clusters[index],
      found.map(({ addr }) => addr),
    ]),
  );
  const wordingsOf = ({ addr, claim_cluster_id }: ClaimRecord) =>
    new Set([...(members.get(claim_cluster_id) ?? []), addr]);
  const all = [...new Set(records.flatMap((claim) => [...wordingsOf(claim)]))];
  const { places, current } = await readPlaces(reader, all, view);
  const artefacts = new Map(
    [...current, ...quoted.artefacts].map((state) => [state.record.artefact_id, state]),
  );
  const quotedAt = Map.groupBy(
    quoted.places.filter((place) => within(view, place)),
    ({ claim }) => claim,
  );
  const placesOf = (addr: ClaimAddr) => [...(places.get(addr) ?? []), ...(quotedAt.get(addr) ?? [])];
  return {
    claims: new Map(records.map((claim) => [claim.addr, claim])),
    places: new Map(
      records.map((claim) => {
        const wordings = [...wordingsOf(claim)];
        const stated = new Map(wordings.flatMap(placesOf).map((place) => [place.seq, place]));
        const standing = [...stated.values()].filter(({ artefact }) => artefacts.has(artefact));
        return [claim.addr, standing.sort(bySeq)];
      }),
    ),
    artefacts,
    originals: await readOriginals(reader, [...artefacts.values()]),
  };
}

interface Places {
  readonly places: ReadonlyMap<ClaimAddr, readonly ClaimOccurrence[]>;
  /** Artefacts of these places that were not withdrawn. */
  readonly current: readonly ArtefactState[];
}

/**
 * The first places of each wording in the order of the log: those that others repeat, and no document that is added changes them.
 * Where all of these are withdrawn and there may be more, the newest instead: a document has a place for each of its versions.
 */
async function readPlaces(
  reader: RecordReader & RangeReader,
  wordings: readonly ClaimAddr[],
  view: View,
): Promise<Places> {
  const found = await firstPlaces(reader, wordings, view);
  const first = new Map(wordings.map((addr, index) => [addr, found[index] ?? []]));
  const current = await readCurrent(reader, found.flat(), view);
  const known = new Set(current.map(({ record }) => record.artefact_id));
  const replaced = wordings.filter((addr) => {
    const places = first.get(addr) ?? [];
    return places.length >= MAX_PLACES && !places.some(({ artefact }) => known.has(artefact));
  });
  if (replaced.length === 0) return { places: first, current };
  const newest = await newestPlaces(reader, replaced, view, MAX_PLACES);
  return {
    places: new Map([...first, ...replaced.map((addr, index) => [addr, newest[index] ?? []] as const)]),
    current: [...current, ...(await readCurrent(reader, newest.flat(), view))],
  };
}

async function readCurrent(
  reader: RecordReader,
  places: readonly ClaimOccurrence[],
  view: View,
): Promise<ArtefactState[]> {
  const ids = [...new Set(places.map(({ artefact }) => artefact))];
  const states = (await reader.records('artefacts', ids)).filter((state) => state !== null);
  return states.filter((state) => !isWithdrawn(state, view));
}

function bySeq(a: ClaimOccurrence, b: ClaimOccurrence): number {
  return a.seq - b.seq;
}
