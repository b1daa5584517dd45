/** Writes of corpora, artefacts, sections and claims, and of what relates them. */
import type { ArtefactState } from '../artefact.ts';
import type { ClaimRecord } from '../claim.ts';
import { claimFacets, foldText } from '../claim-facets.ts';
import { claimValueFacets } from '../claim-value.ts';
import type { IndexedSection } from '../store/rows.ts';
import type { Changes } from '../store/store.ts';
import { type BoltParams, indexable, Real, toDateTime, toDay } from './bolt-values.ts';
import { saveFingerprints } from './fingerprints.ts';
import type { StatementSink } from './pipeline.ts';
import { savePlaces } from './save-places.ts';
import { markSaved, markStated } from './several-publishers.ts';
import { sectionLabel, type TextIndexes, weightedTerms } from './text-index.ts';
import type { Upserts } from './upserts.ts';

export async function saveKnowledge(
  sink: StatementSink,
  upsert: Upserts,
  indexes: TextIndexes,
  changes: Changes,
): Promise<void> {
  await saveCorpora(sink, changes);
  await upsert.rows(SAVE_ARTEFACTS, changes.artefacts.map(artefactRow));
  await markStated(upsert, changes.artefacts);
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
  await upsert.rows(SAVE_CLAIMS, changes.claims.map(claimRow));
  await savePlaces(upsert, changes);
  await markSaved(upsert, changes);
}

/** Corpora are listed in the order in which they were first saved. */
const SAVE_CORPORA = `
  OPTIONAL MATCH (any:Corpus)
  WITH coalesce(max(any.ordinal) + 1, 0) AS next
  UNWIND $rows AS row
  MERGE (c:Corpus {name: row.name})
  SET c.ordinal = coalesce(c.ordinal, next + row.i), c.record = row.record`;

async function saveCorpora(sink: StatementSink, { corpora }: Changes): Promise<void> {
  if (corpora.length === 0) return;
  const rows = corpora.map((corpus, i) => ({ i, name: corpus.name, record: JSON.stringify(corpus) }));
  await sink.run(SAVE_CORPORA, { rows });
}

/** The day's first observation stays: what an older view has read of it must not move. */
const SAVE_ARTEFACTS = `
  UNWIND $rows AS row
  MERGE (a:Artefact {id: row.node.id}) SET a = row.node
  MERGE (p:Publisher {domain: row.publisher})
  MERGE (a)-[:PUBLISHED_BY]->(p)
  FOREACH (id IN row.mirrors | MERGE (o:Artefact {id: id}) MERGE (a)-[:MIRRORS]->(o))`;

const SAVE_OBSERVATIONS = `
  UNWIND $rows AS row
  MERGE (o:Observation {id: row.id}) ON CREATE SET o = row
  MERGE (a:Artefact {id: row.artefact})
  MERGE (o)-[:OF]->(a)`;

function artefactRow(state: ArtefactState): BoltParams {
  const { publisher, mirror_of: original } = state.record;
  const mirrors = original === null ? [] : [original];
  return { node: artefactNode(state), publisher: indexable(publisher), mirrors };
}

function artefactNode(state: ArtefactState): BoltParams {
  const { artefact_id: id, corpus, doc_id, version, url, hash, title, publisher } = state.record;
  const looked = { id, corpus, seq: state.seq, docId: indexable(doc_id), version, url: indexable(url), hash };
  return { ...looked, ...artefactFacets(state), title, publisher, record: JSON.stringify(state) };
}

/** What artefacts are counted and listed by. */
function artefactFacets({ record, effective_at, withdrawn, redacted }: ArtefactState): BoltParams {
  const { title, licence, domain, lang, media_type: mediaType, mirror_of: mirrorOf } = record;
  const withdrawal = { withdrawnSeq: withdrawn?.seq ?? null, withdrawnAt: timeOf(withdrawn) };
  const facets = { words: foldText(title), licence, domain, lang, mediaType, mirrorOf };
  const times = { effectiveAt: toDateTime(effective_at), observedAt: toDateTime(record.observed_at) };
  return { ...times, ...facets, ...withdrawal, redacted: redacted === undefined ? 0 : 1 };
}

function timeOf(word: ArtefactState['withdrawn']): BoltParams[string] {
  return word === null ? null : toDateTime(word.effective_at);
}

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
}

/** The label follows from a hash; see `sectionLabel`. */
function saveSectionsOf(label: string): string {
  return `
    UNWIND $rows AS row
    MERGE (s:Section {addr: row.addr}) SET s = row, s:${label}
    MERGE (a:Artefact {id: row.artefact})
    MERGE (s)-[:PART_OF]->(a)`;
}

const SAVE_CLAIMS = `
  UNWIND $rows AS row
  MERGE (c:Claim {addr: row.node.addr}) SET c = row.node
  FOREACH (one IN row.about |
    MERGE (n:Entity {key: one.key}) ON CREATE SET n.name = one.name MERGE (c)-[:ABOUT {as: one.as}]->(n))`;

function claimRow(claim: ClaimRecord): BoltParams {
  const { addr, claim_cluster_id: cluster, seq } = claim;
  const { corpus, text } = claim.core;
  const looked = { addr, corpus, cluster: indexable(cluster), effectiveAt: toDateTime(claim.effective_at) };
  const node = { ...looked, seq, text, ...listedBy(claim), ...formOf(claim), record: JSON.stringify(claim) };
  return { node, about: entitiesOf(claim) };
}

/** What claims are listed by. */
function listedBy(claim: ClaimRecord): BoltParams {
  const { slot, words, subject, defines, object, attribute, dimension, unit } = claimFacets(claim);
  const names = {
    slot: slot && indexable(slot),
    subject: subject && indexable(subject),
    defines: defines && indexable(defines),
    object: object && indexable(object),
  };
  return { words, ...names, attribute, dimension, quantityUnit: unit && indexable(unit) };
}

/** What a claim says, for queries of the graph; see docs/neo4j.md. */
function formOf({ core: { form } }: ClaimRecord): BoltParams {
  if (form === undefined) return {};
  const { valueKind, value, unit, min, max, from, to } = claimValueFacets(form.value);
  const { role, polarity, modality, scope } = form;
  const bounds = { valueMin: real(min), valueMax: real(max), valueFrom: toDay(from), valueTo: toDay(to) };
  const valid = { validFrom: toDay(scope.valid_from), validTo: toDay(scope.valid_to) };
  return { valueKind, value, unit, ...bounds, role, polarity, modality, ...valid, place: scope.place };
}

function real(value: number | null): Real | null {
  return value === null ? null : new Real(value);
}

/** The subject, and the value where it is an entity. An entity is a folded name, shared by all corpora. */
function entitiesOf(claim: ClaimRecord): BoltParams[] {
  const { form } = claim.core;
  if (form === undefined) return [];
  const { subject, value } = form;
  const named = (as: string, { key, surface }: { readonly key: string; readonly surface: string }) => {
    return { as, key: indexable(foldText(key)), name: surface };
  };
  return [named('subject', subject), ...(value.kind === 'entity' ? [named('value', value)] : [])];
}
