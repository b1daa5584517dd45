/** Which artefacts say what a withdrawn original said: an answer that rests on one of them may stand by another. */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { EVERYTHING } from '../../graph/store/rows.ts';
import { nextSlice } from '../slices.ts';
import { firstPlaces } from '../stated-places.ts';

/** Claims whose places are read together. */
const CLAIMS_AT_ONCE = 50;

/** The withdrawn originals of those that are mirrors, and every mirror of these originals. */
export async function readCopies(
  reader: RecordReader & RangeReader,
  mirrors: readonly ArtefactId[],
): Promise<readonly ArtefactId[]> {
  const states = await readStates(reader, mirrors);
  const repeated = await readStates(
    reader,
    states.flatMap(({ record }) => record.mirror_of ?? []),
  );
  const gone = repeated.filter(({ withdrawn }) => withdrawn !== null);
  if (gone.length === 0) return [];
  const originals = new Set(gone.map(({ record }) => record.artefact_id));
  // A mirror has sentences of its original, so that it is found where these stand.
  const stated = (await reader.ranges('occurrencesIn', { by: [...originals] })).flat();
  const around = await readStates(
    reader,
    await stating(reader, [...new Set(stated.map(({ claim }) => claim))]),
  );
  const copies = around.filter(({ record }) => record.mirror_of !== null && originals.has(record.mirror_of));
  return [...originals, ...copies.map(({ record }) => record.artefact_id)];
}

/**
 * Artefacts that state any of the claims, among the first 250 places of each: a mirror has most sentences of its original, and
 * not each of them stands on so many pages before it.
 */
async function stating(reader: RangeReader, claims: readonly ClaimAddr[]): Promise<ArtefactId[]> {
  const found = new Set<ArtefactId>();
  for (let start = 0; start < claims.length; start += CLAIMS_AT_ONCE) {
    if (start > 0) await nextSlice();
    const places = await firstPlaces(reader, claims.slice(start, start + CLAIMS_AT_ONCE), EVERYTHING);
    for (const { artefact } of places.flat()) found.add(artefact);
  }
  return [...found];
}

async function readStates(reader: RecordReader, ids: readonly ArtefactId[]) {
  const distinct = [...new Set(ids)];
  const states = distinct.length === 0 ? [] : await reader.records('artefacts', distinct);
  return states.filter((state) => state !== null);
}
