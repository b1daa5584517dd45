/** What annotations say for or against claims (decisions §4, `feedback`). */
import type { ClaimAddr } from '../../graph/address.ts';
import type { AnnotationVoice } from '../../graph/belief/result.ts';
import type { GraphReader, StoredAnnotation, View } from '../../graph/store.ts';
import { within } from '../view.ts';

/** Of each claim: its corrections and contexts within the view, by the log's order; notes take no side. */
export async function readVoices(
  reader: GraphReader,
  claims: readonly ClaimAddr[],
  view: View,
): Promise<Map<ClaimAddr, AnnotationVoice[]>> {
  const found = await reader.annotationsOn(claims);
  return new Map(claims.map((claim, index) => [claim, voicesIn(found[index] ?? [], view)]));
}

function voicesIn(annotations: readonly StoredAnnotation[], view: View): AnnotationVoice[] {
  return annotations
    .filter((one) => within(view, one))
    .flatMap(({ record: { actor_root, standing, kind, check } }) =>
      kind === 'note' ? [] : [{ actor_root, standing, kind, checked: check === 'match' }],
    );
}
