/** Which of the ranked sentences make an answer together: the first, and those of its document that are hardly less likely. */
import type { RankedView } from './ranking.ts';

/** Of the policy. */
export interface Composition {
  /** Least share of a further sentence, as a part of the first one's. */
  readonly share: number;
  /** The same where an amount, a time, a version, or yes or no is asked for: there is one. */
  readonly figure_share: number;
  /** Most sentences of one answer. */
  readonly most: number;
}

/** Ranks further down are not looked at. */
const MAX_LOOKED_AT = 10;

const HAS_ONE: ReadonlySet<string> = new Set(['count', 'measure', 'date', 'version', 'yes-no']);

/** In the order of the ranking; empty for an empty ranking. */
export function compose(ranking: readonly RankedView[], policy: Composition): RankedView[] {
  const [lead] = ranking;
  if (lead === undefined) return [];
  const document = documentOf(lead);
  const hasOne = HAS_ONE.has(lead.view.pool.asked.form);
  const least = hasOne ? policy.figure_share : policy.share;
  const close = ranking
    .slice(0, MAX_LOOKED_AT)
    .filter((one) => one.share >= lead.share * least && documentOf(one) === document)
    .filter((one) => one === lead || !hasOne || !isOfAnother(one));
  return close.slice(0, policy.most);
}

/** Whether the values that it states of the asked kind are all of something that the question does not name. */
function isOfAnother({ view }: RankedView): boolean {
  const values = view.stated.forms.filter(({ ofKind }) => ofKind);
  return values.length > 0 && values.every(({ ofOther }) => ofOther);
}

export function documentOf({ view }: RankedView): string {
  return view.read.candidate.document;
}
