/** Which artefacts say what a withdrawn original said: an answer that rests on one of them may stand by another. */
import type { ArtefactId } from '../../graph/address.ts';
import type { EdgePlace, EdgeReader } from '../../graph/store/edges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { EVERYTHING } from '../../graph/store/rows.ts';
import { nextSlice } from '../slices.ts';

/** Edges of one read. */
const MAX_EDGES = 1_000;

/** The withdrawn originals of those that are mirrors, and every mirror of these originals. */
export async function readCopies(
  reader: RecordReader & EdgeReader,
  mirrors: readonly ArtefactId[],
): Promise<readonly ArtefactId[]> {
  const states = await readStates(reader, mirrors);
  const repeated = await readStates(
    reader,
    states.flatMap(({ record }) => record.mirror_of ?? []),
  );
  const found: ArtefactId[] = [];
  for (const { record, withdrawn } of repeated) {
    if (withdrawn === null) continue;
    found.push(record.artefact_id);
    for await (const mirror of mirrorsOf(reader, record.artefact_id)) found.push(mirror);
  }
  return found;
}

/** Each page begins a slice of its own. */
async function* mirrorsOf(reader: EdgeReader, original: ArtefactId): AsyncGenerator<ArtefactId> {
  const asked = { kinds: ['mirrors'] as const, of: [original], view: EVERYTHING, prefixes: null };
  for (let after: EdgePlace | null = null; ; ) {
    const [[edges] = []] = await reader.edges({ ...asked, after, limit: MAX_EDGES });
    const { first = [], total = 0 } = edges ?? {};
    // The beginning of such an edge is an artefact; an original is no mirror itself.
    for (const { from } of first) yield from as ArtefactId;
    const last = first.at(-1);
    if (last === undefined || total <= first.length) return;
    after = { other: last.from, from: last.from };
    await nextSlice();
  }
}

async function readStates(reader: RecordReader, ids: readonly ArtefactId[]) {
  const distinct = [...new Set(ids)];
  const states = distinct.length === 0 ? [] : await reader.records('artefacts', distinct);
  return states.filter((state) => state !== null);
}
