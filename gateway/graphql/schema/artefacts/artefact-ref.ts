/** Artefacts by key: a field gives the key, and all keys of one level become one call of the engine. */
import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { ArtefactId } from '../../../../graph/address.ts';
import type { ArtefactState } from '../../../../graph/artefact.ts';
import type { ClaimOccurrence } from '../../../../graph/claim.ts';
import { builder } from '../../builder/builder.ts';
import { type ArtefactKey, datedKey, readDatedKey } from '../../builder/dated-key.ts';
import { loadedInLevels, loaderOptions } from '../../builder/keys-plugin.ts';
import type { GraphqlContext } from '../../context.ts';
import { connectionType } from '../../lists/connections.ts';
import { reachesCorpus } from '../../session/token-scope.ts';
import { ArtefactNode } from './artefact-node.ts';

/** The type `Artefact`; its fields are in `artefact.ts`. */
export const ArtefactType = builder.loadableNodeRef<
  ArtefactNode | null,
  ArtefactKey,
  ArtefactKey,
  ArtefactKey,
  ArtefactNode
>('Artefact', {
  id: { resolve: ({ state, asOf }) => datedKey(state.record.artefact_id, asOf) },
  load: loadArtefacts,
  loaderOptions,
});

export const ArtefactConnectionType = connectionType(ArtefactType, 'Artefact');

ArtefactType.updateConfig(loadedInLevels(loadArtefacts));

/** Artefacts whatever their time and their corpus: one call for all times, since an artefact itself never changes. */
export const artefactStates = createContextCache(
  ({ engine, logSize }: GraphqlContext) =>
    new DataLoader<ArtefactId, ArtefactState | null>((ids) => engine.artefacts(ids, logSize), loaderOptions),
);

/** What each artefact states, in the order of the log. */
export const occurrencesIn = createContextCache(
  ({ engine, logSize }: GraphqlContext) =>
    new DataLoader<ArtefactId, readonly ClaimOccurrence[]>(
      (ids) => engine.occurrencesIn(ids, logSize),
      loaderOptions,
    ),
);

/** An artefact of a corpus out of the session's reach is as if there were none. */
function loadArtefacts(
  keys: readonly ArtefactKey[],
  context: GraphqlContext,
): Promise<(ArtefactNode | null)[]> {
  const states = artefactStates(context);
  return Promise.all(
    keys.map(async (key) => {
      const { id, asOf } = readDatedKey(key);
      const state = await states.load(id);
      return state && reachesCorpus(context.session, state.record.corpus)
        ? new ArtefactNode(state, asOf)
        : null;
    }),
  );
}
