/** Results of agents' searches with their costs, cached until the log head moves. */
import type { Engine } from '../../engine/engine.ts';
import { LruCache } from '../../engine/lru-cache.ts';
import type { FoundItem, FoundItems, ItemsRequest } from '../../engine/search/items.ts';
import { FullTextCosts } from './full-text-cost.ts';

/** An item with the cost of its full text in place of the text. */
export interface PricedItem extends Omit<FoundItem, 'behind'> {
  /** Cost of the full text, in tokens. */
  readonly whole: number;
}

export interface PricedSearch extends Omit<FoundItems, 'items'> {
  readonly items: readonly PricedItem[];
}

/** A search takes some 10 KB, 60 KB with the most items. */
const MAX_CACHED = 256;

/**
 * An agent searches the same log several times: for the price, at the pointer tier, at the epitome tier. The result
 * depends on the log size, the corpus, the question, `k` and the addresses that the caller may see. The snapshot alone is
 * no key: a new observation of known bytes changes a belief and no snapshot.
 */
export class SearchCostCache {
  readonly #known = new LruCache<string, PricedSearch>(MAX_CACHED);
  readonly #costs = new FullTextCosts();

  /** @param prefixes of the addresses that the caller may see, null: all; `request.admits` checks them */
  async find(
    engine: Engine,
    request: ItemsRequest,
    prefixes: readonly string[] | null,
  ): Promise<PricedSearch> {
    const { q, k, view } = request;
    const { size } = await engine.store.head();
    const key = JSON.stringify([size, view.snapshot, view.corpus, q, k, prefixes]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { items, ...rest } = await engine.findItems(request);
    const wholes = await this.#costs.of(engine.store, items, view.view.seq);
    const priced = items.map(({ behind: _, ...item }, index) => ({ ...item, whole: wholes[index] ?? 0 }));
    // A deep copy: a slice of a string keeps the whole document in memory.
    const search = structuredClone({ ...rest, items: priced });
    // A ranking without its model is not cached, so that it is ranked anew when the model is back.
    if (search.coverage.unavailable === null) this.#known.set(key, search);
    return search;
  }
}
