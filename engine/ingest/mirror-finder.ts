/** Finds the artefact that a new one merely repeats: a near-duplicate on another domain is not independent (decisions §9). */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import type { GraphReader } from '../../graph/store.ts';
import { isMirror, type TextFingerprint, textFingerprint } from './near-duplicate.ts';

export interface MirrorCandidate {
  readonly publisher: string;
  readonly text: string;
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

  /** The earliest artefact of another publisher with nearly the same text, null when there is none. */
  async find(reader: GraphReader, { publisher, text }: MirrorCandidate): Promise<ArtefactId | null> {
    await this.#catchUp(reader);
    const fingerprint = textFingerprint(text);
    const original = this.#known.find(
      (one) =>
        one.record.mirror_of === null &&
        one.record.publisher !== publisher &&
        isMirror(one.fingerprint, fingerprint),
    );
    return original?.record.artefact_id ?? null;
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
