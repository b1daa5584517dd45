/** What ingesting one document writes: its artefact, its claims and the evidence they bring. */
import { type ArtefactId, artefactId, sectionAddr } from '../../graph/address.ts';
import type { ArtefactRecord, ArtefactState } from '../../graph/artefact.ts';
import type { ClaimCore, StanceOpinion } from '../../graph/claim.ts';
import { blake3Hex } from '../../graph/digest.ts';
import { observedArtefact, occurrenceOf } from '../../graph/entry-records.ts';
import type { Command, NewEntry } from '../../graph/log/command.ts';
import type { StoredEntry } from '../../graph/store/log.ts';
import type { TransactionReader } from '../../graph/store/store.ts';
import { parseInstant } from '../../graph/time.ts';
import type { ReadableDocument } from '../claims/read-claims.ts';
import { encodeLayout } from '../reading/document/layout-blob.ts';
import { statesAt, titleOf } from '../reading/relate/document-statements.ts';
import type { Statement } from '../reading/relate/statement.ts';
import { registrableDomain } from '../registrable-domain.ts';
import type { TrustPolicy } from '../select/trust-policy.ts';
import type { ContestFinder, StatedDocument } from './contest-finder.ts';
import { draftEvidence } from './draft-evidence.ts';
import { findMirrored } from './mirror-finder.ts';
import type { ReadDocument } from './readers/read-document.ts';
import { summarise } from './readers/summarise.ts';
import type { DocumentHashes, RedactedTexts } from './redacted-texts.ts';
import { type RelatedClaim, recordedContradictions, relateClaims } from './relate-claims.ts';
import type { StatedClaim } from './stated-claims.ts';
import { copiedStatement } from './stated-sentences.ts';

export interface IngestedDocument {
  /** `redacted`: an operator had its text erased, so it was not ingested. */
  readonly outcome: 'added' | 'changed' | 'unchanged' | 'redacted';
  /** The document's own; of a redacted text, the artefact that was redacted. */
  readonly artefact: ArtefactId;
  readonly claims: number;
  readonly events: number;
}

export interface IngestContext {
  readonly corpus: string;
  readonly policy: TrustPolicy;
  readonly contests: ContestFinder;
  readonly redacted: RedactedTexts;
}

/** A document with what it states. */
export interface PreparedDocument {
  readonly document: ReadDocument;
  readonly hashes: DocumentHashes;
  readonly stated: readonly StatedClaim[];
}

/** The artefact of each document that the log has and whose text was not redacted; null for what is to be read. */
export async function knownDocuments(
  reader: TransactionReader,
  { corpus, redacted }: Pick<IngestContext, 'corpus' | 'redacted'>,
  documents: readonly HashedDocument[],
): Promise<(ArtefactId | null)[]> {
  const versions = await reader.ranges('versions', {
    corpus,
    by: documents.map(({ document }) => document.docId),
  });
  return Promise.all(
    documents.map(async ({ document, hashes }, index) => {
      const same = sameVersion(document, hashes.hash, versions[index] ?? []);
      if (same === null || (await redacted.find(reader, hashes)) !== null) return null;
      return same.record.artefact_id;
    }),
  );
}

export type HashedDocument = Pick<PreparedDocument, 'document' | 'hashes'>;

export function hashed(document: ReadDocument): HashedDocument {
  return { document, hashes: hashesOf(document) };
}

/** A remote judge is asked about a document before the lock is taken. */
export function prepareDocument(
  reader: TransactionReader,
  { document, stated }: PreparedDocument,
  { contests, signal }: IngestContext & { readonly signal?: AbortSignal },
): Promise<void> {
  return contests.prepare(reader, statedBy(document, stated, document.observedAt ?? ''), signal);
}

/** Ingests one document under the log's lock. Unchanged bytes and redacted texts write nothing. */
export function planDocument(
  { document, hashes, stated }: PreparedDocument,
  context: IngestContext,
): Command<IngestedDocument> {
  const { hash } = hashes;
  return async (state, now) => {
    const gone = await context.redacted.find(state, hashes);
    if (gone !== null) return untaken('redacted', gone);
    const [versions = []] = await state.ranges('versions', { corpus: context.corpus, by: [document.docId] });
    const same = sameVersion(document, hash, versions);
    if (same !== null) {
      // An earlier run of this may have noted it, before it was rolled back and another process wrote the document.
      context.contests.forget(same.record.artefact_id);
      return untaken('unchanged', same.record.artefact_id);
    }
    const layout = encodeLayout(document.layout);
    const returned = versions.some(({ record }) => record.hash === hash) ? versions.length + 1 : undefined;
    const id = artefactId(context.corpus, document.docId, hash, returned);
    const artefact = await recordOf(state, document, context, {
      ...{ hashes, id, versions, now },
      layoutHash: blake3Hex(layout),
    });
    const said = statedBy(document, stated, artefact.observed_at);
    // A mirror is no independent voice, so it contests nothing.
    const opinions: Opinions =
      artefact.mirror_of === null ? await context.contests.find(state, said) : new Map();
    const asserted = stated.filter(({ isClaim, core }) => isClaim || isContested(opinions, core));
    const claims = await relateClaims(
      state,
      asserted.map(({ core }) => core),
    );
    const events = await draftEvidence(state, now, artefact, claims, context.policy);
    const entry = (body: NewEntry['body']): NewEntry => ({
      corpus: context.corpus,
      tenant: null,
      effectiveAt: artefact.observed_at,
      body,
    });
    return {
      entries: [
        entry({ type: 'artefact.observed', artefact }),
        ...claims.map((claim, index) => entry(assertion(claim, asserted[index], id, opinions))),
        ...events.map((event) => ({
          ...entry({ type: 'evidence.appended', entry: event, idempotency: null }),
          effectiveAt: event.effective_at,
        })),
      ],
      blobs: [document.bytes, new TextEncoder().encode(document.text), layout],
      result: (written) => {
        noteWritten(context.contests, said, written);
        return {
          outcome: versions.length === 0 ? 'added' : 'changed',
          artefact: id,
          claims: claims.length,
          events: events.length,
        };
      },
    };
  };
}

/**
 * The version that the document is; null for a new one. Bytes that were a version before and have replaced what replaced
 * them are a new version. Bytes that state their own time are as old as they say: a source that holds several versions is
 * read again without a change.
 */
function sameVersion(
  { observedAt }: ReadDocument,
  hash: string,
  versions: readonly ArtefactState[],
): ArtefactState | null {
  const same = versions.findLast(({ record }) => record.hash === hash);
  if (same === undefined) return null;
  return observedAt === null && versions.at(-1) !== same ? null : same;
}

function hashesOf({ bytes, text }: ReadDocument): DocumentHashes {
  return { hash: blake3Hex(bytes), text_hash: blake3Hex(new TextEncoder().encode(text)) };
}

function untaken(outcome: 'unchanged' | 'redacted', artefact: ArtefactId) {
  const result: IngestedDocument = { outcome, artefact, claims: 0, events: 0 };
  return { entries: [], result: () => result };
}

interface Identity {
  readonly hashes: DocumentHashes;
  readonly layoutHash: string;
  readonly id: ArtefactId;
  readonly versions: readonly ArtefactState[];
  readonly now: string;
}

async function recordOf(
  state: TransactionReader,
  document: ReadDocument,
  { corpus }: IngestContext,
  { hashes, layoutHash, id, versions, now }: Identity,
): Promise<ArtefactRecord> {
  const observed = (document.observedAt && parseInstant(document.observedAt)) ?? now;
  const publisher = registrableDomain(document.domain);
  return {
    artefact_id: id,
    corpus,
    doc_id: document.docId,
    version: versions.length + 1,
    url: document.url,
    title: document.title,
    ...hashes,
    layout_hash: layoutHash,
    media_type: document.mediaType,
    domain: document.domain,
    publisher,
    licence: document.licence,
    lang: document.lang,
    summary: summarise(document.text),
    published: document.published,
    observed_at: observed > now ? now : observed,
    sections: document.sections.map(({ heading, start, end }, index) => ({
      addr: sectionAddr(corpus, id, index),
      heading,
      span: { start, end },
    })),
    mirror_of: await findMirrored(state, corpus, { ...readableOf(document), publisher }),
  };
}

function readableOf({ title, text, layout, lang, published }: ReadDocument): ReadableDocument {
  return { title, text, layout, lang, published };
}

function statedBy(
  document: ReadDocument,
  stated: readonly StatedClaim[],
  observedAt: string,
): StatedDocument {
  const { docId, domain, lang, text, layout } = document;
  const source = { title: titleOf(document.title, docId), text, layout };
  const stating = stated.filter(({ sentence }) => statesAt(layout, sentence));
  const places = new Map<number, Statement>();
  const sentences = new Map<string, Statement>();
  for (const { core, sentence } of stating) {
    const statement = places.get(sentence.start) ?? copiedStatement(source, sentence);
    places.set(sentence.start, statement);
    sentences.set(sentenceKey(core), statement);
  }
  return { docId, publisher: registrableDomain(domain), lang, observedAt, sentences, places };
}

/** The same words under another heading are another sentence. */
function sentenceKey({ text, context = [] }: ClaimCore): string {
  return [text, ...context].join('\u0000');
}

/** By sentence. */
type Opinions = ReadonlyMap<string, readonly StanceOpinion[]>;

/** A group that is not committed is run again: what is noted then replaces this. */
function noteWritten(contests: ContestFinder, said: StatedDocument, written: readonly StoredEntry[]): void {
  const [first] = written;
  if (first?.entry.body.type !== 'artefact.observed') return;
  const places = written.flatMap(({ entry }) =>
    entry.body.type === 'claim.asserted' ? [occurrenceOf({ ...entry, body: entry.body })] : [],
  );
  contests.written(observedArtefact({ ...first.entry, body: first.entry.body }), said, places);
}

/** Whether the sentence contradicts a claim that the log holds. */
function isContested(opinions: Opinions, core: ClaimCore): boolean {
  return opinions.get(sentenceKey(core))?.some(({ stance }) => stance === 'CONTRADICT') ?? false;
}

function assertion(
  claim: RelatedClaim,
  stated: StatedClaim | undefined,
  artefact: ArtefactId,
  bySentence: Opinions,
): NewEntry['body'] {
  if (stated === undefined) throw new RangeError('a related claim has lost its sentence');
  // Forms are surer than words: where they agree or contradict, no opinion is needed.
  const told = new Set([claim.addr, ...claim.contradicts.map(({ addr }) => addr), ...claim.agreeing]);
  const opinions = (bySentence.get(sentenceKey(claim.core)) ?? []).filter((one) => !told.has(one.claim));
  return {
    type: 'claim.asserted',
    addr: claim.addr,
    core: claim.core,
    content_hash: claim.contentHash,
    claim_cluster_id: claim.cluster,
    slot: claim.slot,
    artefact,
    span: stated.span,
    sentence: stated.sentence,
    context_spans: stated.contextSpans,
    contradicts: recordedContradictions(claim),
    ...(opinions.length > 0 && { opinions }),
  };
}
