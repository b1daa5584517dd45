/** Writes of corpora, artefacts, sections and claims, and of what relates them. */
import type { ArtefactState } from '../artefact.ts';
import type { ClaimRecord } from '../claim.ts';
import { claimFacets, foldText } from '../claim-facets.ts';
import type { Changes, IndexedSection } from '../store.ts';
import { type BoltParams, indexable } from './bolt-values.ts';
import { saveFingerprints } from './fingerprints.ts';
import type { Sink } from './pipeline.ts';
import { sectionLabel, type TextIndexes, weightedTerms } from './text-index.ts';
import type { Upserts } from './upserts.ts';

export async function saveKnowledge(
  sink: Sink,
  upsert: Upserts,
  indexes: TextIndexes,
  changes: Changes,
): Promise<void> {
  await saveCorpora(sink, changes);
  await upsert.nodes('Artefact', changes.artefacts.map(artefactRow));
  await upsert.rows(
    SAVE_OBSERVATIONS,
    changes.observations.map((observation) => {
      const { hash, artefact, observed_at: observedAt, seq } = observation;
      const id = `${hash}/${artefact}/${observedAt.slice(0, 'yyyy-mm-dd'.length)}`;
      return { id, hash, artefact, observedAt, seq, record: JSON.stringify(observation) };
    }),
  );
  await saveSections(upsert, indexes, changes.sections);
  await saveFingerprints(upsert, changes);
  await upsert.nodes('Claim', changes.claims.map(claimRow));
  await saveOccurrences(upsert, changes);
  await upsert.rows(
    SAVE_RIVALS,
    changes.rivals.map((rivalry) => {
      const { claim, rival, seq } = rivalry;
      return { claim, rival, seq, record: JSON.stringify(rivalry) };
    }),
  );
}

/** Corpora are listed in the order in which they were first saved. */
const SAVE_CORPORA = `
  OPTIONAL MATCH (any:Corpus)
  WITH coalesce(max(any.ordinal) + 1, 0) AS next
  UNWIND $rows AS row
  MERGE (c:Corpus {name: row.name})
  SET c.ordinal = coalesce(c.ordinal, next + row.i), c.record = row.record`;

async function saveCorpora(sink: Sink, { corpora }: Changes): Promise<void> {
  if (corpora.length === 0) return;
  const rows = corpora.map((corpus, i) => ({ i, name: corpus.name, record: JSON.stringify(corpus) }));
  await sink.run(SAVE_CORPORA, { rows });
}

function artefactRow(state: ArtefactState): BoltParams {
  const { artefact_id: id, corpus, doc_id, version, url, hash, title, publisher } = state.record;
  const looked = { id, corpus, seq: state.seq, docId: indexable(doc_id), version, url: indexable(url), hash };
  return { ...looked, ...artefactFacets(state), title, publisher, record: JSON.stringify(state) };
}

/** What artefacts are counted and listed by. */
export function artefactFacets({ record, effective_at, withdrawn, redacted }: ArtefactState): BoltParams {
  const { title, licence, domain, lang, media_type: mediaType, mirror_of: mirrorOf } = record;
  const withdrawal = { withdrawnSeq: withdrawn?.seq ?? null, withdrawnAt: withdrawn?.effective_at ?? null };
  const facets = { words: foldText(title), licence, domain, lang, mediaType, mirrorOf };
  return { effectiveAt: effective_at, ...facets, ...withdrawal, redacted: redacted === undefined ? 0 : 1 };
}

/** The day's first observation stays: what an older view has read of it must not move. */
const SAVE_OBSERVATIONS = `
  UNWIND $rows AS row
  MERGE (o:Observation {id: row.id}) ON CREATE SET o = row
  MERGE (a:Artefact {id: row.artefact})
  MERGE (o)-[:OF]->(a)`;

async function saveSections(
  upsert: Upserts,
  indexes: TextIndexes,
  sections: readonly IndexedSection[],
): Promise<void> {
  for (const [corpus, ofCorpus] of Map.groupBy(sections, (section) => section.corpus)) {
    await indexes.ensure(corpus);
    await upsert.rows(
      saveSectionsOf(sectionLabel(corpus)),
      ofCorpus.map((section) => ({ ...section, terms: weightedTerms(section) })),
    );
  }
  await upsert.relations(
    { from: 'Section', type: 'PART_OF', to: 'Artefact' },
    sections.map(({ addr, artefact }) => ({ from: addr, to: artefact })),
  );
}

/** The label follows from a hash; see `sectionLabel`. */
function saveSectionsOf(label: string): string {
  return `UNWIND $rows AS row MERGE (s:Section {addr: row.addr}) SET s = row, s:${label}`;
}

function claimRow(claim: ClaimRecord): BoltParams {
  const { addr, claim_cluster_id: cluster, seq } = claim;
  const { corpus, text } = claim.core;
  const looked = { addr, corpus, cluster: indexable(cluster) };
  return { ...looked, seq, text, ...claimListedBy(claim), record: JSON.stringify(claim) };
}

/** What claims are listed by. */
export function claimListedBy(claim: ClaimRecord): BoltParams {
  const { slot, words, subject, object, attribute, dimension } = claimFacets(claim);
  const names = {
    slot: slot && indexable(slot),
    subject: subject && indexable(subject),
    object: object && indexable(object),
  };
  return { effectiveAt: claim.effective_at, words, ...names, attribute, dimension };
}

const SAVE_OCCURRENCES = `
  UNWIND $rows AS row
  MERGE (c:Claim {addr: row.claim})
  MERGE (a:Artefact {id: row.artefact})
  MERGE (c)-[s:STATED_IN {seq: row.seq}]->(a)
  SET s.start = row.start, s.end = row.end, s.effectiveAt = row.effectiveAt, s.record = row.record`;

async function saveOccurrences(upsert: Upserts, { occurrences }: Changes): Promise<void> {
  const rows = occurrences.map((occurrence) => {
    const { claim, artefact, seq, span, effective_at: effectiveAt } = occurrence;
    const place = { start: span.start, end: span.end, effectiveAt };
    return { claim, artefact, seq, ...place, record: JSON.stringify(occurrence) };
  });
  await upsert.rows(SAVE_OCCURRENCES, rows);
}

/** The first finding of a rivalry stays: an older view, which has seen it, must not lose it when it is found again. */
const SAVE_RIVALS = `
  UNWIND $rows AS row
  MERGE (c:Claim {addr: row.claim})
  MERGE (d:Claim {addr: row.rival})
  MERGE (c)-[r:CONTRADICTS]->(d)
  ON CREATE SET r.seq = row.seq, r.record = row.record`;
