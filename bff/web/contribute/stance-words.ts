/** What the page calls what a reader can put to a statement. */
import type { ContributionStance } from '../address.ts';

interface StanceWords {
  readonly deed: string;
  readonly meaning: string;
}

export const STANCE_WORDS: Readonly<Record<ContributionStance, StanceWords>> = {
  corroborate: { deed: 'Corroborate', meaning: 'Another source says so too.' },
  dispute: { deed: 'Dispute', meaning: 'A source says otherwise.' },
  supersede: { deed: 'Propose a successor', meaning: 'Another statement has taken its place.' },
  annotate: { deed: 'Annotate', meaning: 'A note beside it, which changes no belief.' },
};

const DISCOUNTS: Readonly<Record<string, string>> = {
  standing: 'its voice has less than full standing',
  unchecked: 'no stored document has its words',
  age: 'it is old',
  same_artefact: 'the same document speaks already',
  same_actor: 'the same voice has said more',
  same_domain: 'the same publisher speaks already',
  unvetted_cap: 'all that new voices say together is bounded',
  change_of_side: 'its voice has changed sides',
  proposal: 'a proposal counts for its successor',
};

export function discountWords(discount: string): string {
  return DISCOUNTS[discount] ?? discount.replaceAll('_', ' ');
}
