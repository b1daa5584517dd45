/** Finds the artefact that a new one merely repeats: a near-duplicate on another domain is not independent (decisions §9). */
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactRecord, ArtefactState } from '../../graph/artefact.ts';
import type { GraphReader } from '../../graph/store.ts';
import type { ReadableDocument } from '../claims/read-claims.ts';
import { readLayout } from '../reading/document/layout-blob.ts';
import { CorpusFollower } from './corpus-follower.ts';
import { isMirror, type TextFingerprint, textFingerprint } from './near-duplicate.ts';
import { saysMore } from './says-more.ts';

export interface MirrorCandidate extends ReadableDocument {
  readonly publisher: string;
}

interface Known {
  readonly record: ArtefactRecord;
  readonly fingerprint: TextFingerprint;
}

/** Keeps the fingerprints of a corpus' artefacts. */
export class MirrorFinder {
  readonly #known: Known[] = [];
  /** What was read under the lock, until it is read again as committed. */
  readonly #recent = new Map<ArtefactId, Known>();
  readonly #follower: CorpusFollower;

  constructor(corpus: string) {
    const known = this.#known;
    this.#follower = new CorpusFollower(corpus, {
      get size() {
        return known.length;
      },
      read: (reader, page) => this.#read(reader, page),
      cutTo: (size) => void known.splice(size),
    });
  }

  /** Reads what is in the log, before its lock is taken. Calls must not overlap. */
  async catchUp(reader: GraphReader): Promise<void> {
    await this.#follower.catchUp(reader);
    this.#recent.clear();
  }

  /**
   * The earliest artefact of another publisher with nearly the same text and nothing said beyond it; null without one.
   * @param state the transaction that will write the document
   */
  async find(state: GraphReader, document: MirrorCandidate): Promise<ArtefactId | null> {
    await this.#follower.look(state);
    const fingerprint = textFingerprint(document.text);
    for (const { record, fingerprint: known } of this.#known) {
      if (record.mirror_of !== null || record.publisher === document.publisher) continue;
      if (!isMirror(known, fingerprint)) continue;
      const original = await readOriginal(state, record);
      if (!saysMore(original, document)) return record.artefact_id;
    }
    return null;
  }

  async #read(reader: GraphReader, page: readonly ArtefactState[]): Promise<void> {
    const unread = page.filter(({ record }) => !this.#recent.has(record.artefact_id));
    for (const one of await readFingerprints(reader, unread)) this.#recent.set(one.record.artefact_id, one);
    this.#known.push(...page.flatMap(({ record }) => this.#recent.get(record.artefact_id) ?? []));
  }
}

async function readOriginal(reader: GraphReader, record: ArtefactRecord): Promise<ReadableDocument> {
  const { title, lang, published, text_hash, layout_hash } = record;
  const [text, layout] = await reader.blobs([text_hash, layout_hash]);
  // Its text may have been redacted since: then it says nothing.
  if (!text || !layout) return { title, lang, published, text: '', layout: [] };
  return { title, lang, published, text: new TextDecoder().decode(text), layout: readLayout(layout) };
}

async function readFingerprints(reader: GraphReader, page: readonly ArtefactState[]): Promise<Known[]> {
  const texts = await reader.blobs(page.map(({ record }) => record.text_hash));
  return page.flatMap(({ record }, index) => {
    const bytes = texts[index];
    return bytes ? [{ record, fingerprint: textFingerprint(new TextDecoder().decode(bytes)) }] : [];
  });
}
