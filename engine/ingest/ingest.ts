/** Ingest: files become artefacts, claims and evidence of a corpus, in the order of observation. */
import { type ArtefactId, isCorpusName } from '../../graph/address.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { Appender } from '../../graph/log/writer.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import type { TrustPolicy } from '../select/trust-policy.ts';
import { ContestFinder } from './contest-finder.ts';
import type { Opinions } from './opinions.ts';
import {
  type HashedDocument,
  hashed,
  type IngestContext,
  type IngestedDocument,
  knownDocuments,
  type PreparedDocument,
  planDocument,
  prepareDocument,
} from './plan-document.ts';
import { withOwnId } from './readers/own-id.ts';
import { type ReadRefusal, type ReadResult, refusal } from './readers/read-document.ts';
import { ReadingThreads } from './reading-threads.ts';
import { RedactedTexts } from './redacted-texts.ts';

export interface SourceFile {
  /** Path relative to the source, with `/`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What the ids of its documents begin with, also those that it states: its author owns no others. */
  readonly idPrefix?: string;
}

export interface IngestReport {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly claims: number;
  readonly events: number;
  /** Files and lines that could not be read; then documents whose text was redacted, by their ids. */
  readonly skipped: readonly ReadRefusal[];
}

export interface IngestOptions {
  readonly corpus: string;
  /** Names the source in the log's `corpus.observed` entry: a path or an address. */
  readonly source: string;
  readonly policy: TrustPolicy;
  readonly opinions: Opinions;
  /** Ends a call to a remote judge, and the ingest with it, between two documents. */
  readonly signal?: AbortSignal;
  readonly onProgress: (done: number, of: number) => void;
}

/** Documents whose appends wait for one group commit together. */
const WINDOW = 16;
/** Windows and files that are read ahead of the one that is written or looked up. */
const AHEAD = 6;
/** Documents whose presence in the log is read in one batch. */
const SIFTED = 256;

/**
 * Reads every file, writes what is new in order of observation, and ends with one `corpus.observed` entry.
 * Rejects with the signal's reason once that has aborted.
 * @throws {RangeError} for a corpus whose name no address could carry; nothing is written then
 */
export async function ingest(
  writer: Appender,
  reader: GraphReader,
  files: AsyncIterable<SourceFile> | Iterable<SourceFile>,
  options: IngestOptions,
): Promise<IngestReport> {
  if (!isCorpusName(options.corpus)) throw new RangeError('not the name of a corpus');
  const { corpus, opinions } = options;
  const context = {
    ...options,
    contests: new ContestFinder(corpus, opinions),
    redacted: new RedactedTexts(),
  };
  await using threads = new ReadingThreads();
  const { documents, known, skipped } = await readAll(reader, files, threads, context);
  const done: IngestedDocument[] = [];
  const of = documents.length + known.length;
  options.onProgress(known.length, of);
  for await (const { read } of ahead(readings(reader, documents, threads, context), AHEAD)) {
    options.signal?.throwIfAborted();
    const window = await read;
    if (opinions.asks) for (const one of window) await prepareDocument(reader, one, context);
    done.push(...(await Promise.all(window.map((one) => writer.append(planDocument(one, context))))));
    options.onProgress(known.length + done.length, of);
  }
  const taken = done.filter(({ outcome }) => outcome !== 'redacted').map(({ artefact }) => artefact);
  await observe(writer, options, [...known, ...taken]);
  const counted = count(done);
  return {
    ...counted,
    unchanged: counted.unchanged + known.length,
    skipped: [...skipped, ...refusals(documents, done)],
  };
}

/** Documents by windows, which are read while others are written. */
async function* readings(
  reader: GraphReader,
  documents: readonly HashedDocument[],
  threads: ReadingThreads,
  context: IngestContext & Pick<IngestOptions, 'opinions'>,
): AsyncGenerator<Begun<readonly PreparedDocument[]>> {
  // A remote judge is asked about a document once the log has the one before it.
  const size = context.opinions.asks ? 1 : WINDOW;
  for (let start = 0; start < documents.length; start += size) {
    const window = documents.slice(start, start + size);
    await context.redacted.catchUp(reader);
    const stated = threads.stated(
      context.corpus,
      window.map(({ document }) => document),
    );
    yield begun(stated.then((all) => window.map((one, index) => ({ ...one, stated: all[index] ?? [] }))));
  }
}

/** What is read while something before it is written. */
interface Begun<T> {
  readonly read: Promise<T>;
}

function begun<T>(read: Promise<T>): Begun<T> {
  // A caller who waits for what was begun earlier learns of a rejection later: until then it is not unhandled.
  read.catch(() => undefined);
  return { read };
}

/** The same in the same order, of which `count` are begun before the first is done with. */
async function* ahead<T>(source: AsyncGenerator<T>, count: number): AsyncGenerator<T> {
  // Closed also where the caller ends before it, or fails.
  await using _ = source;
  const waiting: T[] = [];
  for (let isOpen = true; isOpen || waiting.length > 0; ) {
    while (isOpen && waiting.length < count) {
      const next = await source.next();
      if (next.done === true) isOpen = false;
      else waiting.push(next.value);
    }
    const first = waiting.shift();
    if (first !== undefined) yield first;
  }
}

interface ReadSource {
  /** In order of observation. */
  readonly documents: readonly HashedDocument[];
  /** Artefacts of the documents that the log has as they are: of these nothing else is kept. */
  readonly known: readonly ArtefactId[];
  readonly skipped: readonly ReadRefusal[];
}

async function readAll(
  reader: GraphReader,
  files: AsyncIterable<SourceFile> | Iterable<SourceFile>,
  threads: ReadingThreads,
  context: IngestContext,
): Promise<ReadSource> {
  const documents: HashedDocument[] = [];
  const known: ArtefactId[] = [];
  const skipped: ReadRefusal[] = [];
  let fresh: HashedDocument[] = [];
  const sift = async () => {
    await context.redacted.catchUp(reader);
    const found = await knownDocuments(reader, context, fresh);
    known.push(...found.filter((id) => id !== null));
    documents.push(...fresh.filter((_, index) => found[index] === null));
    fresh = [];
  };
  for await (const { read, idPrefix } of ahead(parsed(files, threads), AHEAD)) {
    for (const one of await read) {
      if (one.ok) fresh.push(hashed(withOwnId(one.document, idPrefix)));
      else skipped.push(one);
      if (fresh.length === SIFTED) await sift();
    }
  }
  await sift();
  return { documents: documents.toSorted(byObservation), known, skipped };
}

/** Files as they come, which are read while those before them are looked up. */
async function* parsed(
  files: AsyncIterable<SourceFile> | Iterable<SourceFile>,
  threads: ReadingThreads,
): AsyncGenerator<Begun<readonly ReadResult[]> & { readonly idPrefix: string }> {
  for await (const { name, bytes, idPrefix = '' } of files) {
    yield { ...begun(threads.file(name, bytes)), idPrefix };
  }
}

/** A document without a date was seen now, after all that have one. */
function byObservation(a: HashedDocument, b: HashedDocument): number {
  const [left, right] = [a, b].map(
    ({ document: { observedAt, docId } }) => `${observedAt ?? '\uffff'}\u0000${docId}`,
  );
  if (left === right) return 0;
  return (left ?? '') < (right ?? '') ? -1 : 1;
}

/** Says that the source was looked at to its end, also when nothing had changed (docs/spec/decisions.md#1-observed). */
async function observe(writer: Appender, { corpus, source }: IngestOptions, seen: readonly ArtefactId[]) {
  const artefacts = [...new Set(seen)].sort();
  const manifest = encodeCanonical(artefacts);
  const body = {
    type: 'corpus.observed',
    source,
    documents: artefacts.length,
    manifest_hash: blake3Hex(manifest),
  } as const;
  await writer.append(async () => ({
    entries: [{ corpus, tenant: null, effectiveAt: null, body }],
    blobs: [manifest],
    result: () => undefined,
  }));
}

/** @param done what became of each of the documents */
function refusals(documents: readonly HashedDocument[], done: readonly IngestedDocument[]): ReadRefusal[] {
  return documents.flatMap(({ document: { docId } }, index) => {
    const one = done[index];
    if (one?.outcome !== 'redacted') return [];
    const detail = `its text was redacted, as artefact ${one.artefact}`;
    return [refusal(docId, null, { reason: 'redacted', detail })];
  });
}

function count(done: readonly IngestedDocument[]) {
  const of = (outcome: IngestedDocument['outcome']) => done.filter((one) => one.outcome === outcome).length;
  return {
    added: of('added'),
    changed: of('changed'),
    unchanged: of('unchanged'),
    claims: done.reduce((sum, { claims }) => sum + claims, 0),
    events: done.reduce((sum, { events }) => sum + events, 0),
  };
}
