/** Turns an assembly into the answer and the receipt that are stored. Pure. */
import type { AnswerId, ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { Span } from '../../graph/claim.ts';
import { type BuiltReceipt, buildReceipt, type ReceiptContext } from '../receipt/build-receipt.ts';
import { setIdOf } from '../receipt/receipt-hashes.ts';
import type {
  Answer,
  AnswerArtefact,
  AnswerClaim,
  AnswerSentence,
  CanonicalRequest,
  Citation,
  ClaimCluster,
  CoverageItem,
  EvidenceSet,
  Passage,
} from './answer.ts';
import type { Assembly, NearSentence, QuotedSummarySentence } from './assemble.ts';
import { checkedOf } from './checked.ts';
import { failureNotes } from './failed-models.ts';

export interface AnswerContext extends Omit<ReceiptContext, 'answerId' | 'request'> {
  readonly answerId: AnswerId;
  readonly request: CanonicalRequest;
  /** Artefacts of the corpus, for the envelope's coverage. */
  readonly docCount: number;
}

export interface BuiltAnswer {
  readonly answer: Answer;
  readonly receipt: BuiltReceipt;
}

export function buildAnswer(assembly: Assembly, context: AnswerContext): BuiltAnswer {
  const chosen = chosenArtefacts(assembly);
  const body = {
    v: 1 as const,
    answer_id: context.answerId,
    request: context.request,
    corpus: { name: context.view.corpus, snapshot: context.view.snapshot },
    summary: assembly.summary,
    sentences: assembly.sentences.map((sentence) => sentenceOf(sentence, assembly, chosen)),
    ...(assembly.confidence !== null && assembly.summary !== '' && { confidence: assembly.confidence }),
    ...(assembly.passages.length > 0 && { passages: assembly.passages.map(passageOf) }),
    claims: assembly.claims.flatMap((claim) => claimOf(claim, assembly)),
    artefacts: artefactsOf(assembly, chosen),
    evidence_set: evidenceSet(assembly, chosen),
    claim_clusters: clustersOf(assembly, chosen),
    coverage: searchedOf(assembly, context),
  };
  const receipt = buildReceipt(assembly, body, context);
  return {
    answer: { ...body, receipt: { receipt_id: receipt.receiptId, hash: receipt.hash } },
    receipt,
  };
}

/** `note` names what was found and not used, which explains an empty answer, and models that failed. */
function searchedOf(assembly: Assembly, { docCount }: AnswerContext): Answer['coverage'] {
  const { retrieval } = assembly;
  const searched = { lanes: retrieval.lanes, doc_count: docCount };
  const notes = [...refusedNote(retrieval), ...failureNotes(assembly)];
  return notes.length === 0 ? searched : { ...searched, note: notes.join('; ') };
}

function refusedNote({ sections }: Assembly['retrieval']): string[] {
  const refused = sections.filter((section) => section.refused !== null);
  if (refused.length === 0) return [];
  const documents = new Set(refused.map(({ artefact }) => artefact.record.artefact_id)).size;
  const licences = [...new Set(refused.flatMap((section) => section.refused ?? []))].toSorted(byCodeUnit);
  const named = licences.join(', ');
  return [`licences: ${documents} of these documents may not be used here under the trust policy (${named})`];
}

/** The set's artefacts, in the order of the selection. */
function chosenArtefacts({ evidence, support }: Assembly): ArtefactState[] {
  return evidence.result.chosen.flatMap((id) => {
    // Ids of the selection come from the support's own map.
    const state = support.artefacts.get(id as ArtefactId);
    return state === undefined ? [] : [state];
  });
}

function evidenceSet({ evidence }: Assembly, chosen: readonly ArtefactState[]): EvidenceSet {
  const artefact_ids = chosen.map(({ record }) => record.artefact_id);
  const { optimality } = evidence.result;
  return { set_id: setIdOf({ artefact_ids, optimality }), artefact_ids, optimality };
}

/** The sentence's own quote first, with its antecedent, then the set's other artefacts that state its claims. */
function sentenceOf(
  { text, stated, antecedent, claims }: QuotedSummarySentence,
  assembly: Assembly,
  chosen: readonly ArtefactState[],
): AnswerSentence {
  const own = stated.artefact.artefact_id;
  const spans = antecedent === null ? [stated.span] : [antecedent, stated.span];
  const words = assembly.pool.texts.get(own) ?? '';
  const others = chosen.filter(({ record }) => record.artefact_id !== own);
  return {
    text,
    claims,
    citations: [
      ...spans.map((span) => citation(own, words, span)),
      ...others.flatMap(({ record }) => citationOf(record.artefact_id, claims, assembly)),
    ],
  };
}

function passageOf({ stated: { artefact, span, read }, probability }: NearSentence): Passage {
  const { artefact_id, title } = artefact;
  return { artefact_id, quote: read.text, start: span.start, end: span.end, title, probability };
}

function citationOf(
  artefact: ArtefactId,
  claims: readonly ClaimAddr[],
  { support, pool }: Assembly,
): Citation[] {
  const places = claims.flatMap((claim) => support.places.get(claim) ?? []);
  const place = places.find((one) => one.artefact === artefact);
  const text = pool.texts.get(artefact);
  return place === undefined || text === undefined ? [] : [citation(artefact, text, place.sentence)];
}

function citation(artefact: ArtefactId, text: string, { start, end }: Span): Citation {
  return { artefact_id: artefact, quote: text.slice(start, end), start, end };
}

function claimOf(addr: ClaimAddr, { support, beliefs }: Assembly): AnswerClaim[] {
  const claim = support.claims.get(addr);
  if (claim === undefined) return [];
  const belief = beliefs.get(addr)?.fold?.belief ?? null;
  const { text, context } = claim.core;
  const said = context === undefined ? { text } : { text, context };
  return [{ addr, ...said, claim_cluster_id: claim.claim_cluster_id, belief }];
}

function artefactsOf({ lane }: Assembly, chosen: readonly ArtefactState[]): AnswerArtefact[] {
  const ids = new Set(chosen.map(({ record }) => record.artefact_id));
  const shown = new Set(lane.counterfactuals.map((one) => one.artefact_id).filter((id) => !ids.has(id)));
  const counter = [...shown].flatMap((id) => lane.artefacts.get(id) ?? []);
  return [
    ...chosen.map((state) => artefactOf(state, 'evidence')),
    ...counter.map((state) => artefactOf(state, 'counterfactual')),
  ];
}

function artefactOf({ record }: ArtefactState, role: AnswerArtefact['role']): AnswerArtefact {
  const { artefact_id, url, title, summary, domain, licence, lang, published, observed_at, hash } = record;
  return { artefact_id, url, title, summary, domain, licence, lang, published, observed_at, hash, role };
}

function clustersOf(assembly: Assembly, chosen: readonly ArtefactState[]): ClaimCluster[] {
  const byCluster = Map.groupBy(
    assembly.claims,
    (claim) => assembly.support.claims.get(claim)?.claim_cluster_id ?? '',
  );
  return [...byCluster].map(([claim_cluster_id, claims]) => ({
    claim_cluster_id,
    coverage: claims.flatMap((claim) => chosen.flatMap((state) => coverageOf(claim, state, assembly))),
    counterfactuals: assembly.lane.counterfactuals.filter((one) => claims.includes(one.claim_id)),
    checked: claims.map((claim) => checkedOf(claim, assembly)),
  }));
}

function coverageOf(claim: ClaimAddr, { record }: ArtefactState, { evidence }: Assembly): CoverageItem[] {
  const input = evidence.input.artefacts.find(({ id }) => id === record.artefact_id);
  const cover = input?.covers.find((one) => one.claim === claim);
  if (cover === undefined) return [];
  const { artefact_id, domain, licence, observed_at } = record;
  return [{ claim_id: claim, artefact_id, domain, score: cover.score, licence, observed_at }];
}
