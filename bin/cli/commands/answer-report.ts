import { stat, writeFile } from 'node:fs/promises';
import { isAnswerId } from '../../../gateway/operations/answer-id.ts';
import { linkReceipt } from '../../../gateway/report/compose-proof.ts';
import { composeReport } from '../../../gateway/report/compose-report.ts';
import { renderHtml } from '../../../gateway/report/html/render-html.ts';
import { renderPdf } from '../../../gateway/report/pdf/render-pdf.ts';
import type { TrustReportFormat } from '../../../gateway/wire/trust-report.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type CommandFailure, missing, usage } from '../failure.ts';
import { openEngine } from '../open-engine.ts';
import { requireStore } from '../open-store.ts';

export interface ReportArguments {
  readonly id: string;
  readonly format: TrustReportFormat;
  /** File that the report is written to. */
  readonly out: string | undefined;
}

/** `adduce answer report ID`: an answer as an auditor reads it, in a file, which is never one that was there before. */
export async function answerReport(
  { settings, output }: CommandContext,
  { id, format, out }: ReportArguments,
): Promise<ExitCode> {
  if (!isAnswerId(id)) {
    throw usage(
      `${JSON.stringify(id)} is no id of an answer: it is ans_ with letters from a to z and digits from 2 to 7`,
    );
  }
  const file = out ?? `${id}.trust-report.${format}`;
  // Before the engine is opened: that takes a while.
  if ((await stat(file).catch(() => null)) !== null) throw alreadyThere(file);
  await requireStore(settings.graph);
  await using opened = await openEngine(settings);
  const { engine } = opened;
  // An operator may read every tenant's answers.
  const [stored] = await engine.store.records('answers', [id]);
  const report = stored ? await engine.trustReport(id, stored.tenant) : null;
  if (report === null) throw missing('missing:answer', `there is no answer ${id}`);
  const base = settings.publicUrl?.replace(/\/+$/, '') ?? `http://${settings.host}:${settings.port}`;
  const document = composeReport(report, base);
  const json = () => `${JSON.stringify(linkReceipt(report, base), null, 2)}\n`;
  const text = format === 'json' ? json() : renderHtml(document);
  await writeNew(file, format === 'pdf' ? await renderPdf(document) : text);
  output.result({ file, format, tree_size: report.position.tree_size }, [`${file}: ${format}`]);
  return EXIT.ok;
}

async function writeNew(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(file, content, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw alreadyThere(file);
    throw usage(`${JSON.stringify(file)} cannot be written: ${error.message}`);
  });
}

function alreadyThere(file: string): CommandFailure {
  return usage(`${JSON.stringify(file)} is there already: name another with --out, or remove it`);
}
