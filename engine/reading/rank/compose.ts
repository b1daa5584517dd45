/** Which of the ranked sentences make an answer together: the first, and those of its document that are hardly less likely. */
import type { RankedView } from './ranking.ts';

/** Of the policy. */
export interface Composition {
  /** Least share of a further sentence, as a part of the first one's. */
  readonly share: number;
  /** Most sentences of one answer. */
  readonly most: number;
}

/** Ranks further down are not looked at. */
const MAX_LOOKED_AT = 10;

/** In the order of the ranking; empty for an empty ranking. */
export function compose(ranking: readonly RankedView[], { share, most }: Composition): RankedView[] {
  const [lead] = ranking;
  if (lead === undefined) return [];
  const document = documentOf(lead);
  const close = ranking
    .slice(0, MAX_LOOKED_AT)
    .filter((one) => one.share >= lead.share * share && documentOf(one) === document);
  return close.slice(0, most);
}

export function documentOf({ view }: RankedView): string {
  return view.read.candidate.document;
}
