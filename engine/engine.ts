/**
 * The engine's use cases: the one surface that gateways and the CLI speak to. Each member is one file's function;
 * this file only says what there is.
 */
import type { AnswerId, ArtefactId, ClaimAddr } from '../graph/address.ts';
import type { ArtefactState } from '../graph/artefact.ts';
import type { ClaimOccurrence } from '../graph/claim.ts';
import type { Fence } from '../graph/lease/lease.ts';
import type { Command } from '../graph/log/command.ts';
import type { LogWriter } from '../graph/log/writer.ts';
import type { CorpusRecord, FindingRecord, View } from '../graph/store/rows.ts';
import type { GraphStore } from '../graph/store/store.ts';
import type { AddedAnnotation } from './annotate/annotate.ts';
import type { AnnotationRequest, CloseStubRequest } from './annotate/annotation-request.ts';
import type { StubClosing } from './annotate/close-stub.ts';
import type { AnnotationsPage, AnnotationsRequest } from './annotate/list-annotations.ts';
import type { AnswerView } from './answer/answer.ts';
import type { AnswerDamaged } from './answer/answer-damaged.ts';
import type { AskOutcome, AskRequest } from './answer/ask.ts';
import type { AnswersPage, AnswersRequest } from './answer/list-answers.ts';
import type { FoundAnswer } from './answer/read-answer.ts';
import type { BytesReport } from './artefact/check-bytes.ts';
import type { OperatorOutcome, OperatorRequest } from './artefact/operator-request.ts';
import type { Redaction } from './artefact/redact.ts';
import type { BeliefProjection } from './belief/projection/belief-projection.ts';
import type { ClaimView } from './claim-view.ts';
import type { Explore } from './explore/explore.ts';
import type { FindingListRequest } from './findings/list-findings.ts';
import type { FindingsMonitor } from './findings/monitor.ts';
import type { Supposed } from './findings/what-would-turn.ts';
import type { IngestOptions, IngestReport, SourceFile } from './ingest/ingest.ts';
import type { KeyService } from './keys/keys.ts';
import type { AppendedEvidence } from './ledger/append-evidence.ts';
import type { EvidenceRequest } from './ledger/evidence-request.ts';
import type { LedgerPage, LedgerRequest } from './ledger/read-ledger.ts';
import type { LogReads } from './log/log-reads.ts';
import type { LookedThrough } from './look-through.ts';
import type { Clock } from './ports.ts';
import type { Provenance } from './provenance/provenance.ts';
import type { ReceiptView, StoredReceipt } from './receipt/read-receipt.ts';
import type { ReceiptProofs } from './receipt/receipt-proofs.ts';
import type { Verification } from './receipt/verify-receipt.ts';
import type { Outcome } from './refusal.ts';
import type { EmbeddingWork } from './retrieve/embed/embedding-work.ts';
import type { FoundItems, ItemsRequest } from './search/items.ts';
import type { ItemRequest, ItemText } from './search/read-item.ts';
import type { SearchRequest, SearchResults } from './search/search.ts';
import type { PastCorpus } from './stats/corpora-at.ts';
import type { ServiceStats, Stats } from './stats/stats.ts';
import type { ClosedStubsPage, ClosedStubsRequest } from './stubs/list-closed-stubs.ts';
import type { StubIds } from './stubs/stub-ids.ts';
import type { TrustReport } from './trust-report/trust-report.ts';
import type { CorpusView } from './view.ts';

export interface Engine {
  readonly store: GraphStore;
  readonly writer: LogWriter;
  readonly clock: Clock;
  readonly monitor: FindingsMonitor;
  /** Follows the log with what lists by belief are read from. */
  readonly beliefProjection: BeliefProjection;
  /** Gives documents their sentence vectors; null where there is no sentence model. */
  readonly embedding: EmbeddingWork | null;
  /** Disposing ends the training of vectors that is under way; its ingest ends as if it had failed. */
  readonly training: AsyncDisposable;
  readonly keys: KeyService;
  readonly stubs: StubIds;

  /** The corpus that a read means: the one named, else the default, else the store's first; `asOf` null: the present. */
  resolveCorpus(name: string | null, asOf: string | null): Promise<Outcome<CorpusView>>;
  /** The log as it stood at a time, RFC 3339 UTC with ms; null: the present, which every later time is too. */
  viewAt(asOf: string | null): Promise<View | null>;

  /**
   * The documents, then their vectors. `signal` ends a call to a judge elsewhere and the training of vectors; the ingest
   * then rejects with its reason, and what is in the log stays. `fence` is of the lease under which it is done.
   */
  ingest(
    files: AsyncIterable<SourceFile> | Iterable<SourceFile>,
    options: Omit<IngestOptions, 'policy' | 'opinions'> & { readonly fence?: Fence },
  ): Promise<IngestReport>;

  /** `tenant` owns the answer. Contradicted answers are stored too. */
  ask(request: AskRequest, tenant: string): Promise<AskOutcome>;
  /** With its verdict as of now. Null for an unknown id and for another tenant's, alike. */
  answer(id: AnswerId, tenant: string): Promise<AnswerView | null>;
  /**
   * Many at once, in the order of the ids; the bytes of one that changed are a fault in its place.
   * @param view those that had been given by then, with their verdicts of then; null: as of now
   */
  answers(ids: readonly AnswerId[], tenant: string, view: View | null): Promise<FoundAnswer[]>;
  /** A tenant's answers, page by page. */
  listAnswers(request: AnswersRequest): Promise<AnswersPage>;
  /** Verdict changes of a tenant's answers, page by page. */
  listFindings(request: FindingListRequest): Promise<LookedThrough<FindingRecord>>;
  receipt(id: AnswerId, tenant: string): Promise<ReceiptView<'verified'> | null>;
  /** What receipts say, without their proofs, in the order of the ids; a fault in the place of one that changed. */
  receipts(ids: readonly AnswerId[], tenant: string): Promise<(StoredReceipt | AnswerDamaged | null)[]>;
  /** Where the log holds the answers of receipts, and what they rest on; in their order. */
  receiptProofs(receipts: readonly StoredReceipt[]): Promise<ReceiptProofs[]>;
  /** Of any tenant: against this log's keys and provenance ledger. */
  verifyReceipt(view: ReceiptView): Promise<Verification>;
  /** The answer as an auditor reads it, at the log's position now; null as above. */
  trustReport(id: AnswerId, tenant: string): Promise<TrustReport | null>;
  search(request: SearchRequest): Promise<Outcome<SearchResults>>;
  /** What an agent's search finds, and the gap that it leaves. */
  findItems(request: ItemsRequest): Promise<FoundItems>;
  /** What is behind an agent's pointer: a section's, an article's or a claim's text. */
  readItem(request: ItemRequest): Promise<Outcome<ItemText>>;

  appendEvidence(request: EvidenceRequest): Promise<Outcome<AppendedEvidence>>;
  readLedger(request: LedgerRequest): Promise<Outcome<LedgerPage>>;

  annotate(request: AnnotationRequest): Promise<Outcome<AddedAnnotation>>;
  listAnnotations(request: AnnotationsRequest): Promise<Outcome<AnnotationsPage>>;
  /** A closing that was repeated gives the first one. */
  closeStub(request: CloseStubRequest): Promise<StubClosing>;
  /** Gaps of a corpus that were closed, page by page. */
  closedStubs(request: ClosedStubsRequest): Promise<ClosedStubsPage>;

  /**
   * Batch reads in the order of their arguments, null where there is none.
   * @param size of the log, where the caller has just read it: what was committed by then is seen
   */
  claims(addrs: readonly ClaimAddr[], asOf: string | null, size?: number): Promise<(ClaimView | null)[]>;
  artefacts(ids: readonly ArtefactId[], size?: number): Promise<(ArtefactState | null)[]>;
  /** What each artefact states, in the order of the log. */
  occurrencesIn(ids: readonly ArtefactId[], size?: number): Promise<(readonly ClaimOccurrence[])[]>;

  /** The latest transition of each of the tenant's answers (or of those named), by position. */
  standingFindings(tenant: string, answers: readonly AnswerId[] | null): Promise<FindingRecord[]>;
  /** Transitions with position > after, oldest first, at most 1,000. */
  findingsAfter(tenant: string, after: number, answers: readonly AnswerId[] | null): Promise<FindingRecord[]>;

  /** Nothing rests on the artefact from now on; once, however often it is asked for. */
  withdraw(request: OperatorRequest): Promise<Outcome<OperatorOutcome>>;
  /** Erases its bytes and its text; asked for again, it clears away what could not be cleared before. */
  redact(request: OperatorRequest): Promise<Outcome<Redaction>>;

  /** Whether every stored byte of artefacts and answers is still what the log says; what is not turns verdicts. */
  checkBytes(onProgress: (done: number) => void): Promise<BytesReport>;
  /**
   * The result that the command would have, and which verdicts it would change; nothing is written.
   * @param tenant null: everybody's
   * @param asOf an instant that it would have taken effect at; by default now
   */
  whatWouldTurn<R>(command: Command<R>, tenant: string | null, asOf?: string | null): Promise<Supposed<R>>;

  /** Lists, neighbourhoods and paths, for analysts. */
  readonly explore: Explore;

  /** The log itself: its checkpoint, proofs, tiles and keys. */
  readonly log: LogReads;

  /**
   * Null for an unknown artefact. Of answers it shows those of `tenant`.
   * @param view what had taken effect by then, and answers that had been given by then with their verdicts of then; null
   * also for an artefact that had not taken effect. By default as of now.
   */
  provenance(id: ArtefactId, tenant: string, view?: View | null): Promise<Provenance | null>;

  /** Corpora, counts and the log; `tenant` is whose findings are counted, null: nobody's. Cheap to ask again. */
  stats(tenant: string | null): Promise<Stats>;
  /** Of these corpora those that held an artefact by then, with how much they held. */
  corporaAt(records: readonly CorpusRecord[], view: View): Promise<PastCorpus[]>;
  /** The log and the findings as they stood at a time. */
  statsAt(tenant: string | null, view: View): Promise<ServiceStats>;
}
