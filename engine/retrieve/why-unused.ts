/** Why an artefact that was found is not used: for the question's own retrieval and for the search for what disagrees. */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { GraphReader } from '../../graph/store.ts';
import { type CorpusView, within } from '../view.ts';

export type UnusedReason = 'withdrawn' | 'older_version' | 'licence_refused' | 'mirror';

export interface UseRequest {
  readonly view: CorpusView;
  /** Licences under which nothing may be used; absent: none. */
  readonly refuses?: (licence: string) => boolean;
}

/** The reason of each artefact that is not used; the others are not named. @param states within the view */
export async function whyUnused(
  reader: GraphReader,
  states: readonly ArtefactState[],
  { view, refuses }: UseRequest,
): Promise<ReadonlyMap<ArtefactId, UnusedReason>> {
  const newest = await newestVersions(reader, view, [...new Set(states.map(({ record }) => record.doc_id))]);
  const originals = await readOriginals(reader, view, states);
  const reasonOf = ({ record, withdrawn }: ArtefactState): UnusedReason | null => {
    if (withdrawn !== null && within(view.view, withdrawn)) return 'withdrawn';
    if (newest.get(record.doc_id) !== record.artefact_id) return 'older_version';
    if (refuses?.(record.licence)) return 'licence_refused';
    return originals.has(record.mirror_of ?? '') ? 'mirror' : null;
  };
  return new Map(
    states.flatMap((state) => {
      const reason = reasonOf(state);
      return reason === null ? [] : [[state.record.artefact_id, reason] as const];
    }),
  );
}

/** The originals in the view: what repeats one of them adds nothing. */
async function readOriginals(
  reader: GraphReader,
  { view }: CorpusView,
  states: readonly ArtefactState[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(states.flatMap(({ record }) => record.mirror_of ?? []))];
  const found = ids.length === 0 ? [] : await reader.artefacts(ids);
  return new Set(
    found.flatMap((state) => (state !== null && within(view, state) ? [state.record.artefact_id] : [])),
  );
}

async function newestVersions(
  reader: GraphReader,
  { corpus, view }: CorpusView,
  docIds: readonly string[],
): Promise<Map<string, ArtefactId>> {
  const versions = docIds.length === 0 ? [] : await reader.versions(corpus, docIds);
  return new Map(
    docIds.flatMap((docId, index) => {
      const newest = (versions[index] ?? []).filter((one) => within(view, one)).at(-1);
      return newest === undefined ? [] : [[docId, newest.record.artefact_id] as const];
    }),
  );
}
