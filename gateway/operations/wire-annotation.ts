import type { AnnotationRecord } from '../../graph/annotation.ts';
import type { Annotation } from '../wire/annotations.ts';

/** The members of a record that the wire shows (docs/spec/contract.md#ap-annotation). */
export function wireAnnotation(record: AnnotationRecord): Annotation {
  const { id, target, kind, body, citation, actor, licence, created_at } = record;
  return { id, target, kind, body, citation, actor, licence, created_at };
}
