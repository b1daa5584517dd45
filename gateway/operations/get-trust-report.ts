/** GET /v1/answers/{id}/trust-report: an answer as an auditor reads it, as JSON, CBOR, HTML or PDF. */
import Negotiator from 'negotiator';
import { refuse } from '../refusal/refusals.ts';
import { linkReceipt } from '../report/compose-proof.ts';
import { composeReport } from '../report/compose-report.ts';
import type { ReportDocument } from '../report/document.ts';
import { REPORT_POLICY, renderHtml } from '../report/html/render-html.ts';
import {
  getTrustReport as CONTRACT,
  TRUST_REPORT_FILES,
  type TrustReportFormat,
  trustReportQuery,
} from '../wire/trust-report.ts';
import { isAnswerId } from './answer-id.ts';
import { CBOR_TYPE, JSON_TYPE } from './negotiate.ts';
import type { Call, EngineOperation, Tenant } from './operation.ts';
import { parseQuery } from './parse-input.ts';
import { bareReply, type Reply, refusalReply, reply } from './reply.ts';

export const getTrustReport: EngineOperation = { contract: CONTRACT, plane: 'engine', handle: read };

/** What a browser makes of the file, beside its policy. */
const HTML_HEADERS = {
  'content-security-policy': REPORT_POLICY,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

async function read({ engine, params, query, headers, origin }: Call, tenant: Tenant): Promise<Reply> {
  const parsed = parseQuery(trustReportQuery, query);
  if (!parsed.ok) return refusalReply(parsed.refusal);
  const format = parsed.value.format ?? formatOf(headers.get('accept'));
  const { id = '' } = params;
  const report = isAnswerId(id) && !tenant.foreign ? await engine.trustReport(id, tenant.name) : null;
  if (report === null) return refusalReply(refuse('missing:answer', 'there is no answer of this id').refusal);
  const more = { corpus: report.corpus, mode: report.mode };
  if (format === 'json') return reply(CONTRACT, { trust_report: linkReceipt(report, origin) }, more);
  const document = composeReport(report, origin);
  const isHtml = format === 'html';
  const bytes = isHtml ? Buffer.from(renderHtml(document)) : await pdfOf(document);
  const { type } = TRUST_REPORT_FILES[format];
  return bareReply({
    ...more,
    download: { type, bytes, cacheControl: 'no-store' },
    headers: {
      'content-disposition': `inline; filename="${id}.trust-report.${format}"`,
      ...(isHtml ? HTML_HEADERS : {}),
    },
  });
}

/** The fonts and the writer of PDF are loaded with the first report: a start does not wait for them. */
async function pdfOf(document: ReportDocument): Promise<Buffer> {
  const { renderPdf } = await import('../report/pdf/render-pdf.ts');
  return renderPdf(document);
}

/** The format that the caller prefers; JSON where it is preferred as much as another. */
function formatOf(accept: string | null): TrustReportFormat {
  if (accept === null || accept.trim() === '') return 'json';
  const types = [JSON_TYPE, CBOR_TYPE, 'text/html', 'application/pdf'];
  const best = new Negotiator({ headers: { accept } }).mediaType(types);
  if (best === 'text/html') return 'html';
  return best === 'application/pdf' ? 'pdf' : 'json';
}
