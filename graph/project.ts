/**
 * The projector: what a run of entries changes in the graph. Pure and the only such definition, so that a live
 * append, a rebuild and every store reach the same projections (docs/spec/decisions.md#1-projections).
 */
import type { ArtefactId, ClaimAddr } from './address.ts';
import type { ArtefactRecord, ArtefactState, Observation, OperatorWord } from './artefact.ts';
import { byCodeUnit } from './by-code-unit.ts';
import type { ClaimRecord } from './claim.ts';
import {
  addedAnnotation,
  assembledAnswer,
  assertedClaim,
  changedFindings,
  observedArtefact,
  occurrenceOf,
} from './entry-records.ts';
import { bandsOf, encodeSketch, textFingerprint } from './fingerprint.ts';
import { ledgerEntry } from './ledger-entry.ts';
import type {
  AnnotationAdded,
  ArtefactObserved,
  ArtefactRedacted,
  ArtefactWithdrawn,
  ClaimAsserted,
  CorpusObserved,
  EvidenceAppended,
  KeyRevoked,
  LogEntry,
  VectorsFinished,
} from './log/entry.ts';
import { isKnowledge } from './log/entry.ts';
import { isStemmed } from './stemming.ts';
import type { StoredEntry } from './store/log.ts';
import type { CorpusRecord, IndexedSection, KeyRecord, StoredFingerprint } from './store/rows.ts';
import type { Changes } from './store/store.ts';
import { TallyEntries } from './tally-entries.ts';
import { primarySubtag, terms } from './terms.ts';

/** What the projector needs to know of the state before; see `loadForProjection`. */
export interface ProjectionBase {
  readonly corpora: ReadonlyMap<string, CorpusRecord>;
  readonly artefacts: ReadonlyMap<ArtefactId, ArtefactState>;
  /** Those that the entries assert, contradict or have evidence on, as far as they exist already. */
  readonly claims: ReadonlyMap<ClaimAddr, ClaimRecord>;
  readonly keys: ReadonlyMap<string, KeyRecord>;
  /** Extracted texts by hash; absent when redacted. */
  readonly texts: ReadonlyMap<string, string>;
  /** Artefact ids of each observation manifest, by the manifest's hash. */
  readonly manifests: ReadonlyMap<string, readonly ArtefactId[]>;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };
type Draft = Mutable<
  Omit<Changes, 'head' | 'entries' | 'merkleNodes' | 'corpora' | 'artefacts' | 'keys' | 'tallies'>
>;

/** Projected changes without the log's own parts, which the writer and the rebuild add. */
export type ProjectedChanges = Omit<Changes, 'head' | 'entries' | 'merkleNodes'>;

/** Projects entries in their order onto `base`. */
export function project(base: ProjectionBase, stored: readonly StoredEntry[]): ProjectedChanges {
  const projector = new Projector(base);
  for (const one of stored) projector.add(one);
  return projector.finish();
}

class Projector {
  readonly #base: ProjectionBase;
  readonly #corpora = new Map<string, CorpusRecord>();
  readonly #artefacts = new Map<ArtefactId, ArtefactState>();
  readonly #claims = new Set<ClaimAddr>();
  readonly #keys = new Map<string, KeyRecord>();
  readonly #tallies: TallyEntries;
  readonly #draft: Draft = {
    observations: [],
    sections: [],
    fingerprints: [],
    lostFingerprints: [],
    claims: [],
    occurrences: [],
    quotes: [],
    lostQuotes: [],
    rivals: [],
    ledger: [],
    idempotency: [],
    annotations: [],
    closures: [],
    answers: [],
    findings: [],
    revocations: [],
  };

  constructor(base: ProjectionBase) {
    this.#base = base;
    this.#tallies = new TallyEntries(base);
  }

  add({ entry, root }: StoredEntry): void {
    const { body } = entry;
    switch (body.type) {
      case 'artefact.observed':
        this.#artefactObserved({ ...entry, body });
        break;
      case 'artefact.withdrawn':
        this.#artefactWithdrawn(entry, body);
        break;
      case 'artefact.redacted':
        this.#artefactRedacted(entry, body);
        break;
      case 'claim.asserted':
        this.#claimAsserted({ ...entry, body });
        break;
      case 'evidence.appended':
        this.#evidenceAppended({ ...entry, body }, root);
        break;
      case 'annotation.added':
        this.#annotationAdded({ ...entry, body });
        break;
      case 'stub.closed':
        this.#draft.closures.push(body.closure);
        break;
      case 'corpus.observed':
        this.#corpusObserved(entry, body);
        break;
      case 'answer.assembled':
        this.#draft.answers.push(assembledAnswer({ ...entry, body }));
        break;
      case 'findings.changed':
        this.#draft.findings.push(changedFindings({ ...entry, body }));
        break;
      case 'key.minted':
        this.#keys.set(body.key_id, { seq: entry.seq, at: entry.at, body, revoked: false });
        break;
      case 'key.revoked':
        this.#keyRevoked(entry, body);
        break;
      case 'idempotency.kept':
        this.#draft.idempotency.push({ ...body.idempotency, result_id: body.result_id });
        break;
      case 'vectors.finished':
        break;
    }
    this.#corpus(entry, root);
  }

  finish(): ProjectedChanges {
    return {
      ...this.#draft,
      corpora: [...this.#corpora.values()],
      artefacts: [...this.#artefacts.values()],
      keys: [...this.#keys.values()],
      tallies: this.#tallies.finish(),
    };
  }

  #artefactObserved(entry: LogEntry<ArtefactObserved>): void {
    const { seq, effective_at } = entry;
    const { artefact } = entry.body;
    this.#tallies.artefactObserved(entry);
    this.#artefacts.set(artefact.artefact_id, observedArtefact(entry));
    this.#observe({
      artefact: artefact.artefact_id,
      hash: artefact.hash,
      observed_at: artefact.observed_at,
      seq,
    });
    const text = this.#base.texts.get(artefact.text_hash);
    if (text === undefined) {
      this.#draft.sections.push(...blankSections({ record: artefact, seq, effective_at }));
      return;
    }
    this.#draft.fingerprints.push(...fingerprintOf(artefact, seq, text));
    const titleTerms = terms(artefact.title, artefact.lang).join(' ');
    for (const { addr, heading, span } of artefact.sections) {
      const section: IndexedSection = {
        addr,
        artefact: artefact.artefact_id,
        corpus: artefact.corpus,
        titleTerms,
        textTerms: terms(`${heading}\n${text.slice(span.start, span.end)}`, artefact.lang).join(' '),
        seq,
        effective_at,
      };
      this.#draft.sections.push(section);
    }
  }

  #artefactWithdrawn(entry: LogEntry, body: ArtefactWithdrawn): void {
    const state = this.#artefacts.get(body.artefact) ?? this.#base.artefacts.get(body.artefact);
    if (state === undefined) return;
    this.#artefacts.set(body.artefact, { ...state, withdrawn: wordOf(entry, body) });
  }

  /** Also where the text is still there, because another artefact has the same: of this one nothing is found any more. */
  #artefactRedacted(entry: LogEntry, body: ArtefactRedacted): void {
    const state = this.#artefacts.get(body.artefact) ?? this.#base.artefacts.get(body.artefact);
    if (state === undefined) return;
    const redacted = wordOf(entry, body);
    const sections = state.record.sections.map((section) => ({ ...section, heading: '' }));
    const record = { ...state.record, summary: '', sections };
    // Whatever was said of it before, no view may rest on it any more.
    const withdrawn = { ...(state.withdrawn ?? redacted), effective_at: redacted.effective_at };
    this.#artefacts.set(body.artefact, { ...state, record, withdrawn, redacted });
    const { seq } = state;
    this.#draft.fingerprints = this.#draft.fingerprints.filter((one) => one.seq !== seq);
    this.#draft.lostFingerprints.push(seq);
    this.#draft.quotes = this.#draft.quotes.filter(({ artefact }) => artefact !== body.artefact);
    this.#draft.lostQuotes.push(body.artefact);
    const indexed = this.#draft.sections.filter(({ artefact }) => artefact !== body.artefact);
    this.#draft.sections = [...indexed, ...blankSections(state)];
  }

  #claimAsserted(entry: LogEntry<ClaimAsserted>): void {
    const { body, seq } = entry;
    const { addr } = body;
    const isFirst = !this.#base.claims.has(addr) && !this.#claims.has(addr);
    this.#tallies.claimAsserted(entry, isFirst);
    if (isFirst) {
      this.#claims.add(addr);
      this.#draft.claims.push(assertedClaim(entry));
    }
    this.#draft.occurrences.push(occurrenceOf(entry));
    const { artefact, sentence } = body;
    const text = this.#textOf(artefact)?.slice(sentence.start, sentence.end);
    if (text !== undefined) this.#draft.quotes.push({ claim: addr, artefact, seq, text });
    for (const rival of body.contradicts) this.#draft.rivals.push({ claim: addr, rival, seq });
    for (const { claim: rival, stance, judge, confidence } of body.opinions ?? []) {
      if (stance !== 'CONTRADICT') continue;
      this.#draft.rivals.push({ claim: addr, rival, seq, judged: { judge, confidence } });
    }
  }

  /** Undefined of an artefact that is redacted or unknown. */
  #textOf(artefact: ArtefactId): string | undefined {
    const state = this.#artefacts.get(artefact) ?? this.#base.artefacts.get(artefact);
    if (state === undefined || state.redacted !== undefined) return undefined;
    return this.#base.texts.get(state.record.text_hash);
  }

  #evidenceAppended(entry: LogEntry<EvidenceAppended>, root: string): void {
    const { entry: body, idempotency } = entry.body;
    this.#tallies.evidenceAppended(entry);
    this.#draft.ledger.push(ledgerEntry(body, entry.seq, root));
    if (idempotency !== null) this.#draft.idempotency.push({ ...idempotency, result_id: body.event_id });
  }

  #annotationAdded(entry: LogEntry<AnnotationAdded>): void {
    const { annotation, idempotency } = entry.body;
    this.#draft.annotations.push(addedAnnotation(entry));
    if (idempotency !== null) this.#draft.idempotency.push({ ...idempotency, result_id: annotation.id });
  }

  #corpusObserved({ seq, effective_at }: LogEntry, body: CorpusObserved): void {
    for (const artefact of this.#base.manifests.get(body.manifest_hash) ?? []) {
      const state = this.#artefacts.get(artefact) ?? this.#base.artefacts.get(artefact);
      if (state === undefined) continue;
      this.#observe({ artefact, hash: state.record.hash, observed_at: effective_at, seq });
    }
  }

  #observe(observation: Observation): void {
    this.#draft.observations.push(observation);
  }

  #keyRevoked({ seq }: LogEntry, { key_id }: KeyRevoked): void {
    const key = this.#keys.get(key_id) ?? this.#base.keys.get(key_id);
    if (key !== undefined) this.#keys.set(key_id, { ...key, revoked: true });
    this.#draft.revocations.push({ keyId: key_id, seq });
  }

  #corpus({ corpus: name, body, seq, at, effective_at }: LogEntry, root: string): void {
    if (name === null) return;
    const before = this.#corpora.get(name) ?? this.#base.corpora.get(name) ?? emptyCorpus(name, effective_at);
    const observed = body.type === 'corpus.observed';
    if (!observed && !isKnowledge(body)) return;
    const newestEffectiveAt =
      before.newestEffectiveAt > effective_at ? before.newestEffectiveAt : effective_at;
    const head = observed ? { observedAt: at } : { size: seq + 1, root };
    const vectors = body.type === 'vectors.finished' ? finished(before, seq, body) : {};
    const languages = body.type === 'artefact.observed' ? counted(before, body.artefact.lang) : {};
    this.#corpora.set(name, { ...before, ...head, newestEffectiveAt, ...vectors, ...languages });
  }
}

/** One more artefact of this language; of a corpus whose earlier ones were not counted, none is. */
function counted({ languages }: CorpusRecord, tag: string): Partial<CorpusRecord> {
  const lang = primarySubtag(tag);
  if (languages === undefined || !isStemmed(lang)) return {};
  const counts = new Map(Object.entries(languages)).set(lang, (languages[lang] ?? 0) + 1);
  return { languages: Object.fromEntries([...counts].sort(([a], [b]) => byCodeUnit(a, b))) };
}

/** A copy is no original of others, and a short text no copy. */
function fingerprintOf(
  { artefact_id, corpus, publisher, mirror_of }: ArtefactRecord,
  seq: number,
  text: string,
): StoredFingerprint[] {
  if (mirror_of !== null) return [];
  const sketch = textFingerprint(text);
  const bands = bandsOf(corpus, sketch);
  if (bands.length === 0) return [];
  return [{ artefact: artefact_id, publisher, seq, sketch: encodeSketch(sketch), bands }];
}

/** Sections that no word finds. They keep their places, so that the vectors of a corpus go on naming all of them. */
function blankSections({
  record,
  seq,
  effective_at,
}: Pick<ArtefactState, 'record' | 'seq' | 'effective_at'>): IndexedSection[] {
  const { artefact_id: artefact, corpus } = record;
  return record.sections.map(({ addr }) => {
    return { addr, artefact, corpus, titleTerms: '', textTerms: '', seq, effective_at };
  });
}

/** An operator's word as the artefact's state keeps it. */
export function wordOf(
  { seq, effective_at }: LogEntry,
  { reason, by }: ArtefactWithdrawn | ArtefactRedacted,
): OperatorWord {
  return { seq, effective_at, reason, ...(by !== undefined && { by }) };
}

function finished(
  before: CorpusRecord,
  seq: number,
  { model, model_hash, vectors_hash, count, trained_on: trainedOn }: VectorsFinished,
): Partial<CorpusRecord> {
  const vectors = { seq, model, model_hash, vectors_hash, count, trainedOn };
  if (trainedOn > 0) return { vectors };
  return { sentenceVectors: { ...before.sentenceVectors, [model_hash]: vectors } };
}

/** SHA-256 of nothing: the root of the empty tree (RFC 6962 §2.1). */
const EMPTY_ROOT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function emptyCorpus(name: string, effectiveAt: string): CorpusRecord {
  return {
    name,
    size: 0,
    root: EMPTY_ROOT,
    newestEffectiveAt: effectiveAt,
    observedAt: null,
    vectors: null,
    languages: {},
  };
}
