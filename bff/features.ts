/** Features that an organisation may have (docs/spec/contract.md#ae-entitlements). */

/** Reading the history of the whole organisation. */
export const SHARED_HISTORY = 'shared_history';
/** Exporting trust reports. */
export const TRUST_REPORT_EXPORT = 'trust_report_export';

export const FEATURES = [SHARED_HISTORY, TRUST_REPORT_EXPORT] as const;

export function isFeature(name: string): name is (typeof FEATURES)[number] {
  return FEATURES.some((feature) => feature === name);
}
