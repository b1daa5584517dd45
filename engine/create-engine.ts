/** Puts the use cases together over a store. */
import type { AnswerId } from '../graph/address.ts';
import { fenced } from '../graph/lease/lease.ts';
import { LogWriter } from '../graph/log/writer.ts';
import { readRange } from '../graph/store/ranges.ts';
import type { GraphStore } from '../graph/store/store.ts';
import { annotate } from './annotate/annotate.ts';
import { AnnotationVotes } from './annotate/annotation-votes.ts';
import { closeStub } from './annotate/close-stub.ts';
import { listAnnotations } from './annotate/list-annotations.ts';
import { policiesOf } from './answer/answer-id.ts';
import { ask } from './answer/ask.ts';
import type { AssembleDependencies } from './answer/assemble.ts';
import { createAnswerReads } from './answer-reads.ts';
import { lookedAt } from './artefact/bytes-state.ts';
import { checkBytes } from './artefact/check-bytes.ts';
import { redactArtefact } from './artefact/redact.ts';
import { planWithdrawal } from './artefact/withdraw.ts';
import { BeliefProjection } from './belief/projection/belief-projection.ts';
import { Beliefs } from './belief/read-beliefs.ts';
import type { Engine } from './engine.ts';
import { createExplore } from './explore/explore.ts';
import { FindingsMonitor } from './findings/monitor.ts';
import { whatWouldTurn } from './findings/what-would-turn.ts';
import { ingest } from './ingest/ingest.ts';
import { Opinions } from './ingest/opinions.ts';
import type { KeyService } from './keys/keys.ts';
import { appendEvidence } from './ledger/append-evidence.ts';
import { readLedger } from './ledger/read-ledger.ts';
import { createLogReads } from './log/log-reads.ts';
import type { CheckpointSigner } from './log/read-checkpoint.ts';
import { viewAt } from './log/view-at.ts';
import type { Clock, Embedder, SentenceChooser, StageEnded, StanceJudge } from './ports.ts';
import { readProvenance } from './provenance/read-provenance.ts';
import { READING_POLICY, type ReadingPolicy } from './reading/rank/reading-policy.ts';
import { verifyBesideStore } from './receipt/verify-against-store.ts';
import { createRedactedView } from './redacted-view.ts';
import { resolveCorpus } from './resolve-corpus.ts';
import { EmbeddingWork } from './retrieve/embed/embedding-work.ts';
import { SentenceIndexes } from './retrieve/embed/sentence-indexes.ts';
import { SentenceLane } from './retrieve/embed/sentence-lane.ts';
import { LatentLane } from './retrieve/latent-lane.ts';
import { LicenceFilter } from './retrieve/licence-filter.ts';
import { refreshVectors } from './retrieve/refresh-vectors.ts';
import { VectorMaker, VectorsFailed } from './retrieve/vectors/vector-maker.ts';
import { DocumentCounts } from './search/document-counts.ts';
import { findItems } from './search/find-items.ts';
import { Gaps } from './search/gaps.ts';
import { readItem } from './search/read-item.ts';
import { runSearch } from './search/run-search.ts';
import { isLicenceRefused, type TrustPolicy } from './select/trust-policy.ts';
import { LEXICAL_JUDGE } from './stance/lexical-judge.ts';
import { readCorporaAt } from './stats/corpora-at.ts';
import { StatsReader } from './stats/stats.ts';
import { listClosedStubs } from './stubs/list-closed-stubs.ts';
import type { StubIds } from './stubs/stub-ids.ts';

export interface EngineOptions {
  readonly store: GraphStore;
  readonly clock: Clock;
  readonly policy: TrustPolicy;
  /** Signs the log's checkpoints. */
  readonly sign: CheckpointSigner;
  /** What a verification of the log beside requests has found; by default there is none. */
  readonly logDamage?: () => string | null;
  /** Corpus of reads that name none (`ADDUCE_CORPUS`); null: the store's first. */
  readonly defaultCorpus: string | null;
  /** Builds the key service over the engine's own writer. */
  readonly keys: (writer: LogWriter) => KeyService;
  readonly stubs: StubIds;
  /** A sentence model for the vector lane; without one, vectors are trained on the corpus itself. */
  readonly embedder?: Embedder | null;
  /** A model for cosines of a question with sentences alone; without one, the embedder. */
  readonly sentenceEmbedder?: Embedder | null;
  /** Makes the vectors that are trained on the corpus itself; the engine closes it. */
  readonly maker?: VectorMaker;
  /** Notified of faults that end no request: vectors of a corpus could not be made, a remote judge could not be called. */
  readonly onFault?: (fault: unknown) => void;
  /** Says at ingest which sentences contradict each other; without one, the lexical judge. */
  readonly judge?: StanceJudge | null;
  /** Chooses which of the best sentences answer; without one, the ranking alone. */
  readonly chooser?: SentenceChooser | null;
  /** How sentences are ranked and when they answer; the learned policy by default. */
  readonly reading?: ReadingPolicy;
  /** Called after each stage of a new answer, for measurements. */
  readonly ended?: StageEnded;
}

const MAX_FINDINGS = 1_000;

export function createEngine(options: EngineOptions): Engine {
  const { store, clock, policy, sign, defaultCorpus, keys, stubs, embedder = null } = options;
  const models = readingModels(options);
  const { maker = new VectorMaker(), onFault = () => undefined, ended = () => undefined } = options;
  const opinions = new Opinions(options.judge ?? LEXICAL_JUDGE, onFault);
  const writer = new LogWriter(store, () => clock.now());
  const beliefs = new Beliefs(store);
  const refuses = (licence: string) => isLicenceRefused(policy, licence);
  const licences = new LicenceFilter(store, policy);
  const latent = new LatentLane();
  const indexes = new SentenceIndexes();
  const vectors = embedder === null ? latent : new SentenceLane(embedder, latent, indexes);
  const searched = {
    reader: store,
    beliefs,
    vectors,
    documents: new DocumentCounts(store),
    refuses,
    voices: new AnnotationVotes(store),
    gaps: new Gaps(store, stubs),
  };
  const resolve = (name: string | null, asOf: string | null) =>
    resolveCorpus(store, { name, fallback: defaultCorpus, asOf });
  const shown = createRedactedView({ store, beliefs, licences, resolve });
  const stats = statsOver(options, vectors.policy);
  const monitor = new FindingsMonitor(store, writer, beliefs, refuses);
  return {
    store,
    writer,
    clock,
    monitor,
    beliefProjection: new BeliefProjection(store),
    embedding: embedder === null ? null : new EmbeddingWork(store, { writer, embedder, indexes, maker }),
    keys: keys(writer),
    stubs,
    resolveCorpus: resolve,
    viewAt: async (asOf) => (asOf === null || asOf >= clock.now() ? null : viewAt(store, asOf)),
    training: maker,
    ingest: ingestWith({ store, writer, maker, policy, opinions, onFault }),
    ask: (request, tenant) =>
      ask({ store, beliefs, writer, clock, vectors, policy, ended, ...models }, request, tenant),
    ...createAnswerReads({ store, beliefs, monitor, clock, sign, licences }),
    verifyReceipt: (view) => verifyBesideStore(view, store),
    search: (request) => runSearch(searched, request),
    findItems: (request) => findItems(searched, request),
    readItem: (request) => readItem({ reader: store, licences, claims: shown.claims }, request),
    appendEvidence: (request) => appendEvidence(writer, request),
    readLedger: (request) => readLedger(store, beliefs, request),
    annotate: (request) => annotate(store, writer, request),
    listAnnotations: (request) => listAnnotations(store, request),
    closeStub: (request) => closeStub(stubs, writer, request),
    closedStubs: (request) => listClosedStubs(store, request),
    ...shown,
    standingFindings: (tenant, answers) => store.currentFindings(tenant, answers),
    findingsAfter: (tenant, after, answers: readonly AnswerId[] | null) =>
      readRange(store, 'findings', { tenant, after, answers }, { limit: MAX_FINDINGS }),
    withdraw: (request) => writer.append(planWithdrawal(request)),
    redact: (request) => redactArtefact(store, writer, request),
    explore: createExplore(store, beliefs, policy),
    log: createLogReads(store, sign, options.logDamage ?? (() => null)),
    async provenance(id, tenant, view = null) {
      const found = await readProvenance({ reader: store, sign, licences }, id, tenant, view);
      // What was read is returned, also where nothing can be written.
      if (found !== null) await monitor.noticed(lookedAt(id, found.bytes)).catch(onFault);
      return found;
    },
    checkBytes: (onProgress) => checkBytes(store, monitor, onProgress),
    whatWouldTurn: (command, tenant, asOf = null) =>
      whatWouldTurn({ reader: store, refuses, now: clock.now(), tenant, asOf }, command),
    stats: (tenant) => stats.read(tenant),
    corporaAt: (records, view) => readCorporaAt(store, records, view),
    statsAt: (tenant, view) => stats.readAt(tenant, view),
  };
}

interface IngestParts extends Pick<Engine, 'store' | 'writer'> {
  readonly maker: VectorMaker;
  readonly policy: TrustPolicy;
  readonly opinions: Opinions;
  readonly onFault: (fault: unknown) => void;
}

function ingestWith({ store, writer, maker, policy, opinions, onFault }: IngestParts): Engine['ingest'] {
  return async (files, { fence, ...options }) => {
    const appender = fence === undefined ? writer : fenced(writer, fence);
    const report = await ingest(appender, store, files, { ...options, policy, opinions });
    try {
      await refreshVectors({ reader: store, writer: appender, maker }, options.corpus, options.signal);
    } catch (fault) {
      // The documents are there, and full text finds them.
      if (!(fault instanceof VectorsFailed)) throw fault;
      if (!maker.closed) onFault(fault);
    }
    return report;
  };
}

/** Sentences are weighed by the add-on, else by the model of retrieval. */
function readingModels(
  options: EngineOptions,
): Pick<AssembleDependencies, 'chooser' | 'sentenceEmbedder' | 'reading'> {
  const { chooser = null, embedder = null, sentenceEmbedder = null, reading = READING_POLICY } = options;
  return { chooser, sentenceEmbedder: sentenceEmbedder ?? embedder, reading };
}

function statsOver(options: EngineOptions, retrieval: string): StatsReader {
  const { store, clock, sign, policy } = options;
  // Counting reads every claim once: that must not drive out the folds that are kept for readers.
  const counting = new Beliefs(store, { claims: 1, bytes: 1 });
  return new StatsReader({
    store,
    clock,
    sign,
    readFolds: (claims, view) => counting.read(claims, view),
    policies: policiesOf(policy, retrieval, readingModels(options)),
  });
}
