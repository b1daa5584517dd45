/** Builds the receipt of an answer: everything it rests on, in one hashed record. Pure. */
import type { AnswerId, ArtefactId, ClaimAddr, ReceiptId } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { Answer, CanonicalRequest } from '../answer/answer.ts';
import type { AnswerPolicies } from '../answer/answer-policies.ts';
import type { Assembly } from '../answer/assemble.ts';
import { failedModels } from '../answer/failed-models.ts';
import type { RetrievedSection } from '../retrieve/retrieve.ts';
import { estimateTokens } from '../tokens/estimate-tokens.ts';
import type { CorpusView } from '../view.ts';
import { primaryOf } from './primary-artefact.ts';
import type { Receipt, ReceiptArtefact, ReceiptCandidate, ReceiptClaim, ReceiptEdge } from './receipt.ts';
import { canonicalJson } from './receipt-document.ts';
import { receiptIdOf, seedOf, spanHash } from './receipt-hashes.ts';
import { recordSelection } from './selection-record.ts';

export interface ReceiptContext {
  readonly answerId: AnswerId;
  readonly tenant: string;
  readonly request: CanonicalRequest;
  readonly view: CorpusView;
  readonly policies: AnswerPolicies;
  readonly textRanker: string;
}

export interface BuiltReceipt {
  readonly receiptId: ReceiptId;
  readonly receipt: Receipt;
  /** Canonical CBOR of the receipt. */
  readonly bytes: Uint8Array;
  /** BLAKE3-256 of the bytes. */
  readonly hash: string;
}

/** An answer before it names its receipt: what `answer_hash` is over. */
export type AnswerBody = Omit<Answer, 'receipt'>;

export function buildReceipt(assembly: Assembly, body: AnswerBody, context: ReceiptContext): BuiltReceipt {
  const receipt = contentOf(assembly, body, context);
  const bytes = encodeCanonical(receipt);
  const hash = blake3Hex(bytes);
  return { receiptId: receiptIdOf(hash), receipt, bytes, hash };
}

function contentOf(assembly: Assembly, body: AnswerBody, context: ReceiptContext): Receipt {
  const { view } = context;
  const chosen = new Set<string>(body.evidence_set.artefact_ids);
  const failed = failedModels(assembly);
  const shown = body.artefacts.map(({ artefact_id }) => artefact_id);
  return {
    v: 1,
    answer_id: context.answerId,
    answer_hash: blake3Hex(encodeCanonical(body)),
    tenant: context.tenant,
    request: context.request,
    corpus: body.corpus,
    view: view.view,
    seed: seedOf(context.request, view.root),
    summary: body.summary,
    sentences: body.sentences,
    claim_graph: {
      claims: assembly.claims.flatMap((claim) => claimOf(claim, assembly)),
      edges: assembly.claims.flatMap((claim) => edgesOf(claim, assembly, chosen)),
      contradictions: assembly.claims.flatMap((claim) =>
        (assembly.rivals.get(claim) ?? []).map((rival) => ({ claim, rival })),
      ),
    },
    artefacts: shown.flatMap((id) => artefactOf(id, assembly)),
    candidates: assembly.retrieval.sections.map(candidateOf),
    selection: recordSelection(assembly.evidence.input, assembly.evidence.result),
    evidence_set: body.evidence_set,
    primary_artifact_id: primaryIn(assembly),
    claim_clusters: body.claim_clusters,
    cost: {
      candidates_scored: assembly.retrieval.sections.length,
      sentences_scored: assembly.pool.sentences.length + assembly.opposites.pool.sentences.length,
      nodes_explored: assembly.evidence.result.nodesExplored,
      bytes_read: assembly.pool.bytesRead + assembly.opposites.pool.bytesRead,
      tokens: estimateTokens(canonicalJson(body)),
    },
    models: assembly.retrieval.vectors === null ? [] : [assembly.retrieval.vectors],
    ...(assembly.choosing.choice && { choice: assembly.choosing.choice }),
    ...(failed.length > 0 && { unavailable_models: failed }),
    // A lane that cannot be asked is replaced by another: what ranked counts.
    policies: { ...context.policies, retrieval: assembly.retrieval.policy },
    engine: { text_ranker: context.textRanker },
  };
}

function claimOf(addr: ClaimAddr, { support, beliefs }: Assembly): ReceiptClaim[] {
  const claim = support.claims.get(addr);
  if (claim === undefined) return [];
  const belief = beliefs.get(addr);
  const { content_hash, claim_cluster_id } = claim;
  const ledger_head = belief?.ledger.head ?? null;
  const shown = belief?.fold?.belief ?? null;
  return [
    {
      addr,
      content_hash,
      claim_cluster_id,
      ledger_head,
      belief: shown && { state: shown.state, effective_confidence: shown.effective_confidence },
    },
  ];
}

function edgesOf(claim: ClaimAddr, { support, pool }: Assembly, chosen: ReadonlySet<string>): ReceiptEdge[] {
  const places = (support.places.get(claim) ?? []).filter(({ artefact }) => chosen.has(artefact));
  return places.flatMap(({ artefact, sentence: { start, end } }) => {
    const text = pool.texts.get(artefact);
    if (text === undefined) return [];
    const span_hash = spanHash(text.slice(start, end));
    return [{ claim, artefact_id: artefact, start, end, span_hash }];
  });
}

function artefactOf(id: ArtefactId, { support, lane }: Assembly): ReceiptArtefact[] {
  const state: ArtefactState | undefined = support.artefacts.get(id) ?? lane.artefacts.get(id);
  if (state === undefined) return [];
  const { doc_id, url, hash, text_hash, domain, licence, observed_at } = state.record;
  return [{ artefact_id: id, doc_id, url, hash, text_hash, domain, licence, observed_at, seq: state.seq }];
}

function candidateOf({ fused, artefact, dropped }: RetrievedSection): ReceiptCandidate {
  const { artefact_id, hash, domain, licence } = artefact.record;
  const { id, lanes, score, rank } = fused;
  return { addr: id, artefact_id, hash, domain, licence, lanes, score, rank, dropped };
}

function primaryIn({ evidence, support }: Assembly): ArtefactId | null {
  const id = primaryOf(evidence.result.taken, evidence.input.artefacts);
  return [...support.artefacts.keys()].find((one) => one === id) ?? null;
}
