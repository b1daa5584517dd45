/**
 * Assembles an answer at a view: retrieves, ranks sentences, decides which leads, chooses its evidence, searches for
 * what disagrees. Writes nothing (docs/spec/contract.md#ae-purpose).
 */
import type { ClaimAddr } from '../../graph/address.ts';
import type { ClaimRecord, Span } from '../../graph/claim.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import type { Beliefs, ClaimBelief } from '../belief/read-beliefs.ts';
import { readRivals } from '../belief/read-rivals.ts';
import type { Embedder, SentenceChooser, StageEnded } from '../ports.ts';
import { contextWords } from '../reading/rank/candidate.ts';
import type { RankedSentence } from '../reading/rank/read.ts';
import type { ReadingPolicy } from '../reading/rank/reading-policy.ts';
import { summaryOf, wordsShown } from '../reading/rank/shown-clauses.ts';
import { type Retrieval, retrieve } from '../retrieve/retrieve.ts';
import { readSupport, type Support } from '../retrieve/support.ts';
import type { VectorLane } from '../retrieve/vector-lane.ts';
import { isLicenceRefused, type TrustPolicy } from '../select/trust-policy.ts';
import { nextSlice } from '../slices.ts';
import { isPronoun } from '../text/coreference.ts';
import type { UnavailableModel } from '../unavailable-model.ts';
import type { CorpusView } from '../view.ts';
import { answeringBy, contendersOf, type Deciding, inReadingOrder } from './answering.ts';
import { askChooser, type Choosing, type Offerable } from './ask-chooser.ts';
import { type ChosenEvidence, chooseEvidence, type QuotedSentence } from './choose-evidence.ts';
import type { Contender } from './contender.ts';
import { type CounterfactualLane, findCounterfactuals, NOTHING_FOUND } from './counterfactuals.ts';
import { NOTHING_SEARCHED, type OppositeFinds, searchOpposites } from './opposite-search.ts';
import { readAnswerPool } from './read-pool.ts';
import { readSentences, type SentencePool, type StatedSentence } from './read-sentences.ts';

/** A sentence of the summary with where it stands. */
export interface QuotedSummarySentence extends QuotedSentence {
  readonly text: string;
  readonly stated: StatedSentence;
  /** The sentence before it, where its first word points there ("It is open on Sundays.") and the summary lacks it. */
  readonly antecedent: Span | null;
}

/** A sentence that is near to the question without a sure answer. */
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
  /** For an empty answer; else empty. */
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
  /** Ends a call to a remote model; assembling then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What assembling needs. */
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
  /** Called after each stage of a new answer. */
  readonly ended: StageEnded;
}

export async function assemble(deps: AssembleDependencies, request: AssembleRequest): Promise<Assembly> {
  const { store: reader, beliefs: beliefReader, vectors, policy, ended } = deps;
  const { view } = request;
  const refuses = (licence: string) => isLicenceRefused(policy, licence);
  const retrieval = await retrieve(reader, vectors, { ...request, refuses }, ended);
  await nextSlice();
  const pool = await readSentences(reader, retrieval.artefacts, retrieval.sections);
  ended('sentences');
  await nextSlice();
  const { deciding, choosing } = await decide(deps, request, pool);
  ended('rank');
  await nextSlice();
  const found = contendersOf(deciding);
  const rivals = await readRivals(reader, [...new Set(found.flatMap(({ claims }) => claims))], view.view);
  const beliefs = await beliefReader.read(
    [...rivals].flatMap(([claim, others]) => [claim, ...others]),
    view.view,
  );
  const records = await readRecords(reader, [...rivals.keys()]);
  const clusters = new Map([...records].map(([addr, claim]) => [addr, claim.claim_cluster_id]));
  const { answering, verdict, confidence } = answeringBy(deciding, found, { beliefs, rivals, clusters });
  ended('beliefs');
  await nextSlice();
  const sentences = inReadingOrder(answering).map(quoted);
  const claims = [...new Set(sentences.flatMap((sentence) => sentence.claims))];
  const cited = new Set(sentences.map(({ artefact }) => artefact));
  const support = await readSupport(reader, claims, view, {
    artefacts: retrieval.artefacts.filter(({ record }) => cited.has(record.artefact_id)),
    places: sentences.flatMap(({ stated }) => stated.occurrences),
  });
  await nextSlice();
  const [lead] = answering;
  const opposites =
    lead === undefined
      ? NOTHING_SEARCHED
      : await searchOpposites(reader, { view, q: request.q, lead: lead.stated, pool, refuses });
  await nextSlice();
  const evidence = chooseEvidence(sentences, support, policy, view.view);
  await nextSlice();
  const set = new Set(evidence.result.chosen);
  const lane = lead
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
    summary: summaryOf(sentences, verdict),
    sentences,
    confidence,
    passages: lead ? [] : nearSentences(deciding.reading.passages, pool),
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
    unavailable: deciding.reading.unavailable,
  };
}

/** By the table, and by the chooser where there is one. */
async function decide(
  { chooser, sentenceEmbedder, reading: policy }: AssembleDependencies,
  { q, lang, signal }: AssembleRequest,
  pool: SentencePool,
): Promise<{ readonly deciding: Deciding; readonly choosing: Choosing }> {
  const reading = await readAnswerPool(pool, { q, lang, policy, embedder: sentenceEmbedder, signal });
  const choosing = await askChooser(chooser, q, reading.ranking.map(offerOf), signal);
  return { deciding: { reading, choice: choosing.choice }, choosing };
}

function offerOf({ artefact, span, read }: StatedSentence): Offerable {
  return { artefact: artefact.artefact_id, span, context: contextWords(read).join(' > '), text: read.text };
}

function nearSentences(passages: readonly RankedSentence[], { sentences }: SentencePool): NearSentence[] {
  const stated = new Map(sentences.map((sentence) => [sentence.read.id, sentence]));
  return passages.flatMap(({ id, share }) => {
    const sentence = stated.get(id);
    return sentence === undefined ? [] : [{ stated: sentence, probability: share }];
  });
}

async function readRecords(
  reader: RecordReader,
  addrs: readonly ClaimAddr[],
): Promise<Map<ClaimAddr, ClaimRecord>> {
  const records = (await reader.records('claims', addrs)).filter((claim) => claim !== null);
  return new Map(records.map((claim) => [claim.addr, claim]));
}

/** @param all that are quoted together: an antecedent among them is shown already */
function quoted(
  { stated, shown, claims }: Contender,
  _at: number,
  all: readonly Contender[],
): QuotedSummarySentence {
  const [opener = ''] = /\p{L}+/u.exec(stated.read.text) ?? [];
  const antecedent = isPronoun(opener.toLowerCase()) ? stated.before : null;
  const isShown = all.some(
    ({ stated: { artefact, span } }) => artefact === stated.artefact && span.start === antecedent?.start,
  );
  return {
    text: wordsShown(stated.read.text, shown),
    stated,
    antecedent: isShown ? null : antecedent,
    artefact: stated.artefact.artefact_id,
    claims,
  };
}
