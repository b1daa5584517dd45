/**
 * Claims and artefacts by key: a field gives the key, and all keys of one level become one call of the engine.
 * The types stand here without their fields, since these refer to each other in circles; so do those in `nodes/`.
 */
import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { ArtefactId } from '../../../../graph/address.ts';
import type { ArtefactState } from '../../../../graph/artefact.ts';
import type { ClaimOccurrence } from '../../../../graph/claim.ts';
import { builder } from '../../builder/builder.ts';
import { type ArtefactKey, type ClaimKey, datedKey, readDatedKey } from '../../builder/dated-key.ts';
import { loadedInLevels, MAX_KEYS } from '../../builder/keys-plugin.ts';
import type { GraphqlContext } from '../../context.ts';
import { connectionType } from '../../lists/connections.ts';
import { reachesCorpus, reachesItem } from '../../session/token-scope.ts';
import { ArtefactNode } from '../artefacts/artefact-node.ts';
import { ClaimNode } from './claim-node.ts';

export const loaderOptions = { maxBatchSize: MAX_KEYS };

/** The type `Claim`; its fields are in `claim.ts`. */
export const ClaimType = builder.loadableNodeRef<ClaimNode | null, ClaimKey, ClaimKey, ClaimKey, ClaimNode>(
  'Claim',
  {
    id: { resolve: ({ view, asOf }) => datedKey(view.claim.addr, asOf) },
    load: loadClaims,
    loaderOptions,
  },
);

export const ClaimConnectionType = connectionType(ClaimType, 'Claim');

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

ClaimType.updateConfig(loadedInLevels(loadClaims));
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

/** One call per time that is looked at: in practice one. A claim out of the session's reach is as if there were none. */
async function loadClaims(
  keys: readonly ClaimKey[],
  { engine, session, signal, logSize }: GraphqlContext,
): Promise<(ClaimNode | null)[]> {
  // Nobody waits any longer for what would be read.
  signal?.throwIfAborted();
  const found = new Map<ClaimKey, ClaimNode>();
  const named = keys.map((key) => ({ key, ...readDatedKey(key) }));
  const wanted = named.filter(({ id }) => reachesItem(session, id));
  for (const [asOf, group] of Map.groupBy(wanted, (one) => one.asOf)) {
    const views = await engine.claims(
      group.map(({ id }) => id),
      asOf,
      logSize,
    );
    for (const [index, { key }] of group.entries()) {
      const view = views[index];
      if (view) found.set(key, new ClaimNode(view, asOf));
    }
  }
  return keys.map((key) => found.get(key) ?? null);
}

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
