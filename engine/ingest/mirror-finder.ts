/**
 * Finds the artefact that a new one merely repeats: a near-duplicate on another domain is not independent
 * (docs/spec/decisions.md#9-mirror).
 */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import { bandsOf, decodeSketch, textFingerprint } from '../../graph/fingerprint.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { TransactionReader } from '../../graph/store/store.ts';
import type { ReadableDocument } from '../claims/read-claims.ts';
import { readLayout } from '../reading/document/layout-blob.ts';
import { isMirror } from './near-duplicate.ts';
import { saysMore } from './says-more.ts';

export interface MirrorCandidate extends ReadableDocument {
  readonly publisher: string;
}

/** Fingerprints that are read of each band, and of all together. */
const MAX_OF_EACH = 32;
const MAX_NEAR = 32;

/**
 * The earliest artefact of another publisher with nearly the same text and nothing said beyond it; null without one.
 * @param state the transaction that will write the document
 */
export async function findMirrored(
  state: TransactionReader,
  corpus: string,
  document: MirrorCandidate,
): Promise<ArtefactId | null> {
  const fingerprint = textFingerprint(document.text);
  const bands = bandsOf(corpus, fingerprint);
  if (bands.length === 0) return null;
  const { publisher } = document;
  const near = await state.nearFingerprints({ bands, publisher, ofEach: MAX_OF_EACH, limit: MAX_NEAR });
  const copied = near.filter(({ sketch }) => isMirror(decodeSketch(sketch), fingerprint));
  const states =
    copied.length === 0
      ? []
      : await state.records(
          'artefacts',
          copied.map(({ artefact }) => artefact),
        );
  const originals = states.filter((one) => one !== null).toSorted((a, b) => a.seq - b.seq);
  for (const { record } of originals) {
    if (!saysMore(await readOriginal(state, record), document)) return record.artefact_id;
  }
  return null;
}

async function readOriginal(reader: BlobReader, record: ArtefactRecord): Promise<ReadableDocument> {
  const { title, lang, published, text_hash, layout_hash } = record;
  const [text, layout] = await reader.blobs([text_hash, layout_hash]);
  // Its text may have been redacted since: then it says nothing.
  if (!text || !layout) return { title, lang, published, text: '', layout: [] };
  return { title, lang, published, text: new TextDecoder().decode(text), layout: readLayout(layout) };
}
