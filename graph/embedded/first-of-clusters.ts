/**
 * Which claims are the first of their cluster, of those that a view sees and prefixes let through. Each cluster is looked
 * through once for a list, not once for each of its claims: of a cluster of a whole corpus, as of a time at which half of
 * it had been stated, the latter took minutes.
 */
import type { ClaimAddr } from '../address.ts';
import type { ClaimSelection } from '../store/selection.ts';
import { claimParams, prefixed } from './claim-selection.ts';
import type { Connection } from './connection.ts';

/** Cached clusters; most have one claim, and are met once. */
const MAX_KNOWN = 16_384;

/** A claim that may be the first. */
export interface Lead {
  readonly addr: ClaimAddr;
  readonly cluster: string;
}

interface First {
  /** Null where none is in sight. */
  readonly first: ClaimAddr | null;
  /** 1 where another claim of the cluster is in sight. */
  readonly several: number;
}

export class FirstOfClusters {
  readonly #connection: Connection;
  readonly #selection: ClaimSelection;
  readonly #several: boolean | null;
  readonly #known = new Map<string, First>();

  constructor(connection: Connection, selection: ClaimSelection, several: boolean | null) {
    this.#connection = connection;
    this.#selection = selection;
    this.#several = several;
  }

  /** Those that are wanted, in their order. */
  among<L extends Lead>(leads: readonly L[]): L[] {
    const found = this.#read([...new Set(leads.map(({ cluster }) => cluster))]);
    return leads.filter(({ addr, cluster }) => {
      const one = found.get(cluster);
      return one?.first === addr && this.#isWanted(one);
    });
  }

  /** The first claims of some clusters, of those that are wanted. */
  of(clusters: readonly string[]): ClaimAddr[] {
    const found = this.#read(clusters).values();
    return [...found].flatMap((one) => (one.first !== null && this.#isWanted(one) ? [one.first] : []));
  }

  #isWanted({ several }: First): boolean {
    return this.#several === null || (several === 1) === this.#several;
  }

  #read(clusters: readonly string[]): ReadonlyMap<string, First> {
    const unknown = clusters.filter((cluster) => !this.#known.has(cluster));
    const sql = firstsOf(this.#selection.prefixes === null, this.#several !== null);
    const params = claimParams(this.#selection);
    const rows = this.#connection.rowsPerKey<First & { readonly i: number }>(sql, unknown, params);
    const found = new Map(
      clusters.flatMap((cluster) => {
        const one = this.#known.get(cluster);
        return one === undefined ? [] : [[cluster, one] as const];
      }),
    );
    if (this.#known.size + unknown.length > MAX_KNOWN) this.#known.clear();
    for (const [index, cluster] of unknown.entries()) {
      const [one] = rows[index] ?? [];
      if (one === undefined) continue;
      found.set(cluster, one);
      this.#known.set(cluster, one);
    }
    return found;
  }
}

const IN_SIGHT = `going() AND ${prefixed('d')} AND EXISTS (
  SELECT 1 FROM occurrences p WHERE p.claim = d.addr AND p.seq <= @seq AND p.effective_at <= @until
)`;

/** @param isIndexed whether only claims that may lead can be the first (`clusters.ts`) */
function firstsOf(isIndexed: boolean, isCounted: boolean): string {
  const others = `EXISTS (
    SELECT 1 FROM claims d
    WHERE d.cluster = firsts.cluster AND d.corpus = @corpus AND d.seq > firsts.first ->> 0 AND ${IN_SIGHT}
  )`;
  return `
    WITH firsts AS MATERIALIZED (
      SELECT k.key AS i, k.value AS cluster, (
        SELECT json_array(d.seq, d.addr) FROM claims d
        WHERE d.cluster = k.value AND d.corpus = @corpus ${isIndexed ? 'AND d.may_lead = 1' : ''} AND ${IN_SIGHT}
        ORDER BY d.seq LIMIT 1
      ) AS first FROM json_each(@keys) k
    )
    SELECT i, first ->> 1 AS first, ${isCounted ? others : '0'} AS several FROM firsts`;
}
