/** Annotations: who may read them, and how they are found by their ids. */
import { createContextCache } from '@pothos/core';
import type { AnnotationId } from '../../../../graph/address.ts';
import type { AnnotationCut, TargetStretch } from '../../../../graph/store/ranges.ts';
import type { StoredAnnotation } from '../../../../graph/store/rows.ts';
import type { Annotation } from '../../../wire/annotations.ts';
import { refuseCapability } from '../../builder/access.ts';
import { builder } from '../../builder/builder.ts';
import { loaderOptions } from '../../builder/keys-plugin.ts';
import type { GraphqlContext } from '../../context.ts';
import { connectionType } from '../../lists/connections.ts';
import { pagesOf } from '../../lists/page-loader.ts';
import { reachesItem } from '../../session/token-scope.ts';

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

/** What was annotated on addresses. */
export const annotationPages = createContextCache(({ engine }: GraphqlContext) =>
  pagesOf<TargetStretch, AnnotationCut, StoredAnnotation>(
    ({ target }) => target,
    ({ kinds }) => kinds,
    (places, cut) => engine.store.ranges('annotations', { by: places, ...cut }),
  ),
);

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
