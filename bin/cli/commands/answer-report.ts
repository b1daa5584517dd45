import { writeFile } from 'node:fs/promises';
import { composeReport } from '../../../gateway/report/compose-report.ts';
import { renderHtml } from '../../../gateway/report/html/render-html.ts';
import { renderPdf } from '../../../gateway/report/pdf/render-pdf.ts';
import { isAnswerId } from '../../../gateway/rest/answer-id.ts';
import { LOCAL_TENANT } from '../../../gateway/rest/authenticate.ts';
import { wireTrustReport } from '../../../gateway/rest/wire-trust-report.ts';
import type { TrustReportFormat } from '../../../gateway/wire/trust-report.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { CommandFailure, usage } from '../failure.ts';
import { openEngine } from '../open-engine.ts';

export interface ReportArguments {
  readonly id: string;
  readonly format: TrustReportFormat;
  /** File that the report is written to. */
  readonly out: string | undefined;
}

/** `adduce answer report ID`: an answer as an auditor reads it, in a file. */
export async function answerReport(
  { settings, output }: CommandContext,
  { id, format, out }: ReportArguments,
): Promise<ExitCode> {
  if (!isAnswerId(id)) throw usage(`${id} is no id of an answer: it begins with ans_`);
  await using opened = await openEngine(settings);
  const report = await opened.engine.trustReport(id, LOCAL_TENANT);
  if (report === null) throw new CommandFailure(EXIT.error, 'missing:answer', `there is no answer ${id}`);
  const base = settings.publicUrl?.replace(/\/+$/, '') ?? `http://${settings.host}:${settings.port}`;
  const file = out ?? `${id}.trust-report.${format}`;
  const document = composeReport(report, base);
  const json = () => `${JSON.stringify(wireTrustReport(report, base), null, 2)}\n`;
  const text = format === 'json' ? json() : renderHtml(document);
  await writeFile(file, format === 'pdf' ? await renderPdf(document) : text);
  output.result({ file, format, tree_size: report.position.treeSize }, [`${file}: ${format}`]);
  return EXIT.ok;
}
