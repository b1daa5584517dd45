/** What lists of the embedded store are asked for, by tests of how it goes about them. */
import { ANY_CLAIM } from '../../../graph/store/filters.ts';
import type { ClaimSelection, ListOrder, ListPage } from '../../../graph/store/selection.ts';
import { CORPUS } from '../../conformance/graph-store/records.ts';

const ORDERS = ['seq', 'effective_at', 'id'] as const satisfies readonly ListOrder[];
/** Of each order, from either end: the first, behind a row, before one, and between two. */
export const PAGES: readonly ListPage[] = ORDERS.flatMap((by) =>
  [false, true].flatMap((descending) => {
    const page = { by, descending, after: null, before: null, limit: 6 };
    const key = { value: by === 'seq' ? 10 : 'x', id: 'x' };
    return [page, { ...page, after: key }, { ...page, before: key }, { ...page, after: key, before: key }];
  }),
);
/** Whether a page begins where its list does, and goes on to the end of it. */
export const isFirst = ({ after, before }: ListPage) => after === null && before === null;
/** Of each order, from either end. */
export const FIRST_PAGES = PAGES.filter(isFirst);
/** Every claim of the corpus. */
export const EVERYTHING: ClaimSelection = {
  corpus: CORPUS,
  view: { seq: Number.MAX_SAFE_INTEGER, until: '~' },
  filter: ANY_CLAIM,
  prefixes: null,
  closedLicences: ['All rights reserved'],
  among: null,
};
