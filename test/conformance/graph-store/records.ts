/** Records for the conformance suite: well-formed, distinct by number, with what a test cares about overridden. */
import { createHash } from 'node:crypto';
import type { AnnotationId, AnswerId, ArtefactId, ClaimAddr, EventId } from '../../../graph/address.ts';
import type { AnnotationRecord, StubClosure } from '../../../graph/annotation.ts';
import type { ArtefactRecord, ArtefactState, Observation } from '../../../graph/artefact.ts';
import type { ClaimForm, ClaimOccurrence, ClaimRecord, ClaimValue } from '../../../graph/claim.ts';
import type { LedgerEntry } from '../../../graph/evidence.ts';
import type {
  AnswerAssembled,
  EntryBody,
  FindingsState,
  KeyMinted,
  LogEntry,
} from '../../../graph/log/entry.ts';
import { entryBytes } from '../../../graph/log/leaf.ts';
import type { StoredEntry } from '../../../graph/store/log.ts';
import type {
  AnswerRecord,
  CorpusRecord,
  FindingRecord,
  IndexedSection,
  KeyRecord,
  StoredAnnotation,
} from '../../../graph/store/rows.ts';
import type { Changes } from '../../../graph/store/store.ts';

export const CORPUS = 'space';
export const TENANT = 'acme';

/** RFC 3339 UTC with ms, `seconds` after the start of 2026. */
export function at(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
}

/** 64 hex digits that stand for what a label names. */
export function hash(label: string): string {
  return createHash('sha256').update(label).digest('hex');
}

/** 32 bytes that stand for what a label names. */
export function hashBytes(label: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hash(label), 'hex'));
}

export function changes(parts: Partial<Changes>): Changes {
  return {
    head: { size: 0, frontier: [], at: null },
    entries: [],
    merkleNodes: [],
    corpora: [],
    artefacts: [],
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
    keys: [],
    revocations: [],
    tallies: [],
    ...parts,
  };
}

export function entry(seq: number, body: EntryBody = revoked(`k${seq}`)): StoredEntry {
  const one: LogEntry = { v: 1, seq, at: at(seq), effective_at: at(seq), corpus: null, tenant: null, body };
  return { entry: one, bytes: entryBytes(one), root: hash(`root ${seq + 1}`) };
}

function revoked(keyId: string): EntryBody {
  return { type: 'key.revoked', key_id: keyId };
}

export function withdrawn(artefact: ArtefactId): EntryBody {
  return { type: 'artefact.withdrawn', artefact, reason: 'retracted' };
}

export function corpus(name: string, parts: Partial<CorpusRecord> = {}): CorpusRecord {
  return {
    name,
    size: 1,
    root: hash(name),
    newestEffectiveAt: at(0),
    observedAt: null,
    vectors: null,
    ...parts,
  };
}

export function artefactId(n: number): ArtefactId {
  return `a1${n}`;
}

export function artefact(
  n: number,
  record: Partial<ArtefactRecord> = {},
  state: Partial<ArtefactState> = {},
): ArtefactState {
  return {
    record: {
      artefact_id: artefactId(n),
      corpus: CORPUS,
      doc_id: `doc-${n}`,
      version: 1,
      url: `https://example.org/${n}`,
      title: `Document ${n}`,
      hash: hash(`bytes ${n}`),
      text_hash: hash(`text ${n}`),
      layout_hash: hash(`layout ${n}`),
      media_type: 'text/plain',
      domain: 'www.example.org',
      publisher: 'example.org',
      licence: 'CC-BY-4.0',
      lang: 'en',
      summary: '',
      published: null,
      observed_at: at(n),
      sections: [{ addr: `wx://${CORPUS}/sec/${n}`, heading: 'Moons', span: { start: 0, end: 10 } }],
      mirror_of: null,
      ...record,
    },
    seq: n,
    effective_at: at(n),
    withdrawn: null,
    ...state,
  };
}

export function observation(of: number, seq: number, observedAt: string): Observation {
  return { artefact: artefactId(of), hash: hash(`bytes ${of}`), observed_at: observedAt, seq };
}

export function section(name: string, parts: Partial<IndexedSection> = {}): IndexedSection {
  return {
    addr: `wx://${CORPUS}/sec/${name}`,
    artefact: artefactId(1),
    corpus: CORPUS,
    titleTerms: '',
    textTerms: '',
    seq: 0,
    effective_at: at(0),
    ...parts,
  };
}

export function claimAddr(n: number): ClaimAddr {
  return `wx://${CORPUS}/claim/c1${n}`;
}

/** "Vite is a build tool." */
export const DEFINITION: ClaimForm = {
  subject: { key: 'Vite', surface: 'Vite', how: 'explicit' },
  attribute: { head: 'tool', modifiers: ['build'], predicate: 'be', dimension: 'boolean' },
  value: { kind: 'boolean', value: true },
  scope: { valid_from: null, valid_to: null, place: null, qualifiers: [] },
  role: 'current',
  polarity: 'affirmed',
  modality: 'asserted',
};

export function claim(n: number, parts: Partial<ClaimRecord> = {}): ClaimRecord {
  return {
    addr: claimAddr(n),
    core: { v: 1, corpus: CORPUS, lang: 'en', text: `Saturn has ${n} moons.` },
    content_hash: hash(`core ${n}`),
    claim_cluster_id: `cl_c1${n}`,
    artefact: artefactId(1),
    slot: null,
    seq: n,
    effective_at: at(n),
    ...parts,
  };
}

/** That a subject has a part of some value. */
export function formOf(subject: string, value: ClaimValue): ClaimForm {
  return {
    subject: { key: subject, surface: subject, how: 'explicit' },
    attribute: { head: 'part', modifiers: [], predicate: 'have', dimension: value.kind },
    value,
    scope: { valid_from: null, valid_to: null, place: null, qualifiers: [] },
    role: 'current',
    polarity: 'affirmed',
    modality: 'asserted',
  };
}

export function occurrence(seq: number, ofClaim: number, inArtefact: number): ClaimOccurrence {
  return {
    claim: claimAddr(ofClaim),
    artefact: artefactId(inArtefact),
    span: { start: seq, end: seq + 5 },
    sentence: { start: seq, end: seq + 9 },
    context_spans: [{ start: 0, end: 1 }],
    seq,
    effective_at: at(seq),
  };
}

export function eventId(ofClaim: number, seq: number): EventId {
  return `e1${ofClaim}x${seq}`;
}

export function ledgerEntry(ofClaim: number, seq: number, parts: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    event_id: eventId(ofClaim, seq),
    claim: claimAddr(ofClaim),
    seq,
    at: at(seq),
    effective_at: at(seq),
    kind: 'corroborate',
    actor: 'ann',
    actor_root: 'root-ann',
    standing: 700,
    token_id: null,
    evidence: [
      {
        ref: 'https://example.org/1',
        hash: hash('e'),
        kind: 'source',
        check: 'unknown',
        domain: 'example.org',
      },
    ],
    attestations: [],
    stake: null,
    successor: null,
    authority: null,
    policy: 'fold/1',
    prev: null,
    entry_hash: hash(`ledger ${ofClaim} ${seq}`),
    log: { seq, tree_size: seq + 1, root: hash(`root ${seq + 1}`) },
    ...parts,
  };
}

export function annotationId(n: number): AnnotationId {
  return `n1${n}`;
}

export function annotation(
  n: number,
  record: Partial<AnnotationRecord> = {},
  stored: Partial<StoredAnnotation> = {},
): StoredAnnotation {
  return {
    record: {
      id: annotationId(n),
      target: claimAddr(1),
      corpus: CORPUS,
      kind: 'note',
      body: `Note ${n}`,
      citation: { ref: 'https://example.org/1' },
      check: 'unknown',
      actor: 'ann',
      actor_root: 'root-ann',
      standing: 250,
      token_id: null,
      licence: 'CC-BY-SA-4.0',
      created_at: at(n),
      ...record,
    },
    seq: n,
    effective_at: at(n),
    ...stored,
  };
}

export function stubId(n: number): string {
  return `stub_${n}`;
}

export function closure(n: number, parts: Partial<StubClosure> = {}): StubClosure {
  return {
    stub_id: stubId(n),
    id: `k1${n}`,
    corpus: CORPUS,
    actor: 'ann',
    actor_root: 'root-ann',
    closed_at: at(n),
    annotation_id: annotationId(n),
    annotation_target: claimAddr(1),
    ...parts,
  };
}

export function answerId(n: number): AnswerId {
  return `ans_${n}`;
}

export function answer(
  n: number,
  body: Partial<AnswerAssembled> = {},
  parts: Partial<AnswerRecord> = {},
): AnswerRecord {
  return {
    seq: n,
    at: at(n),
    corpus: CORPUS,
    tenant: TENANT,
    body: {
      type: 'answer.assembled',
      answer_id: answerId(n),
      question_hash: hash(`question ${n}`),
      answer_hash: hash(`answer ${n}`),
      receipt_hash: hash(`receipt ${n}`),
      receipt_id: `rc_${n}`,
      mode: 'verified',
      snapshot: '1.0123456789ab',
      snapshot_seq: 0,
      effective_until: at(86_399),
      as_of: null,
      max_snapshot_age: null,
      claims: [],
      artefacts: [],
      cover: [],
      ...body,
    },
    ...parts,
  };
}

export function finding(
  seq: number,
  ofAnswer: number,
  to: FindingsState,
  parts: Partial<FindingRecord> = {},
): FindingRecord {
  return {
    seq,
    at: at(seq),
    tenant: TENANT,
    corpus: CORPUS,
    body: {
      type: 'findings.changed',
      answer_id: answerId(ofAnswer),
      from: 'PASS',
      to,
      reasons: [{ code: 'contested', claim: claimAddr(1) }],
      evaluated_seq: seq - 1,
    },
    ...parts,
  };
}

export function key(n: number, body: Partial<KeyMinted> = {}, isRevoked = false): KeyRecord {
  return {
    seq: n,
    at: at(n),
    body: {
      type: 'key.minted',
      key_id: `k${n}`,
      kind: 'engine',
      key_hash: hash(`key ${n}`),
      org: TENANT,
      actor: null,
      ...body,
    },
    revoked: isRevoked,
  };
}
