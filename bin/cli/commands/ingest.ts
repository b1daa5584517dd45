import type { Engine } from '../../../engine/engine.ts';
import { EmbedderUnavailable } from '../../../engine/ports.ts';
import { isCorpusName } from '../../../graph/address.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usage } from '../failure.ts';
import { ingestSource, type SourceReport, skippedRows, summaryOf } from '../ingest-source.ts';
import { openEngine } from '../open-engine.ts';
import type { Output } from '../output.ts';
import { Progress } from '../progress.ts';
import { CORPUS_NAME } from '../settings.ts';
import { sourceName } from '../sources.ts';
import { tableLines } from '../table.ts';

export interface IngestArguments {
  readonly paths: readonly string[];
  /** Undefined: `ADDUCE_CORPUS`. */
  readonly corpus: string | undefined;
  /** How many of the files and lines that were skipped are named; undefined: all. */
  readonly mostSkipped: number | undefined;
}

/** `adduce ingest PATH… --corpus NAME`: also beside a running server. Fails where nothing could be read. */
export async function ingest(
  { settings, output }: CommandContext,
  { paths, corpus = settings.corpus ?? undefined, mostSkipped }: IngestArguments,
): Promise<ExitCode> {
  if (corpus === undefined) throw usage('name the corpus: --corpus NAME, or set ADDUCE_CORPUS');
  if (!isCorpusName(corpus)) throw usage(`--corpus is ${JSON.stringify(corpus)}: it accepts ${CORPUS_NAME}`);
  await using opened = await openEngine(settings);
  const progress = new Progress('ingest');
  const source = { corpus, name: sourceName(paths), paths };
  const report = await ingestSource(opened.engine, source, {
    onProgress: (done, of) => progress.update(done, of),
  });
  progress.end();
  await embed(opened.engine, output);
  print(output, report, mostSkipped);
  return isEmpty(report) ? EXIT.error : EXIT.ok;
}

/** Makes the sentence vectors of documents. Where that fails, searches use the vectors there are, and the next ingest tries again. */
async function embed({ embedding }: Engine, output: Output): Promise<void> {
  const progress = new Progress('embed');
  try {
    await embedding?.catchUp({ onProgress: (done, of) => progress.update(done, of) });
  } catch (error) {
    if (!(error instanceof EmbedderUnavailable)) throw error;
    output.note(`adduce: ${error.message}; searches use latent vectors`);
  } finally {
    progress.end();
  }
}

function print(output: Output, whole: SourceReport, mostSkipped?: number): void {
  const skippedCount = whole.skipped.length + whole.unread.length;
  const report = firstSkipped(whole, mostSkipped);
  const rows = skippedRows(report);
  const table = rows.length === 0 ? [] : tableLines([['skipped', 'reason', 'detail'], ...rows]);
  const document = { ...report, skipped_count: skippedCount, source: report.source.split('\n') };
  output.result(document, [`${report.corpus}: ${summaryOf(report)}`, ...table]);
}

function firstSkipped(report: SourceReport, most = Number.POSITIVE_INFINITY): SourceReport {
  return { ...report, skipped: report.skipped.slice(0, most), unread: report.unread.slice(0, most) };
}

/** A redacted document counts as read: it is no fault of its source. */
function isEmpty(report: SourceReport): boolean {
  const { added, changed, unchanged, skipped, unread } = report;
  const redacted = skipped.filter(({ reason }) => reason === 'redacted').length;
  return added + changed + unchanged + redacted === 0 && skipped.length + unread.length > 0;
}
