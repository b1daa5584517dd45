import { claimKey, datedKey } from '../../builder/dated-key.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import type { GraphqlContext } from '../../context.ts';
import {
  firstGroups,
  GroupCountType,
  groupArgs,
  groupComplexity,
  largestFirst,
} from '../../lists/group-count.ts';
import { arrayConnection } from '../../lists/offset-connection.ts';
import { reachName } from '../../session/token-scope.ts';
import { ArtefactConnectionType, ArtefactType, artefactStates } from '../artefacts/artefact-ref.ts';
import { ClaimConnectionType, ClaimType } from '../claims/claim-ref.ts';
import { type ClusterNode, ClusterType } from './cluster-ref.ts';

ClusterType.implement({
  description: 'Claims that say the same in other words: one thing that is stated, by one source or by many.',
  fields: (t) => ({
    clusterId: t.id({ description: 'cl_…: named after its first claim.', resolve: ({ id }) => id }),
    corpus: t.exposeString('corpus', { description: 'Its name.' }),
    claims: t.connection(
      {
        type: ClaimType,
        description: 'Its claims that an artefact states, in the order of the log.',
        complexity: pageComplexity,
        resolve: (cluster, args, context) =>
          arrayConnection(
            args,
            listOf(cluster, 'Cluster.claims', context),
            cluster.claims.map((addr) => claimKey(addr, cluster.asOf)),
          ),
      },
      ClaimConnectionType,
    ),
    claimCount: t.int({ description: 'All its claims.', resolve: ({ claims }) => claims.length }),
    artefacts: t.connection(
      {
        type: ArtefactType,
        description:
          'Artefacts that state any of its claims, among the first 250 places of each claim; each once, in the order of the log.',
        complexity: pageComplexity,
        resolve: (cluster, args, context) =>
          arrayConnection(
            args,
            listOf(cluster, 'Cluster.artefacts', context),
            cluster.artefacts.map((id) => datedKey(id, cluster.asOf)),
          ),
      },
      ArtefactConnectionType,
    ),
    artefactCount: t.int({
      description: 'These artefacts: artefactCountIsBounded says where there may be more.',
      resolve: ({ artefacts }) => artefacts.length,
    }),
    artefactCountIsBounded: t.boolean({
      // Read with the count.
      complexity: 0,
      description:
        'Whether a claim may have more places than its first 250, which alone artefacts, artefactCount, domains and publishers are made of.',
      resolve: ({ isBounded }) => isBounded,
    }),
    domains: t.field({
      type: [GroupCountType],
      description: 'These artefacts by domain, largest first.',
      args: groupArgs(),
      complexity: groupComplexity,
      resolve: async (cluster, args, context) =>
        firstGroups(await groupsBy(cluster, 'domain', context), args),
    }),
    publishers: t.field({
      type: [GroupCountType],
      description: 'These artefacts by publisher, largest first.',
      args: groupArgs(),
      complexity: groupComplexity,
      resolve: async (cluster, args, context) =>
        firstGroups(await groupsBy(cluster, 'publisher', context), args),
    }),
  }),
});

/** In the order of the log it only grows; what a token does not reach is left out. */
function listOf({ id, asOf }: ClusterNode, field: string, { session }: GraphqlContext) {
  return { field, arguments: { cluster: id, asOf, reach: reachName(session) } };
}

async function groupsBy({ artefacts }: ClusterNode, by: 'domain' | 'publisher', context: GraphqlContext) {
  const states = await artefactStates(context).loadMany(artefacts);
  const counts = new Map<string, number>();
  for (const state of states) {
    if (state instanceof Error) throw state;
    if (state !== null) counts.set(state.record[by], (counts.get(state.record[by]) ?? 0) + 1);
  }
  return largestFirst([...counts].map(([key, count]) => ({ key, count })));
}
