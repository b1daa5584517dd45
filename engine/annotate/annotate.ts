/** Adding an annotation (contract: POST /v1/annotations): an additive fact, which changes no item of the corpus. */
import type { AnnotationId } from '../../graph/address.ts';
import {
  ANNOTATION_LICENCE,
  type AnnotationRecord,
  annotationId,
  FACTS_TENANT,
} from '../../graph/annotation.ts';
import type { LogWriter, Plan } from '../../graph/log/writer.ts';
import type { GraphReader } from '../../graph/store.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import type { AnnotationRequest } from './annotation-request.ts';
import { checkCitation } from './check-citation.ts';

export interface AddedAnnotation {
  readonly annotation: AnnotationRecord;
  /** The same annotation was there already: nothing was written. */
  readonly repeated: boolean;
}

/** Resolves when the annotation is on disk. `invalid:idempotency_key`, which writes nothing. */
export function annotate(writer: LogWriter, request: AnnotationRequest): Promise<Outcome<AddedAnnotation>> {
  return writer.append((state, now) => planAnnotation(state, now, request));
}

async function planAnnotation(
  state: GraphReader,
  now: string,
  request: AnnotationRequest,
): Promise<Plan<Outcome<AddedAnnotation>>> {
  const known = (await replay(state, request)) ?? (await stored(state, idOf(request)));
  if (known !== null) return { entries: [], result: () => known };
  const annotation = await recordOf(state, now, request);
  const { idempotency, corpus } = request;
  const kept = idempotency && { key: scopedKey(request), request_hash: idempotency.requestHash };
  return {
    entries: [
      {
        corpus,
        tenant: FACTS_TENANT,
        effectiveAt: null,
        body: { type: 'annotation.added', annotation, idempotency: kept },
      },
    ],
    result: () => done({ annotation, repeated: false }),
  };
}

/** What an earlier request with the same `Idempotency-Key` led to, null when there was none. */
async function replay(
  state: GraphReader,
  request: AnnotationRequest,
): Promise<Outcome<AddedAnnotation> | null> {
  if (request.idempotency === null) return null;
  const [known] = await state.idempotency([scopedKey(request)]);
  if (!known) return null;
  if (known.request_hash !== request.idempotency.requestHash) {
    return refused('invalid:idempotency_key', 'this Idempotency-Key was used with another body');
  }
  // The same key and body led to an annotation; the id of anything else finds none.
  return stored(state, known.result_id as AnnotationId);
}

async function stored(state: GraphReader, id: AnnotationId): Promise<Outcome<AddedAnnotation> | null> {
  const [known] = await state.annotations([id]);
  return known ? done({ annotation: known.record, repeated: true }) : null;
}

function idOf({ corpus, target, kind, body, citation, writer }: AnnotationRequest): AnnotationId {
  return annotationId({ v: 1, corpus, target, kind, body, citation, actor_root: writer.actorRoot });
}

async function recordOf(
  state: GraphReader,
  now: string,
  request: AnnotationRequest,
): Promise<AnnotationRecord> {
  const { corpus, target, kind, body, citation, writer } = request;
  return {
    id: idOf(request),
    target,
    corpus,
    kind,
    body,
    citation,
    check: await checkCitation(state, corpus, citation),
    actor: writer.actor,
    actor_root: writer.actorRoot,
    standing: writer.standing,
    token_id: writer.tokenId,
    licence: ANNOTATION_LICENCE,
    created_at: now,
  };
}

function scopedKey({ idempotency, writer }: AnnotationRequest): string {
  return `${writer.actorRoot}\n${idempotency?.key ?? ''}`;
}
