/** Brings nodes that an earlier version wrote to what this one reads. Every step may run again, or twice at once. */
import { claimCorpusOf } from '../address.ts';
import type { ArtefactState } from '../artefact.ts';
import type { ClaimOccurrence, ClaimRecord } from '../claim.ts';
import type { LedgerEntry } from '../evidence.ts';
import type { StoredAnnotation } from '../store.ts';
import { type BoltParams, parseRecord } from './bolt-values.ts';
import type { Link } from './link.ts';
import { voiceText } from './save-annotations.ts';
import { artefactFacets, claimListedBy } from './save-knowledge.ts';

/** Nodes of one statement. */
const PAGE = 500;

interface Row {
  readonly key: string;
  readonly record: string;
}

interface IdempotencyOfVersion1 {
  readonly event_id?: string;
  readonly result_id?: string;
}

/** Version 2 counts artefacts by their own properties, and an idempotency key names a result instead of an event. */
export async function toVersion2(link: Link): Promise<void> {
  await setEach(link, { label: 'Artefact', key: 'id' }, (text) => {
    const { record, effective_at: effectiveAt } = parseRecord<ArtefactState>(text);
    return { licence: record.licence, effectiveAt };
  });
  await setEach(link, { label: 'IdempotencyKey', key: 'key' }, (text) => {
    const { event_id, ...rest } = parseRecord<IdempotencyOfVersion1>(text);
    return { record: JSON.stringify({ ...rest, result_id: rest.result_id ?? event_id }) };
  });
}

/** Version 3 holds what an annotation says for or against its target beside its record. */
export async function toVersion3(link: Link): Promise<void> {
  await setEach(link, { label: 'Annotation', key: 'id' }, (text) => {
    return { voice: voiceText(parseRecord<StoredAnnotation>(text)) };
  });
}

/** Version 4 holds what claims and artefacts are listed by, and the effective time of places and ledger entries. */
export async function toVersion4(link: Link): Promise<void> {
  await setEach(link, { label: 'Artefact', key: 'id' }, (text) =>
    artefactFacets(parseRecord<ArtefactState>(text)),
  );
  await setEach(link, { label: 'Claim', key: 'addr' }, (text) =>
    claimListedBy(parseRecord<ClaimRecord>(text)),
  );
  await setEach(link, { label: 'Event', key: 'id' }, (text) => {
    return { effectiveAt: parseRecord<LedgerEntry>(text).effective_at };
  });
  await datePlaces(link);
}

/** Version 5 holds the corpus of ledger entries, the kind of annotations, and the media type of artefacts. */
export async function toVersion5(link: Link): Promise<void> {
  await setEach(link, { label: 'Artefact', key: 'id' }, (text) =>
    artefactFacets(parseRecord<ArtefactState>(text)),
  );
  await setEach(link, { label: 'Annotation', key: 'id' }, (text) => {
    return { kind: parseRecord<StoredAnnotation>(text).record.kind };
  });
  await setEach(link, { label: 'Event', key: 'id' }, (text) => {
    return { corpus: claimCorpusOf(parseRecord<LedgerEntry>(text).claim) };
  });
}

/** Relations have no key to page by: each page is of those that have no date yet. */
async function datePlaces(link: Link): Promise<void> {
  const read = `
    MATCH ()-[s:STATED_IN]->() WHERE s.effectiveAt IS NULL AND s.record IS NOT NULL
    RETURN elementId(s) AS key, s.record AS record LIMIT $limit`;
  const write = `
    UNWIND $rows AS row MATCH ()-[s:STATED_IN]->() WHERE elementId(s) = row.key SET s.effectiveAt = row.at`;
  for (;;) {
    const page = await link.reads.rows<Row>(read, { limit: PAGE });
    if (page.length === 0) return;
    const rows = page.map(({ key, record }) => ({
      key,
      at: parseRecord<ClaimOccurrence>(record).effective_at,
    }));
    await link.transaction((connection) => connection.run(write, { rows }));
  }
}

/** Sets on every node of the label what `change` makes of its record. */
async function setEach(
  link: Link,
  { label, key }: { readonly label: string; readonly key: string },
  change: (record: string) => BoltParams,
): Promise<void> {
  const read = `
    MATCH (n:${label}) WHERE n.${key} > $after AND n.record IS NOT NULL
    RETURN n.${key} AS key, n.record AS record ORDER BY n.${key} LIMIT $limit`;
  const write = `UNWIND $rows AS row MATCH (n:${label} {${key}: row.key}) SET n += row.set`;
  for (let after = ''; ; ) {
    const page = await link.reads.rows<Row>(read, { after, limit: PAGE });
    const last = page.at(-1);
    if (last === undefined) return;
    const rows = page.map((row) => ({ key: row.key, set: change(row.record) }));
    await link.transaction((connection) => connection.run(write, { rows }));
    after = last.key;
  }
}
