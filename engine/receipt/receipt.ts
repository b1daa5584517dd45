/**
 * A receipt's content: everything an answer rests on, so that anybody can replay the selection
 * (docs/spec/contract.md#ae-receipt-content; docs/spec/decisions.md#5-receipt). Hashed with BLAKE3 over its canonical
 * CBOR; wire names (ADR 3).
 */
import type { AnswerId, ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { AnswerSentence, CanonicalRequest, ClaimCluster, EvidenceSet } from '../answer/answer.ts';
import type { AnswerPolicies } from '../answer/answer-policies.ts';
import type { FusedCandidate } from '../retrieve/fuse.ts';
import type { UnavailableModel } from '../unavailable-model.ts';
import type { Choice } from './choice.ts';
import type { SelectionRecord } from './selection-record.ts';

/** A section that retrieval scored. Scores are rounded to six decimals. */
export interface ReceiptCandidate {
  readonly addr: string;
  readonly artefact_id: ArtefactId;
  readonly hash: string;
  readonly domain: string;
  readonly licence: string;
  /** Its score in each lane; null where a lane did not find it. */
  readonly lanes: FusedCandidate['lanes'];
  readonly score: number;
  /** From 1. */
  readonly rank: number;
  /** Why it was not used, null when it was. */
  readonly dropped: string | null;
}

export interface ReceiptClaim {
  readonly addr: ClaimAddr;
  readonly content_hash: string;
  readonly claim_cluster_id: string;
  /** BLAKE3 chain head of its ledger in the view, null for an empty ledger. */
  readonly ledger_head: string | null;
  readonly belief: { readonly state: string; readonly effective_confidence: number } | null;
}

/** That an artefact states a claim at a span; the hash is over the span's UTF-8 bytes. */
export interface ReceiptEdge {
  readonly claim: ClaimAddr;
  readonly artefact_id: ArtefactId;
  readonly start: number;
  readonly end: number;
  readonly span_hash: string;
}

export interface ReceiptArtefact {
  readonly artefact_id: ArtefactId;
  readonly doc_id: string;
  readonly url: string;
  readonly hash: string;
  readonly text_hash: string;
  readonly domain: string;
  readonly licence: string;
  readonly observed_at: string;
  /** Position of its entry in the log. */
  readonly seq: number;
}

/** What the answer took, as counts: times would differ from one run to the next. */
export interface CostEnvelope {
  /** Sections that retrieval found. */
  readonly candidates_scored: number;
  readonly sentences_scored: number;
  /** Of the search for the smallest evidence set. */
  readonly nodes_explored: number;
  /** Of the texts that sentences were read from. */
  readonly bytes_read: number;
  /**
   * What the answer costs a language model that reads it: its canonical JSON without its `receipt`, by the estimator of the
   * envelope's `budget`. Receipts of before it was counted lack it.
   */
  readonly tokens?: number;
}

export interface Receipt {
  readonly v: 1;
  readonly answer_id: AnswerId;
  /** BLAKE3-256 of the answer's canonical CBOR without its `receipt` member. */
  readonly answer_hash: string;
  readonly tenant: string;
  readonly request: CanonicalRequest;
  /** S and T. */
  readonly corpus: { readonly name: string; readonly snapshot: string };
  readonly view: { readonly seq: number; readonly until: string };
  /** BLAKE3-256 of the canonical request and the snapshot's root. */
  readonly seed: string;
  readonly summary: string;
  readonly sentences: readonly AnswerSentence[];
  readonly claim_graph: {
    readonly claims: readonly ReceiptClaim[];
    readonly edges: readonly ReceiptEdge[];
    readonly contradictions: readonly { readonly claim: ClaimAddr; readonly rival: ClaimAddr }[];
  };
  readonly artefacts: readonly ReceiptArtefact[];
  readonly candidates: readonly ReceiptCandidate[];
  readonly selection: SelectionRecord;
  readonly evidence_set: EvidenceSet;
  /** Null for an empty answer. */
  readonly primary_artifact_id: ArtefactId | null;
  readonly claim_clusters: readonly ClaimCluster[];
  readonly cost: CostEnvelope;
  readonly models: readonly {
    readonly model: string;
    readonly model_hash: string;
    readonly vectors_hash: string;
  }[];
  /** Sentences that a chooser was offered, and which it chose; absent where none was asked. */
  readonly choice?: Choice;
  /** Models that were to rank or to choose and could not be asked; absent where none failed. */
  readonly unavailable_models?: readonly UnavailableModel[];
  readonly policies: AnswerPolicies;
  readonly engine: { readonly text_ranker: string };
}
