/** Exact cost of the tier behind the epitome, counted once: a claim's ledger, the full text of every other item. */

import { LruCache } from '../../engine/lru-cache.ts';
import type { FoundItem, WholeItem } from '../../engine/search/items.ts';
import { nextSlice } from '../../engine/slices.ts';
import { estimateTokens } from '../../engine/tokens/estimate-tokens.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { forEverybody } from '../../graph/caller.ts';
import type { LedgerEntry } from '../../graph/evidence.ts';
import { type RangeReader, readRange } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { priceOfEntry } from './price-of-entry.ts';
import { priceOf } from './token-budget.ts';
import { wireItem } from './wire-item.ts';

/** A claim's ledger from its first entry on, as far as it was counted. */
interface CountedLedger {
  readonly entries: number;
  readonly tokens: number;
  /** Log position of the last entry counted, -1 for none. */
  readonly logSeq: number;
}

type LedgerReader = RangeReader & RecordReader;

/** Claims that are cached, and texts: a key and a few numbers each. */
const MAX_CACHED = 16_384;
/** Ledger entries read in one slice: some milliseconds of work. */
const PAGE = 250;
/** Newest entries that are read first to find those after S. */
const TAIL = 16;
const NOTHING: CountedLedger = { entries: 0, tokens: 0, logSeq: -1 };

/** Caches what never changes: the price of a ledger's first entries, and of the texts that an id names. */
export class FullTextCosts {
  readonly #ledgers = new LruCache<ClaimAddr, CountedLedger>(MAX_CACHED);
  readonly #texts = new LruCache<string, number>(MAX_CACHED);
  /** Pages that are being counted: another request for one waits for it. A failure is not cached. */
  readonly #running = new Map<ClaimAddr, Promise<CountedLedger>>();

  /**
   * In the order of the items. A claim costs what `budget.spent` of `GET /v1/claims/{addr}/ledger` says where the whole
   * ledger fits, a section or an article that of `GET /v1/items/{addr}`, an entity the texts of its claims as a JSON array.
   * @param seq S: entries of a ledger behind it are not counted
   */
  async of(
    reader: LedgerReader,
    items: readonly Pick<FoundItem, 'behind'>[],
    seq: number,
  ): Promise<number[]> {
    const claims = items.flatMap(({ behind }) => ('ledger' in behind ? behind.ledger : []));
    const heads = claims.length === 0 ? [] : await reader.records('ledgerHeads', claims);
    const counts = await Promise.all(
      claims.map((claim, index) => this.#ledger(reader, claim, heads[index] ?? null, seq)),
    );
    const ledgers = new Map(claims.map((claim, index) => [claim, counts[index] ?? 0]));
    return items.map(({ behind }) => {
      if ('ledger' in behind) return ledgers.get(behind.ledger) ?? 0;
      return 'item' in behind ? this.#item(behind) : estimateTokens(JSON.stringify(behind.texts));
    });
  }

  /** Reads only what was appended since the ledger was last counted. */
  async #ledger(
    reader: LedgerReader,
    claim: ClaimAddr,
    head: LedgerEntry | null,
    seq: number,
  ): Promise<number> {
    let counted = this.#ledgers.get(claim) ?? NOTHING;
    while (head !== null && counted.entries <= head.seq) {
      const further = await this.#nextPage(reader, claim, counted);
      if (further.entries <= counted.entries) break;
      counted = further;
    }
    return counted.logSeq <= seq
      ? counted.tokens
      : counted.tokens - (await behindView(reader, claim, counted, seq));
  }

  #nextPage(reader: LedgerReader, claim: ClaimAddr, counted: CountedLedger): Promise<CountedLedger> {
    const running = this.#running.get(claim);
    if (running !== undefined) return running;
    const page = forEverybody(() => this.#countPage(reader, claim, counted)).finally(() =>
      this.#running.delete(claim),
    );
    this.#running.set(claim, page);
    return page;
  }

  async #countPage(reader: LedgerReader, claim: ClaimAddr, counted: CountedLedger): Promise<CountedLedger> {
    await nextSlice();
    const page = await readRange(reader, 'ledger', { claim, after: counted.entries - 1 }, { limit: PAGE });
    const further = page.reduce(counting, counted);
    this.#ledgers.set(claim, further);
    return further;
  }

  #item({ item }: WholeItem): number {
    // An article's address names every version of it.
    const key = `${item.kind} ${item.artefactId} ${item.addr}`;
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const tokens = priceOf(wireItem(item));
    this.#texts.set(key, tokens);
    return tokens;
  }
}

function counting({ entries, tokens }: CountedLedger, entry: LedgerEntry): CountedLedger {
  return { entries: entries + 1, tokens: tokens + priceOfEntry(entry), logSeq: entry.log.seq };
}

/** Cost of the counted entries after S: few, unless appends are faster than the search. */
async function behindView(
  reader: LedgerReader,
  claim: ClaimAddr,
  { entries }: CountedLedger,
  seq: number,
): Promise<number> {
  let tokens = 0;
  for (let end = entries, size = TAIL; end > 0; size = Math.min(PAGE, 2 * size)) {
    if (end < entries) await nextSlice();
    const start = Math.max(0, end - size);
    const page = await readRange(reader, 'ledger', { claim, after: start - 1 }, { limit: end - start });
    const unseen = page.filter(({ log }) => log.seq > seq);
    tokens += unseen.reduce((sum, entry) => sum + priceOfEntry(entry), 0);
    if (unseen.length < page.length) break;
    end = start;
  }
  return tokens;
}
