/** Whose ledger the claims of a cluster share. What is known of a claim never changes, so that it is cached. */
import type { ClaimAddr } from '../../graph/address.ts';
import { canonicalClaim } from '../../graph/cluster.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { LruCache } from '../lru-cache.ts';

/** Cached claims: two addresses each. */
const MAX_REMEMBERED = 65_536;

export class CanonicalClaims {
  readonly #reader: RecordReader;
  readonly #known = new LruCache<ClaimAddr, ClaimAddr>(MAX_REMEMBERED);

  /** @param reader the store, and never a transaction: what rolls back is never cached */
  constructor(reader: RecordReader) {
    this.#reader = reader;
  }

  /** In the order of the arguments; an unknown claim is its own. One batch read at most. */
  async of(addrs: readonly ClaimAddr[]): Promise<ClaimAddr[]> {
    const missing = [...new Set(addrs)].filter((addr) => this.#known.get(addr) === undefined);
    const found = await readCanonical(this.#reader, missing);
    for (const [addr, canonical] of found) this.#known.set(addr, canonical);
    return addrs.map((addr) => found.get(addr) ?? this.#known.get(addr) ?? addr);
  }
}

/** The canonical claim of each claim that the store has. One batch read. */
export async function readCanonical(
  reader: RecordReader,
  addrs: readonly ClaimAddr[],
): Promise<Map<ClaimAddr, ClaimAddr>> {
  const records = addrs.length === 0 ? [] : await reader.records('claims', addrs);
  return new Map(
    records.flatMap((record) => (record === null ? [] : [[record.addr, canonicalClaim(record)] as const])),
  );
}
