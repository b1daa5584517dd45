import { ADD_DOCUMENTS, CONTRIBUTE, MAKE_CORPORA, TRUST_REPORT_EXPORT } from '../../bff/features.ts';
import type { Settings } from './settings.ts';

/** Features of the page's organisation where no entitlement is recorded: a server without keys is its operator's own. */
export function featuresByDefault(engineAuth: Settings['engineAuth']): readonly string[] {
  return engineAuth === 'open' ? [TRUST_REPORT_EXPORT, CONTRIBUTE, ADD_DOCUMENTS, MAKE_CORPORA] : [];
}
