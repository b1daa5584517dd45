import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_LOOKS, sharingLooks } from '../../../engine/explore/shared-looks.ts';
import { countingLooks } from '../../../graph/caller.ts';
import { ANY_ARTEFACT, ANY_CLAIM, type ClaimFilter } from '../../../graph/store/filters.ts';
import { type ClaimSelection, type ListOrder, MAX_LOOKED_AT } from '../../../graph/store/selection.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { openEmptyEmbedded } from '../open-stores.ts';

let opened: OpenedStore;
beforeEach(async () => {
  opened = await openEmptyEmbedded();
});
afterEach(() => opened.dispose());

const VIEW = { seq: 1, until: '2020-01-01T00:00:00.000Z' };
const CLAIMS: ClaimSelection = {
  ...{ corpus: 'sky', view: VIEW, filter: ANY_CLAIM, prefixes: null, closedLicences: [], among: null },
};
const PLACES: Partial<ClaimFilter> = { licence: ['MIT'] };
const by = (filter: Partial<ClaimFilter>): ClaimSelection => ({
  ...CLAIMS,
  filter: { ...ANY_CLAIM, ...filter },
});

/** Rows that reads may look at, in the order in which they begin. */
function watched() {
  const rows: (number | undefined)[] = [];
  const { store } = opened;
  const reader: GraphReader = sharingLooks({
    ...store,
    list: (kind, selection, page) => {
      rows.push(page.lookAt);
      return store.list(kind, selection, page);
    },
    count: (kind, selection, lookAt) => {
      rows.push(lookAt);
      return store.count(kind, selection, lookAt);
    },
  });
  const page = (selection: ClaimSelection, order: ListOrder = 'seq', more: { lookAt?: number } = {}) =>
    reader.list('claims', selection, {
      ...{ by: order, descending: false, after: null, before: null, limit: 5 },
      ...more,
    });
  return { reader, rows, page };
}

describe('rows that a list may look at', () => {
  it('are no more than a page may ever look at, where nothing is asked beside it', async () => {
    const { reader, rows, page } = watched();
    await page(CLAIMS);
    await page(by({ text: 'x' }));
    await page(by({ text: 'x' }), 'effective_at');
    await reader.count('claims', by({ text: 'x' }));
    await reader.count('artefacts', { corpus: 'sky', view: VIEW, filter: ANY_ARTEFACT });
    expect(rows).toEqual([MAX_LOOKED_AT, MAX_LOOKED_AT, expect.any(Number), MAX_LOOKED_AT, MAX_LOOKED_AT]);
    expect(rows[2]).toBeGreaterThan(MAX_LOOKED_AT / 2);
  });

  it('are fewer the more is looked at of each: another order, places, other claims of a cluster, filters', async () => {
    const { rows, page } = watched();
    const places = by({ ...PLACES, text: 'x' });
    await page(places);
    await page(places, 'effective_at');
    await page({ ...places, firstOfCluster: { several: null } }, 'effective_at');
    const deeper = by({ not: { ...ANY_CLAIM, ...PLACES, or: [{ ...ANY_CLAIM, ...PLACES }] } });
    await page(deeper, 'effective_at');
    const [inLog = 0, elsewhere = 0, clusters = 0, twice = 0] = rows;
    expect(elsewhere).toBeLessThan(inLog / 2);
    expect(clusters).toBeLessThan(elsewhere);
    expect(twice).toBeLessThan(elsewhere);
    expect(twice).toBeGreaterThan(elsewhere / 2);
  });

  it('are shared by the lists of one operation, and never none', async () => {
    const { rows, page } = watched();
    const selection = by({ text: 'x' });
    await page(selection, 'id');
    for (const lists of [0, 1, 10, 10 * MAX_LOOKS])
      await countingLooks({ rows: 0, lists }, () => page(selection, 'id'));
    const [alone = 0, ...shared] = rows;
    expect(shared).toEqual([alone, alone, Math.floor(alone / 10), 1]);
  });

  it('are as many as were asked for where a number is given', async () => {
    const { reader, rows, page } = watched();
    await page(by(PLACES), 'id', { lookAt: 7 });
    await reader.count('claims', by(PLACES), 9);
    expect(rows).toEqual([7, 9]);
  });
});
