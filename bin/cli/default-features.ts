import { TRUST_REPORT_EXPORT } from '../../bff/features.ts';
import type { Settings } from './settings.ts';

/** What the organisation of the page has where no entitlement is recorded: who needs no key runs the server for themselves. */
export function featuresByDefault(engineAuth: Settings['engineAuth']): readonly string[] {
  return engineAuth === 'open' ? [TRUST_REPORT_EXPORT] : [];
}
