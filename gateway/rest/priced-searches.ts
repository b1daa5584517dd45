/** What agents' searches found, priced, and cached until the log head moves. */
import type { Engine } from '../../engine/engine.ts';
import { Remembered } from '../../engine/remembered.ts';
import type { FoundItem, FoundItems, ItemsRequest } from '../../engine/search/items.ts';
import { WholeCosts } from './whole-costs.ts';

/** An item without what is behind it, of which only the price is needed. */
export interface PricedItem extends Omit<FoundItem, 'behind'> {
  /** What is behind the epitome, in tokens. */
  readonly whole: number;
}

export interface PricedSearch extends Omit<FoundItems, 'items'> {
  readonly items: readonly PricedItem[];
}

/** A search takes some 10 KB, 60 KB with the most items. */
const MAX_REMEMBERED = 256;

/**
 * An agent asks the same of one log several times: for the price, at the pointer tier, at the epitome tier. What is found
 * depends on the log, the corpus, the question, how many are wanted and the addresses that the caller may see. The
 * snapshot would not do for the log: bytes that are observed again move a belief, and no snapshot.
 */
export class PricedSearches {
  readonly #known = new Remembered<string, PricedSearch>(MAX_REMEMBERED);
  readonly #costs = new WholeCosts();

  /** @param prefixes where the caller's addresses begin, null: anywhere; what `request.admits` goes by */
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
    // A copy of its own: a text that was cut from a document keeps all of that in memory.
    const search = structuredClone({ ...rest, items: priced });
    // Ranked without its model: not cached, so that it is ranked anew when the model is back.
    if (search.coverage.unavailable === null) this.#known.set(key, search);
    return search;
  }
}
