/**
 * Assembles an answer at a view: retrieve, rank sentences, settle which leads, choose its evidence, look for what
 * disagrees. Reads only; nothing is written here (contract: "What the service does").
 */
import type { ClaimAddr } from '../../graph/address.ts';
import type { ClaimRecord } from '../../graph/claim.ts';
import type { GraphReader } from '../../graph/store.ts';
import type { Ranked } from '../backbone/candidate.ts';
import type { Summary } from '../backbone/compose-summary.ts';
import { rankSentences } from '../backbone/rank-sentences.ts';
import type { Beliefs, ClaimBelief } from '../belief/read-beliefs.ts';
import { readRivals } from '../belief/read-rivals.ts';
import type { Embedder, SentenceChooser, StageEnded } from '../ports.ts';
import type { Question } from '../question/question.ts';
import { readQuestion } from '../question/read-question.ts';
import { askChooser, type Choosing, type Offerable } from '../reading/choose/ask-chooser.ts';
import { contextWords } from '../reading/rank/candidate.ts';
import type { NearPassage } from '../reading/rank/read.ts';
import type { ReadingPolicy } from '../reading/rank/reading-policy.ts';
import { type Retrieval, retrieve } from '../retrieve/retrieve.ts';
import type { UnavailableModel, VectorLane } from '../retrieve/vector-lane.ts';
import { isLicenceRefused, type TrustPolicy } from '../select/trust-policy.ts';
import type { CorpusView } from '../view.ts';
import { answeringBy, contendersOf, type Deciding } from './answering.ts';
import { type ChosenEvidence, chooseEvidence, type QuotedSentence } from './choose-evidence.ts';
import { type CounterfactualLane, findCounterfactuals, NOTHING_FOUND } from './counterfactuals.ts';
import { type Contender, claimsOfValue } from './lead.ts';
import { NOTHING_SEARCHED, type OppositeFinds, searchOpposites } from './opposite-search.ts';
import { readAnswerPool } from './read-pool.ts';
import { readSentences, type SentencePool, type StatedSentence } from './read-sentences.ts';
import { readSupport, type Support } from './support.ts';

/** A sentence of the summary with where it stands. */
export interface QuotedSummarySentence extends QuotedSentence {
  readonly text: string;
  readonly stated: StatedSentence;
  /** Index in `stated.before` of the sentence it leans on. */
  readonly antecedent: number | null;
}

/** A sentence that is near to the question and answers nothing for sure. */
export interface NearSentence {
  readonly stated: StatedSentence;
  /** Its share of the ranking, 0 to 1. */
  readonly probability: number;
}

export interface Assembly {
  readonly summary: string;
  readonly sentences: readonly QuotedSummarySentence[];
  /** That the answer is right, 0 to 1; null where nothing answers, and where a chooser decided. */
  readonly confidence: number | null;
  /** Of an answer that says nothing; else empty. */
  readonly passages: readonly NearSentence[];
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
  /** The model of question–sentence cosines, where it could not be asked. */
  readonly unavailable: UnavailableModel | null;
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
  /** The learned policy of the ranking. */
  readonly reading: ReadingPolicy;
  /** Hears of each stage of a new answer. */
  readonly ended: StageEnded;
}

export async function assemble(deps: AssembleDependencies, request: AssembleRequest): Promise<Assembly> {
  const { store: reader, beliefs: beliefReader, vectors, policy, ended } = deps;
  const { view } = request;
  const refuses = (licence: string) => isLicenceRefused(policy, licence);
  const question = readQuestion(request.q, request.lang);
  ended('question');
  const retrieval = await retrieve(reader, vectors, { ...request, refuses }, ended);
  const pool = await readSentences(reader, retrieval.artefacts, retrieval.sections);
  ended('sentences');
  const { deciding, choosing, passages, unavailable } = await rank(deps, request, question, pool);
  ended('rank');
  const found = contendersOf(deciding);
  const rivals = await readRivals(reader, [...new Set(found.flatMap(({ claims }) => claims))], view.view);
  const beliefs = await beliefReader.read(
    [...rivals].flatMap(([claim, others]) => [claim, ...others]),
    view.view,
  );
  const records = await readRecords(reader, [...rivals.keys()]);
  const clusters = new Map([...records].map(([addr, claim]) => [addr, claim.claim_cluster_id]));
  const { contenders, summary, confidence } = answeringBy(deciding, found, { beliefs, rivals, clusters });
  ended('beliefs');
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
  const evidence = chooseEvidence(sentences, support, policy, view.view);
  const set = new Set(evidence.result.chosen);
  const lane = isAnswered
    ? await findCounterfactuals(reader, {
        beliefs,
        rivals,
        view,
        quoted: sentences,
        set,
        opposites,
        pool,
        refuses,
      })
    : NOTHING_FOUND;
  return {
    summary: summary.text,
    sentences,
    confidence,
    passages: isAnswered ? [] : nearSentences(passages, pool),
    claims,
    support,
    evidence,
    lane,
    opposites,
    beliefs,
    rivals,
    retrieval,
    pool,
    choosing,
    unavailable,
  };
}

/** By the rules, by the table, and by the chooser where there is one. */
async function rank(
  { chooser, sentenceEmbedder, reading }: AssembleDependencies,
  { q, lang, signal }: AssembleRequest,
  question: Question,
  pool: SentencePool,
) {
  const ranked = rankSentences(
    question,
    pool.sentences.map(({ candidate }) => candidate),
  ).slice(0, MAX_CONTENDERS);
  const asked = { q, lang, ranked, policy: reading, embedder: sentenceEmbedder, signal };
  const { outcome, ranking, passages, unavailable } = await readAnswerPool(pool, asked);
  const choosing = await askChooser(chooser, q, ranking.map(offerOf), signal);
  const { choice } = choosing;
  const byRules = byRulesOf(ranked, pool);
  const deciding: Deciding = { question, outcome, byRules, ranking, choice };
  return { deciding, choosing, passages, unavailable };
}

function byRulesOf(ranked: readonly Ranked[], { sentences }: SentencePool): Contender[] {
  const stated = new Map(sentences.map((sentence) => [sentence.candidate.id, sentence]));
  return ranked.flatMap((one) => {
    const sentence = stated.get(one.candidate.id);
    return sentence === undefined
      ? []
      : [{ ranked: one, stated: sentence, claims: claimsOfValue(one, sentence) }];
  });
}

function offerOf({ artefact, span, read }: StatedSentence): Offerable {
  return { artefact: artefact.artefact_id, span, context: contextWords(read).join(' > '), text: read.text };
}

function nearSentences(passages: readonly NearPassage[], { sentences }: SentencePool): NearSentence[] {
  const stated = new Map(sentences.map((sentence) => [sentence.read.id, sentence]));
  return passages.flatMap(({ id, probability }) => {
    const sentence = stated.get(id);
    return sentence === undefined ? [] : [{ stated: sentence, probability }];
  });
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
