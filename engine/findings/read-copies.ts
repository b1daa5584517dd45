/** Which artefacts say what a withdrawn original said: an answer that rests on one of them may stand by another. */
import type { ArtefactId } from '../../graph/address.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';

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
  const places = (
    await reader.ranges('occurrences', { by: [...new Set(stated.map(({ claim }) => claim))] })
  ).flat();
  const around = await readStates(
    reader,
    places.map(({ artefact }) => artefact),
  );
  const copies = around.filter(({ record }) => record.mirror_of !== null && originals.has(record.mirror_of));
  return [...originals, ...copies.map(({ record }) => record.artefact_id)];
}

async function readStates(reader: RecordReader, ids: readonly ArtefactId[]) {
  const distinct = [...new Set(ids)];
  const states = distinct.length === 0 ? [] : await reader.records('artefacts', distinct);
  return states.filter((state) => state !== null);
}
