/** Annotations: who may read them, and how they are found by their ids. */
import type { TokenGrant } from '../../../engine/keys/keys.ts';
import type { AnnotationId } from '../../../graph/address.ts';
import { requireCapability } from '../../rest/authorize.ts';
import type { Annotation } from '../../wire/annotations.ts';
import { builder } from '../builder.ts';
import type { GraphqlContext } from '../context.ts';
import { loaderOptions } from '../loaders.ts';
import { reachesItem } from '../reach.ts';
import { refusalError } from '../refusal-error.ts';

/** The type `Annotation`; its fields are in `schema/annotation.ts`. */
export const AnnotationType = builder.loadableNodeRef<
  Annotation | null,
  AnnotationId,
  AnnotationId,
  AnnotationId,
  Annotation
>('Annotation', {
  // Whoever made the annotation derived its id from it.
  id: { resolve: ({ id }) => id },
  load: loadAnnotations,
  loaderOptions,
});

/**
 * An organisation's own people may; a token needs the capability.
 * @throws {GraphQLError} `denied:capability_missing`
 */
export function checkReadsAnnotations({ session: { grant }, config }: GraphqlContext): void {
  const refusal = grant === null ? null : refusalTo(grant, config);
  if (refusal !== null) throw refusalError(refusal);
}

function refusalTo(grant: TokenGrant, config: GraphqlContext['config']) {
  const checked = requireCapability({ ok: true, value: grant }, 'wiki.annotations', config);
  return checked.ok ? null : checked.refusal;
}

/** One that the caller may not read is as if there were none. */
async function loadAnnotations(
  ids: readonly AnnotationId[],
  { engine, session, config }: GraphqlContext,
): Promise<(Annotation | null)[]> {
  if (session.grant !== null && refusalTo(session.grant, config) !== null) return ids.map(() => null);
  const found = await engine.store.annotations(ids);
  return found.map((stored) => (stored && reachesItem(session, stored.record.target) ? stored.record : null));
}
