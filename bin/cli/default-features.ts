import { ADD_DOCUMENTS, CONTRIBUTE, MAKE_CORPORA, TRUST_REPORT_EXPORT } from '../../bff/features.ts';
import type { Settings } from './settings.ts';

/**
 * Features of the page's organisation where no entitlement is recorded: a server without keys is its operator's own, unless
 * people sign in there, who have roles.
 */
export function featuresByDefault({
  engineAuth,
  signIn,
}: Pick<Settings, 'engineAuth' | 'signIn'>): readonly string[] {
  return engineAuth === 'open' && signIn === null
    ? [TRUST_REPORT_EXPORT, CONTRIBUTE, ADD_DOCUMENTS, MAKE_CORPORA]
    : [];
}
