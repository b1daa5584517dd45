/** Trust reports of answers that the visitor asked for, where the organisation may export them (contract: entitlements). */
import { z } from 'zod';
import { type TrustReportFormat, trustReportFormat } from '../gateway/wire/trust-report.ts';
import type { Desk, Visitor } from './desk.ts';
import { type ExportedFile, ownAnswer } from './exported-file.ts';
import { TRUST_REPORT_EXPORT } from './features.ts';
import { refuse } from './refusal.ts';

export const trustReportInput = z.object({ format: trustReportFormat.default('html') });

/** @throws {BffRefusal} 404 for an answer that the visitor never asked for, 403 without the entitlement, 429 past the limit */
export async function exportReport(
  desk: Desk,
  visitor: Visitor,
  answerId: string,
  format: TrustReportFormat,
): Promise<ExportedFile> {
  const own = await ownAnswer(desk, visitor, answerId);
  if (!(await mayExport(desk))) {
    const message =
      'Exporting trust reports is not part of your plan. The receipt can be downloaded all the same.';
    throw refuse(403, 'Forbidden', 'denied:entitlement', message);
  }
  const name = `${own}.trust-report.${format}`;
  if (format !== 'json') return { ...(await desk.client.trustReportFile(own, format)), name };
  const { trust_report } = await desk.client.trustReport(own);
  const bytes = new TextEncoder().encode(`${JSON.stringify(trust_report, null, 2)}\n`);
  return { type: 'application/json', bytes, name };
}

/** What the records say, else what the organisation was given by whoever runs the server. */
async function mayExport({ records, org, features }: Desk): Promise<boolean> {
  return (await records.entitlement(org, TRUST_REPORT_EXPORT)) ?? features.includes(TRUST_REPORT_EXPORT);
}
