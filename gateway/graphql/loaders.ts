/**
 * Claims and artefacts by key: a field gives the key, and all keys of one level become one call of the engine.
 * The types stand here without their fields, since these refer to each other in circles.
 */
import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { Engine } from '../../engine/engine.ts';
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { ClaimOccurrence } from '../../graph/claim.ts';
import { builder } from './builder.ts';
import { type ClaimKey, readClaimKey } from './claim-key.ts';
import type { GraphqlContext } from './context.ts';
import { reachesAddress } from './session.ts';

/** Keys of one call; more become several. */
const MAX_BATCH = 1_000;
const loaderOptions = { maxBatchSize: MAX_BATCH };

/** A claim as it is seen at a time. */
export interface ClaimNode {
  readonly view: NonNullable<Awaited<ReturnType<Engine['claims']>>[number]>;
  /** Null: the present. Whatever is reached from the claim is seen at the same time. */
  readonly asOf: string | null;
}

/** The type `Claim`; its fields are in `schema/claim.ts`. */
export const ClaimType = builder.loadableObjectRef<ClaimNode | null, ClaimKey, ClaimKey, ClaimNode>('Claim', {
  load: loadClaims,
  loaderOptions,
});

/** The type `Artefact`; its fields are in `schema/artefact.ts`. */
export const ArtefactType = builder.loadableObjectRef<
  ArtefactState | null,
  ArtefactId,
  ArtefactId,
  ArtefactState
>('Artefact', {
  load: (ids, { engine }) => engine.artefacts(ids),
  loaderOptions,
});

/** What each artefact states, in the order of the log. */
export const occurrencesIn = createContextCache(
  ({ engine }: GraphqlContext) =>
    new DataLoader<ArtefactId, readonly ClaimOccurrence[]>(
      (ids) => engine.store.occurrencesIn(ids),
      loaderOptions,
    ),
);

/** One call per time that is looked at: in practice one. A claim out of the session's reach is as if there were none. */
async function loadClaims(
  keys: readonly ClaimKey[],
  { engine, session }: GraphqlContext,
): Promise<(ClaimNode | null)[]> {
  const found = new Map<ClaimKey, ClaimNode>();
  const named = keys.map((key) => ({ key, ...readClaimKey(key) }));
  const wanted = named.filter(({ addr }) => reachesAddress(session, addr));
  for (const [asOf, group] of Map.groupBy(wanted, (one) => one.asOf)) {
    const addrs = group.map(({ addr }) => addr);
    const views = await engine.claims(addrs, asOf);
    for (const [index, { key }] of group.entries()) {
      const view = views[index];
      if (view) found.set(key, { view, asOf });
    }
  }
  return keys.map((key) => found.get(key) ?? null);
}
