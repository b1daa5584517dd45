/** Pages of lists that are filtered by the range of their own order. */
import type { ClaimFilter } from './filters.ts';
import type { ListKey, ListPage } from './selection.ts';
import type { TallyOrder, TallySelection } from './tallies.ts';

/** Behind every address and id, and before every one. */
const LAST_ID = '~';
const FIRST_ID = '';

/** The page within the range that its filter leaves of its order, so that the index of the order is read there alone. */
export function narrowedPage(
  page: ListPage,
  filter: Pick<ClaimFilter, 'effectiveAt' | 'seq'> & Partial<Pick<ClaimFilter, 'confidence'>>,
): ListPage {
  return within(page, endsIn(page.by, filter));
}

/** The same of tallies, of which a view sees none that was named behind it. */
export function narrowedTallies(
  page: ListPage<TallyOrder>,
  { filter: { seq, counts }, view }: Pick<TallySelection, 'filter' | 'view'>,
): ListPage<TallyOrder> {
  if (page.by === 'key') return page;
  const seen = { from: seq?.from ?? null, to: Math.min(seq?.to ?? view.seq, view.seq) };
  const { from = null, to = null } = (page.by === 'seq' ? seen : counts?.[page.by]) ?? {};
  const least = from === null ? null : { value: from, id: FIRST_ID };
  return within(page, { least, most: to === null ? null : { value: to + 1, id: FIRST_ID } });
}

function within<By>(page: ListPage<By>, { least, most }: Ends): ListPage<By> {
  const [after, before] = page.descending ? [most, least] : [least, most];
  return {
    ...page,
    after: inner(page.after, after, page.descending ? -1 : 1),
    before: inner(page.before, before, page.descending ? 1 : -1),
  };
}

interface Ends {
  readonly least: ListKey | null;
  readonly most: ListKey | null;
}

/** Keys just outside the range. */
function endsIn(
  by: ListPage['by'],
  {
    effectiveAt,
    seq,
    confidence = null,
  }: Pick<ClaimFilter, 'effectiveAt' | 'seq'> & Partial<Pick<ClaimFilter, 'confidence'>>,
): Ends {
  const key = (value: string | number | null | undefined, id: string) =>
    value == null ? null : { value, id };
  const plus = (value: number | null | undefined, step: number) => (value == null ? null : value + step);
  switch (by) {
    case 'seq':
      return { least: key(plus(seq?.from, -1), FIRST_ID), most: key(plus(seq?.to, 1), FIRST_ID) };
    case 'effective_at':
      return { least: key(effectiveAt?.from, FIRST_ID), most: key(effectiveAt?.to, LAST_ID) };
    case 'confidence':
      return { least: key(confidence?.from, FIRST_ID), most: key(plus(confidence?.to, 1), FIRST_ID) };
    case 'id':
      return { least: null, most: null };
  }
}

/** Of two bounds of one side the inner one; of two at one value the page's own, which is a row. */
function inner(own: ListKey | null, other: ListKey | null, sign: 1 | -1): ListKey | null {
  if (own === null || other === null) return own ?? other;
  if (own.value === other.value) return own;
  return other.value > own.value === (sign === 1) ? other : own;
}
