/** Clusters of claims that say the same, by their id and the time they are seen at. */
import type { Cluster } from '../../../../engine/explore/clusters.ts';
import { endOfAsOf } from '../../../../graph/time.ts';
import { builder } from '../../builder/builder.ts';
import { type ClusterKey, datedKey, readDatedKey } from '../../builder/dated-key.ts';
import { loaderOptions } from '../../builder/keys-plugin.ts';
import type { GraphqlContext } from '../../context.ts';
import { connectionType } from '../../lists/connections.ts';
import { reachesItem } from '../../session/token-scope.ts';

export interface ClusterNode extends Cluster {
  /** Null: the present. */
  readonly asOf: string | null;
}

/** The type `Cluster`; its fields are in `cluster.ts`. */
export const ClusterType = builder.loadableNodeRef<
  ClusterNode | null,
  ClusterKey,
  ClusterKey,
  ClusterKey,
  ClusterNode
>('Cluster', {
  id: { resolve: ({ id, asOf }) => datedKey(id, asOf) },
  load: loadClusters,
  loaderOptions,
});

export const ClusterConnectionType = connectionType(ClusterType, 'Cluster');

/** One call per time that is looked at: in practice one. A time that none is names no cluster. */
async function loadClusters(
  keys: readonly ClusterKey[],
  { engine, session }: GraphqlContext,
): Promise<(ClusterNode | null)[]> {
  const named = keys.map((key) => ({ key, ...readDatedKey(key) }));
  const found = new Map<ClusterKey, ClusterNode>();
  for (const [asOf, group] of Map.groupBy(named, (one) => one.asOf)) {
    if (asOf !== null && endOfAsOf(asOf) === null) continue;
    const clusters = await engine.explore.clusters({
      ids: group.map(({ id }) => id),
      asOf: asOf === null ? null : endOfAsOf(asOf),
      admits: (claim) => reachesItem(session, claim),
    });
    for (const [index, { key }] of group.entries()) {
      const cluster = clusters[index];
      if (cluster) found.set(key, { ...cluster, asOf });
    }
  }
  return keys.map((key) => found.get(key) ?? null);
}
