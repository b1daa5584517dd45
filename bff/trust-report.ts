/** Trust reports of answers that the visitor asked for, where the organisation may export them (contract: entitlements). */
import { z } from 'zod';
import { type TrustReportFormat, trustReportFormat } from '../gateway/wire/trust-report.ts';
import type { Desk, Visitor } from './desk.ts';
import { refuse } from './refusal.ts';

/** The entitlement behind the export of trust reports. */
export const TRUST_REPORT_EXPORT = 'trust_report_export';

export const trustReportInput = z.object({ format: trustReportFormat.default('html') });

export interface ExportedReport {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** As it is saved. */
  readonly name: string;
}

/** @throws {BffRefusal} 404 for an answer that the visitor never asked for, 403 without the entitlement */
export async function exportReport(
  desk: Desk,
  visitor: Visitor,
  answerId: string,
  format: TrustReportFormat,
): Promise<ExportedReport> {
  await desk.limits.read(visitor.user);
  const [own] = await desk.records.ownAnswers(visitor.user, [answerId]);
  if (own === undefined)
    throw refuse(404, 'NotFound', 'missing:answer', 'There is no such answer in your history.');
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
