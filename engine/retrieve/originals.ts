/**
 * What mirrors repeat (docs/spec/decisions.md#9-mirror). A mirror adds nothing while its original is current, takes
 * its place once it is not, and may be used only under the original's licence. Pure, but for the reading.
 */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { View } from '../../graph/store/rows.ts';
import { within } from '../view.ts';

/** Originals by id. */
export type Originals = ReadonlyMap<ArtefactId, ArtefactState>;

/** The originals of those that are mirrors; an original is no mirror itself. */
export async function readOriginals(
  reader: RecordReader,
  states: readonly ArtefactState[],
): Promise<Originals> {
  const ids = [...new Set(states.flatMap(({ record }) => record.mirror_of ?? []))];
  const found = ids.length === 0 ? [] : await reader.records('artefacts', ids);
  return new Map(found.flatMap((state) => (state === null ? [] : [[state.record.artefact_id, state]])));
}

/** Whether it is a mirror whose original can be seen and was not withdrawn. */
export function repeatsStanding(state: ArtefactState, originals: Originals, view: View): boolean {
  const original = originalOf(state, originals);
  return original !== null && within(view, original) && !isWithdrawn(original, view);
}

/** The original author: all mirrors of one original count as one voice with it. */
export function publisherOf(state: ArtefactState, originals: Originals): string {
  return (originalOf(state, originals) ?? state).record.publisher;
}

/** The licence under which it may not be used, its own or that of what it repeats; null where it may be. */
export function refusedLicence(
  state: ArtefactState,
  originals: Originals,
  refuses: (licence: string) => boolean,
): string | null {
  const licences = [state.record.licence, originalOf(state, originals)?.record.licence];
  return licences.find((licence) => licence !== undefined && refuses(licence)) ?? null;
}

/** Whether it was withdrawn as far as the view sees. */
export function isWithdrawn({ withdrawn }: ArtefactState, view: View): boolean {
  return withdrawn !== null && within(view, withdrawn);
}

function originalOf({ record }: ArtefactState, originals: Originals): ArtefactState | null {
  return record.mirror_of === null ? null : (originals.get(record.mirror_of) ?? null);
}
