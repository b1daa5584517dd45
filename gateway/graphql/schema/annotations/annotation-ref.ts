/** Annotations: who may read them, and how they are found by their ids. */
import type { AnnotationId } from '../../../../graph/address.ts';
import type { Annotation } from '../../../wire/annotations.ts';
import { refuseCapability } from '../../builder/access.ts';
import { builder } from '../../builder/builder.ts';
import type { GraphqlContext } from '../../context.ts';
import { connectionType } from '../../lists/connections.ts';
import { reachesItem } from '../../session/token-scope.ts';
import { loaderOptions } from '../claims/loaders.ts';

/** The type `Annotation`; its fields are in `annotation.ts`. */
export const AnnotationType = builder.loadableNodeRef<
  Annotation | null,
  AnnotationId,
  AnnotationId,
  AnnotationId,
  Annotation
>('Annotation', {
  // The id was derived from the annotation when it was written.
  id: { resolve: ({ id }) => id },
  load: loadAnnotations,
  loaderOptions,
});

export const AnnotationConnectionType = connectionType(AnnotationType, 'Annotation');

/** One that the caller may not read is as if there were none. */
async function loadAnnotations(
  ids: readonly AnnotationId[],
  context: GraphqlContext,
): Promise<(Annotation | null)[]> {
  const { engine, session } = context;
  if (refuseCapability('wiki.annotations', context) !== null) return ids.map(() => null);
  const found = await engine.store.records('annotations', ids);
  return found.map((stored) => (stored && reachesItem(session, stored.record.target) ? stored.record : null));
}
