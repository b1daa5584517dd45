/**
 * Which claims a list of clusters looks at. Which claim of a cluster is its first depends on the view, so the columns say
 * no more than which claims may be: `may_lead` is 1 where some view may see the claim and none of its cluster before it,
 * `has_peers` where the corpus has another claim of its cluster. Both may be 1 for a claim of which that is not so, never
 * 0 for one of which it is; the list itself decides (`first-of-clusters.ts`).
 */
import type { ClaimAddr } from '../address.ts';
import type { Changes } from '../store/store.ts';
import type { Connection } from './connection.ts';

/** Claims of a cluster, and places of each, that one new place is compared with; what lies behind them counts for nothing. */
const MOST_COMPARED = 32;

/**
 * Claims that are saved with their first place, and whose cluster has no other claim: each leads its cluster and has no peers, so
 * that its row is written once. Looked up before the claims are saved, all in one statement.
 */
export function lonelyClaims(
  connection: Connection,
  { claims, occurrences }: Pick<Changes, 'claims' | 'occurrences'>,
): ReadonlySet<ClaimAddr> {
  const placed = new Set(occurrences.map(({ claim }) => claim));
  const together = Map.groupBy(claims, ({ claim_cluster_id, core }) => `${claim_cluster_id} ${core.corpus}`);
  const alone = [...together.values()].flatMap((some) => (some.length === 1 ? some : []));
  const possible = alone.filter(({ addr }) => placed.has(addr));
  const keys = possible.map(({ claim_cluster_id, core, addr }) => [claim_cluster_id, core.corpus, addr]);
  const found = connection.rowsPerKey(IS_KNOWN, keys);
  return new Set(possible.flatMap(({ addr }, index) => (found[index]?.length === 0 ? [addr] : [])));
}

/** Of those keys whose cluster has a claim or whose claim has a place. */
const IS_KNOWN = `
  SELECT k.key AS i FROM json_each(@keys) k
  WHERE EXISTS (SELECT 1 FROM claims WHERE cluster = k.value ->> 0 AND corpus = k.value ->> 1)
    OR EXISTS (SELECT 1 FROM occurrences WHERE claim = k.value ->> 2)`;

/** Once the claims are saved, and before their places are. */
export function markClaims(connection: Connection, claims: Changes['claims']): void {
  for (const { addr, claim_cluster_id: cluster, core } of claims) {
    connection.run(MARK_PEERS, { addr, cluster, corpus: core.corpus });
    connection.run(MARK_PLACED, { addr });
  }
}

/** Once the places are saved. */
export function markLeads(connection: Connection, occurrences: Changes['occurrences']): void {
  for (const { claim, seq, effective_at } of occurrences) {
    connection.run(MARK_LEAD, { claim, seq, effective_at });
  }
}

/** Two claims of a cluster are enough to look at: where there are more, the others were marked before. */
const MARK_PEERS = `
  UPDATE claims SET has_peers = 1
  WHERE has_peers = 0
    AND rowid IN (
      SELECT rowid FROM claims WHERE addr = @addr
      UNION SELECT rowid FROM (SELECT rowid FROM claims WHERE cluster = @cluster AND corpus = @corpus LIMIT 2)
    )
    AND EXISTS (SELECT 1 FROM claims WHERE cluster = @cluster AND corpus = @corpus AND addr <> @addr)`;

/** Where places were saved before their claim, each of them may be what a view sees first. */
const MARK_PLACED = `
  UPDATE claims SET may_lead = 1
  WHERE addr = @addr AND may_lead = 0 AND EXISTS (SELECT 1 FROM occurrences WHERE claim = @addr)`;

/**
 * A view that sees the place sees an earlier claim too where a place of that has no later position and no later time. The
 * newest leads and places are compared: of documents in either order of time they are the oldest or just older.
 */
const MARK_LEAD = `
  UPDATE claims AS c SET may_lead = 1
  WHERE c.addr = @claim AND c.may_lead = 0 AND NOT EXISTS (
    SELECT 1 FROM (
      SELECT d.addr FROM claims d
      WHERE d.cluster = c.cluster AND d.corpus = c.corpus AND d.seq < c.seq AND d.may_lead = 1
      ORDER BY d.seq DESC LIMIT ${MOST_COMPARED}
    ) e
    WHERE EXISTS (
      SELECT 1 FROM (
        SELECT p.effective_at FROM occurrences p WHERE p.claim = e.addr AND p.seq <= @seq
        ORDER BY p.seq DESC LIMIT ${MOST_COMPARED}
      ) WHERE effective_at <= @effective_at
    )
  )`;
