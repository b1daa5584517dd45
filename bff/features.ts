/** Features that an organisation may have (docs/spec/contract.md#ae-entitlements), and which of its members may use each. */
import type { Role } from './roles.ts';

/** Reading the history of the whole organisation. */
export const SHARED_HISTORY = 'shared_history';
/** Exporting trust reports. */
export const TRUST_REPORT_EXPORT = 'trust_report_export';

/** Writing to ledgers from the page: an organisation that is let is one voice of weight there. */
export const CONTRIBUTE = 'contribute';

/** Adding documents to a corpus from the page. */
export const ADD_DOCUMENTS = 'add_documents';
/** Beginning a corpus by adding documents to it. */
export const MAKE_CORPORA = 'make_corpora';

export const FEATURES = [
  SHARED_HISTORY,
  TRUST_REPORT_EXPORT,
  CONTRIBUTE,
  ADD_DOCUMENTS,
  MAKE_CORPORA,
] as const;

export type PageFeature = (typeof FEATURES)[number];

/** The least role by which a member uses a feature of the organisation. */
export const NEEDED_ROLE: Readonly<Record<PageFeature, Role>> = {
  [SHARED_HISTORY]: 'reader',
  [TRUST_REPORT_EXPORT]: 'reader',
  [CONTRIBUTE]: 'contributor',
  [ADD_DOCUMENTS]: 'contributor',
  [MAKE_CORPORA]: 'contributor',
};

export function isFeature(name: string): name is PageFeature {
  return FEATURES.some((feature) => feature === name);
}
