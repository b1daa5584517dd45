import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { Layout } from '../reading/document/layout.ts';
import { readLayout } from '../reading/document/layout-blob.ts';

/** Extracted texts by artefact; a redacted one is absent. */
export async function readTexts(reader: BlobReader, records: readonly ArtefactRecord[]) {
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

/** The layouts of the extracted texts, by artefact; that of one whose blob is gone is absent. */
export async function readLayouts(reader: BlobReader, records: readonly ArtefactRecord[]) {
  const blobs = await reader.blobs(records.map(({ layout_hash }) => layout_hash));
  const layouts = new Map<ArtefactId, Layout>();
  for (const [index, { artefact_id }] of records.entries()) {
    const bytes = blobs[index];
    if (bytes) layouts.set(artefact_id, readLayout(bytes));
  }
  return layouts;
}
