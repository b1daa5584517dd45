/** Whether an artefact's stored bytes, text and layout are still those that the log names. */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { Looked } from '../findings/damage.ts';

/**
 * Whether the stored bytes and text are those that the log names: `stored`; `redacted`: an operator had them erased;
 * `changed`: they no longer match their hash; `missing`: they are gone, and nobody said so.
 */
export type BytesState = 'stored' | 'redacted' | 'changed' | 'missing';

/** One read. What is redacted is not looked at: another artefact may rightly hold the same bytes. */
export async function readBytesState(
  reader: BlobReader,
  { record, redacted }: Pick<ArtefactState, 'record' | 'redacted'>,
): Promise<BytesState> {
  if (redacted !== undefined) return 'redacted';
  const hashes = [record.hash, record.text_hash, record.layout_hash];
  const blobs = await reader.blobs(hashes);
  if (blobs.some((bytes) => bytes === null)) return 'missing';
  const same = blobs.every((bytes, index) => bytes !== null && blake3Hex(bytes) === hashes[index]);
  return same ? 'stored' : 'changed';
}

/** What somebody who has looked at an artefact's bytes tells the monitor. */
export function lookedAt(id: ArtefactId, bytes: BytesState): Looked {
  const isDamaged = bytes === 'changed' || bytes === 'missing';
  return isDamaged ? { damaged: [id], whole: [] } : { damaged: [], whole: [id] };
}
