import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import type { GraphReader } from '../../graph/store.ts';

/** Extracted texts by artefact; a redacted one is absent. */
export async function readTexts(reader: GraphReader, records: readonly ArtefactRecord[]) {
  const blobs = await reader.blobs(records.map(({ text_hash }) => text_hash));
  const texts = new Map<ArtefactId, string>();
  let bytesRead = 0;
  for (const [index, { artefact_id }] of records.entries()) {
    const bytes = blobs[index];
    if (!bytes) continue;
    bytesRead += bytes.length;
    texts.set(artefact_id, new TextDecoder().decode(bytes));
  }
  return { texts, bytesRead };
}
