/** Artefacts that repeat one, found by the claims that both state: a mirror repeats most of them. */
import type { ArtefactRecord } from '../../graph/artefact.ts';
import type { ClaimOccurrence } from '../../graph/claim.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { holdsBy } from '../view.ts';
import { artefactBrief } from './artefact-brief.ts';
import { bounded } from './bounded.ts';
import type { ArtefactBrief, Bounded } from './provenance.ts';

export const MAX_MIRRORS = 20;
/** Claims that are looked at. */
const MAX_CLAIMS = 100;

export interface Mirrors {
  readonly original: ArtefactBrief | null;
  readonly mirrors: Bounded<ArtefactBrief>;
}

/** Two batch reads at most. @param occurrences of the artefact @param asOf mirrors that had taken effect by then; null: now */
export async function readMirrorsOf(
  reader: RecordReader & RangeReader,
  { artefact_id, mirror_of }: ArtefactRecord,
  occurrences: readonly ClaimOccurrence[],
  asOf: string | null,
): Promise<Mirrors> {
  const claims = [...new Set(occurrences.map(({ claim }) => claim))].slice(0, MAX_CLAIMS);
  const stated = claims.length === 0 ? [] : await reader.ranges('occurrences', { by: claims });
  const others = new Set(stated.flat().map(({ artefact }) => artefact));
  if (mirror_of !== null) others.add(mirror_of);
  others.delete(artefact_id);
  const found = others.size === 0 ? [] : await reader.records('artefacts', [...others]);
  const states = found.filter((state) => holdsBy(state, asOf));
  const original = states.find(({ record }) => record.artefact_id === mirror_of);
  const mirrors = states
    .filter(({ record }) => record.mirror_of === artefact_id)
    .toSorted((a, b) => a.seq - b.seq);
  return {
    original: original === undefined ? null : artefactBrief(original, asOf),
    mirrors: bounded(
      mirrors.map((state) => artefactBrief(state, asOf)),
      MAX_MIRRORS,
    ),
  };
}
