/**
 * Assembles an answer at a view: retrieve, rank sentences, settle which leads, choose its evidence, look for what
 * disagrees. Reads only; nothing is written here (contract: "What the service does").
 */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ClaimRecord } from '../../graph/claim.ts';
import type { GraphReader } from '../../graph/store.ts';
import type { Ranked } from '../backbone/candidate.ts';
import { composeSummary, type Summary } from '../backbone/compose-summary.ts';
import { rankSentences } from '../backbone/rank-sentences.ts';
import { recencyWindow } from '../backbone/recency.ts';
import type { Beliefs, ClaimBelief } from '../belief/read-beliefs.ts';
import { readRivals } from '../belief/read-rivals.ts';
import type { Embedder, SentenceChooser, StageEnded } from '../ports.ts';
import { readQuestion } from '../question/read-question.ts';
import { askChooser, type Choosing, type Offerable } from '../reading/choose/ask-chooser.ts';
import { applyChoice } from '../reading/choose/choice.ts';
import { type Retrieval, retrieve } from '../retrieve/retrieve.ts';
import type { VectorLane } from '../retrieve/vector-lane.ts';
import { isLicenceRefused, type TrustPolicy } from '../select/trust-policy.ts';
import type { CorpusView } from '../view.ts';
import { type ChosenEvidence, chooseEvidence, type QuotedSentence } from './choose-evidence.ts';
import { type CounterfactualLane, findCounterfactuals, NOTHING_FOUND } from './counterfactuals.ts';
import { type Contender, claimsOfValue, leadFirst } from './lead.ts';
import { NOTHING_SEARCHED, type OppositeFinds, searchOpposites } from './opposite-search.ts';
import { readSentences, type SentencePool, type StatedSentence } from './read-sentences.ts';
import { readSupport, type Support } from './support.ts';

/** A sentence of the summary with where it stands. */
export interface QuotedSummarySentence extends QuotedSentence {
  readonly text: string;
  readonly stated: StatedSentence;
  /** Index in `stated.before` of the sentence it leans on. */
  readonly antecedent: number | null;
}

export interface Assembly {
  readonly summary: string;
  readonly sentences: readonly QuotedSummarySentence[];
  readonly claims: readonly ClaimAddr[];
  readonly support: Support;
  readonly evidence: ChosenEvidence;
  readonly lane: CounterfactualLane;
  readonly opposites: OppositeFinds;
  readonly beliefs: ReadonlyMap<ClaimAddr, ClaimBelief>;
  readonly rivals: ReadonlyMap<ClaimAddr, readonly ClaimAddr[]>;
  readonly retrieval: Retrieval;
  readonly pool: SentencePool;
  readonly choosing: Choosing;
}

export interface AssembleRequest {
  readonly q: string;
  readonly lang: string;
  readonly k: number;
  readonly view: CorpusView;
  /** Ends the asking of a model elsewhere, when this rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Most ranked sentences whose claims are looked at. */
const MAX_CONTENDERS = 50;

/** What assembling reads with. */
export interface AssembleDependencies {
  readonly store: GraphReader;
  readonly beliefs: Beliefs;
  readonly vectors: VectorLane;
  readonly policy: TrustPolicy;
  /** Chooses among the best sentences; null: the ranking alone decides. */
  readonly chooser: SentenceChooser | null;
  /** The model of question–sentence cosines: an add-on, else that of retrieval; null: latent vectors. */
  readonly sentenceEmbedder: Embedder | null;
  /** Hears of each stage of a new answer. */
  readonly ended: StageEnded;
}

export async function assemble(
  { store: reader, beliefs: beliefReader, vectors, policy, chooser, ended }: AssembleDependencies,
  request: AssembleRequest,
): Promise<Assembly> {
  const { view } = request;
  const refuses = (licence: string) => isLicenceRefused(policy, licence);
  const question = readQuestion(request.q, request.lang);
  ended('question');
  const retrieval = await retrieve(reader, vectors, { ...request, refuses }, ended);
  const pool = await readSentences(reader, retrieval.artefacts, scoresOf(retrieval));
  ended('sentences');
  const ranked = rankSentences(
    question,
    pool.sentences.map(({ candidate }) => candidate),
  ).slice(0, MAX_CONTENDERS);
  ended('rank');
  const found = contendersOf(ranked, pool);
  const choosing = await askChooser(chooser, request.q, found.map(offerOf), request.signal);
  const { answering, others } = applyChoice(found, choosing.choice);
  const rivals = await readRivals(reader, [...new Set(found.flatMap(({ claims }) => claims))], view.view);
  const beliefs = await beliefReader.read(
    [...rivals].flatMap(([claim, others]) => [claim, ...others]),
    view.view,
  );
  const records = await readRecords(reader, [...rivals.keys()]);
  const clusters = new Map([...records].map(([addr, claim]) => [addr, claim.claim_cluster_id]));
  const ledgers = { beliefs, rivals, clusters };
  const leading = leadFirst(answering, ledgers, recencyWindow(question));
  const contenders = [...leading, ...others];
  ended('beliefs');
  const summary = composeSummary(
    question,
    leading.map((one) => one.ranked),
  );
  const sentences = quote(summary, contenders);
  const claims = [...new Set(sentences.flatMap((sentence) => sentence.claims))];
  const quoted = new Set(sentences.map(({ artefact }) => artefact));
  const states = retrieval.artefacts.filter(({ record }) => quoted.has(record.artefact_id));
  const support = await readSupport(reader, claims, view, states);
  const lead = contenders[0];
  const isAnswered = lead !== undefined && sentences.length > 0;
  const opposites = isAnswered
    ? await searchOpposites(reader, { view, question, lead, pool, refuses })
    : NOTHING_SEARCHED;
  const lane = isAnswered
    ? await findCounterfactuals(reader, {
        beliefs,
        rivals,
        records,
        view,
        question,
        claims,
        lead,
        contenders,
        opposites,
        pool,
        refuses,
      })
    : NOTHING_FOUND;
  return {
    summary: summary.text,
    sentences,
    claims,
    support,
    evidence: chooseEvidence(sentences, support, policy, view.view),
    lane,
    opposites,
    beliefs,
    rivals,
    retrieval,
    pool,
    choosing,
  };
}

function contendersOf(ranked: readonly Ranked[], { sentences }: SentencePool): Contender[] {
  const stated = new Map(sentences.map((sentence) => [sentence.candidate.id, sentence]));
  return ranked.flatMap((one) => {
    const sentence = stated.get(one.candidate.id);
    return sentence === undefined
      ? []
      : [{ ranked: one, stated: sentence, claims: claimsOfValue(one, sentence) }];
  });
}

function offerOf({ stated: { artefact, span, candidate } }: Contender): Offerable {
  const { title, heading, text } = candidate;
  const context = heading === null || heading === title ? title : `${title} > ${heading}`;
  return { artefact: artefact.artefact_id, span, context, text };
}

function scoresOf({ sections }: Retrieval): (artefact: ArtefactId) => number {
  const best = Math.max(...sections.map(({ fused }) => fused.score), Number.MIN_VALUE);
  const scores = new Map<ArtefactId, number>();
  for (const { fused, artefact } of sections) {
    const id = artefact.record.artefact_id;
    scores.set(id, Math.max(scores.get(id) ?? 0, fused.score / best));
  }
  return (artefact) => scores.get(artefact) ?? 0;
}

async function readRecords(
  reader: GraphReader,
  addrs: readonly ClaimAddr[],
): Promise<Map<ClaimAddr, ClaimRecord>> {
  const records = (await reader.claims(addrs)).filter((claim) => claim !== null);
  return new Map(records.map((claim) => [claim.addr, claim]));
}

function quote(summary: Summary, contenders: readonly Contender[]): QuotedSummarySentence[] {
  return summary.sentences.flatMap(({ text, candidate, antecedent }) => {
    const contender = contenders.find(({ ranked }) => ranked.candidate.id === candidate);
    if (contender === undefined) return [];
    const { stated, claims } = contender;
    return [{ text, stated, antecedent, artefact: stated.artefact.artefact_id, claims }];
  });
}
