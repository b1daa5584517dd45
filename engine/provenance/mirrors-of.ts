/** Artefacts that repeat one, by the edges between them. */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import type { EdgeReader } from '../../graph/store/edges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { EVERYTHING } from '../../graph/store/rows.ts';
import { holdsBy } from '../view.ts';
import { artefactBrief } from './artefact-brief.ts';
import { bounded } from './bounded.ts';
import type { ArtefactBrief, Bounded } from './provenance.ts';

export const MAX_MIRRORS = 20;
/** Whose order is looked at. */
const MAX_EDGES = 1_000;

export interface Mirrors {
  readonly original: ArtefactBrief | null;
  readonly mirrors: Bounded<ArtefactBrief>;
}

/** One read of edges and a batch read. @param asOf mirrors that had taken effect by then; null: now */
export async function readMirrorsOf(
  reader: RecordReader & EdgeReader,
  { artefact_id, mirror_of }: ArtefactRecord,
  asOf: string | null,
): Promise<Mirrors> {
  const { ids, total } = await mirroring(reader, artefact_id, asOf);
  const wanted = mirror_of === null ? ids : [mirror_of, ...ids];
  const found = wanted.length === 0 ? [] : await reader.records('artefacts', wanted);
  const states = found.filter((state) => holdsBy(state, asOf));
  const original = states.find(({ record }) => record.artefact_id === mirror_of);
  const mirrors = states.filter(({ record }) => record.mirror_of === artefact_id);
  return {
    original: original === undefined ? null : artefactBrief(original, asOf),
    mirrors: bounded(
      mirrors.map((state) => artefactBrief(state, asOf)),
      MAX_MIRRORS,
      total,
    ),
  };
}

/** The first ones in the order of the log, and how many there are. */
async function mirroring(
  reader: EdgeReader,
  artefact: ArtefactId,
  asOf: string | null,
): Promise<{ readonly ids: readonly ArtefactId[]; readonly total: number }> {
  const view = asOf === null ? EVERYTHING : { ...EVERYTHING, until: asOf };
  const asked = { kinds: ['mirrors'] as const, of: [artefact], view, prefixes: null, after: null };
  const [[edges] = []] = await reader.edges({ ...asked, limit: MAX_EDGES });
  const { first = [], total = 0 } = edges ?? {};
  // An original is no mirror itself, and of a mirror the one edge is that to its original.
  const mirrors = first.filter(({ to }) => to === artefact).toSorted((a, b) => a.seq - b.seq);
  // The beginning of such an edge is an artefact.
  const ids = mirrors.slice(0, MAX_MIRRORS).map(({ from }) => from as ArtefactId);
  return { ids, total: mirrors.length === 0 ? 0 : total };
}
