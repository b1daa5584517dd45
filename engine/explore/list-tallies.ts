/** Who and what a corpus names, as an analyst lists them: publishers, entities, actors, who contradicts whom, and chains of claims. */
import type { ListReader, RowCount } from '../../graph/store/lists.ts';
import type { View } from '../../graph/store/rows.ts';
import type { ListKey } from '../../graph/store/selection.ts';
import {
  ANY_TALLY,
  type NameTally,
  type TallyFilter,
  type TallyKind,
  type TallyOrder,
} from '../../graph/store/tallies.ts';
import { nextSlice } from '../slices.ts';
import { once } from './once.ts';
import { type ItemPage, type PageRequest, readPage } from './read-page.ts';

export interface TalliesRequest {
  readonly kind: TallyKind;
  readonly corpus: string;
  readonly view: View;
  readonly filter: TallyFilter;
}

export interface ListedTallies {
  page(request: PageRequest<TallyOrder>): Promise<ItemPage<string>>;
  count(): Promise<RowCount>;
  /** In the order of the keys, whatever is filtered; null for one that the view does not see. */
  named(keys: readonly string[]): Promise<(NameTally | null)[]>;
}

/** @param closedLicences of a corpus, whose texts are not shown */
export function listTallies(
  reader: ListReader,
  closedLicences: (corpus: string) => Promise<readonly string[]>,
  request: TalliesRequest,
): ListedTallies {
  const selected = once(async () => ({
    ...request,
    closedLicences: request.kind === 'entity' ? await closedLicences(request.corpus) : [],
    among: null,
  }));
  return {
    page: async (page) => {
      const selection = await selected();
      return readPage<NameTally, string>(
        page,
        (bounds) => reader.list('tallies', selection, { ...bounds, by: page.by }),
        (tally) => ({ id: tally.key, key: keyOf(tally, page.by) }),
      );
    },
    count: once(async () => {
      await nextSlice();
      return reader.count('tallies', await selected());
    }),
    named: async (keys) => {
      const selection = { ...(await selected()), filter: ANY_TALLY, among: [...new Set(keys)] };
      const page = { by: 'key', descending: false, after: null, before: null } as const;
      const { rows } = await reader.list('tallies', selection, { ...page, limit: keys.length });
      const byKey = new Map(rows.map((tally) => [tally.key, tally]));
      return keys.map((key) => byKey.get(key) ?? null);
    },
  };
}

function keyOf({ key, seq, counts }: NameTally, by: TallyOrder): ListKey {
  if (by === 'key') return { id: key, value: key };
  return { id: key, value: by === 'seq' ? seq : (counts[by] ?? 0) };
}
