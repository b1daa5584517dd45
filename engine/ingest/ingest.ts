/** Ingest: files become artefacts, claims and evidence of a corpus, in the order in which the world saw them. */
import { type ArtefactId, isCorpusName } from '../../graph/address.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { LogWriter } from '../../graph/log/writer.ts';
import type { GraphReader } from '../../graph/store.ts';
import type { TrustPolicy } from '../select/trust-policy.ts';
import type { Opinions } from '../stance/opinions.ts';
import { ContestFinder } from './contest-finder.ts';
import {
  type IngestContext,
  type IngestedDocument,
  newDocuments,
  planDocument,
  prepareDocument,
} from './plan-document.ts';
import { type ReadDocument, type ReadRefusal, refusal } from './readers/read-document.ts';
import { readFile } from './readers/read-file.ts';
import { RedactedTexts } from './redacted-texts.ts';

export interface SourceFile {
  /** Path relative to the source, with `/`. */
  readonly name: string;
  readonly bytes: Uint8Array;
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
  /** Ends what a judge elsewhere is asked, and the ingest with it, between two documents. */
  readonly signal?: AbortSignal;
  readonly onProgress: (done: number, of: number) => void;
}

/** Documents whose appends wait for one group commit together. */
const WINDOW = 16;

/**
 * Reads every file, writes what is new in order of observation, and ends with one `corpus.observed` entry.
 * Rejects with the signal's reason once that has aborted.
 * @throws {RangeError} for a corpus whose name no address could carry; nothing is written then
 */
export async function ingest(
  writer: LogWriter,
  reader: GraphReader,
  files: AsyncIterable<SourceFile> | Iterable<SourceFile>,
  options: IngestOptions,
): Promise<IngestReport> {
  if (!isCorpusName(options.corpus)) throw new RangeError('not the name of a corpus');
  const { documents, skipped } = await readAll(files);
  const { corpus, opinions } = options;
  const contests = new ContestFinder(corpus, opinions);
  const redacted = new RedactedTexts();
  const context = { ...options, contests, redacted };
  // A judge elsewhere is asked about a document once the log has the one before it.
  const size = opinions.asks ? 1 : WINDOW;
  const done: IngestedDocument[] = [];
  for (let start = 0; start < documents.length; start += size) {
    options.signal?.throwIfAborted();
    const window = documents.slice(start, start + size);
    await prepare(reader, window, context);
    done.push(...(await Promise.all(window.map((one) => writer.append(planDocument(one, context))))));
    options.onProgress(done.length, documents.length);
  }
  const taken = done.filter(({ outcome }) => outcome !== 'redacted');
  await observe(
    writer,
    options,
    taken.map(({ artefact }) => artefact),
  );
  return { ...count(done), skipped: [...skipped, ...refusals(documents, done)] };
}

/** What can be done before the log's lock is taken: no other writer waits while the corpus is read, or a judge asked. */
async function prepare(
  reader: GraphReader,
  window: readonly ReadDocument[],
  context: IngestContext & Pick<IngestOptions, 'opinions' | 'signal'>,
): Promise<void> {
  await context.redacted.catchUp(reader);
  const unseen = await newDocuments(reader, context, window);
  if (unseen.length === 0) return;
  if (!context.opinions.asks) return;
  for (const one of unseen) await prepareDocument(reader, one, context);
}

async function readAll(files: AsyncIterable<SourceFile> | Iterable<SourceFile>) {
  const documents: ReadDocument[] = [];
  const skipped: ReadRefusal[] = [];
  for await (const { name, bytes } of files) {
    for (const read of readFile(name, bytes)) {
      if (read.ok) documents.push(read.document);
      else skipped.push(read);
    }
  }
  return { documents: documents.toSorted(byObservation), skipped };
}

/** A document without a date was seen now, after all that have one. */
function byObservation(a: ReadDocument, b: ReadDocument): number {
  const [left, right] = [a, b].map(({ observedAt, docId }) => `${observedAt ?? '\uffff'}\u0000${docId}`);
  if (left === right) return 0;
  return (left ?? '') < (right ?? '') ? -1 : 1;
}

/** Says that the source was looked at to its end, also when nothing had changed (decisions §1). */
async function observe(writer: LogWriter, { corpus, source }: IngestOptions, seen: readonly ArtefactId[]) {
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
function refusals(documents: readonly ReadDocument[], done: readonly IngestedDocument[]): ReadRefusal[] {
  return documents.flatMap(({ docId }, index) => {
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
