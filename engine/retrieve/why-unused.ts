/** Why a found artefact is not used, by the question's own retrieval and by the search for what disagrees. */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { type CorpusView, within } from '../view.ts';
import { isWithdrawn, readOriginals, refusedLicence, repeatsStanding } from './originals.ts';

export type UnusedReason = 'withdrawn' | 'older_version' | 'licence_refused' | 'mirror';

/** Why an artefact is not used. */
export interface Unused {
  readonly reason: UnusedReason;
  /** The licence that is refused: its own, or that of what it repeats. Null for other reasons. */
  readonly licence: string | null;
}

export interface UseRequest {
  readonly view: CorpusView;
  /** Licences under which nothing may be used; absent: none. */
  readonly refuses?: (licence: string) => boolean;
}

/** The reason of each artefact that is not used; the others are not named. @param states within the view */
export async function whyUnused(
  reader: RecordReader & RangeReader,
  states: readonly ArtefactState[],
  { view, refuses = () => false }: UseRequest,
): Promise<ReadonlyMap<ArtefactId, Unused>> {
  const newest = await newestVersions(reader, view, [...new Set(states.map(({ record }) => record.doc_id))]);
  const originals = await readOriginals(reader, states);
  const unusedFor = (state: ArtefactState): Unused | null => {
    const { artefact_id, doc_id } = state.record;
    if (isWithdrawn(state, view.view)) return { reason: 'withdrawn', licence: null };
    if (newest.get(doc_id) !== artefact_id) return { reason: 'older_version', licence: null };
    const licence = refusedLicence(state, originals, refuses);
    if (licence !== null) return { reason: 'licence_refused', licence };
    return repeatsStanding(state, originals, view.view) ? { reason: 'mirror', licence: null } : null;
  };
  return new Map(
    states.flatMap((state) => {
      const unused = unusedFor(state);
      return unused === null ? [] : [[state.record.artefact_id, unused] as const];
    }),
  );
}

async function newestVersions(
  reader: RangeReader,
  { corpus, view }: CorpusView,
  docIds: readonly string[],
): Promise<Map<string, ArtefactId>> {
  const versions = docIds.length === 0 ? [] : await reader.ranges('versions', { corpus, by: docIds });
  return new Map(
    docIds.flatMap((docId, index) => {
      const newest = (versions[index] ?? []).filter((one) => within(view, one)).at(-1);
      return newest === undefined ? [] : [[docId, newest.record.artefact_id] as const];
    }),
  );
}
