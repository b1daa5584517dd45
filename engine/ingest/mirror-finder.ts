/** Finds the artefact that a new one merely repeats: a near-duplicate on another domain is not independent (decisions §9). */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import type { GraphReader } from '../../graph/store.ts';
import type { ReadableDocument } from '../claims/read-claims.ts';
import { isMirror, type TextFingerprint, textFingerprint } from './near-duplicate.ts';
import { saysMore } from './says-more.ts';

export interface MirrorCandidate extends ReadableDocument {
  readonly publisher: string;
}

interface Known {
  readonly record: ArtefactRecord;
  readonly fingerprint: TextFingerprint;
}

const PAGE = 500;

/** Keeps the fingerprints of a corpus' artefacts and reads what other writers have added before each search. */
export class MirrorFinder {
  readonly #corpus: string;
  readonly #known: Known[] = [];
  #after = -1;

  constructor(corpus: string) {
    this.#corpus = corpus;
  }

  /** The earliest artefact of another publisher with nearly the same text and nothing said beyond it; null without one. */
  async find(reader: GraphReader, document: MirrorCandidate): Promise<ArtefactId | null> {
    await this.#catchUp(reader);
    const fingerprint = textFingerprint(document.text);
    for (const { record, fingerprint: known } of this.#known) {
      if (record.mirror_of !== null || record.publisher === document.publisher) continue;
      if (!isMirror(known, fingerprint)) continue;
      const [bytes] = await reader.blobs([record.text_hash]);
      const { title, lang, published } = record;
      const original = { title, lang, published, text: new TextDecoder().decode(bytes ?? undefined) };
      if (!saysMore(original, document)) return record.artefact_id;
    }
    return null;
  }

  async #catchUp(reader: GraphReader): Promise<void> {
    for (;;) {
      const page = await reader.artefactsOf(this.#corpus, this.#after, PAGE);
      const last = page.at(-1);
      if (last === undefined) return;
      const texts = await reader.blobs(page.map(({ record }) => record.text_hash));
      for (const [index, { record }] of page.entries()) {
        const bytes = texts[index];
        if (bytes)
          this.#known.push({ record, fingerprint: textFingerprint(new TextDecoder().decode(bytes)) });
      }
      this.#after = last.seq;
    }
  }
}
