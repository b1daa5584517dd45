/** Annotations and closings on their way into a log, without the engine's checks. */
import type { AnnotationRecord } from '../../graph/annotation.ts';
import { ANNOTATION_LICENCE, annotationId, closureId, FACTS_TENANT } from '../../graph/annotation.ts';
import type { Idempotency, KnowledgeBody } from '../../graph/log/entry.ts';
import type { LogWriter } from '../../graph/log/writer.ts';

/** Appends entries of a corpus to the facts tenant. */
export async function appendFacts(
  writer: LogWriter,
  corpus: string,
  bodies: readonly KnowledgeBody[],
): Promise<void> {
  const entries = bodies.map((body) => ({ corpus, tenant: FACTS_TENANT, effectiveAt: null, body }));
  await writer.append(async () => ({ entries, result: () => undefined }));
}

/** A note by `root` on the address. */
export function annotated(target: string, corpus: string, root: string): AnnotationRecord {
  const core = {
    corpus,
    target,
    kind: 'note',
    body: 'See also the other moons.',
    citation: { ref: 'https://example.org/moons' },
    actor_root: root,
  } as const;
  return {
    ...core,
    id: annotationId({ v: 1, ...core }),
    check: 'unknown',
    actor: root,
    standing: 250,
    token_id: null,
    licence: ANNOTATION_LICENCE,
    created_at: '2026-10-01T12:00:00.000Z',
  };
}

/** That the annotation was added. */
export function added(annotation: AnnotationRecord, idempotency: Idempotency | null): KnowledgeBody {
  return { type: 'annotation.added', annotation, idempotency };
}

/** That the annotation closed the stub. */
export function closed(stub_id: string, annotation: AnnotationRecord): KnowledgeBody {
  const { id: annotation_id, corpus, actor, actor_root, target, created_at } = annotation;
  const of = { stub_id, annotation_id, actor_root };
  const closure = {
    ...of,
    id: closureId(of),
    corpus,
    actor,
    closed_at: created_at,
    annotation_target: target,
  };
  return { type: 'stub.closed', closure };
}
