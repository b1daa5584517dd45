/** Keeps redacted texts out: an ingest accepts neither the same bytes nor the same text again (docs/adr/0021-…). */
import type { ArtefactId } from '../../graph/address.ts';
import type { LogReader } from '../../graph/store/log.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { TransactionReader } from '../../graph/store/store.ts';

/** The two hashes that name a document's bytes and its text. */
export interface DocumentHashes {
  readonly hash: string;
  readonly text_hash: string;
}

const PAGE = 500;

/**
 * Artefacts of any corpus that were redacted, by the hashes of what was erased. What has been committed is read
 * before the log's lock is taken; under the lock only what has come since, which is not cached.
 */
export class RedactedTexts {
  #committed: ReadonlyMap<string, ArtefactId> = new Map();
  #after = -1;

  /** Reads what is committed. Calls must not overlap. */
  async catchUp(reader: TransactionReader): Promise<void> {
    const { found, after } = await readRedacted(reader, this.#after);
    this.#committed = new Map([...this.#committed, ...found]);
    this.#after = after;
  }

  /** The redacted artefact of these bytes or of this text; null without one. */
  async find(state: TransactionReader, document: DocumentHashes): Promise<ArtefactId | null> {
    const { found } = await readRedacted(state, this.#after);
    // A plain text is its own text: what was erased as one of the two does not come back as the other.
    for (const hash of [document.hash, document.text_hash]) {
      const artefact = this.#committed.get(hash) ?? found.get(hash);
      if (artefact !== undefined) return artefact;
    }
    return null;
  }
}

async function readRedacted(reader: LogReader & RecordReader, from: number) {
  const found = new Map<string, ArtefactId>();
  let after = from;
  for (;;) {
    const page = await reader.entries({ after, limit: PAGE, types: ['artefact.redacted'] });
    const ids = page.flatMap(({ entry: { body } }) =>
      body.type === 'artefact.redacted' ? [body.artefact] : [],
    );
    for (const state of ids.length === 0 ? [] : await reader.records('artefacts', ids)) {
      if (state === null) continue;
      const { artefact_id, hash, text_hash } = state.record;
      found.set(hash, artefact_id).set(text_hash, artefact_id);
    }
    after = page.at(-1)?.entry.seq ?? after;
    if (page.length < PAGE) return { found, after };
  }
}
