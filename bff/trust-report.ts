/**
 * Trust reports of answers that the visitor may see, where the organisation may export them
 * (docs/spec/contract.md#ae-entitlements).
 */
import { z } from 'zod';
import { type TrustReportFormat, trustReportFormat } from '../gateway/wire/trust-report.ts';
import type { BffContext, Visitor } from './bff-context.ts';
import { deniedFeature } from './denied-feature.ts';
import { type ExportedFile, exportFile } from './exported-file.ts';
import { TRUST_REPORT_EXPORT } from './features.ts';
import { mayUse } from './organisations.ts';
import { BffRefusal } from './refusal.ts';

export const trustReportInput = z.object({ format: trustReportFormat.default('html') });

/** @throws {BffRefusal} as `exportFile`, 403 without the entitlement */
export function exportReport(
  bff: BffContext,
  visitor: Visitor,
  answerId: string,
  format: TrustReportFormat,
): Promise<ExportedFile> {
  return exportFile('report', bff, visitor, answerId, async (_, call) => {
    if (!(await mayUse(bff, visitor, TRUST_REPORT_EXPORT))) {
      throw new BffRefusal(
        await deniedFeature(bff, visitor, {
          feature: TRUST_REPORT_EXPORT,
          reason: 'denied:entitlement',
          message: 'Exporting trust reports is not part of your plan.',
          next_step: 'The receipt can be downloaded.',
          signInStep: 'Sign in to export trust reports, if your organisation may.',
        }),
      );
    }
    const name = `${answerId}.trust-report.${format}`;
    if (format !== 'json') return { ...(await bff.client.trustReportFile(answerId, format, call)), name };
    const { trust_report } = await bff.client.trustReport(answerId, call);
    const bytes = new TextEncoder().encode(`${JSON.stringify(trust_report, null, 2)}\n`);
    return { type: 'application/json', bytes, name };
  });
}
